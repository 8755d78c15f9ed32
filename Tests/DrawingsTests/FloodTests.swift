import TestKit
import Testing

@testable import Drawings

/// Filling areas (W-08): what comes of it is a stroke like any other.
@Suite struct FloodTests {
  private static func ring(_ middle: Int32, _ radius: Int32, width: UInt32 = 450) -> Sketch.Line {
    let corners: [(Int32, Int32)] = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    let points = corners.flatMap { x, y in
      // A smooth line goes through a point that is there twice.
      Array(repeating: Ink.Point(x: middle + x * radius, y: middle + y * radius), count: 2)
    }
    return Sketch.Line(Samples.ada, Ink(width: width, points: points, hasTimes: false))
  }

  private static func isInside(_ ink: Ink, _ x: Int32, _ y: Int32) -> Bool {
    InkShape.spans(of: ink.points, at: Double(y) + 0.5).contains {
      $0.from <= Double(x) && Double(x) < $0.to
    }
  }

  @Test("W-08: an area is filled up to the line round it, and what is drawn in it stays free")
  func holes() throws {
    let sketch = Sketch([Self.ring(5_000, 3_000), Self.ring(5_000, 1_000)])
    let ink = try #require(Flood.ink(x: 3_000, y: 3_000, in: sketch, colour: 0xffcc00))
    #expect(ink.tool.covers == .area && ink.colour == 0xffcc00)
    for place in [2_100, 3_000, 3_900, 6_500, 7_900] as [Int32] {
      #expect(Self.isInside(ink, place, 3_000) && Self.isInside(ink, place, 7_500), "\(place)")
      #expect(Self.isInside(ink, 3_000, place), "\(place)")
    }
    #expect(!Self.isInside(ink, 5_000, 5_000) && !Self.isInside(ink, 4_200, 5_500))
    #expect(!Self.isInside(ink, 1_900, 5_000) && !Self.isInside(ink, 8_100, 5_000))
    #expect(try Ink(ink.message) == ink, "the node takes it as it is")
  }

  @Test("W-08: an empty paper is filled to its edges, and a filled area with another colour")
  func whole() throws {
    let all = try #require(Flood.ink(x: 10, y: 9_990, in: Sketch(), colour: 1))
    #expect(Self.isInside(all, 40, 40) && Self.isInside(all, 9_960, 9_960))
    let sketch = Sketch([Sketch.Line(Samples.ada, all), Self.ring(5_000, 2_000)])
    let inner = try #require(Flood.ink(x: 5_000, y: 5_000, in: sketch, colour: 2))
    #expect(Self.isInside(inner, 5_000, 5_000) && !Self.isInside(inner, 2_000, 5_000))
  }

  @Test("W-08: what is filled has a stroke between it and what is not", arguments: UInt64(0)..<6)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sketch = Samples.sketch(seed: seed, strokes: 6)
    let (x, y) = (
      Int32.random(in: 100...9_900, using: &random), Int32.random(in: 100...9_900, using: &random)
    )
    guard let ink = Flood.ink(x: x, y: y, in: sketch, colour: 0x00a03c) else { return }
    #expect(Self.isInside(ink, x, y), "seed \(seed): where one taps is filled")
    #expect(Flood.ink(x: x, y: y, in: sketch, colour: 0x00a03c) == ink, "seed \(seed)")
    // Filled again, the same area is found: it is all of one colour now.
    var filled = sketch
    filled.lines.append(Sketch.Line(Samples.ada, ink))
    #expect(Flood.ink(x: x, y: y, in: filled, colour: 0) != nil, "seed \(seed)")
  }

  @Test("W-08, W-29: an SVG has a filled area as one, and reads it back")
  func files() throws {
    let ink = try #require(
      Flood.ink(x: 3_000, y: 3_000, in: Sketch([Self.ring(5_000, 3_000)]), colour: 0xdc281e))
    let sketch = Sketch([Sketch.Line(Samples.ada, ink)])
    let svg = try SketchSVG.text(sketch)
    #expect(svg.contains("fill=\"#dc281e\" fill-rule=\"evenodd\""))
    let read = try DrawingFiles.read(svg).strokes
    #expect(read.count == 1 && read[0].tool == .fill && read[0].colour == 0xdc281e)
    #expect(Self.isInside(read[0], 5_000, 5_000) && !Self.isInside(read[0], 1_500, 5_000))
    #expect(try DrawpileFile.text(sketch).lost.contains { $0.contains("1 x filled area") })
    let film = try SketchFilm.text(sketch, title: "")
    #expect(film.contains("fill=\"#dc281e\"") && film.contains("visibility=\"hidden\""))
  }
}
