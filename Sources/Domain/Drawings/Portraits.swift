import DrawingSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Drawings beside people's names (row W-22).
enum Portraits {
  /// Each person has one.
  static let nonce = DerivedNonce("portrait")

  /// Pixels of a portrait, for those who look closely, and fewer where it has too much on it for that.
  private static let widths: [UInt32] = [256, 128, 64, 32, 16]

  /// Strokes small enough for a portrait: with only the points that a small picture shows.
  ///
  /// - Throws: `Refused` where it would be too large with the fewest points, too.
  static func pack(_ sketch: Sketch) throws -> Data {
    for width in widths {
      let small = sketch.thinned(to: width)
      guard let packed = try? StrokePacking.pack(small), packed.count <= DrawingRules.portrait,
        picture(packed) != nil
      else { continue }
      return packed
    }
    throw Refused(
      .invalid, "The drawing has too much on it for a picture beside a name: choose a simpler one.")
  }

  /// The picture of strokes that anybody may have packed: with as many points as a portrait shows.
  ///
  /// - Parameter left: bytes that the answer may still unpack and have; what this one takes is taken from it.
  /// - Returns: SVG; nil if it is not a portrait, or too large even with the fewest points.
  static func picture(_ packed: Data, within left: inout Int) -> String? {
    guard !packed.isEmpty, packed.count <= DrawingRules.portrait else { return nil }
    var rest = min(left, DrawingRules.portraitUnpacked)
    left -= rest
    let sketch = StrokePacking.unpack(packed, within: &rest)
    left += rest
    guard let sketch, !sketch.isEmpty, sketch.lines.count <= DrawingRules.portraitPoints else {
      return nil
    }
    for width in [nil] + widths.map(Optional.some) {
      let small = width.map { sketch.thinned(to: $0) } ?? sketch
      guard small.pointCount <= DrawingRules.portraitPoints,
        let svg = try? SketchSVG.text(small, most: min(left, DrawingRules.portraitPicture))
      else { continue }
      left -= svg.utf8.count
      return svg
    }
    return nil
  }

  /// The picture of one portrait.
  static func picture(_ packed: Data) -> String? {
    var left = DrawingRules.together
    return picture(packed, within: &left)
  }

  /// The author whose portrait changed: a screen that shows portraits asks for them, as they are unpacked within a bound for all.
  static func brief(_ record: Record) -> PortraitView {
    .with { $0.author = record.author.description }
  }

  static func view(_ record: Record, _ home: any Snapshot) throws -> PortraitView {
    try view(record, picture(DrawingKinds.portrait.decode(record.body).packed) ?? "", home)
  }

  private static func view(
    _ record: Record, _ svg: String, _ home: any Snapshot
  ) throws -> PortraitView {
    let name = try home.person(record.author, in: record.room).name
    return .with {
      $0.author = record.author.description
      $0.authorName = name
      $0.svg = svg
    }
  }

  /// The portraits of all people: our own and those of paired people first, and as many as one answer may unpack and have.
  static func list(_ request: ListPortraits, _ home: any Snapshot) throws -> PortraitList {
    let people = try home.people(in: .lobby)
    let known = people.filter { $0.author == home.me || $0.isPaired }
    let others = people.filter { $0.author != home.me && !$0.isPaired }
    var list = PortraitList()
    var left = DrawingRules.together
    for author in (known + others).map(\.author) {
      // Whatever else somebody writes, one record is the portrait.
      guard let record = try home.record(RecordID(by: author, named: nonce), in: .lobby),
        record.kind == .portrait, !record.isDeleted,
        let svg = picture(DrawingKinds.portrait.decode(record.body).packed, within: &left)
      else { continue }
      list.portraits.append(try view(record, svg, home))
    }
    return list
  }
}
