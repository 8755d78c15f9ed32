import DrawingSchema
import Feature
import Identifiers
import Schema

extension RecordKind {
  /// A paper, on which people draw: `Paper`.
  public static let paper: RecordKind = 0x701
  /// One stroke on it: `Stroke`.
  public static let stroke: RecordKind = 0x702
  /// A drawing that was saved: `Drawing`.
  public static let drawing: RecordKind = 0x703
  /// Somebody likes it: `DrawingLike`.
  public static let drawingLike: RecordKind = 0x704
  /// The owner of its room hides it: `DrawingVeil`.
  public static let drawingVeil: RecordKind = 0x705
  /// Our person hides it: `OwnDrawingVeil`.
  public static let ownDrawingVeil: RecordKind = 0x706
  /// A picture beside a name: `Portrait`.
  public static let portrait: RecordKind = 0x707
}

/// The kinds of records that drawings are made of (specification section 23).
public enum DrawingKinds {
  /// Papers: only their authors change and delete them.
  public static let paper = Kind(
    .paper, Paper.self, KindRules(limit: large), noun: "paper",
    lists: "parlor drawing list --papers", title: { DrawingRules.shown(title: $0.title) },
    name: { DrawingRules.shown(title: $0.title) }, words: \.title, blobs: { blobs($0.base) })
  /// Strokes: anybody may add one; whose strokes count is decided where a paper is read.
  public static let stroke = Kind(
    .stroke, Stroke.self, strokes, noun: "stroke", lists: "parlor drawing show",
    title: {
      $0.ink.tool == .eraser
        ? "an erased line" : $0.ink.tool == .fill ? "a filled area" : "a stroke"
    })
  /// Drawings: only the person who saved one deletes it.
  public static let drawing = Kind(
    .drawing, Drawing.self, KindRules(limit: large), noun: "drawing", lists: "parlor drawing list",
    title: { DrawingRules.shown(title: $0.title) },
    name: { DrawingRules.shown(title: $0.title) }, words: \.title, blobs: { blobs($0.strokes) })
  /// Likes: anybody may like what is not theirs to change.
  public static let like = Kind(
    .drawingLike, DrawingLike.self, KindRules(parents: [.drawing], isClearedByUndo: true),
    noun: "like",
    lists: "parlor drawing show", title: { $0.on ? "a like" : "a like that was taken back" })
  /// Decisions that hide drawings from a room.
  public static let veil = Kind(
    .drawingVeil, DrawingVeil.self, KindRules(writers: [.owner], parents: [.drawing]),
    noun: "decision", lists: "parlor drawing list --hidden",
    title: { $0.on ? "a drawing is hidden" : "a drawing is shown again" })
  /// Decisions that hide drawings from our person.
  public static let ownVeil = Kind(
    .ownDrawingVeil, OwnDrawingVeil.self, KindRules(isClearedByUndo: true), noun: "decision",
    lists: "parlor drawing list --hidden",
    title: { $0.on ? "a drawing is hidden" : "a drawing is shown again" })
  /// Pictures beside names.
  public static let portrait = Kind(
    .portrait, Portrait.self, KindRules(isClearedByUndo: true), noun: "portrait",
    lists: "parlor drawing portraits",
    title: { _ in "a picture beside a name" })

  /// All of them.
  static let all: [AnyKind] = [
    paper.erased, stroke.erased, drawing.erased, like.erased, veil.erased, ownVeil.erased,
    portrait.erased,
  ]

  /// A pack of 48 KiB with what is said of it, and a stroke of 10,000 points.
  private static let large: KindLimit = {
    var limit = KindLimit()
    limit.bytes = DrawingRules.body
    return limit
  }()

  private static let strokes: KindRules = {
    var rules = KindRules(parents: [.paper], limit: large)
    rules.limit.perParent = DrawingRules.mostStrokes
    return rules
  }()

  private static func blobs(_ pack: StrokePack) -> [BlobReference] {
    pack.hasContent ? [pack.content] : []
  }
}
