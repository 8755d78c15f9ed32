import DrawingSchema
import Foundation
import Schema
import Testing

@testable import Drawings

/// The limits of a stroke.
@Suite struct InkTests {
  static func ink(_ change: (inout StrokeInk) -> Void = { _ in }) -> StrokeInk {
    .with {
      $0.width = 450
      $0.x = [10, 10, -5]
      $0.y = [20, 0, 5]
      $0.time = [8, 9]
      change(&$0)
    }
  }

  @Test(
    "W-31, W-34: a stroke says its tool, colour, width, times and pressure, and reads back as it was"
  )
  func roundTrip() throws {
    let ink = try Ink(
      Self.ink {
        $0.tool = .eraser
        $0.colour = 0x1e5adc
        $0.pressure = [0, 500, 1_000]
        $0.start = 77
      })
    #expect(ink.tool.erases && ink.colour == 0x1e5adc && ink.width == 450 && ink.start == 77)
    #expect(ink.points.map(\.x) == [10, 20, 15] && ink.points.map(\.time) == [0, 8, 17])
    #expect(ink.points.map(\.pressure) == [0, 500, 1_000] && ink.end == 94)
    #expect(try Ink(ink.message) == ink)
    for seed in UInt64(0)..<50 {
      for line in Samples.sketch(seed: seed, strokes: 5).lines {
        #expect(try Ink(line.ink.message) == line.ink)
      }
    }
  }

  @Test(
    "W-33: no points, uneven lists, points outside, wrong widths and colours are refused with a sentence"
  )
  func refused() {
    let cases: [(DrawingProblem, (inout StrokeInk) -> Void)] = [
      (.noPoints, { $0.x = [] }),
      (.uneven("heights"), { $0.y = [1] }),
      (.uneven("times"), { $0.time = [1] }),
      (.uneven("pressures"), { $0.pressure = [1] }),
      (.outside, { $0.x = [10, -11, 0] }),
      (.outside, { $0.y = [10_001, 0, 0] }),
      (.outside, { $0.x = [.max, .max, .max] }),
      (.width, { $0.width = 9 }),
      (.width, { $0.width = 20_001 }),
      (.colour("1000000"), { $0.colour = 0x100_0000 }),
      (.number("1001"), { $0.pressure = [0, 0, 1_001] }),
      (.tooLong, { $0.time = [.max, 1] }),
      (.number("\(UInt64.max)"), { $0.start = .max }),
      (.number("7"), { $0.tool = .UNRECOGNIZED(7) }),
    ]
    for (problem, change) in cases {
      #expect(throws: problem) { try Ink(Self.ink(change)) }
      #expect(!problem.description.isEmpty)
    }
    let long = StrokeInk.with {
      $0.width = 450
      $0.x = Array(repeating: 0, count: 1_000_000)
      $0.y = $0.x
    }
    #expect(throws: DrawingProblem.tooManyPoints(1_000_000)) { try Ink(long) }
  }

  @Test("W-09: the presets of colours and widths, and any other")
  func presets() throws {
    #expect(DrawingRules.colours.map(\.name) == ["Black", "Green", "Blue", "Red", "Yellow"])
    #expect(
      DrawingRules.presets.map(\.name) == ["Extra Thin", "Thin", "Medium", "Thick", "Extra Thick"])
    #expect(DrawingRules.presets.map(\.width) == [50, 300, 450, 600, 750])
    #expect(try DrawingRules.width("Extra-Thin") == 50 && DrawingRules.width("12.5") == 1_250)
    #expect(try DrawingRules.colour("BLUE") == DrawingRules.colours[2].colour)
    #expect(
      try DrawingRules.colour("#1e90ff") == 0x1e90ff && DrawingRules.colour("f00") == 0xff0000)
    for width in ["0", "nan", "201", "-1", "wide", "1e999"] {
      #expect(throws: DrawingProblem.width) { try DrawingRules.width(width) }
    }
    for colour in ["", "#12345", "reddish", "#gggggg"] {
      #expect(throws: DrawingProblem.colour(colour)) { try DrawingRules.colour(colour) }
    }
  }

  @Test("W-33: points that are typed: NaN, pairs that are none, and points outside are refused")
  func typed() throws {
    #expect(try StrokeText.points("1,2 3.25,4").map(\.x) == [10, 33])
    // Lines that are typed have corners: the point between two is there twice.
    let ink = Ink(width: 300, points: [])
    #expect(
      try StrokeText.strokes("0,0 10,0 10,10", as: ink).map { $0.points.map(\.x) }
        == [[0, 100, 100, 100]])
    // A fill is straight from point to point as it is.
    let fill = Ink(tool: .fill, points: [])
    #expect(try StrokeText.strokes("0,0 10,0 10,10", as: fill)[0].points.count == 3)
    for text in ["nan,1", "1,inf", "1", "1,2,3", "a,b"] {
      #expect(throws: DrawingProblem.number(text)) { try StrokeText.points(text) }
    }
    #expect(throws: DrawingProblem.outside) { try StrokeText.points("1,1000.1") }
    #expect(throws: DrawingProblem.noPoints) { try StrokeText.points("  ") }
  }

  @Test("W-09, W-11: dots lie on a straight line, with as much room between them as they are wide")
  func dots() throws {
    func dots(_ points: [(Int32, Int32)], width: UInt32 = 500) -> Ink {
      Ink(
        tool: .dots, width: width, points: points.map { Ink.Point(x: $0.0, y: $0.1) },
        hasTimes: false)
    }
    // Five units wide are 50 tenths, so each dot is 100 tenths from the next one. The point between the ends says nothing.
    let line = dots([(1_000, 1_000), (9_000, 9), (1_000, 2_000)])
    let parts = InkShape.parts(of: line)
    #expect(parts.allSatisfy { $0.points.count == 1 && $0.width == 500 && $0.points[0].x == 1_000 })
    #expect(parts.map(\.points[0].y) == Array(stride(from: 1_000, through: 2_000, by: 100)))
    #expect(InkShape.parts(of: dots([(7, 7)])).map(\.points) == [[Ink.Point(x: 7, y: 7)]])
    // A line of less than two widths is one dot; a long thin one has more room between its dots.
    #expect(InkShape.parts(of: dots([(0, 0), (99, 0)])).count == 1)
    let long = InkShape.parts(of: dots([(0, 0), (10_000, 10_000)], width: 10))
    #expect(long.count == 201 && long.last?.points[0].x == 10_000 && long[1].points[0].y == 50)
    // Sent, in a file, and in formats that have no dots.
    let again = try Ink(line.message)
    #expect(line.message.tool == .dots && again == line)
    let sketch = Sketch([Sketch.Line(.zero, line)])
    #expect(try SketchSVG.text(sketch).ranges(of: "stroke-width").count == 11)
  }

  @Test("43 S-4: a stroke of 10,000 typed points is drawn, as documented, and one of 10,001 is not")
  func mostTyped() throws {
    func text(_ count: Int) -> String {
      (0..<count).map { "\($0 % 1_000),\($0 / 10)" }.joined(separator: " ")
    }
    let ink = Ink(colour: 0xff0000, width: 300, points: [])
    for count in [1, 2, 5_001, 5_002, 9_999, 10_000] {
      let strokes = try StrokeText.strokes(text(count), as: ink)
      // Every point once, in order: corners are there twice, and a stroke begins where the one before ends.
      var corners: [[Int32]] = []
      for stroke in strokes {
        #expect(stroke.points.count <= DrawingRules.mostPoints)
        #expect(stroke.colour == 0xff0000 && stroke.width == 300 && !stroke.tool.erases)
        for point in stroke.points where corners.last != [point.x, point.y] {
          corners.append([point.x, point.y])
        }
      }
      let wanted = (0..<count).map { place -> [Int32] in
        let (x, y) = (place % 1_000 * 10, place / 10 * 10)
        return [Int32(x), Int32(y)]
      }
      #expect(corners == wanted)
      #expect(strokes.count == (count > 5_001 ? 2 : 1), "\(count)")
    }
    #expect(throws: DrawingProblem.tooManyPoints(10_001)) {
      try StrokeText.strokes(text(10_001), as: ink)
    }
  }
}
