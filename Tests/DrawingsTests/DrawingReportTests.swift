import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Drawings

extension DrawingFiles.Reading {
  /// All that is said of the file, a line each: what is lost, left out and otherwise.
  var told: [String] {
    (report.lost + report.leftOut + report.changed).map { "\($0.count) x \($0.text): \($0.reason)" }
  }
}

/// The rule of all importers: what was taken, left out and lost is everything in the file, as a second parser counts it.
@Suite struct DrawingReportTests {
  @Test("43 the rule: of an SVG, read and left out and lost are all elements that can be seen")
  func svg() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var lines = ["<svg viewBox='0 0 1000 1000'><path d='M1 1h9' stroke='red'/>"]
      for _ in 0..<random.below(20) {
        lines.append(
          random.pick([
            "<path d='M10 10h50' stroke='blue'/>", "<rect x='5' y='5' width='9' height='9'/>",
            "<path d='M10 10L20 20L30 x40 50' stroke='red'/>", "<text x='1'>words</text>",
            "<image href='a.png'/>", "<sparkle/>", "<path d='M1 1h5' stroke='red' opacity='0'/>",
            "<circle cx='50' cy='50' r='9' stroke='url(#none)' fill='none'/>", "<path d=''/>",
            "<use href='#nothing'/>", "<line x1='-9' x2='-2' y1='-5' y2='-5' stroke='red'/>",
            "<path d='M10 10h50' stroke='blue' stroke-dasharray='4' opacity='.5'/>",
            "<g transform='scale(2)'><ellipse cx='9' cy='9' rx='4' ry='2'/></g>",
          ]))
      }
      let text = (lines + ["</svg>"]).joined(separator: "\n")
      let seen = text.matches(
        of: /<(path|rect|circle|ellipse|line|text|image|sparkle|use)[ \/]/
      ).count
      let report = try DrawingFiles.read(text).report
      #expect(report.things == seen, "seed \(seed): \(report)\n\(text)")
      // The line of the first of a kind.
      for note in report.lost where note.text == "image" {
        let place = lines.firstIndex { $0.hasPrefix("<image") }
        #expect(place.map { Int(note.line) == $0 + 1 } == true, "seed \(seed): \(note)\n\(text)")
      }
    }
  }

  @Test("43 the rule: of .excalidraw, read and left out and lost are all elements")
  func excalidraw() throws {
    let points = "\"points\":[[0,0],[50,60]]"
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var elements = ["{\"type\":\"freedraw\",\"x\":1,\"y\":1,\(points)}"]
      for _ in 0..<random.below(20) {
        elements.append(
          random.pick([
            elements[0], "{\"type\":\"rectangle\",\"x\":1,\"y\":1}", "[]", "null", "{\"type\":7}",
            "{\"type\":\"arrow\",\"x\":1,\"y\":1,\"opacity\":40,\(points)}",
            "{\"type\":\"line\",\"x\":1,\"y\":1,\"isDeleted\":true,\(points)}",
            "{\"type\":\"line\",\"x\":1,\"y\":1,\"points\":[]}",
            "{\"type\":\"line\",\"x\":1,\"y\":1,\"strokeColor\":\"transparent\",\(points)}",
          ]))
      }
      // Each element is on a line of its own, behind what looks like a list of elements.
      let text =
        #"{"type":"excalidraw","source":"\"elements\":[\\","files":{"elements":[1,2]},"elements":["#
        + "\n\(elements.joined(separator: "\n,"))]}"
      let file = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let count = (file?["elements"] as? [Any])?.count
      let reading = try DrawingFiles.read(text)
      #expect(reading.report.things == count, "seed \(seed): \(reading.told)\n\(text)")
      #expect(Int(reading.report.taken) == reading.strokes.count)
      let notes = reading.report.lost + reading.report.leftOut + reading.report.changed
      #expect(notes.allSatisfy { $0.line > 2 }, "seed \(seed): \(reading.told)\n\(text)")
      let broken = elements.firstIndex { ["[]", "null", "{\"type\":7}"].contains($0) }
      #expect(
        notes.first { $0.reason == "It has a mistake." }?.line == broken.map { UInt32($0 + 2) },
        "seed \(seed)")
    }
  }
}
