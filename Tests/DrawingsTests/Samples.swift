import Drawings
import Foundation
import Identifiers
import TestKit

/// Pictures for tests, the same for the same seed.
enum Samples {
  static let ada = author(1)
  static let bob = author(2)

  static func author(_ number: UInt8) -> Author {
    Author(Data(repeating: number, count: 32)) ?? .zero
  }

  /// A picture with brushes, erasers, pauses, pressure and people at random.
  static func sketch(seed: UInt64, strokes: Int = 30) -> Sketch {
    var random = SeededGenerator(seed: seed)
    var clock: UInt64 = 0
    return Sketch(
      (0..<strokes).map { _ in
        clock += UInt64.random(in: 0...9_000, using: &random)
        let isTimed = random.next() % 5 > 0
        let ink = ink(&random, start: clock, isTimed: isTimed)
        clock += UInt64.random(in: 0...ink.duration, using: &random)
        return Sketch.Line(random.next() % 2 == 0 ? ada : bob, ink)
      })
  }

  static func ink(
    _ random: inout SeededGenerator, start: UInt64 = 0, isTimed: Bool = true
  ) -> Ink {
    var (x, y, time): (Int32, Int32, UInt32) = (5_000, 5_000, 0)
    let points = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      x = max(0, min(10_000, x + .random(in: -400...400, using: &random)))
      y = max(0, min(10_000, y + .random(in: -400...400, using: &random)))
      defer { time += .random(in: 1...60, using: &random) }
      return Ink.Point(
        x: x, y: y, time: isTimed ? time : 0, pressure: .random(in: 0...1_000, using: &random))
    }
    let tool = random.next() % 8
    return Ink(
      tool: tool < 2 ? .eraser : tool == 2 && points.count > 3 ? .fill : .brush,
      colour: UInt32(random.next() & 0xffffff),
      width: .random(in: 10...2_000, using: &random), points: points, start: start,
      hasTimes: isTimed, hasPressure: random.next() % 3 == 0
    ).settled
  }
}

extension Samples {
  /// Strokes that go wild, the same for the same seed.
  struct Walk {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func ink(points: Int) -> Ink {
      Ink(
        points: (0..<points).map { _ in
          Ink.Point(
            x: .random(in: 0...10_000, using: &random), y: .random(in: 0...10_000, using: &random))
        }, hasTimes: false)
    }
  }
}

extension Ink {
  /// As it is after it was sent: what is not said of a point has its usual value.
  var settled: Ink { (try? Ink(message)) ?? self }
}
