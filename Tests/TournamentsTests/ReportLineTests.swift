import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Tournaments

/// Lines of report files that were misread without a word (row 43 T-51), and the tie-break of their matches between the tied.
@Suite struct ReportLineTests {
  private static let names = ["Müller, Jö", "Schäfer, Go", "Weis, Käthe", "Özil, Sud"]

  /// A file of four players after a round; their names have so many columns as they have characters, or bytes.
  private static func text(
    _ length: (String) -> Int = \.count, rating: String = " 2100", games: [String]? = nil
  ) -> String {
    let played = games ?? ["     3 w 1", "     4 b 1", "     1 b 0", "     2 w 0"]
    let lines = names.enumerated().map { number, name in
      let padding = String(repeating: " ", count: 33 - length(name))
      let start = "001    \(number + 1)      \(name)\(padding)\(rating)"
      return start + String(repeating: " ", count: 28) + " 1.0    1" + played[number]
    }
    return (["012 Open", "XXR 3"] + lines).joined(separator: "\r\n")
  }

  private static func refusal(_ text: String) -> String {
    do {
      _ = try RoundFileReader.read(text)
      return ""
    } catch let refused as Refused {
      return refused.refusal.message
    } catch {
      return "\(error)"
    }
  }

  @Test("43 T-51: columns may be counted in characters or in bytes of UTF-8")
  func bytes() throws {
    for length: (String) -> Int in [\.count, \.utf8.count] {
      let file = try RoundFileReader.read(Self.text(length))
      #expect(file.entrants.map(\.name) == Self.names)
      #expect(file.entrants.allSatisfy { $0.rating == 2_100 })
      #expect(file.results.map { [$0.home, $0.away] } == [[0, 2], [3, 1]])
      #expect(file.results.map(\.report.winner) == [.home, .away])
    }
  }

  @Test("43 T-51: of two lines that may stand once the first counts, and the other is named")
  func again() throws {
    let text = Self.text()
    let told = Set(try RoundFileReader.read(text).told)
    #expect(try Set(RoundFileReader.read(text + "\r\n142 3\r\n012 Open").told) == told)
    let file = try RoundFileReader.read(text + "\r\nXXR 5\r\n012 Closed")
    #expect(file.body.swissRounds == 3 && file.body.name == "Open")
    #expect(
      Set(file.told).subtracting(told) == [
        "Line 7: Not kept: the second line XXR.", "Line 8: Not kept: the second line 012.",
      ])
  }

  @Test("43 T-51: a line ends with CR, with LF or with both")
  func ends() throws {
    let read = try ["\r", "\n", "\r\n"].map {
      try RoundFileReader.read(Self.text().replacing("\r\n", with: $0)).results.map(\.home)
    }
    #expect(read == [[0, 3], [0, 3], [0, 3]])
  }

  @Test("43 T-51: where fields are not in their columns, nothing is guessed")
  func gaps() {
    #expect(Self.refusal(Self.text()) == "")
    #expect(Self.refusal(Self.text(rating: "2100 ")).contains("Line 3, column 48: \"2\" stands"))
    #expect(Self.refusal(Self.text(rating: " 21000")).contains("Line 3, column 53"))
    let moved = ["      3 w 1", "     4 b 1", "     1 b 0", "     2 w 0"]
    #expect(Self.refusal(Self.text(games: moved)).contains("Line 3, column 96: \"3\" stands"))
  }

  @Test("43 T-51: a result without an opponent is named, and counts for nothing")
  func alone() throws {
    let games = [
      "     3 w 1  0000 - 1", "     4 b 1  0000 - =", "     1 b 0     4 w 1",
      "     2 w 0     3 b 0",
    ]
    let file = try RoundFileReader.read(Self.text(games: games))
    for (name, result) in [("Müller, Jö", "1"), ("Schäfer, Go", "=")] {
      let sentence = "The result \(result) of \(name) in round 2 is not kept: there is no opponent."
      #expect(file.told.contains { $0.contains(sentence) }, "\(file.told)")
    }
    #expect(file.rounds[1].count == 1)
  }

  @Test("43 T-51: tie-breaks stand in 202 or in 212; where both differ, that is said")
  func tieBreaks() throws {
    func read(_ lines: String) throws -> TournamentFile {
      try RoundFileReader.read(lines + Self.text())
    }
    for lines in [
      "202 SB,BH\r\n", "212 PTS,SB,BH\r\n", "202 SB,BH\r\n212 PTS,SB,BH\r\n",
    ] {
      let file = try read(lines)
      #expect(file.body.tieBreaks == [.sonneborn, .buchholz], "\(lines)")
      #expect(!file.told.contains { $0.contains("with 2") }, "\(file.told)")
    }
    let other = try read("202 SB,BH\r\n212 PTS,BH,SB\r\n")
    #expect(other.body.tieBreaks == [.sonneborn, .buchholz])
    #expect(other.told.contains { $0.contains("begins with 212") }, "\(other.told)")
    #expect(try read("212 SB,PTS\r\n").told.contains { $0.contains("tie-break PTS") })
  }

  @Test("43 T-51: a type of tournament that is not known is named")
  func types() throws {
    func told(_ type: String) throws -> [String] {
      try RoundFileReader.read("092 \(type)\r\n" + Self.text()).told.filter {
        $0.contains("Its type is")
      }
    }
    for type in ["Individual: Swiss-System", "Team: Swiss", "Free pairings"] {
      #expect(try told(type) == [])
    }
    for type in ["Rundenturnier", "Individual: Knockout"] {
      #expect(try told(type).count == 1 && told(type)[0].contains("\(type), which is not known"))
    }
  }

  @Test("43 T-51: a file with another number of players or other ranks than it has here says so")
  func counts() throws {
    func told(_ first: String, _ ranks: [Int]) throws -> [String] {
      var lines = Self.text().components(separatedBy: "\r\n")
      for (number, rank) in ranks.enumerated() {
        lines[number + 2] = lines[number + 2].replacing(" 1.0    1", with: " 1.0    \(rank)")
      }
      return try RoundFileReader.read(([first] + lines).joined(separator: "\r\n")).told
    }
    func is62(_ sentence: String) -> Bool { sentence.contains("gives their number as") }
    #expect(try !told("062 4", [1, 2, 3, 4]).contains(where: is62))
    #expect(
      try told("062 9", [1, 2, 3, 4]).contains {
        $0.contains("4 players, and gives their number as 9")
      })
    func isTurned(_ sentence: String) -> Bool { sentence.contains("the other way round") }
    // The first two have a point, the others none.
    for ranks in [[1, 1, 3, 3], [1, 2, 4, 3], [2, 1, 3, 4]] {
      #expect(try !told("062 4", ranks).contains(where: isTurned), "\(ranks)")
    }
    let other = try told("062 4", [1, 3, 2, 4]).filter(isTurned)
    #expect(
      other.count == 1 && other[0].contains("In the file Weis, Käthe stands before Schäfer, Go"))
  }

  @Test("43 T-51: the points of a bye in TRF26 are those of P")
  func byePoints() throws {
    func told(_ points: String) throws -> [String] {
      try RoundFileReader.read(
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P \(points)\r\n" + Self.text()
      )
      .told.filter { $0.contains("points of") }
    }
    #expect(try told("1.0") == [])
    #expect(try told("0.5").count == 1 && told("0.5")[0].contains("one counts as a win"))
  }

  @Test("43 T-51: points of three digits stay in their columns", arguments: [false, true])
  func manyPoints(isNew: Bool) throws {
    let file = FileTests.played(.league, 40, seed: 4) {
      $0.points = .with { ($0.win, $0.tie, $0.loss) = (4_000, 3_000, 2_000) }
    }
    let points = Course(file.competition).standings[0].map(\.tally.points)
    #expect(points.contains { $0 >= 100_000 })
    let text = try RoundFileWriter(file).text(isNew: isNew)
    for line in text.split(separator: "\r\n").map(Array.init) where line.starts(with: "001 ") {
      #expect(line[79] == " " && line[84] == " ", "\(String(line.prefix(91)))")
    }
    let read = try RoundFileReader.read(text)
    #expect(!read.told.contains { $0.contains("points in the file") }, "\(read.told)")
    #expect(Course(read.competition).standings[0].map(\.tally.points) == points)
  }

  // MARK: The matches between the tied

  private typealias Entry = FIDETieBreakTests.Entry

  /// The ranks of players. Among those with the same points, FIDE's direct encounter alone decides.
  private static func ranks(_ players: [[(Int, Character)]]) throws -> [Int] {
    let rounds = players[0].count
    var report = FIDETieBreakTests.Report(rounds: rounds, announced: rounds)
    for (number, games) in players.enumerated() {
      report.players[number + 1] = games.map { Entry(opponent: $0.0, code: $0.1) }
    }
    let file = try RoundFileReader.read("202 DE\n" + report.text)
    #expect(file.body.tieBreaks == [.headPoints])
    return Course(file.competition).standings[0].sorted { $0.entrant < $1.entrant }.map(\.rank)
  }

  @Test(
    "43 T-7: matches between the tied decide in a Swiss tournament where those that are missing cannot change it"
  )
  func encounters() throws {
    // 1, 2 and 3 have two points; 1 has beaten 2, and 3 has met neither.
    let missing: [[(Int, Character)]] = [
      [(2, "1"), (5, "0"), (6, "1")], [(1, "0"), (6, "1"), (4, "1")],
      [(4, "1"), (4, "0"), (5, "1")], [(3, "0"), (3, "1"), (2, "0")],
      [(6, "="), (1, "1"), (3, "0")], [(5, "="), (2, "0"), (1, "0")],
    ]
    #expect(try Self.ranks(missing) == [1, 1, 1, 5, 4, 6])
    // 1 has beaten 2 and 3, who have not met: neither can have as many points there.
    let first: [[(Int, Character)]] = [
      [(2, "1"), (3, "1"), (4, "0")], [(1, "0"), (6, "1"), (5, "1")],
      [(5, "1"), (1, "0"), (6, "1")], [(6, "0"), (5, "="), (1, "1")],
      [(3, "0"), (4, "="), (2, "0")], [(4, "1"), (2, "0"), (3, "0")],
    ]
    #expect(try Self.ranks(first) == [1, 2, 2, 4, 6, 5])
    // Of 1 and 2 one did not come to their match: it is missing. 3 and 5, 4 and 6 have not met.
    let forfeit: [[(Int, Character)]] = [
      [(2, "+"), (3, "0")], [(1, "-"), (4, "1")], [(4, "1"), (1, "1")], [(3, "0"), (2, "0")],
      [(6, "1"), (6, "1")], [(5, "0"), (5, "0")],
    ]
    #expect(try Self.ranks(forfeit) == [3, 3, 1, 5, 1, 5])
    // 2 has beaten 1, and both have met: that decides, whatever others did.
    let met: [[(Int, Character)]] = [
      [(2, "0"), (3, "1")], [(1, "1"), (4, "0")], [(4, "0"), (1, "0")], [(3, "1"), (2, "1")],
    ]
    #expect(try Self.ranks(met) == [3, 2, 4, 1])
  }
}
