import ArgumentParser
import Client
import Commands
import Schema
import Terminal
import TournamentSchema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor tournament open`: a tournament on the whole screen.
struct TournamentOpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a tournament on the whole screen, and type its scores.",
    discussion: """
      Left and right choose a tab: Standings, Group, Bracket, and Results once the tournament is finished. Up and down choose a \
      match, digits type its score, Return reports it, q leaves. Where a score cannot be typed, the last lines say why. Where \
      input or output is not a terminal, or with --json, the tournament is printed.
      """)

  @OptionGroup var one: OneTournament

  func run() throws {
    guard isatty(0) == 1, isatty(1) == 1, !one.options.json else {
      return try one.print(one.view())
    }
    let starter = try one.options.starter()
    let client = try starter.client()
    let view = try client.call(Methods.Tournaments.show) { $0.tournament = one.tournament }
    let style = Output.style
    let loop = SessionLoop(
      starter: starter, client: client, mode: .screen, style: style, seconds: nil)
    guard case .end(let end) = try loop.run(TournamentSession(view, style: style)) else { return }
    loop.close()
    if end.code != SessionEnd.done { throw CommandFailure(end.code, end.text) }
    if !end.text.isEmpty { Output.line(end.text) }
  }
}

/// `parlor tournament watch`.
struct TournamentWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print what happens in a tournament, as it arrives.",
    discussion:
      "It ends when the tournament is finished. With --json it prints the whole tournament after each change."
  )

  @OptionGroup var one: OneTournament
  @Option(help: "Stop after this many lines.")
  var count: Int?
  @Option(help: ArgumentHelp("Give up after so long.", valueName: "seconds"))
  var wait: Double?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
    if let wait, !(wait >= 0 && wait <= 1e6) {
      throw ValidationError("--wait cannot be \(wait): choose seconds from 0 to 1000000.")
    }
  }

  func run() throws {
    let starter = try one.options.starter()
    let client = try starter.client()
    let view = try client.call(Methods.Tournaments.show) { $0.tournament = one.tournament }
    try one.print(view)
    guard view.phase != .finished else { return }
    let mode: SessionMode = one.options.json ? .json : .lines
    let loop = SessionLoop(
      starter: starter, client: client, mode: mode, style: Output.style, seconds: wait)
    guard case .end(let end) = try loop.run(TournamentLog(view, mode: mode, count: count)) else {
      return
    }
    if end.code != SessionEnd.done { throw CommandFailure(end.code, end.text) }
    if !end.text.isEmpty, !one.options.json { Output.line(end.text) }
  }
}
