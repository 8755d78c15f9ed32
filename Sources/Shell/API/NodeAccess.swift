import Feature
import FoundationEssentials
import Node
import Schema
import SwiftProtobuf

/// The requests that the local API may make of a running node; the daemon implements it.
///
/// A command goes through the mailbox and is answered after the commit of its turn. A method that only reads looks at a
/// snapshot of the store as of some committed turn and never waits for one (design section 4). Everything here may be
/// called from any thread. It throws `Refused` for what a person can put right; any other error means that the store
/// cannot be read and is told to people as a storage problem.
public protocol NodeAccess: Sendable {
  /// Performs a method of the schema.
  ///
  /// - Throws: also `REFUSAL_CODE_BUSY` for a full mailbox, and `REFUSAL_CODE_UNAVAILABLE` for a node that is stopping.
  func call(_ call: Call) async throws -> any Message

  /// The answer of a method that gives it in pieces, as protobuf: one after the other they are the whole. Nil for any other
  /// method; what is refused ends the stream before its first piece.
  func pieces(of call: Call) throws -> AsyncThrowingStream<[UInt8], any Error>?

  /// Performs methods one after the other, as many commands as possible in one turn, and returns the result of each once
  /// that is durable.
  func perform(_ calls: [Call]) async -> [Result<any Message, Refused>]

  /// Keeps bytes for ten minutes, until a command names them.
  ///
  /// - Throws: `Refused` for none and for too many.
  func keep(_ content: Data) async throws -> BlobView

  /// The bytes that a record points at which our person may see, each piece checked.
  ///
  /// - Parameter blob: their id in base32.
  /// - Throws: `REFUSAL_CODE_NOT_FOUND`, and `REFUSAL_CODE_NOT_NOW` while some of them are missing.
  func content(of blob: String) throws -> AsyncThrowingStream<[UInt8], any Error>

  /// A picture that our person may see, as a PNG made of its pixels alone.
  ///
  /// - Parameters:
  ///   - blob: the id of its bytes in base32.
  ///   - width: how wide it is shown, in pixels; a narrower picture keeps its width.
  /// - Throws: as `content` does, and `REFUSAL_CODE_INVALID` for bytes that are no picture.
  func picture(of blob: String, width: Int) async throws -> [UInt8]

  /// A picture of a card from the folder of our person's (rows D-61 and V-51).
  ///
  /// - Parameters:
  ///   - card: the card by its name, and by set and number where they are known; empty where they are not.
  ///   - width: how wide it is shown, in pixels; a narrower picture keeps its width.
  /// - Throws: `REFUSAL_CODE_NOT_FOUND` where there is none, and `REFUSAL_CODE_INVALID` for a file that is no picture of a card.
  func cardPicture(
    of card: (name: String, set: String, number: String), width: Int
  ) throws -> CardPicture

  /// The bytes of the file that `bundle export` writes, in pieces.
  ///
  /// - Parameter text: a room by the beginning of its id, or by its name.
  func bundle(room text: String) throws -> AsyncThrowingStream<[UInt8], any Error>

  /// Takes such a file: all of it is looked through before the first piece goes through the mailbox.
  ///
  /// - Parameter next: its bytes, in portions of any size; nil after the last.
  /// - Throws: `Refused` for damage, and for a room that the account does not belong to.
  func importBundle(_ next: () async throws -> [UInt8]?) async throws -> BundleView

  /// Makes the card database of the home out of a file of all cards, as `parlor card import` does.
  ///
  /// - Parameter next: its bytes, in portions of any size; nil after the last.
  /// - Returns: a `CardsView`, which only the feature knows.
  /// - Throws: `Refused` with the reason, and the old database is as it was.
  func importCards(_ next: () async throws -> [UInt8]?) async throws -> any Message

  /// The bytes of a backup of this home as it is now, in pieces.
  func backUp() async throws -> AsyncThrowingStream<[UInt8], any Error>

  /// The bytes of the file that `war export` writes and `war verify` reads.
  ///
  /// - Parameter idPrefix: the beginning of a table's id.
  func transcript(table idPrefix: String) throws -> [UInt8]

  /// The changes from now on, in the order of their numbers.
  ///
  /// The buffer is bounded: the stream of a reader who falls too far behind ends, and the reader starts
  /// again from a snapshot. Dropping the stream unsubscribes. When the daemon stops, all streams end.
  func changes() -> AsyncStream<Change>

  /// Whether the daemon was asked to end; true when `changes()` ends for that reason.
  var isStopping: Bool { get }

  /// The refusal of nearly everything now, as while the home is locked; nil when there is none. A stream that ends then says so.
  var refusal: Refused? { get }
}

/// A picture of a card that was found, and is drawn when somebody has not seen it yet.
public struct CardPicture: Sendable {
  /// A text that is another one once the file has changed.
  public let tag: String
  /// Gives a PNG made of its pixels alone.
  public let draw: @Sendable () async throws -> [UInt8]

  /// Describes a picture.
  public init(tag: String, draw: @escaping @Sendable () async throws -> [UInt8]) {
    (self.tag, self.draw) = (tag, draw)
  }
}

extension NodeAccess {
  /// Performs a method with a request.
  func call<Request, Response>(
    _ method: Method<Request, Response>, _ fill: (inout Request) -> Void = { _ in }
  ) async throws -> Response {
    try await call(Call(method, Request.with(fill))) as? Response ?? Response()
  }
}
