import ArgumentParser
import Client
import Commands
import Drawings
import DrawingSchema
import Schema
import Terminal

/// `parlor drawing`: pictures that people draw, and a gallery of them.
struct DrawingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drawing",
    abstract: "Draw, alone or together, and look through everybody's drawings.",
    discussion: """
      A drawing begins as a paper. Each stroke is kept at once, so nothing is lost when the program ends. Saving puts the paper \
      into the gallery that everybody on the network sees, with all of its strokes: anybody can watch how it was drawn. Only \
      its artist can delete it.

      EXAMPLES
        parlor drawing new 'A house'
        parlor drawing draw 'A house'
        parlor drawing draw 'A house' --points '100,500 900,500' --colour red
        parlor drawing save 'A house'
        parlor drawing replay 'A house'
        parlor drawing new 'Ours' --room friends --together
        parlor drawing export 'A house' house.svg
        parlor drawing like 'A house'
      """,
    subcommands: [
      DrawingListCommand.self, DrawingShowCommand.self, DrawingNewCommand.self,
      DrawingDrawCommand.self, DrawingUndoCommand.self, DrawingRedoCommand.self,
      DrawingResetCommand.self, DrawingSaveCommand.self, DrawingRenameCommand.self,
      DrawingReplayCommand.self, DrawingExportCommand.self, DrawingImportCommand.self,
      DrawingLikeCommand.self, DrawingUnlikeCommand.self, DrawingCommentCommand.self,
      DrawingHideCommand.self, DrawingDeleteCommand.self, DrawingStatsCommand.self,
      DrawingPortraitCommand.self, DrawingPortraitsCommand.self,
    ], defaultSubcommand: DrawingListCommand.self)
}

/// The drawing or paper that a command is about.
struct OneDrawing: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "Its title or id, or the beginning of one.")
  var drawing: String

  /// Prints what an answer says of a drawing.
  func print(_ view: DrawingView) throws {
    try options.show(view) { Self.lines(view) }
  }

  static func lines(_ view: DrawingView) -> [String] {
    DrawingText.lines(of: view, date: ClockText.dateTime(milliseconds: view.made))
  }

  /// All strokes.
  func sketch(_ client: DaemonClient) throws -> Sketch {
    try Self.sketch(client.call(Methods.Drawings.strokes) { $0.drawing = drawing })
  }

  /// The picture that a list of strokes makes.
  ///
  /// - Throws: `CommandFailure` where the strokes are not here.
  static func sketch(_ list: StrokeList) throws -> Sketch {
    guard list.problem.isEmpty else {
      throw CommandFailure(SessionEnd.refused, list.problem.plain)
    }
    return Sketch(list)
  }
}

/// A command about one drawing or paper, which it shows as it is then.
protocol DrawingCall: CallCommand where Response == DrawingView {
  var one: OneDrawing { get }
}

extension DrawingCall {
  var options: GlobalOptions { one.options }

  func lines(_ view: DrawingView) -> [String] { OneDrawing.lines(view) }
}

/// `parlor drawing list`.
struct DrawingListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the gallery, the newest first, three in a row on a wide terminal.")

  @OptionGroup var options: GlobalOptions

  @Option(help: "Only those of this room.")
  var room = ""
  @Option(help: "Only those of this person: a name or an id.")
  var artist = ""
  @Flag(help: "Only your own.")
  var mine = false
  @Flag(help: "Papers that are being drawn on, instead of the gallery.")
  var papers = false
  @Flag(help: "Also what you or the owner of a room hide.")
  var hidden = false
  @Flag(help: "Without pictures.")
  var plain = false
  @Option(help: "At most this many.")
  var limit: UInt32 = 0

  /// Pictures in a row (row W-02), and how many are drawn at most.
  private static let (across, most) = (3, 60)

  func run() throws {
    let client = try options.client()
    let list = try client.call(Methods.Drawings.list) {
      $0.room = room
      $0.artist = mine ? "me" : artist
      $0.papers = papers
      $0.hidden = hidden
      $0.limit = limit
    }
    if options.json { return try Output.json(list) }
    guard !list.drawings.isEmpty else {
      return Output.line(
        papers
          ? "  No paper: `parlor drawing new` begins one."
          : "  No drawing yet: `parlor drawing new` begins a paper, `parlor drawing save` puts it here."
      )
    }
    if !plain, Output.style.colours {
      try pictures(list.drawings, client)
    } else {
      Output.lines(list.drawings.map(text))
    }
  }

  private func text(_ line: DrawingLine) -> String {
    DrawingText.line(of: line, date: ClockText.day(milliseconds: line.made))
  }

  /// Thumbnails of one size, whatever the drawings were drawn on (row W-16).
  private func pictures(_ drawings: [DrawingLine], _ client: DaemonClient) throws {
    let columns = max(8, min(24, (RawTerminal.size.columns - 8) / Self.across))
    let shown = drawings.prefix(Self.most)
    for start in stride(from: 0, to: shown.count, by: Self.across) {
      let row = Array(shown[start..<min(shown.count, start + Self.across)])
      let canvases = try row.map { line in
        let strokes = try client.call(Methods.Drawings.strokes) {
          $0.drawing = line.id
          $0.width = UInt32(4 * columns)
        }
        return BrailleCanvas(Sketch(strokes), columns: columns).lines(Output.style)
      }
      for number in 0..<(canvases.map(\.count).max() ?? 0) {
        Output.line("  " + canvases.map { $0[number] }.joined(separator: "  "))
      }
      let titles = row.map { Columns.fit($0.title.plain, to: columns) }
      let names = row.map { Columns.fit("By " + $0.authorName.plain, to: columns) }
      Output.line("  " + titles.joined(separator: "  "))
      Output.line("  " + names.joined(separator: "  "))
      Output.line(
        "  " + row.map { Columns.fit(String($0.id.prefix(8)), to: columns) }.joined(separator: "  ")
      )
      Output.line("")
    }
    Output.lines(drawings.dropFirst(Self.most).map(text))
  }
}

/// `parlor drawing show`.
struct DrawingShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a drawing: who drew it, when, for how long, and the picture.")

  @OptionGroup var one: OneDrawing

  @Flag(help: "Without the picture.")
  var plain = false

  func run() throws {
    let client = try one.options.client()
    let view = try client.call(Methods.Drawings.show) { $0.drawing = one.drawing }
    try one.print(view)
    guard !one.options.json, !plain, Output.style.unicode else { return }
    let size = RawTerminal.size
    let columns = max(8, min(size.columns - 4, 2 * (size.rows - 8), 80))
    let list = try client.call(Methods.Drawings.strokes) {
      $0.drawing = view.id
      $0.width = UInt32(4 * columns)
    }
    let canvas = BrailleCanvas(Sketch(list), columns: columns)
    Output.line("")
    Output.lines(canvas.lines(Output.style).map { "  " + $0 })
  }
}

/// `parlor drawing stats`.
struct DrawingStatsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show how much people have drawn, and for how long.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "A person: a name or an id; everybody without it.")
  var artist = ""

  static let method = Methods.Drawings.stats
  func fill(_ request: inout DrawingStats) { request.artist = artist }
  func lines(_ list: ArtistList) -> [String] {
    let isNobody = list.artists.isEmpty && list.problem.isEmpty
    return list.artists.map(DrawingText.line)
      + (isNobody ? ["  Nobody has saved a drawing yet."] : [])
      + (list.problem.isEmpty ? [] : ["  \(list.problem.plain)"])
  }
}
