import ArgumentParser
import Commands
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor war replay`: a match again, event by event.
struct GameReplayCommand<Game: GameCommands>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "replay", abstract: "Go through a match again, event by event.",
      discussion: """
        On a terminal: Return shows the next event, b goes back, r and a number goes to a \(face.round)\(mark), \
        p plays by itself, + and - change the speed, f shows the rest at once, q ends.

        EXAMPLES
          parlor \(Game.word) replay q7k2
          parlor \(Game.word) replay game.\(Game.word) --fast
          parlor \(Game.word) replay game.\(Game.word) --round \(face.round == "game" ? 2 : 12) --speed 4
          parlor \(Game.word) replay ada --json
        """)
  }

  /// The game, which has the nouns.
  private static var face: any GameFace { GameFaces.face(of: Game.game ?? "") }
  private static var mark: String { face.mark.map { ", w to the next \($0)" } ?? "" }

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Show everything at once.")
  var fast = false

  @Option(
    help: ArgumentHelp(
      "Begin with this \(GameFaces.face(of: Game.game ?? "").round).", valueName: "number"))
  var round: UInt32?

  @Option(help: ArgumentHelp("Play by itself, this many events a second.", valueName: "events"))
  var speed: Double?

  @Argument(
    help: ArgumentHelp(
      "A table's id or any unique beginning of it, the other player's name, or a file that "
        + "`parlor \(Game.word) export` wrote.", valueName: "table"))
  var source: String

  func run() throws {
    let (view, all) = try match()
    let replay = Replay(all, of: view.game, speed: speed)
    let events = try all[fromRound(in: replay)...]
    if options.json {
      for event in events { try Output.json(event) }
      return
    }
    let hands = try ReplayedHands.lines(at: view, below: all, options)
    guard !fast, isatty(0) == 1, isatty(1) == 1 else {
      for event in events { show(event, view, hands) }
      return
    }
    step(replay, view, hands)
  }

  func validate() throws {
    if let speed, !(speed >= 0.1 && speed <= 1_000) {
      throw ValidationError("--speed cannot be \(speed): choose from 0.1 to 1000 events a second.")
    }
  }

  /// The index of the first event to show.
  private func fromRound(in replay: Replay) throws -> Int {
    guard let round else { return 0 }
    guard let first = replay.place(ofRound: round) else {
      throw CommandFailure(SessionEnd.refused, replay.missing(round))
    }
    return first
  }

  private func show(_ event: TableEvent, _ view: TableView, _ hands: [UInt64: [String]]) {
    Output.line("\(event.number)  \(EventText(event, names: view).text(Output.style))")
    for hand in hands[event.number] ?? [] { Output.line("   \(hand)") }
  }

  /// Lets a person at a terminal go through the events.
  private func step(_ whole: Replay, _ view: TableView, _ hands: [UInt64: [String]]) {
    let terminal = RawTerminal(screen: false)
    defer { terminal.restore() }
    var replay = whole
    Output.line(replay.keys)
    var step = replay.start(atRound: round)
    while true {
      switch step {
      case .show(let event): show(event, view, hands)
      case .say(let text): Output.line(text)
      case .rest(let events):
        for event in events { show(event, view, hands) }
        return
      case .end: return
      case .nothing: break
      }
      if let key = terminal.waitForKey(milliseconds: replay.milliseconds) {
        step = replay.press(key)
      } else {
        step = replay.timePassed()
      }
    }
  }

  private func match() throws -> (view: TableView, events: [TableEvent]) {
    if access(source, R_OK) == 0 {
      let (report, events) = try Verification.match(in: source)
      guard report.valid else {
        throw CommandFailure(
          SessionEnd.refused,
          "\(source) does not verify (\(report.text.plain)): see `parlor \(Game.word) verify \(source)`."
        )
      }
      let view = TableView.with {
        $0.game = Game.game ?? ""
        $0.host.name = report.host
        $0.joiner.name = report.joiner
        $0.joiner.author = events.last { !$0.seated.isEmpty }?.seated ?? ""
      }
      return (view, events)
    }
    let client = try options.client()
    let tables = try client.call(Methods.Tables.list).tables
    let view = try TableChoice.choose(source, among: tables, of: Game.self) { $0.phase != .offered }
    return (view, try client.call(Methods.Tables.events) { $0.table = view.id }.events)
  }
}
