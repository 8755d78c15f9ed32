import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Drawings beside people's names (row W-22).
enum Portraits {
  /// Each person has one.
  static let nonce = DerivedNonce("portrait")

  /// How many pixels a portrait has at most, for those who look closely.
  private static let widths: [UInt32] = [256, 128, 64]

  /// Strokes small enough for a portrait: with only the points that a small picture shows.
  static func pack(_ sketch: Sketch) throws -> Data {
    for width in widths {
      var small = sketch
      for place in small.lines.indices {
        small.lines[place].ink = small.lines[place].ink.thinned(to: width)
      }
      let packed = try StrokePacking.pack(small)
      if packed.count <= DrawingRules.portrait { return packed }
    }
    throw Refused(
      .invalid, "The drawing has too much on it for a picture beside a name: choose a simpler one.")
  }

  static func view(_ record: Record, _ home: any Snapshot) throws -> PortraitView {
    let packed = DrawingKinds.portrait.decode(record.body).packed
    let name = try home.person(record.author, in: record.room).name
    return .with {
      $0.author = record.author.description
      $0.authorName = name
      if !packed.isEmpty, packed.count <= DrawingRules.portrait,
        let sketch = StrokePacking.unpack(packed)
      {
        $0.svg = SketchSVG.text(sketch)
      }
    }
  }

  static func list(_ request: ListPortraits, _ home: any Snapshot) throws -> PortraitList {
    let records = try home.records(of: [.portrait], in: .lobby, limit: PageLimit.most)
      .filter { $0.id == RecordID(by: $0.author, named: nonce) }
    return try .with {
      $0.portraits = try records.map { try view($0, home) }.filter { !$0.svg.isEmpty }
    }
  }
}
