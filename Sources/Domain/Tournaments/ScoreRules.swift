import Feature
import Schema

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
        throw Refused(.invalid, "A match is either played or lost by forfeit: give one of both.")
      }
      return
    }
    if !report.games.isEmpty {
      let tiebreak = report.hasTiebreak ? Score(report.tiebreak) : nil
      let winner = try ScoreText.winner(
        report.games.map(Score.init), tiebreak, bestOf: max(Int(bestOf), 1))
      guard winner == .neither || winner == report.winner else {
        throw Refused(.invalid, "The score says that the other side has won: correct one of both.")
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
}

extension Course {
  /// Returns the reason why nobody may have a score of a knockout yet; nil where somebody may.
  func whyTooEarly(_ fixture: Fixture, _ format: TournamentFormat) -> String? {
    guard format == .groups, openMatches > 0, fixture.isKnockout(.groups) else { return nil }
    return
      "The knockout begins when all group matches are decided: \(Count.of(openMatches, "is", "are")) left."
  }
}
