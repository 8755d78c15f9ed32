import Drawings
import DrawingSchema
import Schema
import Testing

@testable import Terminal

/// Strokes that others draw at this moment, on a paper in the terminal.
@Suite struct DrawnNowTests {
  private static func trace(
    _ points: [(Int32, Int32)], first: UInt32 = 0, stroke: UInt32 = 7, paper: String = "paper"
  ) -> TraceView {
    .with {
      $0.paper = paper
      $0.author = "bob"
      $0.stroke = stroke
      $0.first = first
      $0.ink =
        Ink(
          colour: 0xdc281e, points: points.map { Ink.Point(x: $0.0, y: $0.1) }, hasTimes: false
        ).message
    }
  }

  @Test("W-25: a stroke of another grows while it is drawn, and makes way for the stroke itself")
  func grows() {
    var now = DrawnNow(paper: "paper")
    let taken = [
      now.take(Self.trace([(100, 100), (200, 200)]), now: 0),
      now.take(Self.trace([(300, 100)], first: 2), now: 40),
      now.take(Self.trace([(1, 1)], paper: "another"), now: 40),
    ]
    #expect(taken == [true, true, false])
    #expect(now.inks.map(\.points.count) == [3])
    var session = PaperSession(Sketch())
    let size = ScreenSize(columns: 40, rows: 22)
    let empty = session.lines(size, Style(colours: false, unicode: true))
    session.others = now.inks
    #expect(session.lines(size, Style(colours: false, unicode: true)) != empty, "it is seen")
    now.arrived(
      .with {
        $0.author = "ada"
        $0.ink = Self.trace([(100, 100)]).ink
      })
    #expect(now.inks.count == 1, "a stroke of somebody else is another one")
    now.arrived(
      .with {
        $0.author = "bob"
        $0.ink = Self.trace([(100, 100), (200, 200), (300, 100)]).ink
      })
    #expect(now.inks.isEmpty)
  }

  @Test("W-25: a stroke of which nothing more comes is given up after three seconds")
  func forgotten() {
    var now = DrawnNow(paper: "paper")
    _ = now.take(Self.trace([(1, 1)]), now: 0)
    _ = now.take(Self.trace([(1, 1)], stroke: 8), now: 2_000)
    let early = now.forget(now: 2_900)
    let late = now.forget(now: 3_100)
    #expect(!early && late && now.inks.count == 1)
  }

  @Test("W-08, W-10: f fills: where one draws round, and all around a tap")
  func fill() {
    var session = PaperSession(Sketch())
    let size = ScreenSize(columns: 40, rows: 22)
    _ = session.press(.character("f"), size, now: 0)
    _ = session.press(.space, size, now: 0)
    guard case .draw(let flood) = session.press(.space, size, now: 10) else {
      Issue.record("nothing is filled")
      return
    }
    #expect(flood.tool == .fill && flood.points.count >= 4)
    _ = session.press(.space, size, now: 20)
    for key in [Key.right, .right, .down, .down, .left] { _ = session.press(key, size, now: 30) }
    guard case .draw(let round) = session.press(.space, size, now: 40) else {
      Issue.record("nothing is drawn")
      return
    }
    #expect(round.tool == .fill && round.points.count == 6)
    _ = session.press(.character("e"), size, now: 50)
    _ = session.press(.space, size, now: 60)
    guard case .draw(let eraser) = session.press(.space, size, now: 70) else { return }
    #expect(eraser.tool == .eraser)
  }

  @Test(
    "W-08: a key takes its tool, and the same key the brush again",
    arguments: zip(["f", "e", "d"] as [Character], [Tool.fill, .eraser, .dots]))
  func tools(key: Character, tool: Tool) {
    var session = PaperSession(Sketch())
    let size = ScreenSize(columns: 40, rows: 22)
    for expected in [tool, .brush] {
      _ = session.press(.character(key), size, now: 0)
      _ = session.press(.space, size, now: 0)
      _ = session.press(.right, size, now: 10)
      guard case .draw(let stroke) = session.press(.space, size, now: 20) else {
        Issue.record("nothing is drawn")
        return
      }
      #expect(stroke.tool == expected)
    }
  }
}
