import Feature
import Schema
import TournamentSchema

/// The rules for the score of a match, whichever way it comes in: typed, or in a file (rows T-32, T-37, T-40).
enum ScoreRules {
  /// Checks what somebody says of a match.
  ///
  /// - Parameters:
  ///   - bestOf: the largest number of games; 0 and 1 for a score alone.
  ///   - noTies: no match of the tournament ends without a winner.
  ///   - name: the name of the tournament.
  /// - Throws: `Refused` with what is wrong.
  static func check(
    _ report: ScoreReport, of fixture: Fixture, bestOf: UInt32, noTies: Bool,
    format: TournamentFormat, name: String
  ) throws {
    if report.forfeit {
      guard report.games.isEmpty, !report.hasTiebreak else {
        throw Refused(.invalid, "A match is either played or lost by forfeit: choose one.")
      }
      return
    }
    if !report.games.isEmpty {
      let winner = try checkGames(report, bestOf: bestOf)
      guard winner == .neither || winner == report.winner else {
        throw Refused(.invalid, "The score says that the other side has won: correct one of them.")
      }
    } else if report.winner == .unspecified {
      throw Refused(
        .invalid, "No score was given: type it as 2:1, or who won with --winner.")
    }
    let isKnockout = fixture.isKnockout(format)
    guard [.home, .away].contains(report.winner) || !(noTies || isKnockout) else {
      throw Refused(
        .notNow,
        "There are no ties in \(isKnockout ? "a knockout" : name): give a tie-break, as 2:2 (4:3), or who won with --winner."
      )
    }
  }

  /// Checks that games are as many as a match has: 2:1 is a best of three, and 3:1 is none.
  ///
  /// - Returns: the winner by the games.
  /// - Throws: `Refused` with what is wrong.
  @discardableResult
  static func checkGames(_ report: ScoreReport, bestOf: UInt32) throws -> MatchWinner {
    try ScoreText.winner(
      report.games.map(Score.init), report.hasTiebreak ? Score(report.tiebreak) : nil,
      bestOf: max(Int(bestOf), 1))
  }
}

/// The games of a match that is played one by one, until they are a score that somebody could type.
struct PlayedGames {
  private let bestOf: Int
  private let needsWinner: Bool
  private(set) var games: [Score] = []
  /// The game behind an even number of games that decided nothing.
  private(set) var tiebreak: Score?

  /// - Parameters:
  ///   - bestOf: the largest number of games; 0 and 1 for one alone.
  ///   - needsWinner: the match cannot end without a winner.
  init(bestOf: UInt32, needsWinner: Bool) {
    (self.bestOf, self.needsWinner) = (max(Int(bestOf), 1), needsWinner)
  }

  /// Takes the next game. One without a winner is played again where games have to be won.
  mutating func take(_ game: Score) {
    guard !isOver else { return }
    let isTie = game.home == game.away
    // Of an odd number of games, one side wins more than half.
    let isWonByOne = bestOf > 1 && bestOf % 2 == 1
    if games.count == bestOf {
      if !isTie { tiebreak = game }
    } else if !isTie || !isWonByOne && (bestOf > 1 || !needsWinner) {
      games.append(game)
    }
  }

  /// Whether nothing more is to be played.
  var isOver: Bool {
    guard !games.isEmpty else { return false }
    let total = Ending(games: games).total
    if games.count == bestOf { return total.home != total.away || !needsWinner || tiebreak != nil }
    return bestOf > 1 && wins.max() == bestOf / 2 + 1
  }

  private var wins: [Int] {
    [games.count { $0.home > $0.away }, games.count { $0.home < $0.away }]
  }
}

extension Course {
  /// Returns the reason why nobody may have a score of a knockout yet; nil where somebody may.
  func whyTooEarly(_ fixture: Fixture, _ format: TournamentFormat) -> String? {
    guard openMatches > 0, format.style.traits.playsGroups, fixture.isKnockout(format) else {
      return nil
    }
    return
      "The knockout begins when all group matches are decided: \(Count.of(openMatches, "is", "are")) left."
  }
}
