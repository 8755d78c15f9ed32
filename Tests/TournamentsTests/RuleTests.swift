import Feature
import Foundation
import Schema
import Testing

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
    ])
  func scores(result: String, expected: String) {
    let said = Self.refusal(Self.file(result))
    #expect(expected.isEmpty ? said.isEmpty : said.contains(expected), "\(said)")
    if !expected.isEmpty { #expect(said.hasPrefix("Line 4: "), "\(said)") }
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
      #expect(read.told.isEmpty, "\(read.told)")
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
      #expect(writer.lost.contains { $0.hasPrefix("Round 3 and what follows") }, "\(writer.lost)")
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
