import Foundation
import Schema
import Testing

@testable import Drawings

/// SVGs of other programs (row W-30). How they look is compared with librsvg by `scripts/page`.
@Suite struct SVGReaderTests {
  private func read(_ body: String, box: String = "0 0 1000 1000") throws -> DrawingFiles.Reading {
    try DrawingFiles.read(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='\(box)' fill='none'>\(body)</svg>")
  }

  private func ends(_ ink: Ink) -> [Int32] {
    guard let first = ink.points.first, let last = ink.points.last else { return [] }
    return [first.x, first.y, last.x, last.y].map { ($0 + 5) / 10 }
  }

  @Test(
    "43 S-1: a transform moves what is in it, in the order in which it is written",
    arguments: [
      ("translate(500 500)", [500, 500, 600, 500]), ("scale(2)", [0, 0, 200, 0]),
      ("translate(10,20) scale(2 3)", [10, 20, 210, 20]), ("rotate(90)", [0, 0, 0, 100]),
      ("rotate(90 100 100)", [200, 0, 200, 100]), ("matrix(1 0 0 1 5 6)", [5, 6, 105, 6]),
      ("skewY(45)", [0, 0, 100, 100]), ("translate(100)rotate(90)", [100, 0, 100, 100]),
    ] as [(String, [Int32])])
  func transforms(_ text: String, _ wanted: [Int32]) throws {
    let path = "<path d='M0 0L100 0' stroke='red'/>"
    let one = try read("<g transform='\(text)'>\(path)</g>")
    #expect(ends(try #require(one.strokes.first)) == wanted && one.told.isEmpty)
    let attribute = try read("<path transform='\(text)' d='M0 0L100 0' stroke='red'/>")
    #expect(ends(try #require(attribute.strokes.first)) == wanted)
  }

  @Test("43 S-1: arcs, smooth curves and flags without blanks go where the standard says")
  func paths() throws {
    let arc = try read("<path d='M100,500 A400,400 0 0 1 900,500' stroke='red'/>").strokes[0]
    #expect(ends(arc) == [100, 500, 900, 500])
    #expect(arc.points.map(\.y).min().map { abs($0 - 1_000) < 5 } == true, "through the top")
    for point in arc.points {
      let (x, y) = (Double(point.x - 5_000), Double(point.y - 5_000))
      #expect(abs((x * x + y * y).squareRoot() - 4_000) < 5)
    }
    let short = try read("<path d='M100 800a50 50 0 01100 0' stroke='blue'/>").strokes[0]
    #expect(ends(short) == [100, 800, 200, 800])
    let smooth = try read("<path d='M100,100 C100,0 300,0 300,100 S500,200 500,100' stroke='red'/>")
    #expect(smooth.strokes[0].points.map(\.y).max().map { $0 > 1_700 } == true)
    let both = try read("<path d='M10,10h10zm20,20l5,5M50 50 60 60' stroke='red'/>").strokes
    #expect(both.map(ends) == [[10, 10, 10, 10], [30, 30, 35, 35], [50, 50, 60, 60]])
    let broken = try read("<path d='M10 10L20 20L30 x40 50' stroke='red'/>")
    #expect(broken.strokes.map(ends) == [[10, 10, 20, 20]])
    #expect(broken.told.count == 1 && broken.told[0].contains("mistake"))
  }

  @Test("43 S-1: styles of classes, kinds, ids and attributes count in their order")
  func styles() throws {
    let reading = try read(
      """
      <style>/* .a{stroke:blue} */ path{stroke:lime} .a,.b{stroke:navy;stroke-width:2px}
      #i{stroke:#f00 !important} @media print{.a{stroke:white}}</style>
      <g stroke='yellow'><path d='M0 0h1'/><path class='a' d='M0 0h1'/><path id='i' class='b' d='M0 0h1'/>
      <path id='j' class='x b' style='stroke:rgb(1,2,3)' d='M0 0h1'/>
      <line x1='1' x2='2' stroke='currentColor' color='teal'/><circle cx='50' cy='50' r='5' fill='rgba(0,0,0,0)'/></g>
      <g display='none'><path d='M0 0h1'/></g><path d='M0 0h1' opacity='0'/>
      """)
    #expect(
      reading.strokes.map(\.colour) == [
        0x00ff00, 0x000080, 0xff0000, 0x010203, 0x008080, 0xffff00,
      ])
    #expect(reading.strokes[1].width == 200)
    #expect(
      reading.told == [
        "1 x style: A rule has a selector that is not understood.", "1 x g: Nobody sees it.",
        "1 x path: Nobody sees it.",
      ])
  }

  @Test("43 S-1: shapes, what is used twice, and a canvas that begins elsewhere")
  func shapes() throws {
    let reading = try read(
      """
      <defs><rect id='r' width='10' height='20' fill='red'/><symbol id='s' viewBox='0 0 10 10'>
      <path d='M0 0H10' stroke='red'/></symbol></defs><use xlink:href='#r' x='100' y='50'/>
      <use href='#s' x='200' width='100' height='100'/><polygon points='0,0 9,0 9,9' fill='#00f'/>
      <ellipse cx='500' cy='500' rx='100' ry='50' stroke='red'/>
      """)
    #expect(reading.strokes.map(\.tool) == [.fill, .brush, .fill, .brush])
    let rect = reading.strokes[0].points
    #expect(rect.map(\.x).max() == 1_100 && rect.map(\.y).max() == 700)
    #expect(ends(reading.strokes[1]) == [200, 0, 300, 0])
    let ellipse = reading.strokes[3].points
    #expect(
      ellipse.map(\.x).max() == 6_000 && ellipse.map(\.y).min().map { abs($0 - 4_500) < 5 } == true)
    let elsewhere = try read(
      "<path d='M-311 281 L-300 281' stroke='navy' stroke-width='2'/>", box: "-395 197 168 168")
    #expect(ends(elsewhere.strokes[0]) == [500, 500, 566, 500])
    #expect(elsewhere.strokes[0].width == 1_190)
    // What is beyond the canvas is cut, and not pressed to its edge.
    let beyond = try read("<path d='M-500 500H1500M-5 -5h-9' stroke='red'/>").strokes
    #expect(beyond.map(ends) == [[0, 500, 1_000, 500]])
  }

  @Test(
    "43 S-5: one bad element of .excalidraw leaves the others, and what has no colour is not black")
  func excalidraw() throws {
    func line(_ more: String) -> String {
      "{\"type\":\"freedraw\",\"x\":10,\"y\":10,\"strokeWidth\":2,\(more)}"
    }
    let good = line(
      "\"strokeColor\":\"#1971c2\",\"points\":[[0,0],[50,60],[100,20]],\"pressures\":[]")
    let bad = [
      line("\"points\":null"), line("\"points\":[[null,60],[1,2]]"), "{\"type\":7}", "[]", "null",
      line("\"strokeColor\":\"transparent\",\"points\":[[0,0],[5,6]]"),
    ]
    for place in 0...bad.count {
      var elements = bad
      elements.insert(good, at: place)
      let reading = try DrawingFiles.read(
        "{\"type\":\"excalidraw\",\"elements\":[\(elements.joined(separator: ","))]}")
      #expect(reading.strokes.count == 1 && reading.strokes[0].colour == 0x1971c2)
      let named = reading.told.compactMap { Int($0.prefix { $0.isNumber }) }.reduce(0, +)
      #expect(named == bad.count, "\(reading.told)")
    }
  }

  @Test("43 S-1: what is used within itself, or too often, comes to an end")
  func bombs() throws {
    let own = try read("<g id='a'><path d='M0 0h1' stroke='red'/><use href='#a'/></g>")
    #expect(own.strokes.count == 17 && own.told.contains { $0.contains("contains itself") })
    var text = "<path id='u0' d='M0 0h1' stroke='red'/>"
    for level in 1...8 {
      let use = "<use href='#u\(level - 1)'/>"
      text += "<g id='u\(level)'>" + String(repeating: use, count: 10) + "</g>"
    }
    #expect(throws: DrawingProblem.self) { try read(text) }
    let entity = "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg><title>&a;</title></svg>"
    #expect(FormatTests.problem(entity).contains("plain SVG"))
    let plain = "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/x.dtd'>"
    #expect(
      try DrawingFiles.read(plain + "<svg><rect width='9' height='9'/></svg>").strokes.count == 1)
  }
}
