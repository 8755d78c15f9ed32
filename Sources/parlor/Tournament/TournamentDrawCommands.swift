import ArgumentParser
import Client
import Commands
import FoundationEssentials
import Glibc
import Schema
import Terminal
import TournamentSchema

/// `parlor tournament draw`.
struct TournamentDrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Draw groups, seeds or lots so that nobody can choose the result.",
    discussion: """
      The nodes of the room's members that are connected take part by themselves: each promises random bytes within ten \
      seconds, then all show them, and the order follows from all of them. All attempts stay visible, and who does not show what \
      was promised is named. `parlor tournament draws` lists them, with what was changed after them.
      """)

  @OptionGroup var one: OneTournament
  @Flag(help: "Lots for entrants that are tied in everything else.")
  var lots = false
  @Option(help: "Into how many groups.")
  var groups: UInt32 = 0
  @Option(help: "Why it is drawn again; asked for where lots were drawn before.")
  var reason = ""

  /// Ten seconds to join, and some for what was promised to come.
  private static let longestSeconds = 30

  func run() throws {
    let client = try one.options.client()
    var view = try client.call(Methods.Tournaments.draw) {
      $0.tournament = one.tournament
      $0.lots = lots
      $0.groups = groups
      $0.reason = reason
    }
    let end = Date(timeIntervalSinceNow: Double(Self.longestSeconds))
    while view.draws.last?.state != .done, Date() < end {
      usleep(200_000)
      view = try client.call(Methods.Tournaments.show) { $0.tournament = view.id }
    }
    let text = TournamentText.self
    try one.print(view, text.draws(view) + (view.phase == .draft ? text.lines(of: view) : []))
    if view.draws.last?.state != .done {
      throw CommandFailure(
        SessionEnd.timedOut,
        "The draw is not done: somebody did not show what was promised. Draw again.")
    }
  }
}

/// `parlor tournament draws`.
struct TournamentDrawsCommand: TournamentReading {
  static let configuration = CommandConfiguration(
    commandName: "draws", abstract: "List all draws, and check them.")

  @OptionGroup var one: OneTournament

  func lines(_ view: TournamentView) -> [String] { TournamentText.draws(view) }
}

/// `parlor tournament verify`.
struct TournamentVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check all draws from their records, and show the hash of all that follows.",
    discussion:
      "It ends with 1 where somebody did not show what was promised, or showed it too early.")

  @OptionGroup var one: OneTournament

  func run() throws {
    let check = try one.options.client().call(Methods.Tournaments.check) {
      $0.tournament = one.tournament
    }
    try one.options.show(check) {
      check.checks.map { "  " + $0.plain } + check.faults.map { "  ! " + $0.plain }
        + ["  \(check.hash)"]
    }
    guard check.faults.isEmpty else {
      throw CommandFailure(SessionEnd.refused, "Not everything was drawn as promised.")
    }
  }
}
