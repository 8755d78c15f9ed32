import Foundation
import Testing

@testable import Drawings

/// Pictures as SVG and as lines with a width.
@Suite struct PictureTests {
  static func line(_ x: Int32, tool: Tool = .brush, points: Int = 2) -> Sketch.Line {
    Sketch.Line(
      Samples.ada,
      Ink(
        tool: tool, colour: 0xdc281e,
        points: (0..<points).map { Ink.Point(x: x + Int32($0) * 100, y: 1_000) }))
  }

  @Test("W-16, W-29: the same strokes are the same SVG, of one size, whatever they were drawn on")
  func svg() throws {
    let text = try SketchSVG.text(Sketch([Self.line(0, points: 3)]), title: "A <house>")
    #expect(
      text == """
        <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000" viewBox="0 0 1000 1000">
        <title>A &lt;house&gt;</title>
        <rect width="1000" height="1000" fill="#ffffff"/>
        <g fill="none" stroke-linecap="round" stroke-linejoin="round">
        <path d="M0 100L5 100Q10 100 15 100L20 100" stroke="#dc281e" stroke-width="4.5"/>
        </g>
        </svg>

        """)
  }

  @Test("W-11: a tap without a drag makes a dot, with a round cap")
  func dot() throws {
    let text = try SketchSVG.text(Sketch([Self.line(500, points: 1)]))
    #expect(text.contains("d=\"M50 100L50 100\"") && text.contains("stroke-linecap=\"round\""))
  }

  @Test("W-10: an eraser takes away what was drawn before it, and nothing that comes after")
  func erasers() throws {
    let text = try SketchSVG.text(
      Sketch([Self.line(0), Self.line(100, tool: .eraser), Self.line(200)]), hasPaper: false)
    #expect(!text.contains("#ffffff\"/>\n<g fill"))
    #expect(text.contains("<g id=\"e0\">") && text.contains("<use href=\"#e0\"/>"))
    let masked = text.range(of: "<g mask=\"url(#m0)\">")
    let first = text.range(of: "M0 100")
    let last = text.range(of: "M20 100")
    #expect(masked != nil && first != nil && last != nil)
    if let masked, let first, let last {
      let end = text[masked.upperBound...].range(of: "</g>")
      #expect(first.lowerBound > masked.upperBound)
      #expect(
        end.map { $0.lowerBound < last.lowerBound && first.upperBound < $0.lowerBound } == true)
    }
  }

  @Test("W-10: thousands of erasers nest no deeper than their halves")
  func manyErasers() throws {
    let lines = (0..<2_500).flatMap { _ in [Self.line(0), Self.line(0, tool: .eraser)] }
    let text = try SketchSVG.text(Sketch(lines))
    var (depth, deepest) = (0, 0)
    for tag in text.split(separator: "<") {
      if tag.hasPrefix("g ") { depth += 1 }
      if tag.hasPrefix("/g") { depth -= 1 }
      deepest = max(deepest, depth)
    }
    #expect(depth == 0 && deepest < 20, "\(deepest)")
  }

  @Test("W-34: pressure makes a stroke thicker and thinner")
  func pressure() {
    let points = [0, 0, 500, 1_000].enumerated().map {
      Ink.Point(x: Int32($0) * 100, y: 0, pressure: $1)
    }
    let parts = InkShape.parts(of: Ink(width: 1_000, points: points, hasPressure: true))
    #expect(parts.map(\.width).first == 300 && parts.map(\.width) == parts.map(\.width).sorted())
    #expect(parts.count == 3 && parts.last?.points.last?.x == 300)
    #expect(InkShape.parts(of: Ink(width: 1_000, points: points)).map(\.width) == [1_000])
  }

  @Test("W-18: a film draws each stroke when a replay does")
  func film() throws {
    var late = Self.line(200)
    late.ink.start = 60_000
    late.ink.points[1].time = 250
    let text = try SketchFilm.text(
      Sketch([Self.line(0), Self.line(50, tool: .eraser), late]), title: "")
    #expect(text.contains("begin=\"1.000s\" dur=\"0.250s\""), "\(text)")
    #expect(text.contains("<mask id=\"m0\"") && text.hasSuffix("</svg>\n"))
  }
}
