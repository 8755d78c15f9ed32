import ArgumentParser
import Client
import Commands
import Schema
import Terminal
import TournamentSchema

/// `parlor tournament`: competitions that several people score.
struct TournamentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tournament", abstract: "Run tournaments: groups, brackets, leagues, Swiss.",
    discussion: """
      A tournament is a draft until it is started: its entrants, groups and knockout can be changed. After that the members \
      of its room report scores, each on their own machine, and everybody sees the same standings. A match is named by its place: \
      A2.1 is group A, round 2, match 1, and KO1.3 is match 3 of the first round of the knockout; 'Ada : Bob' means the match \
      between two. Where two report different scores, an organiser decides.

      EXAMPLES
        parlor tournament new Summer --entrants Ada,Bob,Cleo,Dan --room friends
        parlor tournament groups Summer
        parlor tournament groups Summer --swap A1 --with B2
        parlor tournament knockout Summer 2=bye
        parlor tournament start Summer
        parlor tournament score Summer A1.1 2:1
        parlor tournament standings Summer
        parlor tournament bracket Summer
      """,
    subcommands: [
      TournamentListCommand.self, TournamentShowCommand.self, TournamentNewCommand.self,
      TournamentEditCommand.self, TournamentEnterCommand.self, TournamentEntrantCommand.self,
      TournamentRemoveCommand.self, TournamentGroupsCommand.self, TournamentKnockoutCommand.self,
      TournamentRoundCommand.self, TournamentStartCommand.self, TournamentScoreCommand.self,
      TournamentRuleCommand.self, TournamentWithdrawCommand.self, TournamentStandingsCommand.self,
      TournamentMatchesCommand.self, TournamentBracketCommand.self, TournamentResultsCommand.self,
      TournamentDrawCommand.self, TournamentDrawsCommand.self, TournamentExportCommand.self,
      TournamentShareCommand.self, TournamentDeleteCommand.self, TournamentPlayCommand.self,
      TournamentVerifyCommand.self, TournamentOpenCommand.self, TournamentWatchCommand.self,
      TournamentImportCommand.self, TournamentPrintCommand.self, TournamentFeedbackCommand.self,
    ], defaultSubcommand: TournamentListCommand.self)
}

/// The tournament that a command is about.
struct OneTournament: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The tournament's name or id, or the beginning of one.")
  var tournament: String

  func view() throws -> TournamentView {
    try options.client().call(Methods.Tournaments.show) { $0.tournament = tournament }
  }

  /// Prints a tournament, or the part of it that is given.
  func print(_ view: TournamentView, _ lines: [String]? = nil) throws {
    try options.show(view) { lines ?? TournamentText.lines(of: view) }
  }
}

/// A command about one tournament, which it shows as it is then.
protocol TournamentCall: CallCommand where Response == TournamentView {
  var one: OneTournament { get }
}

extension TournamentCall {
  var options: GlobalOptions { one.options }

  func lines(_ view: TournamentView) -> [String] { TournamentText.lines(of: view) }
}

/// A command that shows a part of one tournament.
protocol TournamentReading: TournamentCall where Request == ShowTournament {}

extension TournamentReading {
  static var method: Method<ShowTournament, TournamentView> { Methods.Tournaments.show }

  func fill(_ request: inout ShowTournament) { request.tournament = one.tournament }
}

/// `parlor tournament list`.
struct TournamentListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List tournaments, the newest first.")

  @OptionGroup var options: GlobalOptions

  @Option(help: "Only those of this room.")
  var room = ""

  static let method = Methods.Tournaments.list
  func fill(_ request: inout ListTournaments) { request.room = room }
  func lines(_ list: TournamentList) -> [String] {
    let none = ["  No tournament yet: `parlor tournament new` makes one."]
    return list.tournaments.isEmpty ? none : list.tournaments.map(TournamentText.line)
  }
}

/// `parlor tournament show`.
struct TournamentShowCommand: TournamentReading {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a tournament: its set-up, or how it stands.",
    discussion: """
      Of many entrants of a draft the first \(PeopleChoice.few) are listed and the others counted; --json prints all. With \
      --find there are the entrants alone, also after the start.
      """)

  @OptionGroup var one: OneTournament

  @Option(
    help: ArgumentHelp(
      "Only entrants whose name, club, person or place, as #3, begins so; any word of a name counts.",
      valueName: "name"))
  var find = ""

  @Flag(help: "List all entrants of a draft, however many they are.")
  var all = false

  func lines(_ view: TournamentView) -> [String] {
    let choice =
      all || !find.isEmpty ? PeopleChoice(find: find, all: all) : TournamentText.few
    return find.isEmpty
      ? TournamentText.lines(of: view, choice) : TournamentText.entrants(view, choice)
  }
}

/// `parlor tournament standings`.
struct TournamentStandingsCommand: TournamentReading {
  static let configuration = CommandConfiguration(
    commandName: "standings", abstract: "Show the standings.")

  @OptionGroup var one: OneTournament

  func lines(_ view: TournamentView) -> [String] {
    let lines = TournamentText.standings(view)
    return lines.isEmpty ? [TournamentText.noStandings(view)] : lines
  }
}

/// `parlor tournament matches`.
struct TournamentMatchesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matches",
    abstract: "Show all matches that are no knockout, round by round, or change the schedule.",
    discussion: """
      In a league and in groups, two matches without a score can exchange who meets in them, as long as nobody plays twice in one \
      round: so a match is played earlier or later, or another one comes first in its round.

      EXAMPLES
        parlor tournament matches League
        parlor tournament matches League --swap R1.2 --with R1.1
      """)

  @OptionGroup var one: OneTournament
  @Option(help: "A match that changes its place with the one of --with.")
  var swap = ""
  @Option(help: "The other match.")
  var with = ""

  func validate() throws {
    if swap.isEmpty != with.isEmpty {
      throw ValidationError("--swap and --with belong together: name both matches.")
    }
  }

  func run() throws {
    let view =
      swap.isEmpty
      ? try one.view()
      : try one.options.client().call(Methods.Tournaments.setRound) {
        $0.tournament = one.tournament
        $0.swap = swap
        $0.with = with
      }
    let lines = TournamentText.matches(view)
    try one.print(view, lines.isEmpty ? [TournamentText.noMatches(view)] : lines)
  }
}

/// `parlor tournament bracket`.
struct TournamentBracketCommand: TournamentReading {
  static let configuration = CommandConfiguration(
    commandName: "bracket",
    abstract: "Show the knockout, and who would be there if it began now.")

  @OptionGroup var one: OneTournament

  func lines(_ view: TournamentView) -> [String] {
    let lines = TournamentText.bracket(view)
    return lines.isEmpty ? ["  \(view.name.plain) has no knockout."] : lines
  }
}

/// `parlor tournament results`.
struct TournamentResultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results", abstract: "Show the final ranks of a finished tournament.")

  @OptionGroup var one: OneTournament

  func run() throws {
    let view = try one.view()
    guard view.phase == .finished || one.options.json else {
      throw CommandFailure(SessionEnd.refused, TournamentText.noResults(view))
    }
    try one.print(view, TournamentText.ranks(view))
  }
}

/// `parlor tournament share`.
struct TournamentShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Move a tournament to a room, with all that belongs to it.")

  @OptionGroup var one: OneTournament

  @Argument(help: "The room: its name or id, or the beginning of one.")
  var room: String

  func run() throws {
    let client = try one.options.client()
    let view = try client.call(Methods.Tournaments.show) { $0.tournament = one.tournament }
    _ = try client.call(Methods.Rooms.move) {
      $0.room = view.room
      $0.record = view.id
      $0.to = room
    }
    let moved = try client.call(Methods.Tournaments.show) { $0.tournament = view.id }
    try one.options.show(moved, "\(moved.name.plain) is in \(moved.roomName.plain) now.")
  }
}

/// `parlor tournament delete`.
struct TournamentDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a tournament with all its scores.",
    discussion: "`parlor undo` brings it back, with its scores, unless it was erased.")

  @OptionGroup var one: OneTournament

  @Flag(help: "Do not ask first.")
  var yes = false
  @Flag(help: "Erase it everywhere, also where it is deleted already: nothing brings it back.")
  var erase = false

  func run() throws {
    let client = try one.options.client()
    // One that is deleted already is shown to nobody, and erased by its id.
    let isShown = !erase || !yes
    let meant =
      try isShown
      ? client.call(Methods.Tournaments.show) { $0.tournament = one.tournament } : nil
    if !yes, let meant {
      let scores = "\(Count.of(meant.played, "match", "matches")) decided"
      try Confirmation.ask(
        "Do you really want to \(erase ? "erase" : "delete") \(meant.name.plain), \(Count.of(meant.entrants.count, "entrant")), \(scores)?",
        isScript: one.options.json, isFinal: erase)
    }
    let view = try client.call(Methods.Tournaments.delete) {
      $0.tournament = meant?.id ?? one.tournament
      $0.erase = erase
    }
    try one.options.show(
      view,
      erase
        ? "\(view.name.plain) is erased."
        : "\(view.name.plain) is deleted. `parlor undo` brings it back; `parlor tournament delete \(view.id.prefix(8)) --erase --yes` erases it for ever."
    )
  }
}
