import Schema
import Testing
import TournamentSchema

@testable import Tournaments

/// Matches that somebody did not play (row T-37).
@Suite struct ForfeitTests {
  private static let forfeit = Ending(winner: .home, isForfeit: true)
  private static let neither = Ending(winner: .neither, isForfeit: true)

  @Test(
    "T-26, T-37: a loss by forfeit brings no points, also where a loss brings some",
    arguments: [[2_000, 1_000, 1_000, 0], [3_000, 1_000, 0, 0], [1_000, 0, -1_000, -1_000]])
  func points(values: [Int64]) {
    let points = Points(win: values[0], tie: values[1], loss: values[2])
    let forfeit = values[3]
    #expect(points.of(.home, in: Self.forfeit) == points.win)
    #expect(points.of(.away, in: Self.forfeit) == forfeit)
    #expect(points.of(.home, in: Self.neither) == forfeit)
    let tie = Ending(games: [Score(home: 1, away: 1)], winner: .neither)
    let lost = Ending(games: [Score(home: 2, away: 1)], winner: .home)
    #expect(points.of(.away, in: tie) == points.tie && points.of(.away, in: lost) == points.loss)
  }

  private static func competition(_ format: TournamentFormat) -> Competition {
    var competition = Competition()
    competition.format = format
    competition.points = Points(win: 2_000, tie: 1_000, loss: 1_000)
    competition.entrants = EngineTests.entrants(4)
    competition.rounds = [
      [.init(home: 0, away: 1), .init(home: 2, away: 3)],
      [.init(home: 0, away: 2), .init(home: 1, away: 3)],
    ]
    // Number 1 comes to nothing; 2 and 3 lose what they play against 0 and 2.
    competition.decide = { _, home, away in
      let isPlayed = ![home, away].contains(1)
      let winner: MatchWinner = home == 1 ? .away : away == 1 || home < away ? .home : .away
      let score = Score(home: winner == .home ? 1_000 : 0, away: winner == .away ? 1_000 : 0)
      return Decision(
        state: .decided,
        ending: Ending(games: isPlayed ? [score] : [], winner: winner, isForfeit: !isPlayed))
    }
    return competition
  }

  @Test("T-37: who comes to no match of a league is behind those who lost what they played")
  func league() {
    let rows = Course(Self.competition(.league)).standings[0]
    #expect(rows.map(\.entrant) == [0, 2, 3, 1])
    #expect(rows.map(\.tally.points) == [6_000, 5_000, 4_000, 0])
    #expect(rows[3].tally.lost == 3 && rows[3].tally.played == 3)
  }

  @Test("T-37, T-39: the tie-breaks of Swiss rounds count a forfeit as the points do")
  func swiss() throws {
    let course = Course(Self.competition(.swiss))
    let rows = course.standings[0]
    let points = Dictionary(uniqueKeysWithValues: rows.map { ($0.entrant, $0.tally.points) })
    #expect(points == [0: 4_000, 1: 0, 2: 3_000, 3: 3_000])
    // Who did not play counts with no more than its own points: number 2 has 3 + 4, and 0 has 0 + 3.
    let breaks = SwissTieBreaks(Self.competition(.swiss), course.matches)
    #expect(breaks.buchholz(2) == 7_000 && breaks.buchholz(0) == 3_000)
  }

  @Test(
    "T-51: a report file may say that forfeits bring nothing, and not that they bring something")
  func reportFile() throws {
    func told(_ lines: String) throws -> [String] {
      try RoundFileReader.read(
        """
        012 Open
        XXR 1
        \(lines)
        001    1      Ada                               2000                             2.0    1     2 w +
        001    2      Bob                               1900                             0.0    2     1 b -
        """
      ).told
    }
    let points = "BBW  2.0\nBBD  1.0\nBBL  1.0\n"
    #expect(try told(points + "BBF  0.0\nBBZ  0.0").isEmpty)
    #expect(try told("162  W 2.0    D 1.0    L 1.0    Z 0.0").isEmpty)
    #expect(try told(points + "BBF  1.0").contains { $0.contains("points of F") })
  }
}
