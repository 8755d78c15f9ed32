import Foundation
import Identifiers
import Packing
import Schema
import Testing

@testable import Drawings

/// Pictures that somebody made to cost much: what unpacks them has bounds (specification section 23).
@Suite struct HostilePictureTests {
  /// A pack of strokes, each with so many points at one place, which deflate makes very small.
  static func pack(strokes: Int, points: Int) throws -> Data {
    let line = Sketch.Line(
      Samples.ada,
      Ink(points: Array(repeating: Ink.Point(x: 0, y: 0), count: points), hasTimes: false))
    let one: [UInt8] = try StrokePacking.message(Sketch([line])).serializedBytes()
    // The author is the first part, and the stroke the second.
    return Deflate.pack(one[..<34] + (0..<strokes).flatMap { _ in one[34...] })
  }

  @Test("52.1: a portrait that unpacks to more than 256 KiB is not shown, and costs 256 KiB")
  func largePortrait() throws {
    let packed = try Self.pack(strokes: 600, points: 10_000)
    #expect(packed.count <= DrawingRules.portrait, "it is one that a node may send")
    var left = DrawingRules.together
    #expect(Portraits.picture(packed, within: &left) == nil)
    #expect(left == DrawingRules.together - DrawingRules.portraitUnpacked)
  }

  @Test("52.1: a portrait is shown with at most 2,000 points and 32 KiB, whatever it has")
  func thinned() throws {
    let many = try Self.pack(strokes: 10, points: 10_000)
    let svg = try #require(Portraits.picture(many))
    #expect(svg.utf8.count < 4 << 10 && svg.hasSuffix("</svg>\n"))
    var random = Samples.Walk(seed: 7)
    let wild = Sketch((0..<40).map { _ in Sketch.Line(Samples.ada, random.ink(points: 400)) })
    let packed = try StrokePacking.pack(wild.thinned(to: 64))
    if packed.count <= DrawingRules.portrait, let svg = Portraits.picture(packed) {
      #expect(svg.utf8.count <= DrawingRules.portraitPicture)
    }
    // Taps cannot be thinned: so many are no portrait, and nobody makes one of them.
    let taps = try Self.pack(strokes: 2_001, points: 1)
    #expect(taps.count <= DrawingRules.portrait && Portraits.picture(taps) == nil)
    let drawing = try #require(StrokePacking.unpack(taps))
    #expect(throws: (any Error).self) { try Portraits.pack(drawing) }
  }

  @Test("52.1: what `portrait` packs is shown, whatever was drawn", arguments: 0..<12)
  func honest(_ seed: UInt64) throws {
    let sketch = Samples.sketch(seed: seed, strokes: 20)
    let packed = try Portraits.pack(sketch)
    let svg = try #require(Portraits.picture(packed))
    #expect(svg.utf8.count <= DrawingRules.portraitPicture && svg.contains("<path"))
  }

  @Test("52.1: pictures beside names together unpack and have no more than one answer may have")
  func together() throws {
    let packed = try Self.pack(strokes: 600, points: 10_000)
    var left = DrawingRules.together
    for _ in 0..<1_000 { #expect(Portraits.picture(packed, within: &left) == nil) }
    #expect(left == 0)
    #expect(Portraits.picture(try Portraits.pack(Samples.sketch(seed: 1)), within: &left) == nil)
  }

  @Test("42.g: a pack with more than 500,000 points, or 2 Mi numbers, is none")
  func points() throws {
    #expect(StrokePacking.unpack(try Self.pack(strokes: 51, points: 10_000)) == nil)
    #expect(
      try #require(StrokePacking.unpack(Self.pack(strokes: 3, points: 10_000))).pointCount == 30_000
    )
    let numbers = Deflate.pack([UInt8](repeating: 1, count: 3 << 20))
    #expect(StrokePacking.unpack(numbers) == nil)
    var left = 1 << 20
    #expect(StrokePacking.unpack(try Self.pack(strokes: 200, points: 10_000), within: &left) == nil)
    #expect(left == 0, "a pack that has more than is left uses all of it up")
  }

  @Test(
    "42.g: a drawing becomes a file of at most so many bytes, or none, in every format",
    arguments: 0..<6)
  func exports(_ seed: UInt64) throws {
    let sketch = Samples.sketch(seed: seed, strokes: 60)
    for most in [2_000, 20_000, 1 << 20] {
      let texts = [
        try? SketchSVG.text(sketch, most: most),
        try? SketchFilm.text(sketch, title: "", most: most),
        try? SketchJSON.text(sketch, title: "", names: [], made: 0, most: most),
        try? ExcalidrawFile.text(sketch, most: most).text,
        try? DrawpileFile.text(sketch, most: most).text,
      ]
      for text in texts.compactMap(\.self) { #expect(text.utf8.count <= most) }
      #expect(most > 2_000 || texts.allSatisfy { $0 == nil })
      #expect(most < 1 << 20 || texts.allSatisfy { $0 != nil })
    }
  }

  @Test("42.g: a recording whose dabs are too many is refused before one of them is made")
  func dabs() throws {
    let corners = (0..<10_000).map { Ink.Point(x: $0 % 2 == 0 ? 0 : 10_000, y: 0) }
    let ink = Ink(width: 10, points: corners, hasTimes: false)
    #expect(throws: DrawingProblem.tooLargeToWrite) {
      try DrawpileFile.text(Sketch([Sketch.Line(Samples.ada, ink)]))
    }
  }

  @Test("42.e: the shares of 5,000 artists are found in one pass, and are those of each")
  func shares() {
    var sketch = Samples.sketch(seed: 5, strokes: 200)
    for place in sketch.lines.indices where place % 3 == 0 {
      sketch.lines[place].author = Samples.author(UInt8(place % 7 + 3))
    }
    let shares = sketch.shares
    #expect(shares.map(\.author) == sketch.authors)
    for (author, lines) in shares { #expect(lines == sketch.lines(of: author)) }
  }

  @Test("42.g: groups of a film nest as they did: each that is opened is closed")
  func film() throws {
    var lines: [Sketch.Line] = []
    for place in 0..<450 {
      lines.append(PictureTests.line(Int32(place)))
      lines.append(PictureTests.line(Int32(place), tool: .eraser))
    }
    let text = try SketchFilm.text(Sketch(lines), title: "")
    #expect(text.split(separator: "<g mask").count - 1 == 200)
    let opened = text.split(separator: "<g ", omittingEmptySubsequences: false).count
    #expect(opened == text.split(separator: "</g>", omittingEmptySubsequences: false).count)
    #expect(text.split(separator: "<path").count - 1 == 900)
  }
}
