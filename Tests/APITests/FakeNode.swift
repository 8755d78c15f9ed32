import API
import ChatSchema
import DeckSchema
import EventSchema
import Feature
import Foundation
import Node
import Schema
import SwiftProtobuf
import WholeSchema

/// A node of values: reads answer from what the test put in, commands are written down.
final class FakeNode: NodeAccess, @unchecked Sendable {
  private let lock = NSLock()
  private var storedTables: [TableView] = []
  private var storedPairings: [PairView] = [.with { $0.state = .asked }]
  private var storedCalls: [Call] = []
  private var streams: [UUID: AsyncStream<Change>.Continuation] = [:]
  private var answered: Refused?
  private var pause: (@Sendable (Call) async -> Void)?

  /// The calls of methods that write, in order.
  var calls: [Call] { lock.withLock { storedCalls } }
  /// The same at tables.
  var attends: [Attend] { calls.compactMap { $0.request as? Attend } }
  var readers: Int { lock.withLock { streams.count } }

  func put(table: TableView) { lock.withLock { storedTables.append(table) } }
  func put(pairings: [PairView]) { lock.withLock { storedPairings = pairings } }
  /// Awaited before a command is written down.
  func pause(_ pause: @escaping @Sendable (Call) async -> Void) {
    lock.withLock { self.pause = pause }
  }
  func refuse(with refused: Refused?) { lock.withLock { answered = refused } }

  func publish(_ change: Change) {
    for stream in lock.withLock({ Array(streams.values) }) { stream.yield(change) }
  }

  /// Ends the streams as for readers that are too slow.
  func cutStreams() {
    for stream in lock.withLock({ Array(streams.values) }) { stream.finish() }
  }

  func call(_ call: Call) async throws -> any Message { try await perform([call])[0].get() }

  /// Lists of events, which are answered in pieces: two of one event each, or why there are no more.
  func pieces(of call: Call) throws -> AsyncThrowingStream<[UInt8], any Error>? {
    guard let list = call.request as? ListEvents, call.path == Methods.Events.lines.path else {
      return nil
    }
    let names = ["one", "two"].prefix(list.room == "gone" ? 0 : list.room == "damaged" ? 1 : 2)
    let pieces: [[UInt8]] = try names.map { name in
      try EventLines.with { $0.lines = [.with { $0.name = name }] }.serializedBytes()
    }
    return AsyncThrowingStream { continuation in
      for piece in pieces { continuation.yield(piece) }
      let isWhole = pieces.count == 2
      continuation.finish(throwing: isWhole ? nil : Refused(.notFound, "No room \(list.room)."))
    }
  }

  func perform(_ calls: [Call]) async -> [Result<any Message, Refused>] {
    var results: [Result<any Message, Refused>] = []
    for call in calls { results.append(await perform(call)) }
    return results
  }

  private func perform(_ call: Call) async -> Result<any Message, Refused> {
    do {
      if let answer = try read(call.request) { return .success(answer) }
    } catch {
      return .failure(error as? Refused ?? Refused(.storage, "\(error)"))
    }
    await lock.withLock { pause }?(call)
    return lock.withLock {
      storedCalls.append(call)
      if let answered { return .failure(answered) }
      let answer = Methods.method(call.path)?.response.init() ?? Done()
      return .success(answer is SettingsView ? SettingsView.with { $0.name = "Ada" } : answer)
    }
  }

  /// Returns views of the values that the test put in.
  private func read(_ request: any Message) throws -> (any Message)? {
    switch request {
    case is GetStatus: StatusView.with { $0.name = "Ada" }
    case is GetSettings: SettingsView.with { $0.colour = "blue" }
    case is ListPeers: PeerList.with { $0.peers = [.with { $0.name = "Bob" }] }
    case is ListPairings: PairList.with { $0.pairings = lock.withLock { storedPairings } }
    case is ListTables: TableList.with { $0.tables = lock.withLock { storedTables } }
    case let show as ShowTable: try table(show.table)
    case is ListRooms: RoomList.with { $0.rooms = [.with { $0.id = "lobbyid" }] }
    case let show as ShowRoom: try room(show.room)
    case let list as ListMessages:
      MessageList.with {
        $0.messages = [.with { $0.text = "\(list.room) \(list.before) \(list.limit)" }]
      }
    default: nil
    }
  }

  private func table(_ idPrefix: String) throws -> TableView {
    let found = lock.withLock { storedTables }.filter { $0.id.hasPrefix(idPrefix) }
    if found.count > 1 { throw Refused(.ambiguous, "Two tables begin with \(idPrefix).") }
    guard let table = found.first else { throw Refused(.notFound, "No table \(idPrefix).") }
    return table
  }

  private func room(_ text: String) throws -> RoomView {
    guard text == "lobby" || "lobbyid".hasPrefix(text) else {
      throw Refused(.notFound, "No room \(text).")
    }
    return .with { $0.id = "lobbyid" }
  }

  func keep(_ content: Data) async throws -> BlobView {
    .with {
      $0.blob = String(content.count)
      $0.size = UInt64(content.count)
    }
  }

  func content(of blob: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    guard blob == "x" else { throw Refused(.notFound, "No bytes \(blob).") }
    return pieces([Array(blob.utf8), [0, 255]])
  }

  func picture(of blob: String, width: Int) async throws -> [UInt8] {
    guard blob == "x" else { throw Refused(.notFound, "No bytes \(blob).") }
    return Array("PNG \(width)".utf8)
  }

  func cardPicture(
    of card: (name: String, set: String, number: String), width: Int
  ) throws -> CardPicture {
    guard card.name == "Rook // Raven" else {
      throw Refused(.notFound, "No picture of \(card.name).")
    }
    return CardPicture(tag: "first") { Array("PNG \(card.set) \(card.number) \(width)".utf8) }
  }

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

  func importCards(_ next: () async throws -> [UInt8]?) async throws -> any Message {
    var count = 0
    while let bytes = try await next() {
      if bytes.contains(0) { throw Refused(.invalid, "There are no cards in the file.") }
      count += bytes.count
    }
    return CardsView.with { $0.message = "\(count) bytes" }
  }

  func backUp() async throws -> AsyncThrowingStream<[UInt8], any Error> { pieces([[1], [2, 3]]) }

  private func pieces(_ pieces: [[UInt8]]) -> AsyncThrowingStream<[UInt8], any Error> {
    AsyncThrowingStream { continuation in
      for piece in pieces { continuation.yield(piece) }
      continuation.finish()
    }
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

  var isStopping: Bool { calls.contains { $0.request is StopNode } }

  /// A refusal of everything; no test of this node needs it.
  var refusal: Refused? { nil }
}
