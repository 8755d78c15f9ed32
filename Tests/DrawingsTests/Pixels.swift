import Foundation
import Testing

@testable import Drawings

/// The darkness of each pixel of strokes that are drawn point by point.
struct Pixels {
  let side: Int
  /// From 0 to 1.
  private var dark: [Double]

  /// Parts of a pixel in each direction.
  private static let parts = 3

  init(_ sketch: Sketch, side: Int) {
    self.side = side
    let fine = side * Self.parts
    let scale = Double(fine) / 10_000
    var grid = [Bool](repeating: false, count: fine * fine)
    for line in sketch.lines {
      let ink = line.ink
      if ink.tool.covers == .area {
        Self.fill(ink, scale, fine, &grid)
      } else {
        Self.draw(ink, scale, fine, &grid)
      }
    }
    dark = (0..<(side * side)).map { place in
      var sum = 0
      for row in 0..<Self.parts {
        for column in 0..<Self.parts {
          let (y, x) = (place / side * Self.parts + row, place % side * Self.parts + column)
          sum += grid[y * fine + x] ? 1 : 0
        }
      }
      return Double(sum) / Double(Self.parts * Self.parts)
    }
  }

  /// Expects that each pixel is as dark as one beside it in the other picture, or between two of those.
  static func expectAlike(_ one: Sketch, _ other: Sketch, _ side: Int, _ comment: String = "") {
    let pictures = [one, other].map { Pixels($0, side: side) }
    for (first, second) in [(0, 1), (1, 0)] {
      let wrong = pictures[first].places(outside: pictures[second])
      // Edges may fall between two pixels: of 500 pixels one may differ.
      #expect(
        wrong.count * 500 <= side * side + 500,
        "\(wrong.count) pixels of \(side * side), as \(wrong.prefix(3)) \(comment)")
    }
  }

  /// The pixels that are darker or lighter than all those of another picture round the same place.
  func places(outside other: Pixels) -> [[Int]] {
    (0..<(side * side)).compactMap { place in
      var (least, most) = (1.0, 0.0)
      for row in max(0, place / side - 1)...min(side - 1, place / side + 1) {
        for column in max(0, place % side - 1)...min(side - 1, place % side + 1) {
          least = min(least, other.dark[row * side + column])
          most = max(most, other.dark[row * side + column])
        }
      }
      let isInside = dark[place] >= least - 0.25 && dark[place] <= most + 0.25
      return isInside ? nil : [place % side, place / side]
    }
  }

  /// A smooth line through the middles of its points, as a row of discs.
  private static func draw(_ ink: Ink, _ scale: Double, _ fine: Int, _ grid: inout [Bool]) {
    for part in InkShape.parts(of: ink) {
      let points = part.points.map { (x: Double($0.x) * scale, y: Double($0.y) * scale) }
      // A thinner line would be seen in some of the places that it passes and not in others.
      let radius = max(0.8, Double(part.width) / 20 * scale)
      var last = points[0]
      func disc(_ x: Double, _ y: Double) {
        let (top, bottom) = (max(0, Int(y - radius)), min(fine - 1, Int(y + radius)))
        guard top <= bottom else { return }
        for row in top...bottom {
          let height = Double(row) + 0.5 - y
          let reach = radius * radius - height * height
          guard reach > 0 else { continue }
          let half = reach.squareRoot()
          let from = max(0, Int((x - half + 0.5).rounded(.down)))
          let until = min(fine, Int((x + half + 0.5).rounded(.down)))
          for column in from..<max(from, until) { grid[row * fine + column] = !ink.tool.erases }
        }
      }
      func curve(_ pull: (x: Double, y: Double), _ end: (x: Double, y: Double)) {
        let way =
          abs(pull.x - last.x) + abs(pull.y - last.y) + abs(end.x - pull.x)
          + abs(end.y - pull.y)
        // Discs so near each other that their row has no notches.
        let count = max(1, Int(way / max(0.5, radius / 8)))
        for step in 0...count {
          let share = Double(step) / Double(count)
          let left = (1 - share) * ((1 - share) * last.x + share * pull.x)
          let right = share * ((1 - share) * pull.x + share * end.x)
          let above = (1 - share) * ((1 - share) * last.y + share * pull.y)
          let below = share * ((1 - share) * pull.y + share * end.y)
          disc(left + right, above + below)
        }
        last = end
      }
      func middle(_ one: (x: Double, y: Double), _ two: (x: Double, y: Double)) -> (
        x: Double, y: Double
      ) { ((one.x + two.x) / 2, (one.y + two.y) / 2) }
      disc(last.x, last.y)
      for place in points.indices.dropFirst() {
        if place == 1 || place == points.count - 1 {
          let end = place == points.count - 1 ? points[place] : middle(points[0], points[1])
          if points.count == 2 || place == points.count - 1 || place == 1 {
            curve(middle(last, end), end)
          }
        }
        if place < points.count - 1 {
          curve(points[place], middle(points[place], points[place + 1]))
        }
      }
    }
  }

  /// Paints each place that has an odd number of edges on its right.
  private static func fill(_ ink: Ink, _ scale: Double, _ fine: Int, _ grid: inout [Bool]) {
    for row in 0..<fine {
      let height = (Double(row) + 0.5) / scale
      for column in 0..<fine {
        let across = (Double(column) + 0.5) / scale
        var isInside = false
        for (one, two) in zip(ink.points, ink.points.dropFirst() + [ink.points[0]]) {
          let (a, b) = (Double(one.y), Double(two.y))
          guard (a > height) != (b > height) else { continue }
          let crossing = Double(one.x) + Double(two.x - one.x) * (height - a) / (b - a)
          if crossing > across { isInside.toggle() }
        }
        if isInside { grid[row * fine + column] = true }
      }
    }
  }
}
