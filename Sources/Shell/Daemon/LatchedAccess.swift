import API
import Feature
import Features
import FoundationEssentials
import Node
import Schema
import SwiftProtobuf

/// The node as people may ask it: nothing but a few methods while the home is locked. The one gate of the API.
struct LatchedAccess: NodeAccess {
  let access: DaemonAccess

  private var latch: Latch { access.latch }

  var refusal: Refused? { latch.refusal }

  /// Lets a request in unless the home is locked, and notes that the home is used.
  ///
  /// - Parameter path: the method; nil if it is not one.
  /// - Throws: `REFUSAL_CODE_LOCKED`.
  private func enter(_ path: String? = nil) throws {
    if let refused = path.map(latch.refusal(of:)) ?? latch.refusal { throw refused }
    latch.noteUse(path, at: Clock.now.wall)
  }

  func call(_ call: Call) async throws -> any Message {
    try enter(call.path)
    return try await access.call(call)
  }

  func pieces(of call: Call) throws -> AsyncThrowingStream<[UInt8], any Error>? {
    try enter(call.path)
    return try access.pieces(of: call)
  }

  func perform(_ calls: [Call]) async -> [Result<any Message, Refused>] {
    let refusals = calls.map { latch.refusal(of: $0.path) }
    for call in calls { latch.noteUse(call.path, at: Clock.now.wall) }
    guard refusals.contains(where: { $0 != nil }) else { return await access.perform(calls) }
    var results = await access.perform(
      zip(calls, refusals).filter { $0.1 == nil }.map(\.0)
    ).makeIterator()
    let gone = Refused(.unavailable, "The daemon is stopping: run the command again in a moment.")
    return refusals.map { $0.map { .failure($0) } ?? results.next() ?? .failure(gone) }
  }

  func keep(_ content: Data) async throws -> BlobView {
    try enter()
    return try await access.keep(content)
  }

  func content(of blob: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    try enter()
    return try access.content(of: blob)
  }

  func picture(of blob: String, width: Int) async throws -> [UInt8] {
    try enter()
    return try await access.picture(of: blob, width: width)
  }

  func cardPicture(
    of card: (name: String, set: String, number: String), width: Int
  ) throws -> CardPicture {
    try enter()
    return try access.cardPicture(of: card, width: width)
  }

  func bundle(room text: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    try enter()
    return try access.bundle(room: text)
  }

  func importBundle(_ next: () async throws -> [UInt8]?) async throws -> BundleView {
    try enter()
    return try await access.importBundle(next)
  }

  func importCards(_ next: () async throws -> [UInt8]?) async throws -> any Message {
    try enter()
    return try await access.importCards(next)
  }

  func backUp() async throws -> AsyncThrowingStream<[UInt8], any Error> {
    try enter()
    return try await access.backUp()
  }

  func transcript(table idPrefix: String) throws -> [UInt8] {
    try enter()
    return try access.transcript(table: idPrefix)
  }

  func changes() -> AsyncStream<Change> {
    // Nobody sees a change of a locked home: a stream that was open ends with the lock, and a new one never begins. It is there
    // before it is looked at the latch, so that one of the two finds it.
    let changes = access.changes()
    return latch.isLocked ? AsyncStream { $0.finish() } : changes
  }

  var isStopping: Bool { access.isStopping }
}
