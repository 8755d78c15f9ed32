import Drawings
import Foundation
import Identifiers
import Schema

/// Drawings, which come from programs and people of whom nothing is known.
enum FuzzedDrawings {
  /// A file of any format, or strokes as they are packed.
  static func drawings(_ bytes: [UInt8]) {
    if let reading = try? DrawingFiles.read(String(decoding: bytes, as: UTF8.self)) {
      drawing(Sketch(reading.strokes.map { Sketch.Line(.zero, $0) }))
    }
    if let sketch = StrokePacking.sketch(bytes) { drawing(sketch) }
    if let sketch = StrokePacking.unpack(Data(bytes)) { drawing(sketch) }
  }

  /// Checks that a drawing which was read can be drawn, played and packed.
  private static func drawing(_ sketch: Sketch) {
    FuzzTarget.expect(
      sketch.lines.count <= DrawingRules.mostStrokes, "\(sketch.lines.count) strokes")
    for line in sketch.lines {
      FuzzTarget.expect((try? Ink(line.ink.message)) == line.ink, "\(line.ink) is no stroke")
    }
    let replay = SketchReplay(sketch)
    FuzzTarget.expect(
      replay.sketch(at: replay.duration) == sketch, "a replay ends with something else")
    for time in [0, replay.duration / 3, replay.duration / 2] {
      FuzzTarget.expect(
        replay.position(at: time).whole <= sketch.lines.count, "more strokes than there are")
    }
    FuzzTarget.expect(
      sketch.spent <= UInt64(5_000 * 3_605_000), "\(sketch.spent) milliseconds were spent")
    guard sketch.pointCount < 20_000 else { return }
    if let text = try? SketchSVG.text(sketch) {
      FuzzTarget.expect(text.hasSuffix("</svg>\n"), "an SVG has no end")
    }
    guard let packed = try? StrokePacking.pack(sketch) else {
      fatalError("\(sketch.lines.count) strokes cannot be packed")
    }
    FuzzTarget.expect(StrokePacking.unpack(packed) == sketch, "packing changes a picture")
  }

  /// Files of each format, and a pack.
  static func drawingFiles() -> [[UInt8]] {
    let ink = Ink(
      colour: 0xdc281e,
      points: [Ink.Point(x: 100, y: 200), Ink.Point(x: 900, y: 700, time: 80)], start: 40)
    let eraser = Ink(tool: .eraser, points: [Ink.Point(x: 400, y: 400)], start: 900)
    let sketch = Sketch([Sketch.Line(.zero, ink), Sketch.Line(.zero, eraser)])
    let texts = [
      (try? SketchSVG.text(sketch, title: "A house")) ?? "",
      ##"{"type":"parlor-drawing","version":1,"width":1000,"height":1000,"strokes":[{"tool":"brush","colour":"#1e5adc","width":4.5,"start":0,"points":[[1,2,0,0.5],[3,4,9,1]]}]}"##,
      ##"{"type":"excalidraw","version":2,"elements":[{"type":"freedraw","x":1,"y":2,"angle":0.5,"strokeColor":"#1e1e1e","strokeWidth":2,"points":[[0,0],[4,5]],"pressures":[0.1,0.9],"simulatePressure":false}]}"##,
      "!version=dp:4.21.2\n1 resize bottom=400 right=400\n1 undopoint\n1 classicdabs layer=0x0102 x=1.0 y=2.0 color=#00ff0014 mode=1 {\n\t0.0 0.0 2560 204 255\n\t9.0 1.0 2560 204 255\n}\n1 penup\n0 interval msecs=90\n1 undo\n",
    ]
    let message: [UInt8] = (try? StrokePacking.message(sketch).serializedBytes()) ?? []
    let pack = (try? StrokePacking.pack(sketch)).map { [UInt8]($0) } ?? []
    return texts.map { Array($0.utf8) } + [message, pack]
  }
}
