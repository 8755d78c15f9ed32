import Foundation
import Schema
import Testing

@testable import Drawings

/// Files of drawings, written and read (W-29, W-30).
@Suite struct FormatTests {
  static func problem(_ text: String, format: String = "") -> String {
    do {
      _ = try DrawingFiles.read(text, format: format)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("W-29: JSON has everything: it reads back as it was", arguments: 0..<10)
  func json(_ seed: UInt64) throws {
    let sketch = Samples.sketch(seed: seed)
    let text = try SketchJSON.text(sketch, title: "A \"house\"", names: ["Ada", "Bob"], made: 0)
    let reading = try DrawingFiles.read(text)
    #expect(reading.title == "A \"house\"")
    for (ink, line) in zip(reading.strokes, sketch.lines) {
      #expect(ink.points.map(\.x) == line.ink.points.map(\.x))
      #expect(ink.points.map(\.time) == line.ink.points.map(\.time))
      #expect(ink.width == line.ink.width && ink.colour == line.ink.colour)
      #expect(ink.tool.erases == line.ink.tool.erases && ink.start == line.ink.start)
      #expect(ink.tool.covers == line.ink.tool.covers)
    }
    #expect(reading.strokes.count == sketch.lines.count)
  }

  @Test("W-30: .excalidraw keeps lines, colours, widths and pressure, and says what is lost")
  func excalidraw() throws {
    let sketch = Samples.sketch(seed: 3)
    let (text, lost) = try ExcalidrawFile.text(sketch)
    #expect(lost.count == 2 && lost[1].contains("covered with white"))
    let reading = try DrawingFiles.read(text)
    #expect(reading.strokes.count == sketch.lines.count)
    for (ink, line) in zip(reading.strokes, sketch.lines) {
      #expect(
        ink.points.map(\.x) == line.ink.points.map(\.x) && ink.tool.covers == line.ink.tool.covers)
      #expect(line.ink.tool.covers == .area || ink.width == line.ink.width)
      #expect(ink.colour == (line.ink.tool.erases ? 0xffffff : line.ink.colour))
    }
  }

  @Test(
    "W-30: what Excalidraw has and a drawing has not is listed; a canvas without end is made to fit"
  )
  func foreignExcalidraw() throws {
    let text = """
      {"type":"excalidraw","version":2,"source":"x","elements":[
      {"type":"freedraw","x":-500,"y":100,"strokeColor":"#1e1e1e","strokeWidth":2,"points":[[0,0],[4000,50]],"pressures":[],"simulatePressure":true},
      {"type":"rectangle","x":1,"y":1,"width":5,"height":5},
      {"type":"text","x":1,"y":1,"text":"hello"},
      {"type":"freedraw","isDeleted":true,"x":0,"y":0,"points":[[0,0]]}],"appState":{},"files":{}}
      """
    let reading = try DrawingFiles.read(text)
    #expect(reading.strokes.count == 1 && reading.strokes[0].points.first?.x == 200)
    #expect(
      reading.told.count == 4 && reading.told[0] == "1 x rectangle: A drawing has strokes alone.")
    #expect(reading.told[2].contains("deleted") && reading.told[3].contains("24 per cent"))
  }

  @Test("W-30: Drawpile's text recording keeps who erased what, the widths and the pauses")
  func drawpile() throws {
    var sketch = Sketch([
      PictureTests.line(1_000, points: 30), PictureTests.line(1_500, tool: .eraser),
    ])
    sketch.lines[1].ink.start = 4_000
    let (text, _) = try DrawpileFile.text(sketch)
    #expect(text.hasPrefix("!version=dp:") && text.contains("1 resize bottom=1000 right=1000"))
    #expect(text.contains("mode=0") && text.contains("color=#00dc281e mode=1"))
    #expect(text.contains("0 interval msecs=4000"))
    let reading = try DrawingFiles.read(text)
    #expect(reading.strokes.map(\.tool) == [.brush, .eraser])
    #expect(reading.strokes[0].colour == 0xdc281e && reading.strokes[0].width == 450)
    #expect(reading.strokes[1].start == 4_000)
    let ends = reading.strokes[0].points
    #expect(abs((ends.first?.x ?? 0) - 1_000) <= 3 && abs((ends.last?.x ?? 0) - 3_900) <= 3)
    #expect(ends.count < 10, "a straight line has few points: \(ends.count)")
  }

  @Test("W-30: undo, redo and layers of a recording of Drawpile")
  func drawpileUndo() throws {
    let dab =
      "1 classicdabs layer=0x0102 x=10.0 y=10.0 color=#00ff0014 mode=1 {\n\t0.0 0.0 2560 204 255\n\t1.0 0.0 2560 204 255\n}\n1 penup\n"
    let head = "!version=dp:4.21.2\n\n1 resize bottom=400 right=400\n"
    let text =
      head + dab + dab + "1 undo\n1 undo\n1 undo redo=true\n1 putimage h=1 img=AA layer=0x0102\n"
    let reading = try DrawingFiles.read(text)
    #expect(reading.strokes.count == 1 && reading.strokes[0].width == 2_500)
    #expect(reading.told.contains("1 x putimage: A drawing has strokes alone."))
  }

  @Test("W-29: an SVG reads back as lines, and lines of other programs are taken")
  func svg() throws {
    let sketch = Sketch([PictureTests.line(0, points: 5)])
    let reading = try DrawingFiles.read(SketchSVG.text(sketch, title: "T & U"))
    #expect(reading.title == "T & U" && reading.strokes.count == 1)
    #expect(reading.strokes[0].points.last?.x == 400 && reading.strokes[0].colour == 0xdc281e)
    let other = try DrawingFiles.read(
      "<?xml version='1.0'?><svg viewBox='0 0 100 100' fill='none'><polyline points='0,0 50,50' style='stroke: #00f; stroke-width: 2'/><path d='m10 10l20 0 0 20z' stroke='red'/><text>x</text></svg>"
    )
    #expect(other.strokes.count == 2 && other.strokes[0].colour == 0x0000ff)
    #expect(other.strokes[0].width == 2_000 && other.strokes[0].points.last?.x == 5_000)
    #expect(other.strokes[1].points.map(\.x) == [1_000, 3_000, 3_000, 3_000, 3_000, 1_000])
    #expect(other.told.contains { $0.contains("text") })
  }

  @Test(
    "W-33: files that are empty, cut, of another kind or without strokes are refused with a sentence"
  )
  func refused() throws {
    let json = try SketchJSON.text(Samples.sketch(seed: 1), title: "", names: [], made: 0)
    let recording = try DrawpileFile.text(Samples.sketch(seed: 1)).text
    let cases = [
      "", "  \n", "hello", "{}",
      "{\"type\":\"other\",\"version\":1,\"width\":1,\"height\":1,\"strokes\":[]}",
      String(json.dropLast(40)), String(json.prefix(10)), "<svg viewBox=\"0 0 9 9\">",
      "<svg></svg>", "!version=dp:4.21.2\n",
      "!version=dp:4.21.2\n1 classicdabs x=1 y=1 {\n0.0 0.0 9 9 9",
      "!version=dp:4.21.2\nnonsense here\n",
      String(recording.dropLast(recording.count / 2)) + "\n\tx y\n",
      "{\"type\":\"excalidraw\",\"elements\":[{\"type\":\"text\"}]}",
      "{\"type\":\"excalidraw\",\"elements\":[{\"type\":\"freedraw\",\"points\":[[1e300,1]]}]}",
      json.replacing("\"parlor-drawing\"", with: "\"chess\""),
      json.replacing("\"version\":1", with: "\"version\":9"),
    ]
    for text in cases {
      let said = Self.problem(text)
      #expect(
        said.hasSuffix(".") && said.contains("file cannot be read"), "\(text.prefix(60)): \(said)")
    }
    let line = "{\"points\":[[0,0]]}"
    let many = Array(repeating: line, count: 5_001).joined(separator: ",")
    let file =
      "{\"type\":\"parlor-drawing\",\"version\":1,\"width\":1000,\"height\":1000,\"strokes\":[\(many)]}"
    #expect(Self.problem(file).contains("at most 5,000 strokes"))
    let outside = file.replacing(many, with: "{\"points\":[[0,1001]]}")
    #expect(Self.problem(outside).contains("not on the paper"))
    let colour = file.replacing(many, with: "{\"colour\":\"mauve\",\"points\":[[0,1]]}")
    #expect(Self.problem(colour).contains("not a colour"))
    #expect(Self.problem(json, format: "png").contains("not a format"))
  }
}
