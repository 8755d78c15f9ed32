import DrawingSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The strokes of a drawing, wherever they are kept.
enum DrawingContent {
  /// The strokes of a pack.
  ///
  /// - Returns: nil with the reason, as a sentence, if it is not here or not a drawing.
  static func sketch(
    _ pack: StrokePack, of record: Record, _ home: any Snapshot
  ) throws -> (Sketch?, String) {
    var left = DrawingRules.unpacked
    return try sketch(pack, of: record, within: &left, home)
  }

  /// The same, counted: for answers that look at many drawings.
  ///
  /// - Parameter left: bytes that may still be unpacked; what was unpacked is taken from it.
  static func sketch(
    _ pack: StrokePack, of record: Record, within left: inout Int, _ home: any Snapshot
  ) throws -> (Sketch?, String) {
    guard pack.hasContent else {
      if pack.packed.isEmpty { return (Sketch(), "") }
      return read(pack.packed, within: &left)
    }
    let status = try home.blob(pack.content, of: record)
    guard let bytes = try home.bytes(of: pack.content, of: record) else {
      return (
        nil,
        status.problem.isEmpty
          ? "The strokes are still on their way: \(status.received) of \(pack.content.size) bytes are here."
          : status.problem
      )
    }
    return read(bytes, within: &left)
  }

  /// Counts the strokes and points of a pack; none where it is not here.
  static func counts(
    _ pack: StrokePack, of record: Record, _ home: any Snapshot
  ) throws -> (strokes: Int, points: Int) {
    guard pack.hasContent else { return StrokePacking.counts(pack.packed) }
    return StrokePacking.counts(try home.bytes(of: pack.content, of: record) ?? Data())
  }

  /// A drawing or a paper as it is now.
  static func sketch(of record: Record, _ home: any Snapshot) throws -> (Sketch?, String) {
    guard !record.isDeleted else { return (nil, "") }
    if record.kind == .paper {
      let state = try PaperState(record, home)
      return (state.sketch, state.problem)
    }
    return try sketch(DrawingKinds.drawing.decode(record.body).strokes, of: record, home)
  }

  /// The pack of a picture: within the record, or beside it where that is too long.
  static func pack(_ sketch: Sketch, _ draft: inout Draft) throws -> StrokePack {
    try keep(StrokePacking.pack(sketch), &draft)
  }

  /// The same of what is packed already.
  static func keep(_ packed: Data, _ draft: inout Draft) -> StrokePack {
    guard packed.count > DrawingRules.inline else { return .with { $0.packed = packed } }
    let content = draft.keep(packed)
    return .with { $0.content = content }
  }

  private static func read(_ packed: Data, within left: inout Int) -> (Sketch?, String) {
    let sketch = StrokePacking.unpack(packed, within: &left)
    return (sketch, sketch == nil ? damaged : "")
  }

  private static let damaged =
    "The strokes of this drawing cannot be read: ask who drew it to save it again."
}
