import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Tournaments

/// Words that are typed and those of files: scores, colours of first rounds, encodings and tables of entrants (rows T-06, T-33, T-51).
@Suite struct TypedTests {
  @Test(
    "43 T-18: halves, decimal commas and commas between games are understood, and what is ambiguous is not",
    arguments: [
      ("½:½", "0.5:0.5"), ("0,5:0,5", "0.5:0.5"), ("0.5-0.5", "0.5:0.5"), ("1/2-1/2", "0.5:0.5"),
      ("1½:½", "1.5:0.5"), ("1,5:2", "1.5:2"), ("11:8,7:11,11:9", "11:8 7:11 11:9"),
      ("11:8, 7:11, 11:9", "11:8 7:11 11:9"), ("11-8,7-11", "11:8 7:11"),
      ("2:2 (4:3)", "2:2 (4:3)"), ("0,125:1.234", "0.125:1.234"),
      ("1234,125:1,25", "1234.125:1.25"),
    ])
  func scores(typed: String, read: String) throws {
    let (games, tiebreak) = try ScoreText.parse(typed)
    #expect(ScoreText.text(Ending(games: games, tiebreak: tiebreak)) == read)
  }

  @Test(
    "43 T-18: what may be read in two ways is refused",
    arguments: [
      "0,5:0,5,1:0", "1,2", "1:2:3", ",:", "½", "1:2,", "½½:1", "1.½:0", "1,2,3:4", "1:,2",
      "1,234:1", "1:0 (1,000:0)", "0:12,500",
    ])
  func unclear(typed: String) {
    if typed == "1:2," {
      #expect((try? ScoreText.parse(typed))?.games == [Score(home: 1_000, away: 2_000)])
    } else {
      #expect(throws: Refused.self) { try ScoreText.parse(typed) }
    }
  }

  @Test("43 T-18: every score that is shown is read as the same one, by 5,000 random ones")
  func shown() throws {
    var random = SeededGenerator(seed: 18)
    for _ in 0..<5_000 {
      let games = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Score(
          home: Int64.random(in: 0...20_000, using: &random),
          away: Int64.random(in: 0...20_000, using: &random))
      }
      let ending = Ending(games: games)
      #expect(try ScoreText.parse(ScoreText.text(ending)).games == games)
      // With commas for points, which are decimals in each game.
      // Three of them behind one to three digits may be thousands.
      let text = ScoreText.text(ending)
      let isUnclear = text.contains(/(?:^|[: ])[1-9]\d{0,2}\.\d{3}(?!\d)/)
      let commas = text.replacing(".", with: ",")
      guard !isUnclear else {
        #expect(throws: Refused.self, "\(commas)") { try ScoreText.parse(commas) }
        continue
      }
      #expect(try ScoreText.parse(commas).games == games, "\(commas)")
    }
  }

  // MARK: Swiss

  private func report(_ count: Int, _ setting: String) -> String {
    let lines = (1...count).map { number in
      let rank = String(repeating: " ", count: 4 - "\(number)".count) + "\(number)"
      return "001 \(rank)      " + "Player \(number)".padding(to: 33) + " \(2_800 - number)"
    }
    return (["012 Open", "XXR 5", setting] + lines).joined(separator: "\n") + "\n"
  }

  @Test(
    "43 T-15: who has which colour first is as the file says, also before round 1",
    arguments: ["XXC black1", "152 B", "XXC white1", "152 W", "XXC rank black1"])
  func firstColour(setting: String) throws {
    for count in [2, 3, 8, 17, 32] {
      let file = try RoundFileReader.read(report(count, setting))
      #expect(file.told.isEmpty, "\(file.told)")
      let pairs = SwissPairing(file.competition, [], colours: true, clubsApart: false).pairings()
      let isBlack = setting.contains("lack") || setting.hasSuffix("B")
      // The upper half meets the lower one; those with odd numbers have the first colour (C.04.3, E.5).
      for place in 0..<count / 2 {
        let (high, low) = (place, place + count / 2)
        let highIsWhite = (place % 2 == 0) != isBlack
        #expect(
          pairs[place]
            == Competition.Pairing(home: highIsWhite ? high : low, away: highIsWhite ? low : high))
      }
      let written = try RoundFileWriter(file)
      #expect(written.text(isNew: true).contains("152 \(isBlack ? "B" : "W")"))
      #expect(written.text(isNew: false).contains(isBlack ? "XXC black1" : "XXC white1"))
    }
    let odd = refusal { _ = try RoundFileReader.read(report(2, "152 R")) }
    #expect(odd.contains("Line 3") && odd.contains("neither W nor B"), "\(odd)")
    #expect(try RoundFileReader.read(report(2, "XXC blue1")).told.first?.contains("blue1") == true)
  }

  @Test("43 T-15: who is absent in the first rounds of a file is not paired in them")
  func absent() throws {
    func lines(_ games: [String]) -> String {
      let players = report(5, "XXC white1").split(separator: "\n")
      return zip(players, ["", "", ""] + games).map { line, games in
        games.isEmpty
          ? String(line) : line.padding(toLength: 89, withPad: " ", startingAt: 0) + games
      }.joined(separator: "\n")
    }
    let zero = "  0000 - Z"
    let file = try RoundFileReader.read(lines(["", zero, "", zero + zero, "  0000 - H"]))
    #expect(file.entrants.map(\.fromRound) == [0, 2, 0, 3, 0])
    #expect(file.told == ["Line 8: That Player 5 will be absent in round 1 is not kept."])
    let pairs = SwissPairing(file.competition, [], colours: true, clubsApart: false).pairings()
    #expect(pairs.flatMap { [$0.home, $0.away].compactMap { $0 } }.sorted() == [0, 2, 4])
  }

  @Test("43 T-15: a bye is paid when its round begins, and not when it is paired")
  func paid() throws {
    var competition = Competition()
    competition.format = .swiss
    competition.points = Points(win: 1_000, tie: 500, loss: 0)
    competition.swissRounds = 2
    competition.entrants = EngineTests.entrants(4)
    competition.rounds = [
      [.init(home: 0, away: 1), .init(home: 2, away: nil), .init(home: 3, away: nil, isHalf: true)]
    ]
    func points() -> [Int: Int64] {
      let rows = Course(competition).standings[0]
      return Dictionary(uniqueKeysWithValues: rows.map { ($0.entrant, $0.tally.points) })
    }
    #expect(points() == [0: 0, 1: 0, 2: 0, 3: 0])
    competition.decide = { _, _, _ in Decision(state: .reported) }
    #expect(points() == [0: 0, 1: 0, 2: 1_000, 3: 500])
    competition.decide = { _, _, _ in Decision() }
    competition.rounds.append([.init(home: 2, away: 3)])
    #expect(points()[2] == 1_000, "a later round has begun")
    competition.rounds = [[.init(home: 2, away: nil)]]
    #expect(points()[2] == 1_000, "nobody plays in it")
  }

  @Test(
    "43 T-15: an absence counts when its round begins, as a bye does, and not when it is paired")
  func absences() throws {
    var competition = Competition()
    competition.format = .swiss
    competition.points = Points(win: 1_000, tie: 500, loss: 0)
    competition.tieBreaks = TieBreaks.swiss
    competition.swissRounds = 3
    competition.entrants = EngineTests.entrants(4)
    let first: [Competition.Pairing] = [.init(home: 0, away: 1), .init(home: 2, away: 3)]
    competition.rounds = [first]
    var known: Set<String> = ["R1.1", "R1.2"]
    competition.decide = { match, _, _ in
      known.contains(match)
        ? Decision(
          state: .decided,
          ending: Ending(games: [Score(home: 1_000, away: 0)], winner: .home)) : Decision()
    }
    func values() -> [Int: [Int64]] {
      var found: [Int: [Int64]] = [:]
      for row in Course(competition).standings[0] { found[row.entrant] = row.values }
      return found
    }
    let before = values()
    // 0 is absent in the second round, and 3 is so or has a bye.
    let match = Competition.Pairing(home: 1, away: 2)
    for others in [[], [Competition.Pairing(home: 3, away: nil)]] {
      competition.rounds = [first, [match] + others]
      known = ["R1.1", "R1.2"]
      #expect(values() == before, "nothing is known of the second round")
      known.insert("R2.1")
      // The dummy of 0 has its one point, beside 1 with one point.
      #expect(values()[0]?[1] == 2_000)
    }
  }

  // MARK: Files

  @Test(
    "43 T-16: a byte-order mark, UTF-16 and Windows-1252 are read, and others refused with the reason"
  )
  func encodings() throws {
    let text = report(2, "XXC white1").replacing("Player 1", with: "Žoë Müß ")
    func take(_ bytes: [UInt8]) throws -> TournamentFile {
      try TakeCommand.read(.with { $0.blob = "x" }, Data(bytes))
    }
    let names = ["Žoë Müß", "Player 2"]
    let utf8 = Array(text.utf8)
    #expect(try take(utf8).entrants.map(\.name) == names)
    #expect(try take([0xef, 0xbb, 0xbf] + utf8).entrants.map(\.name) == names)
    // The first line is one of a player.
    let first = text.split(separator: "\n").filter { $0.hasPrefix("001") }.joined(separator: "\n")
    #expect(try take([0xef, 0xbb, 0xbf] + Array(first.utf8)).entrants.map(\.name) == names)
    let units = Array(text.utf16)
    #expect(
      try take([0xff, 0xfe] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }).entrants
        .map(\.name) == names)
    #expect(
      try take([0xfe, 0xff] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }).entrants
        .map(\.name) == names)
    let decomposed = text.replacing("ë", with: "e\u{308}").replacing("Ž", with: "Z\u{30c}")
    #expect(
      try take(Array(decomposed.utf8)).entrants.map(\.name) == names, "columns are characters")
    let windows: [UInt8] = text.unicodeScalars.map { $0.value == 0x17d ? 0x8e : UInt8($0.value) }
    let read = try take(windows)
    #expect(read.entrants.map(\.name) == names)
    #expect(read.told.count { $0.contains("Windows-1252") } == 1)
    #expect(refusal { _ = try take(utf8 + [0x81]) }.contains("save it as UTF-8"))
  }

  @Test(
    "43 T-14: the running score of a match that goes on is named, once, and nothing is for one without a score"
  )
  func running() throws {
    func read(_ one: String, _ two: String) throws -> TournamentFile {
      let names = ["Ada", "Bob"].enumerated().map { #"{"id": \#($0), "name": "\#($1)"}"# }
      let match =
        #"{"id": 0, "number": 1, "stage_id": 0, "group_id": 0, "round_id": 0, "status": 3, "opponent1": {"id": 0\#(one)}, "opponent2": {"id": 1\#(two)}}"#
      return try BracketsReader.read(
        """
        {"participant": [\(names.joined(separator: ","))],
        "stage": [{"id": 0, "name": "Cup", "type": "single_elimination", "number": 1}],
        "group": [{"id": 0, "stage_id": 0, "number": 1}],
        "round": [{"id": 0, "stage_id": 0, "group_id": 0, "number": 1}],
        "match": [\(match)]}
        """)
    }
    let file = try read(#", "score": 2"#, #", "score": 1"#)
    #expect(file.results.isEmpty && file.told.count == 1, "\(file.told)")
    #expect(
      file.told.first
        == "Line 5: The running score 2:1 of Ada and Bob is not kept: their match is not over.")
    #expect(try read(#", "score": 0"#, #", "score": 0"#).told.isEmpty)
    #expect(try read("", "").told.isEmpty)
    let over = try read(#", "score": 2, "result": "win""#, #", "score": 1, "result": "loss""#)
    #expect(over.told.isEmpty && over.results.count == 1)
  }

  @Test("43 T-16: tables of entrants with titles, semicolons, tabs, quotes and a mark are read")
  func tables() throws {
    func read(_ text: String) throws -> [[String]] {
      try EntrantCommands.parse(text).map { [$0.name, "\($0.rating)", $0.club] }
    }
    let right = [["Smith; John", "2000", "North"], ["Zoë", "1900", "South"]]
    #expect(
      try read("\u{feff}Name;Rating;Club\r\n\"Smith; John\";2000;North\r\nZoë;1900;South\r\n")
        == right)
    #expect(try read("name\trating\tclub\nSmith; John\t2000\tNorth\nZoë\t1900\tSouth") == right)
    #expect(
      try read("Club,Elo,Name\nNorth,2000,Smith; John\nSouth,1900,Zoë") == right, "in any order")
    #expect(try read("\"Smith; John\",2000,North\nZoë, 1900 ,South") == right)
    #expect(try read("\"Smith, John\", 2000") == [["Smith, John", "2000", ""]])
    #expect(try read("Ann;1800\nBob;1700") == [["Ann", "1800", ""], ["Bob", "1700", ""]])
    #expect(try read("\"Ace\" Aster, 1800") == [["\"Ace\" Aster", "1800", ""]])
    #expect(try read("Ann \"\"Ace\"\" A") == [["Ann \"\"Ace\"\" A", "0", ""]])
    #expect(try read("Ada, 1800, Kings, of the hill") == [["Ada", "1800", "Kings, of the hill"]])
    #expect(refusal { _ = try read("Name;Rating;Phone\nA;1;2") }.contains("no column \"phone\""))
    #expect(refusal { _ = try read("Name;Rating\nA;1\nB;x") }.contains("Line 3"))
    #expect(refusal { _ = try read("Ann\n\"Bob") }.contains("Line 2: a quote is not closed"))
    #expect(refusal { _ = try read("Name;Rating\nA;1;2") }.contains("more than 2 columns"))
    #expect(refusal { _ = try read("Name;Name;Club\nA;1;2") }.contains("twice"))
    // One column, a team beside a name, and columns in which nothing is.
    for title in ["Name", "Player", "team", "Entrant"] {
      #expect(try read("\(title)\nAnn\nBen") == [["Ann", "0", ""], ["Ben", "0", ""]])
      #expect(refusal { _ = try read("\(title)\nAnn;1\nBen;2") }.contains("more than 1 column"))
    }
    #expect(try read("Name") == [["Name", "0", ""]], "alone it is a name")
    #expect(try read("Name,Team\nAnn,North") == [["Ann", "0", "North"]])
    #expect(try read("Name,Rating,Team\nAnn,1500,North") == [["Ann", "1500", "North"]])
    #expect(try read("Team,Rating\nNorth,1500") == [["North", "1500", ""]])
    #expect(refusal { _ = try read("Name,Team,Club\nAnn,North,South") }.contains("twice"))
    // A line break within quotes goes on with the row, and a file may name its separator.
    #expect(refusal { _ = try read("Ann\n\"Bob\nBaker\",1") }.contains("Line 2"))
    #expect(
      try read("Name,Club\nAnn,\"North\nSouth\"\nBob,x").map { $0[0] } == ["Ann", "Bob"])
    #expect(try read("sep=;\nAnn, A.;1500;North") == [["Ann, A.", "1500", "North"]])
    #expect(try read("Ann \"5\" B,1500") == [["Ann \"5\" B", "1500", ""]])
    #expect(try read("Ann,1500,North,,") == [["Ann", "1500", "North"]])
    #expect(try read("Ann,1500,North,,South") == [["Ann", "1500", "North, , South"]])
    #expect(try read("Name,Rating,,\nAnn,1500,,") == [["Ann", "1500", ""]])
  }

  @Test(
    "43 T-16: a file of Parlor whose winner contradicts the score is refused by its line",
    arguments: [
      ("0:2", "home", false), ("0:2", "neither", false), ("0:2", "away", true),
      ("1:1", "neither", true), ("1:1", "home", true), ("1:1 (3:4)", "home", false),
      ("1:1 (3:4)", "neither", false), ("1:1 (3:4)", "away", true),
    ])
  func contradiction(score: String, winner: String, isRead: Bool) throws {
    let text = """
      {"parlor": 1, "name": "Cup", "format": "league", "started": true,
      "entrants": [{"name": "Ann"}, {"name": "Ben"}], "results": [
      {"match": "R1.1", "home": 0, "away": 1, "score": "\(score)", "winner": "\(winner)"}]}
      """
    let refused = refusal { _ = try OwnFile.read(text) }
    #expect(refused.isEmpty == isRead, "\(refused)")
    #expect(isRead || refused.contains("Line 3") && refused.contains("winner"), "\(refused)")
  }

  @Test("43 T-16: what a table says comes back, by 500 random tables in all forms")
  func randomTables() throws {
    var random = SeededGenerator(seed: 16)
    let letters = Array("ab,; \"'é\u{301}ß")
    for _ in 0..<500 {
      let rows = (0..<Int.random(in: 1...5, using: &random)).map { number in
        let noise = String((0..<4).map { _ in letters.randomElement(using: &random) ?? "a" })
        return (name: "N\(number)\(noise)x", rating: Int.random(in: 0...9_999, using: &random))
      }
      for separator in [",", ";", "\t"] {
        let lines = rows.map { row in
          "\"" + row.name.replacing("\"", with: "\"\"") + "\"" + separator + "\(row.rating)"
        }
        let text = (["Name\(separator)Rating"] + lines).joined(separator: "\n")
        let read = try EntrantCommands.parse(text)
        #expect(read.map { Int($0.rating) } == rows.map(\.rating))
        let plain = rows.map {
          $0.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        #expect(read.map(\.name) == plain, "\(text)")
      }
    }
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch let refused as Refused {
      return refused.refusal.message
    } catch {
      return "\(error)"
    }
  }

  @Test("43 T-16: a table of entrants in UTF-16 or Windows-1252 has the same entrants as in UTF-8")
  func encodedTable() throws {
    let table = "Name;Rating;Club\r\n\"Müller, Jörg\";1900;Café\r\nŠárka;;\r\n"
    let expected = try EntrantTable(table).entrants()
    #expect(expected.map(\.name) == ["Müller, Jörg", "Šárka"])
    let units: [[UInt8]] = table.utf16.map { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    let utf16: [UInt8] = [0xff, 0xfe] + units.joined()
    // By hand: these letters as Windows-1252 has them.
    let codes: [Unicode.Scalar: UInt8] = ["ü": 0xfc, "ö": 0xf6, "é": 0xe9, "Š": 0x8a, "á": 0xe1]
    let windows = table.unicodeScalars.map { codes[$0] ?? UInt8($0.value) }
    for (bytes, isLikely) in [
      (Array(table.utf8), false), ([0xef, 0xbb, 0xbf] + Array(table.utf8), false),
      (utf16, false), (windows, true),
    ] {
      let read = try #require(Text.decoded(bytes))
      #expect(read.isLikely == isLikely)
      #expect(try EntrantTable(read.text).entrants() == expected)
    }
    // Neither a byte that Windows-1252 does not have, nor UTF-16 without a mark.
    #expect(Text.decoded(windows + [0x81]) == nil)
    #expect(Text.decoded(Array(utf16.dropFirst(2))) == nil)
  }

  @Test("43 T-16: what stands above the titles of a table is refused with the reason")
  func captions() throws {
    let table = "Club evening;;\n\nName;Rating;Club\n\"Müller, Jörg\";1850;SC Ulm\n"
    let refused = try #require(throws: Refused.self) { try EntrantTable(table) }
    #expect("\(refused)".contains("Line 3 has the titles of the columns"), "\(refused)")
    #expect("\(refused)".contains("Club evening"), "\(refused)")
    // Without titles these are entrants, whatever they are called.
    #expect(try EntrantTable("Ada\nName\nClub").entrants().map(\.name) == ["Ada", "Name", "Club"])
  }
}
