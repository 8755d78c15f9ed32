import Feature
import Node
import Schema

/// What the local API may ask of a running node; the daemon implements it.
///
/// `submit` goes through the mailbox and is answered after the commit of its turn. Every read looks at a
/// snapshot of the store as of some committed turn and never waits for one (design section 4), so reads may
/// be called from any thread. A read throws `Refused` for what a person can put right; any other error means
/// that the store cannot be read and is told to people as a storage problem.
public protocol NodeAccess: Sendable {
  /// Has the node carry out a command and returns its answer once that is durable.
  ///
  /// A full mailbox is refused with `REFUSAL_CODE_BUSY`, a node that is stopping with
  /// `REFUSAL_CODE_UNAVAILABLE`.
  func submit(_ command: Command) async -> Result<Answer, Refused>

  /// Has the node carry out commands one after the other, as many as possible in one turn, and returns what came of each once
  /// that is durable; the same is refused.
  func submit(_ commands: [Command]) async -> [Result<Answer, Refused>]

  /// This node in figures.
  func status() throws -> StatusView

  /// The peers known, in the order in which people should read them.
  func peers() throws -> [PeerView]

  /// The pairings that go on now, in order of the node ids.
  func pairings() -> [PairView]

  /// Our tables and those offered to us, in the order in which people should read them.
  func tables() throws -> [TableView]

  /// One table by its id or any unique beginning of it (lowercase base32).
  ///
  /// Throws `REFUSAL_CODE_NOT_FOUND` or `REFUSAL_CODE_AMBIGUOUS`.
  func table(_ idPrefix: String) throws -> TableView

  /// The rooms that our person is in, tables left out, in the order in which people should read them.
  func rooms() throws -> [RoomView]

  /// One room by the beginning of its id, or by its name.
  ///
  /// Throws `REFUSAL_CODE_NOT_FOUND` or `REFUSAL_CODE_AMBIGUOUS`.
  func room(_ text: String) throws -> RoomView

  /// A page of a room's messages, oldest first; throws as `room(_:)` does.
  ///
  /// - Parameters:
  ///   - before: the id of the message before which the page ends; nil for the newest.
  ///   - containing: only messages with this text, whatever its case.
  func messages(room: String, before: String?, containing: String?, limit: Int) throws
    -> MessageList

  /// A page of a room's files, newest first; throws as `room(_:)` does.
  ///
  /// - Parameter before: the id of the file before which the page begins; nil for the newest.
  func files(room: String, before: String?, limit: Int) throws -> FileList

  /// One file of a room by the beginning of its id; throws as `room(_:)` does.
  func file(_ file: String, room: String) throws -> FileView

  /// The bytes of a file, each piece checked; throws as `file(_:room:)` does, and `REFUSAL_CODE_NOT_NOW`
  /// while some of them are missing.
  func content(of file: String, room: String) throws -> AsyncThrowingStream<[UInt8], any Error>

  /// The events of a room, or of all rooms without one, the soonest first; throws as `room(_:)` does.
  func events(room: String?) throws -> EventViews

  /// The same in lines.
  func eventLines(room: String?) throws -> EventLines

  /// One event of a room, or of all rooms without one, by its name, its id or the beginning of one, with what is to be done for it;
  /// throws as `room(_:)` does.
  func event(_ text: String, room: String?) throws -> EventView

  /// The bytes of an event's picture, each piece checked; throws as `content(of:room:)` does.
  func picture(of event: String, room: String) throws -> AsyncThrowingStream<[UInt8], any Error>

  /// What a record of a room was after each write, the making first; throws as `room(_:)` does.
  ///
  /// - Parameter record: its id or any unique beginning.
  func versions(room: String, record: String) throws -> VersionList
  /// What was changed by two at once, in all rooms.
  func conflicts() throws -> ConflictList

  /// A room's state as one hash; throws as `room(_:)` does.
  func roomState(_ text: String) throws -> RoomState

  /// The bytes of the file that `bundle export` writes, in pieces; throws as `room(_:)` does.
  func bundle(room text: String) throws -> AsyncThrowingStream<[UInt8], any Error>

  /// Takes such a file: all of it is looked through before the first piece goes through the mailbox.
  ///
  /// - Parameter next: its bytes, in portions of any size; nil after the last.
  /// - Throws: `Refused` for damage, and for a room that the account does not belong to.
  func importBundle(_ next: () async throws -> [UInt8]?) async throws -> BundleView

  /// The bytes of a backup of this home as it is now, in pieces.
  func backUp() async throws -> AsyncThrowingStream<[UInt8], any Error>

  /// The settings of this home.
  func settings() throws -> SettingsView

  /// Everything that happened at a table, numbered from 1, oldest first; throws as `table(_:)` does.
  func events(table idPrefix: String) throws -> [TableEvent]

  /// The bytes of the file that `war export` writes and `war verify` reads; throws as `table(_:)` does.
  func transcript(table idPrefix: String) throws -> [UInt8]

  /// The changes from now on, in the order of their numbers.
  ///
  /// The buffer is bounded: the stream of a reader who falls too far behind ends, and the reader starts
  /// again from a snapshot. Dropping the stream unsubscribes. When the daemon stops, all streams end.
  func changes() -> AsyncStream<Change>

  /// True once the daemon was asked to end, and when `changes()` ends for that reason.
  var isStopping: Bool { get }

  /// Asks the daemon to end as it would on SIGTERM; returns at once.
  func stop()
}
