import ArgumentParser
import Client
import Commands
import Drawings
import DrawingSchema
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor drawing draw`.
struct DrawingDrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Draw on a paper: with the keys or the mouse, or the strokes that you give.",
    discussion: """
      On a terminal it opens the paper. Every stroke is kept as soon as it is done. The paper is 1000 units wide and high; a \
      stroke that is given as points has one for each pair of numbers, and one pair makes a dot.

      EXAMPLES
        parlor drawing draw house
        parlor drawing draw house --points '100,500 900,500' --colour red
        parlor drawing draw house --points '500,500' --points '600,600' --width 20
        parlor drawing draw house --points '0,0 1000,1000' --eraser
        parlor drawing draw house --points '500,500' --fill --colour yellow
        parlor drawing draw house --points '0,900 900,900 900,0' --tool fill
      """)

  @OptionGroup var one: OneDrawing

  @Option(
    help: "A stroke: left and top of each point, as '100,500 500,100'; give it again for more.")
  var points: [String] = []
  @Option(help: "black, green, blue, red, yellow, or a colour as #1e90ff.")
  var colour = "black"
  @Option(help: "extra-thin, thin, medium, thick, extra-thick, or from 0.1 to 200 units.")
  var width = "medium"
  @Option(help: "\(Count.list(Tool.all.map(\.name), "or")).")
  var tool: String?
  @Flag(help: "The strokes erase instead of painting.")
  var eraser = false
  @Flag(
    help: "Paint the area that a stroke encloses; with one point, the area of one colour round it.")
  var fill = false

  func validate() throws {
    if fill, eraser { throw ValidationError("--fill and --eraser exclude each other.") }
    guard let tool else { return }
    if fill || eraser { throw ValidationError("--fill and --eraser are tools: give --tool alone.") }
    guard Tool.named(tool) != nil else {
      let names = Count.list(Tool.all.map(\.name), "or")
      throw ValidationError("There is no tool \(tool.plain): choose \(names).")
    }
  }

  private var chosen: Tool {
    tool.flatMap { Tool.named($0) } ?? (eraser ? .eraser : fill ? .fill : .brush)
  }

  func run() throws {
    guard points.isEmpty else { return try drawPoints() }
    guard isatty(0) == 1, isatty(1) == 1, !one.options.json else {
      throw CommandFailure(
        SessionEnd.usage, "Give the strokes with --points, or start it on a terminal.")
    }
    try drawOnScreen()
  }

  private func drawPoints() throws {
    var inks: [Ink] = []
    do {
      let (colour, width) = try (DrawingRules.colour(colour), DrawingRules.width(width))
      let ink = Ink(tool: chosen, colour: colour, width: width, points: [])
      inks = try points.flatMap { try StrokeText.strokes($0, as: ink) }
    } catch {
      throw CommandFailure(SessionEnd.usage, "\(error)")
    }
    let client = try one.options.client()
    if chosen.covers == .area, inks.contains(where: { $0.points.count == 1 }) {
      var sketch = Sketch(try strokes(of: one.drawing, client))
      inks = try inks.map { ink in
        guard ink.points.count == 1 else { return ink }
        let place = ink.points[0]
        guard let flood = Flood.ink(x: place.x, y: place.y, in: sketch, colour: ink.colour) else {
          throw CommandFailure(
            SessionEnd.refused, "The area is too jagged to be filled: draw round it with --points.")
        }
        sketch.lines.append(Sketch.Line(.zero, flood))
        return flood
      }
    }
    let drawn = try client.call(Methods.Drawings.draw) {
      $0.paper = one.drawing
      $0.strokes = inks.map(\.message)
    }
    try one.options.show(
      drawn,
      "\(Count.of(drawn.strokes.count, "stroke is", "strokes are")) on the paper."
    )
  }

  private func drawOnScreen() throws {
    let client = try one.options.client()
    let paper = try client.call(Methods.Drawings.show) { $0.drawing = one.drawing }
    var session = PaperSession(try OneDrawing.sketch(strokes(of: paper.id, client)))
    let terminal = RawTerminal(screen: true)
    defer { terminal.restore() }
    Output.raw("\u{1b}[?1002h\u{1b}[?1006h")
    var screen = RawScreen()
    // Others may draw on it too. What they draw is sent to everybody who looks at its room.
    var company =
      paper.together ? try PaperCompany(paper, client) : nil
    while true {
      let size = RawTerminal.size
      session.others = company?.others ?? []
      screen.paint(session.lines(size, Output.style), size, cursor: session.cursor(size))
      guard
        let key = terminal.waitForKey(
          milliseconds: company == nil ? nil : 1_000, or: company?.descriptor)
      else {
        if try company?.read() == true {
          session.sketch = Sketch(try strokes(of: paper.id, client))
        }
        continue
      }
      defer { company?.show(session.drawing) }
      switch session.press(key, size, now: SessionLoop.wall) {
      case .draw(let ink):
        try client.call(Methods.Drawings.draw) {
          $0.paper = paper.id
          $0.strokes = [ink.message]
        }
      case .undo:
        _ = try? client.call(Methods.Drawings.undo) { $0.paper = paper.id }
        session.sketch = Sketch(try strokes(of: paper.id, client))
      case .redo:
        _ = try? client.call(Methods.Drawings.redo) { $0.paper = paper.id }
        session.sketch = Sketch(try strokes(of: paper.id, client))
      case .save:
        let view = try client.call(Methods.Drawings.save) { $0.paper = paper.id }
        terminal.restore()
        return try one.print(view)
      case .end:
        terminal.restore()
        return Output.line(
          "The paper is kept: `parlor drawing save \(paper.id.prefix(8))` puts it into the gallery."
        )
      case .nothing: break
      }
    }
  }

  private func strokes(of paper: String, _ client: DaemonClient) throws -> StrokeList {
    try client.call(Methods.Drawings.strokes) { $0.drawing = paper }
  }
}

/// `parlor drawing replay`.
struct DrawingReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Watch how a drawing was drawn.",
    discussion: """
      \(DrawingReplay.keys.joined(separator: ", ")). Pauses are cut to one second. Without a terminal it prints the picture at one moment.

      EXAMPLES
        parlor drawing replay house
        parlor drawing replay house --speed 4
        parlor drawing replay house --at 12.5
      """)

  @OptionGroup var one: OneDrawing

  @Option(help: "How many times as fast as it was drawn, from 0.1 to 100.")
  var speed = 1.0
  @Option(help: ArgumentHelp("Begin at this moment.", valueName: "seconds"))
  var at = 0.0

  func validate() throws {
    if !(0.1...100).contains(speed) {
      throw ValidationError("--speed cannot be \(speed): choose from 0.1 to 100.")
    }
    if !(0...1_000_000).contains(at) {
      throw ValidationError("--at cannot be \(at): give seconds from the beginning.")
    }
  }

  func run() throws {
    let client = try one.options.client()
    let list = try client.call(Methods.Drawings.strokes) { $0.drawing = one.drawing }
    if one.options.json { return try Output.json(list) }
    let sketch = try OneDrawing.sketch(list)
    let begin = UInt64(at * 1_000)
    guard isatty(0) == 1, isatty(1) == 1 else {
      let moment = at == 0 ? SketchReplay(sketch).duration : begin
      let still = DrawingReplay(sketch, at: moment, speed: speed)
      return Output.lines(still.lines(ScreenSize(columns: 60, rows: 32), Output.style).dropLast())
    }
    play(DrawingReplay(sketch, at: begin, speed: speed))
  }

  private func play(_ first: DrawingReplay) {
    var replay = first
    let terminal = RawTerminal(screen: true)
    defer { terminal.restore() }
    var screen = RawScreen()
    var last = SessionLoop.wall
    while true {
      let size = RawTerminal.size
      screen.paint(replay.lines(size, Output.style), size)
      let key = terminal.waitForKey(milliseconds: replay.isPlaying ? DrawingReplay.frame : nil)
      let now = SessionLoop.wall
      replay.pass(UInt64(max(0, now - last)))
      last = now
      if let key, !replay.press(key) { return }
    }
  }
}

/// Lines with colours of their own on the second screen; only those that changed are sent.
private struct RawScreen {
  private var shown: [String] = []

  mutating func paint(
    _ lines: [String], _ size: ScreenSize, cursor: (row: Int, column: Int)? = nil
  ) {
    let rows = Array(lines.prefix(size.rows))
    var text = shown.isEmpty ? "\u{1b}[2J" : ""
    for place in 0..<max(rows.count, shown.count) {
      let row = place < rows.count ? rows[place] : ""
      guard place >= shown.count || shown[place] != row else { continue }
      text += "\u{1b}[\(place + 1);1H\(row)\u{1b}[K"
    }
    shown = rows
    if let cursor { text += "\u{1b}[\(cursor.row + 1);\(cursor.column + 1)H\u{1b}[?25h" }
    Output.raw(text)
  }
}
