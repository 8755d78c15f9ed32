import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Tournaments

/// Tournaments as files (row T-51).
@Suite struct FileTests {
  private static func entrants(_ count: Int) -> [Entrant] {
    (0..<count).map { number in .with { $0.name = "Player \(number)" } }
  }

  /// A tournament in which all matches are decided that can be.
  static func played(
    _ format: TournamentFormat, _ count: Int, seed: UInt64,
    _ change: (inout Tournament) -> Void = { _ in }
  ) -> TournamentFile {
    var random = SeededGenerator(seed: seed)
    var file = TournamentFile()
    file.body.name = "Cup"
    file.body.format = format
    file.body.started = true
    change(&file.body)
    file.entrants = entrants(count)
    switch format {
    case .groups:
      let groups = GroupDeal.groups(
        Array(0..<count), into: GroupDeal.count(count), byPots: false, clubs: nil)
      file.groups = groups
      file.slots = KnockoutProposal.slots(groups: groups.count, qualifiers: 2)
    case .knockout, .double:
      file.slots = KnockoutProposal.seeded((0..<count).map { .entrant($0) })
    case .swiss: break
    default: break
    }
    for _ in 0..<20 {
      for fixture in Course(file.competition).all where fixture.state == .due {
        guard let home = fixture.home.number, let away = fixture.away.number else { continue }
        var report = ScoreReport()
        let one = Int64(random.next() % 1_000) * 1_000
        report.games = [GameScore(Score(home: one, away: one + 1_000))]
        if random.next() % 2 == 0 { report = report.turned }
        report.winner = TournamentState.ending(report).winner
        file.results.append(
          TournamentFile.Result(
            match: fixture.name, home: home, away: away, report: report, by: "Ada"))
      }
      if format == .swiss, file.rounds.count < file.competition.swissRoundCount {
        let competition = file.competition
        file.rounds.append(
          SwissPairing(
            competition, Course(competition).matches, colours: true, clubsApart: false
          ).pairings())
      }
    }
    return file
  }

  private static func hash(_ file: TournamentFile) -> [UInt8] {
    Course(file.competition).hash(file.competition)
  }

  @Test(
    "T-51: own JSON keeps a whole tournament, of every format",
    arguments: [TournamentFormat.groups, .league, .knockout, .double, .swiss])
  func own(format: TournamentFormat) throws {
    for count in [2, 5, 9, 15] {
      var file = Self.played(format, count, seed: UInt64(count))
      file.body.confirm = true
      file.body.points = .with { ($0.win, $0.tie, $0.loss) = (2_000, 1_000, 0) }
      file.body.tieBreaks = [.headPoints, .difference]
      file.entrants[0].rating = 1_800
      file.entrants[1].club = "Kings \"of\" \\ chess\n"
      file.outs[1] = .with { $0.disqualified = true }
      let text = OwnFile.write(file)
      let read = try OwnFile.read(text)
      #expect(read.told.isEmpty && Self.hash(read) == Self.hash(file), "\(count)")
      #expect(read.entrants[0].rating == 1_800 && read.outs[1]?.disqualified == true)
      #expect(read.body.confirm && read.body.points.win == 2_000)
      // Once it has been read, it is written as it was.
      #expect(try OwnFile.write(OwnFile.read(OwnFile.write(read))) == OwnFile.write(read))
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect((object?["entrants"] as? [Any])?.count == count, "others can read it")
    }
  }

  @Test(
    "T-51: brackets-model keeps groups, leagues and eliminations",
    arguments: [TournamentFormat.groups, .league, .knockout, .double])
  func brackets(format: TournamentFormat) throws {
    for count in [4, 6, 8, 15] {
      let file = Self.played(format, count, seed: UInt64(count))
      let text = try BracketsWriter(file).text
      let read = try BracketsReader.read(text)
      let (before, after) = (Course(file.competition), Course(read.competition))
      #expect(after.phase == .finished, "\(format), \(count): \(read.told)")
      let ranks = before.ranks.map { file.entrants[$0.entrant].name }
      #expect(after.ranks.map { read.entrants[$0.entrant].name } == ranks, "\(format), \(count)")
    }
    #expect(throws: Refused.self) { try BracketsWriter(Self.played(.swiss, 4, seed: 1)) }
  }

  @Test(
    "43 T-14: who plays on from level groups is as the file of brackets-model says, and no result is lost"
  )
  func levelGroups() throws {
    var file = TournamentFile()
    file.body.name = "Cup"
    file.body.started = true
    file.entrants = Self.entrants(8)
    file.groups = [[0, 1, 2, 3], [4, 5, 6, 7]]
    file.slots = [.entrant(3), .entrant(5), .entrant(4), .entrant(1)]
    for _ in 0..<4 {
      for fixture in Course(file.competition).all where fixture.state == .due {
        guard let home = fixture.home.number, let away = fixture.away.number else { continue }
        let isKnockout = fixture.isKnockout(.groups)
        var report = ScoreReport()
        report.games = [GameScore(Score(home: isKnockout ? 2_000 : 1_000, away: 1_000))]
        report.winner = TournamentState.ending(report).winner
        file.results.append(
          TournamentFile.Result(match: fixture.name, home: home, away: away, report: report))
      }
    }
    #expect(file.results.count == 16)
    let read = try BracketsReader.read(BracketsWriter(file).text)
    #expect(read.told.isEmpty && read.results.count == 16, "\(read.told)")
    let (before, after) = (Course(file.competition), Course(read.competition))
    #expect(before.phase == .finished && after.phase == .finished)
    #expect(after.ranks.prefix(4).map(\.entrant) == before.ranks.prefix(4).map(\.entrant))
  }

  @Test(
    "T-36, T-42, T-51: own JSON keeps every place and new seeds; brackets-model says that it does not"
  )
  func allPlaces() throws {
    for count in [6, 8, 13] {
      let file = Self.played(.knockout, count, seed: UInt64(count)) {
        $0.allPlaces = true
        $0.reseed = true
      }
      #expect(Course(file.competition).phase == .finished)
      let read = try OwnFile.read(OwnFile.write(file))
      #expect(read.told.isEmpty && Self.hash(read) == Self.hash(file), "\(count)")
      let lost = try BracketsWriter(file).lost
      #expect(lost.contains { $0.contains("places from the fifth") }, "\(lost)")
      #expect(lost.contains { $0.contains("Seeds after each round") }, "\(lost)")
    }
  }

  @Test("T-51: TRF16 and TRF26 keep a Swiss tournament", arguments: [false, true])
  func reports(isNew: Bool) throws {
    for count in [2, 7, 16] {
      var file = Self.played(.swiss, count, seed: UInt64(count))
      for place in file.results.indices {
        let isWon = file.results[place].report.winner == .home
        file.results[place].report.games = [
          GameScore(Score(home: isWon ? 1_000 : 0, away: isWon ? 0 : 1_000))
        ]
      }
      file.entrants[0].rating = 2_100
      let text = try RoundFileWriter(file).text(isNew: isNew)
      #expect(text.hasPrefix("012 Cup\r\n"))
      let read = try RoundFileReader.read(text)
      #expect(read.told.isEmpty, "\(read.told)")
      #expect(read.body.swissRounds == UInt32(file.competition.swissRoundCount))
      let (before, after) = (Course(file.competition), Course(read.competition))
      #expect(
        after.standings[0].map { [$0.entrant, $0.rank, Int($0.tally.points)] }
          == before.standings[0].map { [$0.entrant, $0.rank, Int($0.tally.points)] })
      #expect(read.entrants[0].rating == 2_100)
      for line in text.split(separator: "\r\n") where line.hasPrefix("001") {
        let column = Array(line)
        #expect(column[97 - 1 + 0] == "w" || column[96] == "b" || column[96] == "-", "\(line)")
      }
    }
    #expect(throws: Refused.self) { try RoundFileWriter(Self.played(.groups, 8, seed: 1)) }
  }

  @Test(
    "43 T-51: a report file has a colour for each game, and says so where the tournament has none",
    arguments: [false, true])
  func colours(isNew: Bool) throws {
    for hasColours in [false, true] {
      let file = Self.played(.swiss, 7, seed: 5) { $0.colours = hasColours }
      let writer = try RoundFileWriter(file)
      #expect(writer.lost(isNew: true).contains { $0.contains("have no colours") } != hasColours)
      var games = 0
      for line in writer.text(isNew: isNew).split(separator: "\r\n") where line.hasPrefix("001") {
        let columns = Array(line)
        for start in stride(from: 91, to: columns.count, by: 10) {
          let (opponent, colour) = (String(columns[start..<(start + 4)]), columns[start + 5])
          #expect("wb".contains(colour) == (opponent != "0000") && "wb-".contains(colour))
          if opponent != "0000" { games += 1 }
        }
      }
      #expect(games == 2 * file.results.count && games > 0)
    }
  }

  @Test("43 T-51: the points of a win, a tie and a loss are in both kinds of report files")
  func points() throws {
    let file = Self.played(.swiss, 7, seed: 6) {
      $0.points = .with { ($0.win, $0.tie, $0.loss) = (3_000, 1_000, 0) }
      $0.colours = true
    }
    let old = try RoundFileWriter(file).text(isNew: false)
    // In the columns of the points of a player.
    #expect(old.contains("\r\nBBW  3.0\r\nBBD  1.0\r\nBBL  0.0\r\nBBU  3.0\r\n"), "\(old)")
    for text in [old, try RoundFileWriter(file).text(isNew: true)] {
      let read = try RoundFileReader.read(text)
      #expect(read.body.points == file.body.points && read.told.isEmpty, "\(read.told)")
    }
    let other = try RoundFileReader.read(old.replacing("BBU  3.0", with: "BBU  1.0"))
    #expect(other.told.contains { $0.contains("one counts as a win") }, "\(other.told)")
  }

  /// Returns the sentence about a file with an error.
  private static func refusal(_ read: () throws -> TournamentFile) -> String {
    do {
      _ = try read()
      return ""
    } catch let refused as Refused {
      return refused.refusal.message
    } catch {
      return "\(error)"
    }
  }

  @Test("T-51: an error in a report file is named with its line and columns")
  func wrongReports() {
    let good = [
      "012 Open",
      "001    1      Ada                               2000                             1.0    1     2 w 1",
      "001    2      Bob                               1900                             0.0    2     1 b 0",
    ]
    #expect(Self.refusal { try RoundFileReader.read(good.joined(separator: "\n")) } == "")
    func change(_ place: Int, _ old: String, _ new: String) -> String {
      var lines = good
      lines[place] = lines[place].replacing(old, with: new)
      return Self.refusal { try RoundFileReader.read(lines.joined(separator: "\n")) }
    }
    let cases: [(Int, String, String, String)] = [
      (1, "2 w 1", "2 w 9", "Line 2, result of round 1 (column 99)"),
      (1, "2 w 1", "2 x 1", "Line 2, colour of round 1 (column 97)"),
      (1, "2 w 1", "7 w 1", "Line 2, round 1: there is no player 7"),
      (2, "1 b 0", "1 b 1", "Line 2, round 1: the results 1 and 1"),
      (2, "1 b 0", "1 w 0", "same colour"),
      (1, "2000", "20x0", "Line 2, rating (columns 49 to 52)"),
      (
        2, "   2      Bob", "   1      Bob",
        "Line 3, starting rank (columns 5 to 8): 1 is there twice"
      ),
      (1, "Ada", "   ", "Line 2, name (columns 15 to 47)"),
    ]
    for (place, old, new, expected) in cases {
      #expect(change(place, old, new).contains(expected), "\(new): \(change(place, old, new))")
    }
    #expect(Self.refusal { try RoundFileReader.read("012 Open\n") }.contains("not a report file"))
  }

  @Test("T-51: an error in JSON is named with its line and field")
  func wrongJSON() {
    let good = OwnFile.write(Self.played(.groups, 8, seed: 3))
    func change(_ old: String, _ new: String) -> String {
      Self.refusal { try OwnFile.read(good.replacing(old, with: new, maxReplacements: 1)) }
    }
    let cases = [
      ("\"parlor\": 1", "\"parlor\": 2", "Line 2, parlor: a newer Parlor"),
      ("\"Player 3\"", "7", "entrants[3].name: 7 is no text"),
      ("\"Player 3\"", "\"  \"", "entrants[3].name"),
      ("\"thirdPlace\": true", "\"thirdPlace\": 1", "rules.thirdPlace: 1 is no true or false"),
      ("\"groups\"", "\"moups\"", "format"),
      ("\"A1\"", "\"Z9\"", "knockout"),
      ("\"home\": 0", "\"home\": 99", "results["),
      ("\"results\": [", "\"results\": [,", "a value is missing"),
      ("{", "", "something follows"),
    ]
    for (old, new, expected) in cases {
      let said = change(old, new)
      #expect(said.contains("Line ") && said.contains(expected), "\(new): \(said)")
    }
    var file = Self.played(.league, 4, seed: 1)
    file.results[0].match = "R9.1"
    #expect(
      Self.refusal {
        try file.check(); return file
      }.contains("no match R9.1"))
    let many = String(repeating: "{\"name\":\"x\"},", count: 101).dropLast()
    #expect(
      Self.refusal {
        try OwnFile.read("{\"parlor\":1,\"name\":\"x\",\"entrants\":[\(many)]}")
      }.contains("101 entrants"))
    let deep = String(repeating: "[", count: 100_000)
    #expect(Self.refusal { try OwnFile.read(deep) }.contains("too deep"))
  }

  @Test("T-51: unknown lines and fields are named, and nothing else is lost")
  func unknown() throws {
    let own = OwnFile.write(Self.played(.league, 3, seed: 1)).replacing(
      "\"started\"", with: "\"sponsor\": \"Ada\",\n  \"started\"")
    let lost = try OwnFile.read(own).told
    #expect(lost.count == 1 && lost[0].contains("sponsor"))
    let report = try RoundFileReader.read(
      """
      012 Open
      022 Oslo
      260 001 002  001  002
      001    1 m  g Ada                               2000 NOR     1234567 1990/01/01  1.5    1     2 w 1  0000 - H
      001    2      Bob                               1900                             0.0    2     1 b 0     3 w 0
      001    3      Cleo                              1800                             2.0    1  0000 - U     2 b 1  0000 - Z
      """)
    #expect(
      report.told.contains("Line 3: Not kept: 1 line that begins with 260."), "\(report.told)")
    // A half-point bye counts as a tie, and is written again.
    #expect(report.rounds[1].contains { $0.home == 0 && $0.away == nil && $0.isHalf })
    #expect(!report.told.contains { $0.contains("points in the file") }, "\(report.told)")
    for isNew in [false, true] {
      #expect(try RoundFileWriter(report).text(isNew: isNew).contains("  0000 - H"))
    }
    let kept = try OwnFile.read(OwnFile.write(report))
    #expect(kept.rounds == report.rounds && kept.rounds[1].contains(where: \.isHalf))
    #expect(report.told.contains { $0.contains("birth dates") })
    #expect(report.told.contains { $0.contains("absent in round 3") })
    #expect(report.rounds.count == 2 && report.results.count == 2)
  }
}
