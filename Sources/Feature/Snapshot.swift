import FoundationEssentials
import Identifiers
import Schema

/// One consistent state of a home: what a feature reads. Valid only inside the closure that it is given to.
///
/// Every function may throw `StoreError`; what else one throws stands with it.
public protocol Snapshot: RoomReads, RecordReads {
  /// Our account.
  var me: Author { get }
  /// The time, in milliseconds since 1970. It decides nothing that others check.
  var now: Int64 { get }
  /// The room that only our person sees.
  var personalRoom: RoomID { get }
  /// The match at a table of our person, once it is over; nil before that, and for no such table.
  func finishedSession(at table: RoomID) throws -> FinishedSession?
  /// Returns the part of a blob, at which a record points, that is here.
  func blob(_ reference: BlobReference, of record: Record) throws -> BlobStatus
  /// The bytes that a record points at; nil until all of them are here.
  ///
  /// - Throws: `Refused` where the disk has changed them.
  func bytes(of reference: BlobReference, of record: Record) throws -> Data?
  /// Returns the source of a type that a feature looks up outside the store; nil if the shell gives none.
  func lookup<Found: Lookup>(_ type: Found.Type) -> Found?
  /// Returns the value of a feature's setting, as it is stored; empty for one that no feature has.
  func setting(_ key: String) -> String
}

extension Snapshot {
  /// Checks that somebody may get what our person writes in a room: what nobody would get stays where it was typed.
  ///
  /// - Throws: `Refused` with the reason.
  public func checkIsHeard(in room: RoomID) throws {
    if let silence = try silence(in: room) { throw Refused(.notNow, for: silence) }
  }

  /// The room that a text names, for what does not belong to a table.
  ///
  /// - Parameter refusal: the sentence for a table.
  /// - Throws: `Refused`, for a table and for what no room is called.
  public func room(_ text: String, noTable refusal: String) throws -> RoomSummary {
    let room = try room(text)
    guard room.kind != .table else { throw Refused(.notNow, refusal) }
    return room
  }

  /// Somebody in a room, by name or by the beginning of the author id; a name goes before an id.
  ///
  /// - Throws: `Refused` when there is nobody, or more than one.
  public func person(named text: String, in room: RoomID) throws -> Author {
    let found = try people(in: room).meant(
      by: text, ids: { [$0.author.description] }, isNamed: { $0.name.isName(text) })
    return try found.map(\.author).only(
      "Nobody called \(text) is in that room.", .see("room show")
    ) { "\($0) people fit \(text): give more letters of the id." }
  }

  /// Whether what our person changes in a record counts.
  public func mayChange(_ record: Record) throws -> Bool {
    do {
      try checkMayChange(record)
      return true
    } catch is Refused {
      return false
    }
  }
}

/// A request for records of sorted kinds.
public struct SortQuery: Sendable {
  /// Their kinds.
  public var kinds: [RecordKind]
  /// Their room; nil for all rooms of our person.
  public var room: RoomID?
  /// The sort keys: the lowest and the highest.
  public var range: ClosedRange<Int64>
  /// The most records to return.
  public var limit: Int

  /// Asks for records with any sort key, unless a range is given.
  public init(
    _ kinds: [RecordKind], in room: RoomID? = nil,
    range: ClosedRange<Int64> = .min ... .max, limit: Int
  ) {
    self.kinds = kinds
    self.room = room
    self.range = range
    self.limit = limit
  }
}

/// A room in a few words.
public struct RoomSummary: Sendable {
  /// The room.
  public let id: RoomID
  /// The kind of room.
  public let kind: RoomKind
  /// The room's name.
  public let name: String

  /// Puts a summary together.
  public init(id: RoomID, kind: RoomKind, name: String) {
    self.id = id
    self.kind = kind
    self.name = name
  }
}
