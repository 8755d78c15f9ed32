import Drawings
import DrawingSchema
import Identifiers
import Schema

/// Strokes that others draw at this moment, until the strokes themselves are there (row W-25).
public struct DrawnNow: Sendable {
  /// The milliseconds after which a stroke is given up that does not continue.
  static let patience: Int64 = 3_000

  private struct Part: Sendable {
    var ink: Ink
    var author: String
    var seen: Int64
  }

  private let paper: String
  private var parts: [String: Part] = [:]

  /// Shows what is drawn on one paper.
  public init(paper: String) { self.paper = paper }

  /// The strokes that are being drawn, in a fixed order of those who draw.
  public var inks: [Ink] { parts.sorted { $0.key < $1.key }.map(\.value.ink) }

  /// Takes a part that was sent, and returns whether it is of this paper.
  ///
  /// - Parameter now: milliseconds of any clock.
  public mutating func take(_ trace: TraceView, now: Int64) -> Bool {
    guard trace.paper == paper, let ink = try? Ink(trace.ink) else { return false }
    let key = "\(trace.author)/\(trace.stroke)"
    if var known = parts[key] {
      let room = DrawingRules.mostPoints - known.ink.points.count
      known.ink.points += ink.points.prefix(room)
      known.seen = now
      parts[key] = known
    } else {
      parts[key] = Part(ink: ink, author: trace.author, seen: now)
    }
    return true
  }

  /// Removes the parts of a stroke that is complete, which is identified by its author and its beginning.
  public mutating func arrived(_ stroke: StrokeView) {
    guard let ink = try? Ink(stroke.ink), let first = ink.points.first else { return }
    parts = parts.filter { part in
      let begun = part.value.ink.points.first
      return part.value.author != stroke.author || begun?.x != first.x || begun?.y != first.y
    }
  }

  /// Gives up strokes that have not continued for long. Returns whether there were any.
  public mutating func forget(now: Int64) -> Bool {
    let kept = parts.filter { now - $0.value.seen < Self.patience }
    defer { parts = kept }
    return kept.count < parts.count
  }
}
