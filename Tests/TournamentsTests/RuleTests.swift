import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Tournaments

/// Rules that hold whichever way something comes in, and tables of what is only half played.
@Suite struct RuleTests {
  // MARK: Scores in files

  private static func file(
    _ result: String, rules: String = "{\"bestOf\": 3}", started: Bool = true
  ) -> String {
    """
    {"parlor": 1, "name": "Cup", "format": "league", "rules": \(rules),
    "entrants": [{"name": "A"}, {"name": "B"}], "started": \(started),
    "results": [
    {"match": "R1.1", "home": 0, "away": 1, \(result)}]}
    """
  }

  private static func refusal(_ text: String) -> String {
    do {
      _ = try TakeCommand.read(.with { ($0.text, $0.format) = (text, "json") }, Data())
      return ""
    } catch let refused as Refused {
      return refused.refusal.message
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "T-32, T-37, T-40, T-51: a file has no score that nobody could type",
    arguments: [
      ("\"score\": \"2:1\"", ""), ("\"score\": \"1:0 0:1 1:0\"", ""),
      ("\"forfeit\": true, \"winner\": \"home\"", ""),
      ("\"score\": \"1:1\"", "One side has to win 2 games of 3"),
      ("\"score\": \"2:2\"", "ends when one side has won 2 of them"),
      ("\"score\": \"3:0\"", "ends when one side has won 2 of them"),
      (
        "\"forfeit\": true, \"winner\": \"home\", \"score\": \"2:0\"",
        "either played or lost by forfeit"
      ),
      ("\"by\": \"Ada\"", "No score was given"),
      // A table of War does not set it aside.
      ("\"score\": \"3:1\", \"table\": \"x\"", "ends when one side has won 2 of them"),
      ("\"score\": \"1:0 0:1 1:0\", \"table\": \"x\"", ""),
    ])
  func scores(result: String, expected: String) {
    let said = Self.refusal(Self.file(result))
    #expect(expected.isEmpty ? said.isEmpty : said.contains(expected), "\(said)")
    if !expected.isEmpty { #expect(said.hasPrefix("Line 4: "), "\(said)") }
  }

  /// The games of a match, each won by the first side, the second one or neither, as `+`, `-` and `=`.
  private static func games(_ text: String) -> [Score] {
    text.map { Score(home: $0 == "+" ? 1_000 : 0, away: $0 == "-" ? 1_000 : 0) }
  }

  @Test(
    "T-40, T-46: games at tables are put together to what somebody could type",
    arguments: [
      // Of three games two have to be won: a tie is played again.
      ("+-+", 3, false, "+-+"), ("++", 3, false, "++"), ("+=-=+", 3, false, "+-+"),
      ("+-", 3, false, nil), ("+=-", 3, true, nil),
      // One game may be a tie, unless somebody has to win it.
      ("=", 1, false, "="), ("=", 1, true, nil), ("==-", 0, true, "-"),
      // Two games may end even; behind them one more decides.
      ("+-", 2, false, "+-"), ("+=", 2, false, "+="), ("+-", 2, true, nil),
      ("+-=-", 2, true, "+-/-"),
      ("++", 2, true, "++"), ("+++", 4, false, "+++"),
    ] as [(String, UInt32, Bool, String?)])
  func played(_ played: String, _ bestOf: UInt32, _ needsWinner: Bool, _ expected: String?) {
    var match = PlayedGames(bestOf: bestOf, needsWinner: needsWinner)
    for game in Self.games(played) { match.take(game) }
    #expect(match.isOver == (expected != nil))
    guard let expected else { return }
    let parts = expected.split(separator: "/").map { Self.games(String($0)) }
    #expect(match.games == parts[0])
    #expect(match.tiebreak == (parts.count > 1 ? parts[1][0] : nil))
  }

  @Test(
    "T-40, T-46: whatever is played at tables, it ends as somebody could type it",
    arguments: 1...6 as ClosedRange<UInt32>)
  func typedGames(bestOf: UInt32) throws {
    var random = SeededGenerator(seed: UInt64(bestOf))
    for number in 0..<300 {
      let needsWinner = number % 2 == 0
      var match = PlayedGames(bestOf: bestOf, needsWinner: needsWinner)
      for _ in 0..<200 where !match.isOver {
        let winner = Int.random(in: 0...2, using: &random)
        match.take(Score(home: winner == 1 ? 1_000 : 0, away: winner == 2 ? 1_000 : 0))
      }
      #expect(match.isOver, "of 200 games some have a winner")
      let winner = try ScoreText.winner(match.games, match.tiebreak, bestOf: Int(bestOf))
      #expect(winner != .neither || !needsWinner)
    }
  }

  @Test(
    "T-40, T-51: a file of brackets-manager has no more games than its matches have",
    arguments: [
      (3, "2", "1", true), (3, "3", "1", false), (3, "2", "2", nil), (0, "3", "1", true),
      (5, "3", "1", true), (5, "2", "1", false),
    ] as [(Int, String, String, Bool?)])
  func brackets(count: Int, home: String, away: String, isKept: Bool?) throws {
    let result = isKept == nil ? ("draw", "draw") : ("win", "loss")
    let file = try BracketsReader.read(
      """
      {"participant": [{"id": 0, "name": "Ada"}, {"id": 1, "name": "Bob"}],
      "stage": [{"id": 0, "name": "Cup", "type": "round_robin", "number": 1,
      "settings": {"matchesChildCount": \(count)}}],
      "group": [{"id": 0, "stage_id": 0, "number": 1}],
      "round": [{"id": 0, "stage_id": 0, "group_id": 0, "number": 1}],
      "match": [{"id": 0, "number": 1, "stage_id": 0, "group_id": 0, "round_id": 0,
      "child_count": \(count), "status": 4,
      "opponent1": {"id": 0, "score": \(home), "result": "\(result.0)"},
      "opponent2": {"id": 1, "score": \(away), "result": "\(result.1)"}}]}
      """)
    #expect(file.results.map(\.report.winner) == [isKept == nil ? .neither : .home])
    #expect(file.results.map(\.report.games.count) == [isKept == true ? 1 : 0])
    let told = file.told.filter { $0.contains("is not kept, only who has won") }
    #expect(told.count == (isKept == true ? 0 : 1), "\(file.told)")
  }

  @Test("T-51: a file has no scores before the start, and no tie where there are none")
  func beforeStart() {
    let score = "\"score\": \"2:1\""
    #expect(Self.refusal(Self.file(score, started: false)).contains("has not started"))
    let tie = Self.file("\"score\": \"1:1\"", rules: "{\"ties\": false}")
    #expect(Self.refusal(tie).contains("There are no ties in Cup"))
  }

  @Test("T-45, T-51: a file says no more than its rules of what is undecided")
  func undecided() throws {
    let report = "\"score\": \"2:1\", \"state\": \"reported\""
    #expect(Self.refusal(Self.file(report)).contains("said to be undecided"))
    let text = Self.file(report, rules: "{\"bestOf\": 3, \"confirm\": true}")
    let file = try TakeCommand.read(.with { ($0.text, $0.format) = (text, "json") }, Data())
    #expect(Course(file.competition).matches.map(\.state) == [.reported])
  }

  // MARK: Values and places

  @Test("T-25: wins, penalty points and ratings are shown as people write them")
  func shown() {
    func text(_ criterion: TieBreak, _ value: Int64) -> String {
      ScoreText.text(TieBreaks.shown(criterion, value))
    }
    #expect(text(.fairPlay, -3) == "-3" && text(.wins, 2) == "2" && text(.rating, 1_800) == "1800")
    #expect(text(.buchholz, 2_500) == "2.5" && text(.difference, -4_000) == "-4")
  }

  @Test("T-53: no more of a group play on than are in it")
  func qualifiers() {
    let said = GroupDeal.tooMany(qualifiers: 9, groups: [4, 4])?.refusal.message
    #expect(said?.contains("9 of each group") == true)
    #expect(said?.contains("the largest group has 4 entrants") == true)
    #expect(GroupDeal.tooMany(qualifiers: 4, groups: [3, 4]) == nil)
    #expect(GroupDeal.tooMany(qualifiers: 9, groups: []) == nil)
    let draft =
      "{\"parlor\": 1, \"name\": \"Cup\", \"format\": \"groups\", \"rules\": {\"qualifiers\": 9}, \"entrants\": [{\"name\": \"A\"}, {\"name\": \"B\"}], \"groups\": [[0, 1]]}"
    #expect(Self.refusal(draft).contains("9 of each group"))
  }

  @Test(
    "T-13: between thirds of groups of unequal size, matches against the last of the larger group do not count"
  )
  func unequalGroups() {
    var competition = Competition()
    competition.entrants = EngineTests.entrants(7)
    competition.groups = [[0, 1, 2, 3], [4, 5, 6]]
    // The lower number wins by one goal; 4 beats 6 by two, and 5 and 6 draw.
    competition.decide = { _, home, away in
      let pair = Set([home, away])
      let isTie = pair == [5, 6]
      let (more, less): (Int64, Int64) =
        isTie ? (1_000, 1_000) : pair == [4, 6] ? (2_000, 0) : (1_000, 0)
      let isHome = home < away
      return Decision(
        state: .decided,
        ending: Ending(
          games: [Score(home: isHome ? more : less, away: isHome ? less : more)],
          winner: isTie ? .neither : isHome ? .home : .away))
    }
    let course = Course(competition)
    #expect(course.standings.map { $0.map(\.entrant) } == [[0, 1, 2, 3], [4, 5, 6]])
    #expect(course.uncounted(2) == [3])
    // In all matches, 2 has three points and 6 has one. Without those against 3, it has lost both.
    let rows = course.best(2, competition)
    #expect(rows.map(\.entrant) == [6, 2] && rows.map(\.rank) == [1, 2])
    #expect(rows.map(\.tally.points) == [1_000, 0] && rows.map(\.tally.played) == [2, 2])
    // Groups of one size lose nothing.
    competition.groups = [[0, 1, 2], [4, 5, 6]]
    #expect(Course(competition).uncounted(2).isEmpty)
  }

  @Test("T-31: ranks in the end do not count matches against the last of larger groups")
  func unequalRanks() {
    var competition = Competition()
    competition.entrants = EngineTests.entrants(7)
    competition.groups = [[0, 1, 2, 3], [4, 5, 6]]
    competition.slots = [.place(group: 0, rank: 0), .place(group: 1, rank: 0)]
    // The lower number wins by one goal, and 5 and 6 draw.
    competition.decide = { _, home, away in
      let isTie = Set([home, away]) == [5, 6]
      let isHome = home < away
      let (one, two): (Int64, Int64) = isTie ? (1_000, 1_000) : isHome ? (1_000, 0) : (0, 1_000)
      return Decision(
        state: .decided,
        ending: Ending(
          games: [Score(home: one, away: two)], winner: isTie ? .neither : isHome ? .home : .away))
    }
    let course = Course(competition)
    #expect(course.phase == .finished)
    let groups = course.standings.map { $0.map(\.entrant) }
    // 5 and 6 are level in all, and share the place behind 4 in the order of their numbers.
    #expect(groups == [[0, 1, 2, 3], [4, 5, 6]])
    // By all matches, 2 has three points and 6 has one. Without the one against 3, it has none.
    #expect(course.ranks.map(\.entrant) == [0, 4, 1, 5, 6, 2, 3], "\(course.ranks)")
    #expect(course.ranks.map(\.rank) == Array(1...7))
  }

  @Test("T-51: a table of matches names scores that have decided nothing")
  func undecidedScores() {
    func row(_ state: MatchState, _ scores: [String]) -> String {
      let match = MatchView.with {
        ($0.name, $0.title, $0.state) = ("R1.1", "Round 1", state)
        ($0.home.name, $0.away.name) = ("Ada", "Bob")
        $0.reports = scores.map { score in
          ReportView.with { ($0.score, $0.counts) = (score, score != "9:9") }
        }
      }
      let lines = TournamentTable.text(.with { $0.matches = [match] }).split(separator: "\r\n")
      return String(lines.last ?? "")
    }
    #expect(
      row(.reported, ["2:1"])
        == "match,R1.1,Ada,Bob,,,,,,\"Round 1; no result yet, one report waits for the second: 2:1\","
    )
    #expect(
      row(.disputed, ["2:1", "9:9", "1:2"])
        == "match,R1.1,Ada,Bob,,,,,,\"Round 1; no result yet, the reports differ: 2:1, 1:2\",")
    #expect(row(.due, []) == "match,R1.1,Ada,Bob,,,,,,Round 1,")
  }

  @Test(
    "T-38: a double elimination has no match for the third place where only one could play it",
    arguments: [3, 4])
  func losersThird(count: Int) {
    var competition = Competition()
    competition.format = .double
    competition.losersThird = true
    competition.entrants = EngineTests.entrants(count)
    competition.slots = KnockoutProposal.seeded((0..<count).map { .entrant($0) })
    let course = Course(EngineTests.played(competition, seed: 1))
    #expect(course.phase == .finished)
    #expect((course.third == nil) == (count == 3))
    #expect(course.ranks.map(\.rank) == Array(1...count))
    let how = count == 3 ? "out in the losers round 2" : "won the match for the third place"
    #expect(course.ranks[2].how == how, "\(course.ranks)")
  }

  // MARK: Report files

  /// The points of each player in a report file and those that its games give, in tenths, as the columns say.
  private static func points(_ text: String, win: Int, tie: Int) -> [(said: Int, counted: Int)] {
    text.split(separator: "\r\n").filter { $0.hasPrefix("001") }.map { line in
      let columns = Array(line)
      let said = Double(String(columns[80..<84]).trimmingCharacters(in: .whitespaces)) ?? -1
      let codes = stride(from: 91, to: columns.count, by: 10).map { columns[$0 + 7] }
      let counted = codes.reduce(0) { sum, code in
        sum + ("1+U".contains(code) ? win : "=H".contains(code) ? tie : 0)
      }
      return (Int((said * 10).rounded()), counted)
    }
  }

  @Test(
    "T-51: a half-played league in a report file has all its rounds and true points, and comes back as a league",
    arguments: [false, true], [4, 5])
  func league(isNew: Bool, count: Int) throws {
    for legs in 1...2 as ClosedRange<UInt32> {
      var file = FileTests.played(.league, count, seed: 3) { $0.legs = legs }
      file.results.removeAll { Course.round($0.match) > 3 || $0.match == "R3.1" }
      let text = try RoundFileWriter(file).text(isNew: isNew)
      let rounds = (count - 1 + count % 2) * Int(legs)
      #expect(text.contains("\r\n\(isNew ? "142" : "XXR") \(rounds)\r\n"), "\(text)")
      for (said, counted) in Self.points(text, win: 30, tie: 10) { #expect(said == counted) }
      let read = try RoundFileReader.read(text)
      // Goals decided between the four, and a report file has none.
      let ranks =
        "In the file Player 2 stands before Player 0, and here it is the other way round: other tie-breaks may have decided there."
      #expect(read.told == (count == 4 ? [ranks] : []))
      #expect(read.body.format == .league && read.body.legs == legs)
      func winners(_ file: TournamentFile) -> [String] {
        file.results.map { "\($0.match) \($0.home) \($0.away) \($0.report.winner.rawValue)" }
          .sorted()
      }
      #expect(winners(read) == winners(file))
    }
  }

  @Test("T-51: a round that is not over is in no report file, and neither are its points")
  func halfRound() throws {
    var file = FileTests.played(.swiss, 8, seed: 4)
    let last = try #require(file.results.lastIndex { $0.match.hasPrefix("R3.") })
    file.results.remove(at: last)
    for isNew in [false, true] {
      let writer = try RoundFileWriter(file)
      let lost = writer.lost(isNew: isNew)
      #expect(lost.contains { $0.hasPrefix("Round 3 and what follows") }, "\(lost)")
      let text = writer.text(isNew: isNew)
      let points = Self.points(text, win: 10, tie: 5)
      #expect(points.count == 8 && points.allSatisfy { $0.said == $0.counted }, "\(text)")
    }
  }

  @Test(
    "T-51: a round robin of another program has its results in Parlor's schedule, and it says so")
  func roundRobin() throws {
    let read = try RoundFileReader.read(
      """
      012 Open
      092 Individual: Round-Robin
      001    1      Ada                               2000                             2.0    1     2 w 1     3 b 1
      001    2      Bob                               1900                             0.0    2     1 b 0  0000 - Z
      001    3      Cleo                              1800                             0.0    3  0000 - Z     1 w 0
      """)
    #expect(read.body.format == .league && read.body.legs == 1 && read.rounds.isEmpty)
    // Without points in the file they are those of chess.
    #expect(read.body.points.win == 1_000 && read.body.points.tie == 500)
    let rows = Course(read.competition).standings[0]
    #expect(rows[0].entrant == 0 && rows[0].tally.points == 2_000 && rows[0].tally.played == 2)
    // Berger's table of three has Bob–Cleo in round 1, Ada–Bob in round 2 and Cleo–Ada in round 3.
    #expect(read.results.count == 2)
    #expect(read.told.contains { $0.contains("in another round than in the file") }, "\(read.told)")
  }
}
