import DrawingSchema
import FoundationEssentials
import Identifiers
import Packing
import Schema
import SwiftProtobuf

/// Strokes in few bytes, and back (specification section 23).
public enum StrokePacking {
  /// Strokes as a message.
  public static func message(_ sketch: Sketch) -> PackedStrokes {
    var places: [Author: UInt32] = [:]
    var packed = PackedStrokes()
    for line in sketch.lines {
      if places[line.author] == nil {
        places[line.author] = UInt32(packed.authors.count)
        packed.authors.append(line.author.data)
      }
      packed.strokes.append(
        .with {
          $0.author = places[line.author] ?? 0
          $0.ink = line.ink.message
        })
    }
    return packed
  }

  /// Strokes packed.
  ///
  /// - Throws: `DrawingProblem` where they are too many or take too many bytes.
  public static func pack(_ sketch: Sketch) throws -> Data {
    let packed = Deflate.pack(try bytes(of: message(sketch)))
    guard packed.count <= BlobID.mostBytes else { throw DrawingProblem.tooLarge }
    return packed
  }

  /// The bytes of a message that others read.
  ///
  /// - Parameter more: bytes that are added to it.
  /// - Throws: `DrawingProblem` where the strokes are too many or take too many bytes.
  static func bytes(of message: PackedStrokes, adding more: Int = 0) throws -> [UInt8] {
    guard message.strokes.count <= DrawingRules.mostStrokes else {
      throw DrawingProblem.tooManyStrokes(message.strokes.count)
    }
    let points = message.strokes.reduce(0) { $0 + $1.ink.x.count }
    guard points <= DrawingRules.mostPointsInAll else {
      throw DrawingProblem.tooManyPointsInAll(points)
    }
    let bytes: [UInt8] = try message.serializedBytes()
    guard bytes.count + more <= DrawingRules.unpacked, isModest(bytes) else {
      throw DrawingProblem.tooLarge
    }
    return bytes
  }

  /// The strokes of a pack that anybody may have made; nil if it is not one.
  ///
  /// Strokes with anything wrong in them count for nothing.
  ///
  /// - Parameter limit: how many bytes it may have when it is unpacked.
  public static func unpack(_ packed: Data, limit: Int = DrawingRules.unpacked) -> Sketch? {
    var left = limit
    return unpack(packed, within: &left)
  }

  /// The same, counted: for answers that unpack many.
  ///
  /// - Parameter left: bytes that may still be unpacked; what was unpacked is taken from it. It is 0 after a pack that has more.
  static func unpack(_ packed: Data, within left: inout Int) -> Sketch? {
    let limit = min(left, DrawingRules.unpacked)
    guard packed.count <= BlobID.mostBytes, limit > 0 else { return nil }
    guard let bytes = bytes(of: packed, limit: limit) else {
      // How much of it was unpacked is not known.
      left -= limit
      return nil
    }
    left -= bytes.count
    return sketch(bytes)
  }

  /// Unpacks bytes that anybody may have packed.
  ///
  /// A pack of more numbers than a drawing has is let go after these: it would unpack to 16 MiB.
  private static func bytes(of packed: Data, limit: Int) -> [UInt8]? {
    var numbers = 0
    return Deflate.unpack(packed, limit: limit) { piece in
      numbers += count(of: piece)
      return numbers <= DrawingRules.mostNumbers
    }
  }

  /// Counts the strokes and points of a pack that anybody may have made; none where it is no pack.
  static func counts(_ packed: Data) -> (strokes: Int, points: Int) {
    guard !packed.isEmpty, packed.count <= BlobID.mostBytes,
      let message = bytes(of: packed, limit: DrawingRules.unpacked).flatMap(decode)
    else { return (0, 0) }
    return (message.strokes.count, message.strokes.reduce(0) { $0 + $1.ink.x.count })
  }

  /// The message in bytes as they were sent, where it has no more than a drawing may have.
  private static func decode(_ bytes: [UInt8]) -> PackedStrokes? {
    guard isModest(bytes) else { return nil }
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = 16
    guard let message = try? PackedStrokes(serializedBytes: bytes, options: options),
      message.strokes.count <= DrawingRules.mostStrokes,
      message.strokes.reduce(0, { $0 + $1.ink.x.count }) <= DrawingRules.mostPointsInAll
    else { return nil }
    return message
  }

  /// The strokes of a message as it was sent.
  public static func sketch(_ bytes: [UInt8]) -> Sketch? {
    guard let message = decode(bytes) else { return nil }
    let authors = message.authors.map { Author($0) }
    return Sketch(
      message.strokes.compactMap { stroke in
        guard Int(stroke.author) < authors.count, let author = authors[Int(stroke.author)],
          let ink = try? Ink(stroke.ink)
        else { return nil }
        return Sketch.Line(author, ink)
      })
  }

  /// The number of variable-length numbers that end in some bytes of a message, at least.
  private static func count(of bytes: ArraySlice<UInt8>) -> Int {
    var numbers = 0
    for byte in bytes { numbers += byte < 0x80 ? 1 : 0 }
    return numbers
  }

  /// Whether a message has no more parts and no more numbers than a drawing may have: looked at before anything is made of each.
  private static func isModest(_ bytes: [UInt8]) -> Bool {
    guard count(of: bytes[...]) <= DrawingRules.mostNumbers else { return false }
    var (rest, parts) = (bytes[...], 0)
    func number() -> UInt64? {
      var (value, shift): (UInt64, UInt64) = (0, 0)
      while let byte = rest.popFirst(), shift < 63 {
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      return nil
    }
    while !rest.isEmpty {
      // Authors and strokes are all that it holds, and both have a length.
      guard let tag = number(), tag == 0x0a || tag == 0x12, let length = number(),
        length <= UInt64(rest.count)
      else { return false }
      rest = rest.dropFirst(Int(length))
      parts += 1
      guard parts <= 2 * DrawingRules.mostStrokes else { return false }
    }
    return true
  }
}
