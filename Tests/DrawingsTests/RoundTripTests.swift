import Foundation
import Identifiers
import Schema
import TestKit
import Testing

@testable import Drawings

/// Random drawings, written, read and written again.
@Suite struct RoundTripTests {
  /// Strokes as they are when one person has drawn them all.
  private static func own(_ inks: [Ink]) -> Sketch {
    Sketch(inks.map { Sketch.Line(Samples.ada, $0) })
  }

  @Test(
    "43 S: JSON of Parlor's own is read as it was written, and written as it was",
    arguments: UInt64(0)..<60)
  func json(_ seed: UInt64) throws {
    let inks = Samples.sketch(seed: seed, strokes: 20).lines.map(\.ink)
    let text = try SketchJSON.text(Self.own(inks), title: "One", names: ["Ada"], made: 0)
    let reading = try DrawingFiles.read(text)
    #expect(reading.strokes == inks && reading.told.isEmpty && reading.title == "One")
    let again = try SketchJSON.text(
      Self.own(reading.strokes), title: reading.title, names: ["Ada"], made: 0)
    #expect(again == text)
    // Of two people the strokes are the same, and who drew which is named.
    let two = Samples.sketch(seed: seed, strokes: 20)
    guard two.authors.count > 1 else { return }
    let shared = try DrawingFiles.read(
      SketchJSON.text(two, title: "", names: ["Ada", "Bob"], made: 0))
    #expect(shared.strokes == inks && shared.told.count == 1)
  }

  @Test(
    "43 S: .excalidraw keeps what it has a place for, and names the rest", arguments: UInt64(0)..<40
  )
  func excalidraw(_ seed: UInt64) throws {
    let inks = Samples.sketch(seed: seed, strokes: 20).lines.map(\.ink)
    let (text, lost) = try ExcalidrawFile.text(Self.own(inks))
    #expect(lost.contains { $0.contains("The time and the artist of each stroke") })
    #expect(lost.contains { $0.contains("white") } == inks.contains { $0.tool.erases })
    let read = try DrawingFiles.read(text)
    #expect(read.told.isEmpty, "\(read.told)")
    let wanted = inks.map { ink in
      var kept = ink
      if ink.tool.erases { kept.tool = .brush }
      (kept.start, kept.hasTimes) = (0, false)
      if ink.tool.erases { kept.colour = 0xffffff }
      if ink.tool.covers == .area { (kept.width, kept.hasPressure) = (0, false) }
      kept.hasPressure = kept.hasPressure && ink.points.contains { $0.pressure != 500 }
      for place in kept.points.indices {
        kept.points[place].time = 0
        if !kept.hasPressure { kept.points[place].pressure = 500 }
      }
      return kept
    }
    let found = read.strokes.map { ink in
      var ink = ink
      if ink.tool.covers == .area { ink.width = 0 }
      return ink
    }
    #expect(found == wanted)
    #expect(try DrawingFiles.read(ExcalidrawFile.text(Self.own(read.strokes)).text) == read)
  }

  @Test(
    "43 S: an SVG of ours is the same picture when it is read, also twice",
    arguments: UInt64(0)..<4)
  func svg(_ seed: UInt64) throws {
    // What an eraser took away comes back, and that is named: without erasers nothing is lost.
    let inks = Samples.sketch(seed: seed, strokes: 8).lines.map(\.ink).filter { !$0.tool.erases }
    guard !inks.isEmpty else { return }
    let sketch = Self.own(inks)
    let read = try DrawingFiles.read(SketchSVG.text(sketch, title: "One"))
    #expect(read.title == "One" && read.told.isEmpty, "\(read.told)")
    Pixels.expectAlike(sketch, Self.own(read.strokes), 50, "read once")
    let twice = try DrawingFiles.read(SketchSVG.text(Self.own(read.strokes)))
    Pixels.expectAlike(sketch, Self.own(twice.strokes), 50, "read twice")
    let erased = Self.own(inks + [Ink(tool: .eraser, points: inks[0].points)])
    let named = try DrawingFiles.read(SketchSVG.text(erased)).told
    #expect(named.contains { $0.contains("eraser") }, "\(named)")
  }
}
