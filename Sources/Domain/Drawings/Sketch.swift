import DrawingSchema
import Identifiers
import Schema

/// A picture: all strokes in the order in which they are drawn, and who drew each.
public struct Sketch: Equatable, Sendable {
  /// One stroke of somebody.
  public struct Line: Equatable, Sendable {
    /// The person who drew it.
    public var author: Author
    /// The stroke.
    public var ink: Ink

    /// Puts a line together.
    public init(_ author: Author, _ ink: Ink) {
      self.author = author
      self.ink = ink
    }
  }

  /// In the order in which they are drawn.
  public var lines: [Line]

  /// Puts a picture together.
  public init(_ lines: [Line] = []) { self.lines = lines }

  /// Whether nothing was drawn.
  public var isEmpty: Bool { lines.isEmpty }

  /// The number of points of all strokes.
  public var pointCount: Int { lines.reduce(0) { $0 + $1.ink.points.count } }

  /// Everybody who drew on it, in the order of their first strokes.
  public var authors: [Author] {
    var known: Set<Author> = []
    return lines.map(\.author).filter { known.insert($0).inserted }
  }

  /// The strokes of one person.
  public func lines(of author: Author) -> Sketch { Sketch(lines.filter { $0.author == author }) }

  /// The same picture with fewer points: it looks the same at that width in pixels.
  func thinned(to pixels: UInt32) -> Sketch {
    Sketch(lines.map { Line($0.author, $0.ink.thinned(to: pixels)) })
  }

  /// The strokes of each person, in the order of their first strokes.
  var shares: [(author: Author, lines: Sketch)] {
    var places: [Author: Int] = [:]
    var shares: [(author: Author, lines: Sketch)] = []
    for line in lines {
      if let place = places[line.author] {
        shares[place].lines.lines.append(line)
      } else {
        places[line.author] = shares.count
        shares.append((line.author, Sketch([line])))
      }
    }
    return shares
  }

  /// The longest pause, in milliseconds, that belongs to drawing.
  static let pause: UInt64 = 5_000

  /// The time for which people drew, in milliseconds: the union of the times in which a stroke was drawn, with pauses of at most
  /// five seconds (row W-04). The time begins with the first stroke.
  public var spent: UInt64 {
    let times = lines.map { ($0.ink.start, $0.ink.end) }.sorted { $0 < $1 }
    guard var (from, until) = times.first else { return 0 }
    var sum: UInt64 = 0
    for (start, end) in times.dropFirst() {
      if start <= until + Self.pause {
        until = max(until, end)
      } else {
        sum += until - from
        (from, until) = (start, end)
      }
    }
    return sum + until - from
  }
}

extension Sketch {
  /// The picture of strokes as the node shows them; what is no stroke is left out.
  public init(_ list: StrokeList) {
    self.init(
      list.strokes.compactMap { stroke in
        guard !stroke.gone, let ink = try? Ink(stroke.ink) else { return nil }
        let author = Base32.decode(stroke.author).flatMap { Author($0) }
        return Line(author ?? .zero, ink)
      })
  }
}
