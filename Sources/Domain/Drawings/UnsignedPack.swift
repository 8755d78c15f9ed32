import DrawingSchema
import FoundationEssentials
import Identifiers
import Packing
import Schema

/// Strokes of one person, packed but for who it is.
///
/// Packing a large drawing takes longer than a turn may. Whose strokes these are is known in the turn alone, so that this comes
/// last: 39 bytes that are not compressed.
struct UnsignedPack: Sendable {
  /// The number of strokes.
  let strokes: Int
  /// The number of their points.
  let points: Int
  private let begun: [UInt8]

  /// Bytes of an author's field, with the head of the block that holds it.
  private static let signature = 2 + 32 + 5

  /// Packs strokes.
  ///
  /// - Throws: `DrawingProblem` where they are too many or take too many bytes.
  init(_ inks: [Ink]) throws {
    let message = PackedStrokes.with { packed in
      packed.strokes = inks.map { ink in .with { $0.ink = ink.message } }
    }
    begun = Deflate.begin(try StrokePacking.bytes(of: message, adding: Self.signature))
    guard begun.count + Self.signature <= BlobID.mostBytes else { throw DrawingProblem.tooLarge }
    strokes = inks.count
    points = message.strokes.reduce(0) { $0 + $1.ink.x.count }
  }

  /// The pack of a person.
  func signed(by author: Author) throws -> Data {
    // Fields of a message may come in any order.
    let field: [UInt8] = try PackedStrokes.with { $0.authors = [author.data] }.serializedBytes()
    return Data(begun + Deflate.end(field))
  }
}
