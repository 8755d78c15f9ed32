import ArgumentParser
import Client
import Schema
import Terminal
import TournamentSchema

/// A score as people give it.
struct GivenScore: ParsableArguments {
  @Argument(help: "The match: its name, as A2.1, or both entrants, as 'Ada : Bob'.")
  var match: String
  @Argument(
    help:
      "The score in the order in which you name the two: 2:1, games as '11:8 7:11 11:9', a tie-break as '2:2 (4:3)'."
  )
  var score: String = ""
  @Option(help: "Who won, where the score does not say; 'tie' for nobody.")
  var winner = ""
  @Option(help: "Who did not play: an entrant, or 'both'.")
  var forfeit = ""
  @Option(help: "Why it is so.")
  var reason = ""
  @Option(help: "Penalty points of the first-named, for fair play.")
  var homePenalty: UInt32 = 0
  @Option(help: "Penalty points of the second.")
  var awayPenalty: UInt32 = 0
  @Flag(help: "Take your own report back.")
  var takeBack = false

  func fill(_ request: inout ScoreMatch) {
    request.match = match
    request.score = score
    request.winner = winner
    request.forfeit = forfeit
    request.reason = reason
    request.homePenalty = homePenalty
    request.awayPenalty = awayPenalty
    request.takeBack = takeBack
  }
}

/// `parlor tournament score`.
struct TournamentScoreCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "score", abstract: "Report the score of a match, or correct your report.")

  @OptionGroup var one: OneTournament
  @OptionGroup var given: GivenScore

  static let method = Methods.Tournaments.score
  func fill(_ request: inout ScoreMatch) {
    request.tournament = one.tournament
    given.fill(&request)
  }
}

/// `parlor tournament rule`.
struct TournamentRuleCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "rule", abstract: "Decide a match as an organiser, with a reason.")

  @OptionGroup var one: OneTournament
  @OptionGroup var given: GivenScore

  static let method = Methods.Tournaments.rule
  func fill(_ request: inout ScoreMatch) {
    request.tournament = one.tournament
    given.fill(&request)
  }
}

/// `parlor tournament withdraw`.
struct TournamentWithdrawCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "withdraw",
    abstract: "Take an entrant out: all it has not played is lost by forfeit.")

  @OptionGroup var one: OneTournament
  @Argument(help: "The entrant: its name, the beginning of it, or its place as '#3'.")
  var entrant: String
  @Flag(help: "The entrant is put out for what it did.")
  var disqualify = false
  @Option(help: "Why.")
  var reason = ""
  @Flag(help: "Take it back.")
  var undo = false

  static let method = Methods.Tournaments.withdraw
  func fill(_ request: inout WithdrawEntrant) {
    request.tournament = one.tournament
    request.entrant = entrant
    request.disqualify = disqualify
    request.reason = reason
    request.undo = undo
  }
}
