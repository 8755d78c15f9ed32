import API
import Feature
import Foundation
import Node
import Schema

/// A node of values: reads answer from what the test put in, commands are written down.
final class FakeNode: NodeAccess, @unchecked Sendable {
  private let lock = NSLock()
  private var storedTables: [TableView] = []
  private var storedCommands: [Command] = []
  private var streams: [UUID: AsyncStream<Change>.Continuation] = [:]
  private var refusal: Refused?
  private var stops = 0
  private var pause: (@Sendable (Command) async -> Void)?

  var commands: [Command] { lock.withLock { storedCommands } }
  var stopCount: Int { lock.withLock { stops } }
  var readers: Int { lock.withLock { streams.count } }

  func put(table: TableView) { lock.withLock { storedTables.append(table) } }
  /// Awaited before a command is written down.
  func pause(_ pause: @escaping @Sendable (Command) async -> Void) {
    lock.withLock { self.pause = pause }
  }
  func refuse(with refused: Refused?) { lock.withLock { refusal = refused } }

  func publish(_ change: Change) {
    for stream in lock.withLock({ Array(streams.values) }) { stream.yield(change) }
  }

  /// Ends the streams as for readers that are too slow.
  func cutStreams() {
    for stream in lock.withLock({ Array(streams.values) }) { stream.finish() }
  }

  func submit(_ command: Command) async -> Result<Answer, Refused> {
    await lock.withLock { pause }?(command)
    return lock.withLock {
      storedCommands.append(command)
      if let refusal { return .failure(refusal) }
      return .success(.with { $0.settings = .with { $0.name = "Ada" } })
    }
  }

  func submit(_ commands: [Command]) async -> [Result<Answer, Refused>] {
    var results: [Result<Answer, Refused>] = []
    for command in commands { results.append(await submit(command)) }
    return results
  }

  func status() throws -> StatusView { .with { $0.name = "Ada" } }
  func peers() throws -> [PeerView] { [.with { $0.name = "Bob" }] }
  func pairings() -> [PairView] { [.with { $0.state = .asked }] }
  func tables() throws -> [TableView] { lock.withLock { storedTables } }

  func table(_ idPrefix: String) throws -> TableView {
    let found = try tables().filter { $0.id.hasPrefix(idPrefix) }
    if found.count > 1 { throw Refused(.ambiguous, "Two tables begin with \(idPrefix).") }
    guard let table = found.first else { throw Refused(.notFound, "No table \(idPrefix).") }
    return table
  }

  func rooms() throws -> [RoomView] { [.with { $0.id = "lobbyid" }] }
  func room(_ text: String) throws -> RoomView {
    guard text == "lobby" || "lobbyid".hasPrefix(text) else {
      throw Refused(.notFound, "No room \(text).")
    }
    return try rooms()[0]
  }
  func messages(
    room: String, before: String?, containing: String?, limit: Int
  ) throws -> MessageList {
    let id = try self.room(room).id
    return .with { $0.messages = [.with { $0.text = "\(id) \(before ?? "-") \(limit)" }] }
  }
  func files(room: String, before: String?, limit: Int) throws -> FileList {
    let id = try self.room(room).id
    return .with { $0.files = [.with { $0.name = "\(id) \(before ?? "-") \(limit)" }] }
  }
  func file(_ file: String, room: String) throws -> FileView {
    let id = try self.room(room).id
    return .with { $0.id = "\(id)/\(file)" }
  }
  func content(of file: String, room: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    pieces([Array(try self.file(file, room: room).id.utf8), [0, 255]])
  }
  func events(room: String?) throws -> EventViews {
    let id = try room.map { try self.room($0).id } ?? "all"
    return .with { $0.events = [.with { $0.name = id }] }
  }
  func eventLines(room: String?) throws -> EventLines {
    let id = try room.map { try self.room($0).id } ?? "all"
    return .with { $0.lines = [.with { $0.name = id }] }
  }
  func event(_ text: String, room: String?) throws -> EventView {
    let id = try room.map { try self.room($0).id } ?? "all"
    return .with { $0.id = "\(id)/\(text)" }
  }
  func picture(of event: String, room: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    pieces([Array(try self.event(event, room: room).id.utf8), [0, 255]])
  }
  func versions(room: String, record: String) throws -> VersionList {
    let id = try self.room(room).id
    return .with { $0.versions = [.with { $0.text = "\(id) \(record)" }] }
  }
  func conflicts() throws -> ConflictList { .with { $0.conflicts = [.with { $0.title = "Trip" }] } }
  func roomState(_ text: String) throws -> RoomState { .with { $0.hash = "00" } }

  func bundle(room text: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    pieces([Array(try room(text).id.utf8), [0, 255]])
  }
  func importBundle(_ next: () async throws -> [UInt8]?) async throws -> BundleView {
    var count: UInt64 = 0
    while let bytes = try await next() {
      if bytes.contains(0) { throw Refused(.invalid, "The file is damaged.") }
      count += UInt64(bytes.count)
    }
    return .with { $0.taken = count }
  }
  func backUp() async throws -> AsyncThrowingStream<[UInt8], any Error> { pieces([[1], [2, 3]]) }
  private func pieces(_ pieces: [[UInt8]]) -> AsyncThrowingStream<[UInt8], any Error> {
    AsyncThrowingStream { continuation in
      for piece in pieces { continuation.yield(piece) }
      continuation.finish()
    }
  }

  func settings() throws -> SettingsView { .with { $0.colour = "blue" } }

  func events(table idPrefix: String) throws -> [TableEvent] {
    let id = try table(idPrefix).id
    return [
      .with {
        $0.table = id
        $0.number = 1
        $0.opened = "Ada"
      }
    ]
  }

  func transcript(table idPrefix: String) throws -> [UInt8] {
    _ = try table(idPrefix)
    return [0, 255, 10, 13, 0]
  }

  func changes() -> AsyncStream<Change> {
    let id = UUID()
    let (stream, continuation) = AsyncStream.makeStream(
      of: Change.self, bufferingPolicy: .bufferingOldest(16))
    lock.withLock { streams[id] = continuation }
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      lock.withLock { streams[id] = nil }
    }
    return stream
  }

  var isStopping: Bool { stopCount > 0 }

  func stop() { lock.withLock { stops += 1 } }
}
