import API
import Feature
import FoundationEssentials
import Node
import Schema
import SwiftProtobuf
import WholeSchema

/// The node as the page may use it: all but what is for programs on the socket alone, and the settings that start a program
/// or name a folder or an address.
struct PageAccess: NodeAccess {
  let node: any NodeAccess
  /// The settings that the page may change.
  let settings: Set<String>

  var refusal: Refused? { node.refusal }

  private func refusal(of call: Call) -> Refused? {
    if Methods.method(call.path)?.isSocketOnly == true {
      return Refused(.notNow, "The page may not do that: run the command in a terminal.")
    }
    if let change = call.request as? ChangeSetting, !settings.contains(change.key) {
      return Refused(
        .notNow,
        "The page may not change this setting.",
        .with {
          $0.code = .setInTerminal
          $0.key = change.key
        }
      )
    }
    return nil
  }

  func call(_ call: Call) async throws -> any Message {
    if let refusal = refusal(of: call) { throw refusal }
    return try await node.call(call)
  }

  /// The page reads JSON, in which an answer is one message.
  func pieces(of call: Call) throws -> AsyncThrowingStream<[UInt8], any Error>? { nil }

  func perform(_ calls: [Call]) async -> [Result<any Message, Refused>] {
    let refusals = calls.map(refusal)
    let allowed = zip(calls, refusals).filter { $0.1 == nil }.map(\.0)
    var results = await node.perform(allowed).makeIterator()
    return refusals.map { refusal in
      if let refusal { return .failure(refusal) }
      return results.next()
        ?? .failure(Refused(.unavailable, "The daemon is stopping: try again in a moment."))
    }
  }

  func keep(_ content: Data) async throws -> BlobView { try await node.keep(content) }

  func content(of blob: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    try node.content(of: blob)
  }

  func picture(of blob: String, width: Int) async throws -> [UInt8] {
    try await node.picture(of: blob, width: width)
  }

  func cardPicture(
    of card: (name: String, set: String, number: String), width: Int
  ) throws -> CardPicture {
    try node.cardPicture(of: card, width: width)
  }

  func bundle(room text: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    try node.bundle(room: text)
  }

  func importBundle(_ next: () async throws -> [UInt8]?) async throws -> BundleView {
    try await node.importBundle(next)
  }

  func importCards(_ next: () async throws -> [UInt8]?) async throws -> any Message {
    try await node.importCards(next)
  }

  func backUp() async throws -> AsyncThrowingStream<[UInt8], any Error> {
    throw Refused(
      .notNow, "A backup holds the home's secret key.", .backUp)
  }

  func transcript(table idPrefix: String) throws -> [UInt8] {
    try node.transcript(table: idPrefix)
  }

  func changes() -> AsyncStream<Change> { node.changes() }

  var isStopping: Bool { node.isStopping }
}
