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
    let moves = try read(
      "<path d='M5 5m20 20h10M50 50' stroke='red'/><path d='M9 9' stroke='red'/>")
    #expect(
      moves.strokes.map(ends) == [[25, 25, 35, 25]] && moves.told == ["1 x path: Nobody sees it."])
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

  @Test("43 S-1: what lets light through is named, in every way to write it, and nothing is none")
  func alphas() throws {
    let other = "<path d='M0 0h9' stroke='red'/>"
    for text in ["#0000ff88", "#00f8", "rgba(0,0,255,.3)", "rgb(0 0 255 / 50%)"] {
      let reading = try read("<rect width='9' height='9' fill='\(text)'/>")
      #expect(reading.strokes.map(\.colour) == [0x0000ff], "\(text)")
      #expect(
        reading.told == ["1 x transparency: Here it covers what is below."],
        "\(text): \(reading.told)")
    }
    for text in ["#0000ff00", "#00f0", "rgba(0,0,255,0)", "hsl(240 100% 50% / 0%)"] {
      let reading = try read("\(other)<rect width='9' height='9' fill='\(text)'/>")
      #expect(reading.strokes.map(\.colour) == [0xff0000], "\(text)")
    }
    for text in ["rgb(0 0 255)", "#0000ffff", "light-dark(rgb(0, 0, 255), red)", "var(--a, #00f)"] {
      let reading = try read("<rect width='9' height='9' style='fill: \(text)'/>")
      #expect(reading.strokes.map(\.colour) == [0x0000ff] && reading.told.isEmpty, "\(text)")
    }
    let deep =
      String(repeating: "var(a,", count: 50_000) + "red" + String(repeating: ")", count: 50_000)
    #expect(try read("\(other)<rect width='9' height='9' fill='\(deep)'/>").told.count == 2)
  }

  @Test("43 S-1: of a switch one child is drawn, as in a browser")
  func switches() throws {
    func rect(_ colour: String) -> String { "<rect width='9' height='9' fill='\(colour)'/>" }
    let reading = try read(
      """
      <switch><g systemLanguage='de'>\(rect("red"))</g><g requiredExtensions='urn:a'>\(rect("red"))</g>
      <g systemLanguage='fr, en-GB'>\(rect("lime"))</g><g>\(rect("red"))</g></switch>
      <switch><g>\(rect("blue"))</g>\(rect("red"))</switch>
      """)
    #expect(reading.strokes.map(\.colour) == [0x00ff00, 0x0000ff] && reading.told.isEmpty)
  }

  @Test(
    "43 S-1: a canvas within another one is where its aspect ratio says, and what it hides is named"
  )
  func canvases() throws {
    func places(_ ratio: String) throws -> [Int32] {
      let reading = try read(
        "<svg x='100' y='100' width='400' height='200' viewBox='0 0 10 10' preserveAspectRatio='\(ratio)'><rect width='10' height='10' fill='red'/></svg>"
      )
      let points = reading.strokes[0].points
      return [points.map(\.x).min(), points.map(\.x).max(), points.map(\.y).max()].compactMap {
        $0.map { ($0 + 5) / 10 }
      }
    }
    #expect(try places("none") == [100, 500, 300] && places("xMinYMin") == [100, 300, 300])
    #expect(try places("xMaxYMid meet") == [300, 500, 300] && places("") == [200, 400, 300])
    #expect(try places("xMidYMin slice") == [100, 500, 500])
    let circle = "<circle cx='50' cy='50' r='40' fill='red'/>"
    let hidden = try read("<svg width='50' height='50'>\(circle)</svg>")
    #expect(hidden.told == ["1 x clipping: What it hides is there again."], "\(hidden.told)")
    for more in ["width='50' height='50' overflow='visible'", "width='90' height='90'"] {
      #expect(try read("<svg \(more)>\(circle)</svg>").told.isEmpty)
    }
  }

  @Test("43 S-1: what a line or an area has not here is named")
  func looks() throws {
    func told(_ more: String, _ d: String = "M100 100H900") throws -> [String] {
      try read("<path d='\(d)' stroke='red' \(more)/>").told
    }
    let ends = ["1 x ends and corners of wide lines: They are round."]
    #expect(try told("stroke-width='40'") == ends && told("stroke-width='10'") == ends)
    #expect(try told("stroke-width='4'").isEmpty)
    #expect(try told("stroke-width='40' stroke-linecap='round'").isEmpty)
    #expect(try told("stroke-width='40' stroke-linecap='round'", "M1 1H9V9") == ends)
    #expect(try told("stroke-width='40' stroke-linejoin='round'", "M1 1H9V9Z").isEmpty)
    #expect(
      try told("style='transform:translate(9px)'")
        == ["1 x transform in a style: The element is where it was before."])
    #expect(try told("style='mix-blend-mode:multiply'").count == 1)
    #expect(try told("paint-order='stroke fill'").count == 1)
    #expect(try told("style='paint-order:markers fill stroke;mix-blend-mode:normal'").isEmpty)
    let fixed = try read(
      "<g transform='scale(3)' stroke-width='4'><path d='M0 0H9' stroke='red' vector-effect='non-scaling-stroke'/><path d='M0 0H9' stroke='red'/></g>"
    )
    #expect(fixed.strokes.map(\.width) == [400, 1_200] && fixed.told == ends)
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

  @Test("43 S-5: an area of Excalidraw has its line, and what it has not here is named")
  func excalidrawLooks() throws {
    func read(_ more: String, state: String = "") throws -> DrawingFiles.Reading {
      try DrawingFiles.read(
        """
        {"type":"excalidraw","appState":{\(state)},"elements":[{"type":"line","x":100,"y":100,"strokeWidth":2,
        "points":[[0,0],[300,0],[300,300],[0,0]],\(more)}]}
        """)
    }
    let both = try read(
      "\"strokeColor\":\"#000000\",\"backgroundColor\":\"#ff0000\",\"fillStyle\":\"solid\"")
    #expect(
      both.strokes.map(\.tool) == [.fill, .brush] && both.strokes.map(\.colour) == [0xff0000, 0])
    #expect(both.report.taken == 1 && both.told.isEmpty, "\(both.told)")
    let area = try read("\"strokeColor\":\"transparent\",\"backgroundColor\":\"#f008\"")
    #expect(area.strokes.map(\.tool) == [.fill])
    #expect(Set(area.report.changed.map(\.text)) == ["hatching", "transparency"])
    let line = try read(
      "\"strokeStyle\":\"dashed\",\"strokeColor\":\"mauvish\"",
      state: "\"viewBackgroundColor\":\"#f0f0ff\"")
    #expect(line.strokes.map(\.colour) == [0])
    #expect(
      line.report.changed.map(\.text).sorted() == ["background", "dashes", "mauvish"],
      "\(line.told)")
    #expect(
      try read("\"strokeColor\":\"red\"", state: "\"viewBackgroundColor\":\"#fff\"").told.isEmpty)
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
