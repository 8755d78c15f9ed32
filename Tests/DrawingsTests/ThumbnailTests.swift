import Foundation
import Identifiers
import Schema
import TestKit
import Testing

@testable import Drawings

/// Small pictures against large ones, both drawn by a renderer that the program has not.
@Suite struct ThumbnailTests {
  /// The house of the guide, whose corners are points that are there twice.
  private static let house: Sketch = {
    let walls = "200,800 200,400 500,150 800,400 800,800 200,800"
    let door = "450,800 450,600 550,600 550,800"
    return Sketch(
      zip([walls, door], [UInt32(600), 1_200]).flatMap { text, width in
        let strokes = try? StrokeText.strokes(text, as: Ink(width: width, points: []))
        return (strokes ?? []).map { Sketch.Line(Samples.ada, $0) }
      })
  }()

  @Test(
    "43 S-2: the guide's house has its corners at every size", arguments: [8, 24, 90, 180])
  func house(_ side: UInt32) {
    let small = Self.house.thinned(to: side)
    Pixels.expectAlike(Self.house, small, Int(side))
    #expect(small == Self.house, "each of its points is a corner")
  }

  @Test("43 S-2: a picture with fewer points is the same picture", arguments: UInt64(0)..<6)
  func alike(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let jumping = Samples.sketch(seed: seed, strokes: 6)
    let drawn = Sketch(
      (0..<5).map { _ in Sketch.Line(Samples.ada, Self.hand(&random)) })
    for sketch in [jumping, drawn] {
      for side in [UInt32(12), 48, 90] {
        Pixels.expectAlike(sketch, sketch.thinned(to: side), Int(side))
      }
    }
    #expect(drawn.thinned(to: 64).pointCount * 3 < drawn.pointCount * 2, "many points can go")
  }

  @Test("43 S-2: a picture wider than its parts keeps each point")
  func wide() {
    let sketch = Samples.sketch(seed: 1)
    for side: UInt32 in [20_000, .max] { #expect(sketch.thinned(to: side) == sketch) }
  }

  /// A line as a hand draws it: many points near each other, and a jump now and then.
  private static func hand(_ random: inout SeededGenerator) -> Ink {
    var (x, y, pressure, angle) = (5_000.0, 5_000.0, 500.0, 0.0)
    let points = (0..<300).map { _ in
      angle += .random(in: -0.3...0.3, using: &random)
      let way = random.next() % 40 == 0 ? 1_500.0 : .random(in: 0...40, using: &random)
      if random.next() % 10 == 0 { angle += 2.5 }
      x = max(0, min(10_000, x + cos(angle) * way))
      y = max(0, min(10_000, y + sin(angle) * way))
      pressure = max(0, min(1_000, pressure + .random(in: -30...30, using: &random)))
      return Ink.Point(x: Int32(x), y: Int32(y), pressure: UInt32(pressure))
    }
    return Ink(
      width: .random(in: 50...1_500, using: &random), points: points, hasTimes: false,
      hasPressure: random.next() % 2 == 0)
  }
}
