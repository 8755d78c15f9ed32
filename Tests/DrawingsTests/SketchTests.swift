import Foundation
import Identifiers
import Packing
import Schema
import SwiftProtobuf
import TestKit
import Testing

@testable import Drawings

/// Values that follow from strokes: time spent, the replay, the pack.
@Suite struct SketchTests {
  static func line(_ start: UInt64, _ duration: UInt32) -> Sketch.Line {
    Sketch.Line(
      Samples.ada,
      Ink(points: [Ink.Point(x: 0, y: 0), Ink.Point(x: 9, y: 9, time: duration)], start: start))
  }

  @Test(
    "W-04: time spent is the union of strokes, with pauses of at most five seconds, from the first stroke on"
  )
  func spent() {
    #expect(Sketch().spent == 0)
    #expect(Sketch([Self.line(90_000, 1_000)]).spent == 1_000)
    // A pause of five seconds counts, a longer one does not; two people at once are one time.
    #expect(Sketch([Self.line(0, 1_000), Self.line(6_000, 1_000)]).spent == 7_000)
    #expect(Sketch([Self.line(0, 1_000), Self.line(6_001, 1_000)]).spent == 2_000)
    #expect(Sketch([Self.line(0, 4_000), Self.line(1_000, 1_000)]).spent == 4_000)
    #expect(DrawingRules.text(milliseconds: 185_999) == "3 minutes 5 seconds")
    #expect(DrawingRules.text(milliseconds: 61_000) == "1 minute 1 second")
  }

  @Test("W-18: a replay takes as long as drawing did, with pauses cut to one second")
  func replay() {
    let sketch = Sketch([Self.line(500, 2_000), Self.line(2_700, 300), Self.line(99_000, 100)])
    let replay = SketchReplay(sketch)
    #expect(replay.spans.map(\.start) == [0, 2_200, 3_500] && replay.duration == 3_600)
    #expect(SketchReplay(Sketch()).duration == 0)
    #expect(SketchReplay(Sketch()).position(at: 9) == .init(whole: 0, points: 0))
  }

  @Test(
    "W-18: seeking to any moment shows what a full replay shows at that moment", arguments: 0..<40)
  func seeking(_ seed: UInt64) {
    let sketch = Samples.sketch(seed: seed)
    let replay = SketchReplay(sketch)
    // A full replay goes from stroke to stroke and from point to point and never looks back.
    var (whole, points) = (0, 0)
    for time in stride(from: 0, through: replay.duration + 500, by: 37) {
      while whole < sketch.lines.count {
        let (ink, span) = (sketch.lines[whole].ink, replay.spans[whole])
        guard span.start <= time else { break }
        let passed = time - span.start
        while points < ink.points.count {
          let due =
            ink.hasTimes
            ? UInt64(ink.points[points].time)
            : (UInt64(points) * max(1, span.duration) + UInt64(ink.points.count) - 1)
              / UInt64(ink.points.count)
          guard due <= passed || passed >= span.duration else { break }
          points += 1
        }
        guard points == ink.points.count else { break }
        (whole, points) = (whole + 1, 0)
      }
      #expect(replay.position(at: time) == .init(whole: whole, points: points), "\(time)")
    }
    #expect(replay.sketch(at: replay.duration) == sketch)
  }

  @Test("W-16, W-27: packing keeps every stroke, its author and its order")
  func packing() throws {
    for seed in UInt64(0)..<30 {
      let sketch = Samples.sketch(seed: seed)
      #expect(StrokePacking.unpack(try StrokePacking.pack(sketch)) == sketch)
    }
    #expect(StrokePacking.unpack(try StrokePacking.pack(Sketch())) == Sketch())
  }

  @Test("W-33: 5,001 strokes are refused, and count for nothing where somebody packed them")
  func tooMany() throws {
    let line = Self.line(0, 1)
    let most = Sketch(Array(repeating: line, count: 5_000))
    #expect(StrokePacking.unpack(try StrokePacking.pack(most)) == most)
    let more = Sketch(Array(repeating: line, count: 5_001))
    #expect(throws: DrawingProblem.tooManyStrokes(5_001)) { try StrokePacking.pack(more) }
    let bytes: [UInt8] = try StrokePacking.message(more).serializedBytes()
    #expect(StrokePacking.unpack(Deflate.pack(bytes)) == nil)
  }

  @Test(
    "W-33: a pack that unpacks to a gigabyte, is cut, has more behind it or is none is no picture")
  func hostilePacks() throws {
    let bomb = Deflate.pack([UInt8](repeating: 0, count: 64 << 20))
    #expect(bomb.count < 128 << 10 && Deflate.unpack(bomb, limit: 16 << 20) == nil)
    #expect(StrokePacking.unpack(bomb) == nil)
    let packed = try StrokePacking.pack(Samples.sketch(seed: 1))
    #expect(StrokePacking.unpack(packed.dropLast()) == nil)
    #expect(StrokePacking.unpack(packed + [0]) == nil)
    #expect(StrokePacking.unpack(Data("no deflate".utf8)) == nil)
    #expect(StrokePacking.unpack(Data()) == nil)
    // Two million empty strokes are refused before anything is made of them.
    let empty = Deflate.pack((0..<2_000_000).flatMap { _ in [0x12, 0x00] as [UInt8] })
    #expect(StrokePacking.unpack(empty) == nil)
    // What one stroke has wrong costs that stroke alone.
    var message = StrokePacking.message(Sketch([Self.line(0, 5), Self.line(9, 5)]))
    message.strokes[0].ink.x = [-1, 0]
    let rest = StrokePacking.unpack(Deflate.pack(try message.serializedBytes()))
    #expect(rest?.lines.map(\.ink.start) == [9])
    message.strokes[1].author = 5
    #expect(StrokePacking.unpack(Deflate.pack(try message.serializedBytes())) == Sketch())
  }
}
