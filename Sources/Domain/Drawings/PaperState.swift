import DrawingSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// A paper and its strokes as they are now: the same on every node that has the same entries (rows W-24, W-27).
struct PaperState {
  /// One stroke with its record.
  struct Drawn {
    let record: Record
    let stroke: Stroke
    let ink: Ink
    /// Whether it is shown.
    let isShown: Bool
  }

  let record: Record
  let body: Paper
  /// The picture that the paper began with; nil where that is not here.
  let base: Sketch?
  /// The reason why `base` is nil, as a sentence; empty where it is here.
  let problem: String
  /// All strokes that count, in the order in which they are drawn: of those who may draw here the first, up to 5,000 strokes and
  /// 500,000 points with those that it began with, so that the paper can be saved.
  let strokes: [Drawn]

  init(_ record: Record, _ home: any Snapshot) throws {
    self.record = record
    let body = DrawingKinds.paper.decode(record.body)
    self.body = body
    (base, problem) = try DrawingContent.sketch(body.base, of: record, home)
    let own = try home.children(of: record.id, in: record.room)
      .filter { $0.kind == .stroke && (body.together || $0.author == record.author) }
    var (strokes, points): ([Drawn], Int) = ([], base?.pointCount ?? 0)
    let most = DrawingRules.mostStrokes - (base?.lines.count ?? 0)
    for record in Self.sorted(own).prefix(most) {
      let stroke = DrawingKinds.stroke.decode(record.body)
      points += stroke.ink.x.count
      guard points <= DrawingRules.mostPointsInAll else { break }
      guard let ink = try? Ink(stroke.ink) else { continue }
      strokes.append(
        Drawn(
          record: record, stroke: stroke, ink: ink,
          isShown: stroke.undone == 0 && stroke.epoch >= body.epoch))
    }
    self.strokes = strokes
  }

  /// Strokes in the order in which they are drawn; the texts of ids are compared, so that the page finds the same order.
  private static func sorted(_ strokes: [Record]) -> [Record] {
    strokes.map { ($0, author: $0.author.description, item: $0.item.description) }
      .sorted { ($0.0.order, $0.author, $0.item) < ($1.0.order, $1.author, $1.item) }.map(\.0)
  }

  /// The picture on the paper now.
  var sketch: Sketch {
    var lines = base?.lines ?? []
    lines += strokes.filter(\.isShown).map { Sketch.Line($0.record.author, $0.ink) }
    return Sketch(lines)
  }

  /// The shown strokes of one person.
  func own(_ me: Author) -> [Drawn] { strokes.filter { $0.record.author == me && $0.isShown } }

  /// Returns the strokes that redo brings back: those taken back together last, where nothing was drawn after that.
  func undone(_ me: Author) -> [Drawn] {
    let mine = strokes.filter { $0.record.author == me && $0.stroke.epoch >= body.epoch }
    guard let last = mine.map(\.stroke.undone).max(), last > 0 else { return [] }
    let step = mine.filter { $0.stroke.undone == last }
    let newest = mine.map(\.record.order).max() ?? 0
    return step.allSatisfy { $0.record.changed > newest } ? step : []
  }

  /// The number of the next step that takes strokes back.
  func nextStep(_ me: Author) -> UInt32 {
    let last = strokes.filter { $0.record.author == me }.map(\.stroke.undone).max() ?? 0
    return last == .max ? last : last + 1
  }
}
