import Schema
import TestKit
import Testing

@testable import Tournaments

/// FIDE's tie-breaks a second time (row 43 T-7), written from the text of Handbook C.07, articles 8, 9, 14 and 16, over the codes
/// that report files have for each player and round.
@Suite struct FIDETieBreakTests {
  /// A player's entry for a round: the opponent, 0 for none, and the code of the result.
  struct Entry {
    var opponent = 0
    var code: Character = "Z"
  }

  /// A tournament as the lines of players have it; the first player is in place 1.
  struct Report {
    var rounds = 0
    /// The number of rounds with which it was announced.
    var announced = 0
    var players: [Int: [Entry]] = [:]

    /// As a file.
    var text: String {
      func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
      }
      let lines = players.keys.sorted().map { number -> String in
        var line = "001 " + right("\(number)", 4) + "      "
        line += "Player \(number)".padding(to: 33)
        line += " " + right("\(2_800 - number)", 4) + String(repeating: " ", count: 37)
        for entry in players[number] ?? [] {
          if entry.opponent == 0 {
            line += "  0000 - \(entry.code)"
          } else {
            let colour = number < entry.opponent ? "w" : "b"
            line += "  " + right("\(entry.opponent)", 4) + " \(colour) \(entry.code)"
          }
        }
        return line
      }
      return (["012 Random", "XXR \(announced)"] + lines).joined(separator: "\n") + "\n"
    }
  }

  /// The rules of FIDE in doubles, one article after the other.
  struct Rules {
    let report: Report

    /// 1, one half and 0; a pairing-allocated bye and a forfeit win are worth a win.
    func worth(_ code: Character) -> Double {
      switch code {
      case "1", "+", "U", "F": 1
      case "=", "H": 0.5
      default: 0
      }
    }

    func score(_ player: Int) -> Double {
      (report.players[player] ?? []).map { worth($0.code) }.reduce(0, +)
    }

    /// 16.2.5 and 16.3: requested byes (H and Z) are a draw where all that follows is H, Z or a forfeit loss.
    func scoreForOpponents(_ player: Int) -> Double {
      let entries = report.players[player] ?? []
      var sum = 0.0
      for (round, entry) in entries.enumerated() {
        let rest = String(entries[(round + 1)...].map(\.code))
        let isEnd = rest.filter { "HZ-".contains($0) }.count == rest.count
        sum += "HZ".contains(entry.code) && isEnd ? 0.5 : worth(entry.code)
      }
      return sum
    }

    /// 16.4: what the opponent of a round has, or the dummy in its place.
    func opponent(_ player: Int, _ entry: Entry) -> Double {
      if "10=".contains(entry.code) { return scoreForOpponents(entry.opponent) }
      if entry.opponent > 0 { return min(score(player), scoreForOpponents(entry.opponent)) }
      return min(score(player), Double(report.announced) / 2)
    }

    /// 8.1.
    func buchholz(_ player: Int) -> Double {
      (report.players[player] ?? []).map { opponent(player, $0) }.reduce(0, +)
    }

    /// 14.1 and 16.5.1.
    func cut(_ player: Int) -> Double {
      let all = report.players[player] ?? []
      let voluntary = all.filter { "HZ-".contains($0.code) }
      let lowest = (voluntary.isEmpty ? all : voluntary).map { opponent(player, $0) }.min() ?? 0
      return buchholz(player) - lowest
    }

    /// 9.1.
    func sonneborn(_ player: Int) -> Double {
      (report.players[player] ?? []).map { worth($0.code) * opponent(player, $0) }.reduce(0, +)
    }
  }

  /// A tournament with all that can be in a report: games, forfeits, byes of each sort, those who come late and who leave.
  static func random(_ random: inout SeededGenerator) -> Report {
    let count = Int.random(in: 2...24, using: &random)
    let rounds = Int.random(in: 1...11, using: &random)
    var report = Report(rounds: rounds, announced: rounds + Int(random.next() % 3))
    for player in 1...count {
      report.players[player] = Array(repeating: Entry(), count: rounds)
    }
    let leaves = (0...count).map { _ in
      random.next() % 4 == 0 ? Int.random(in: 1...rounds, using: &random) : rounds
    }
    for round in 0..<rounds {
      var here = (1...count).filter { player in
        guard player > 2 else { return true }
        if round >= leaves[player] { return false }
        switch random.next() % 12 {
        case 0: return false
        case 1:
          report.players[player]?[round].code = "H"
          return false
        default: return true
        }
      }.shuffled(using: &random)
      // Two always play, so that each round is one of the file.
      here = [1, 2] + here.filter { $0 > 2 }
      while here.count > 1 {
        let (one, two) = (here.removeFirst(), here.removeFirst())
        let codes = ["10", "01", "==", "10", "01", "==", "+-", "-+", "--"]
        let code = Array(codes.randomElement(using: &random) ?? "==")
        report.players[one]?[round] = Entry(opponent: two, code: code[0])
        report.players[two]?[round] = Entry(opponent: one, code: code[1])
      }
      for alone in here {
        report.players[alone]?[round].code = random.next() % 4 == 0 ? "F" : "U"
      }
    }
    return report
  }

  @Test(
    "43 T-7: Buchholz, its cut and Sonneborn-Berger are FIDE's, wherever rounds were not played")
  func random() throws {
    var random = SeededGenerator(seed: 7)
    var unplayed = 0
    for number in 0..<150 {
      let report = Self.random(&random)
      let rules = Rules(report: report)
      let file = try RoundFileReader.read(report.text)
      let rows = Course(file.competition).standings[0]
      #expect(rows.count == report.players.count)
      for row in rows {
        let player = row.entrant + 1
        let found = [row.tally.points] + row.values.prefix(3)
        let right = [
          rules.score(player), rules.cut(player), rules.buchholz(player), rules.sonneborn(player),
        ].map { Int64(($0 * 1_000).rounded()) }
        #expect(found == right, "report \(number), player \(player): \(report.text)")
        if report.players[player]?.contains(where: { !"10=".contains($0.code) }) == true {
          unplayed += 1
        }
      }
    }
    #expect(unplayed > 1_000)
  }

  @Test("43 T-7: an example of each article, counted by hand")
  func articles() throws {
    // 1 beats 2 and has a bye; 2 asks for half a point at the end; 3 has half a point first and plays then; 4 loses by forfeit.
    var report = Report(rounds: 3, announced: 3)
    report.players = [
      1: [Entry(opponent: 2, code: "1"), Entry(opponent: 3, code: "="), Entry(code: "U")],
      2: [Entry(opponent: 1, code: "0"), Entry(opponent: 4, code: "+"), Entry(code: "H")],
      3: [Entry(code: "H"), Entry(opponent: 1, code: "="), Entry(opponent: 4, code: "1")],
      4: [Entry(code: "Z"), Entry(opponent: 2, code: "-"), Entry(opponent: 3, code: "0")],
    ]
    let rows = Course(try RoundFileReader.read(report.text).competition).standings[0]
    let values = Dictionary(
      uniqueKeysWithValues: rows.map { ($0.entrant + 1, Array($0.values.prefix(3))) })
    // 1 has 2.5: 1.5 of 2, 2 of 3, and 1.5 of the dummy, which has no more than three draws.
    #expect(values[1] == [3_500, 5_000, 4_000])
    // 2 has 1.5: 2.5 of 1, 0 of 4 by forfeit, 1.5 of the dummy, which is cut first, since half a point was asked for.
    #expect(values[2] == [2_500, 4_000, 750])
    // 3 has 2: 1.5 of the dummy, which is cut; 2.5 of 1, 0 of 4.
    #expect(values[3] == [2_500, 4_000, 2_000])
    // 4 has 0: nothing of dummies; 2 of 3.
    #expect(values[4] == [2_000, 2_000, 0])
  }

  @Test("43 T-7: an open match counts for nothing yet")
  func open() throws {
    var competition = Competition()
    competition.format = .swiss
    competition.points = Points(win: 1_000, tie: 500, loss: 0)
    competition.tieBreaks = TieBreaks.swiss
    competition.swissRounds = 3
    competition.entrants = EngineTests.entrants(3)
    competition.rounds = [
      [.init(home: 0, away: 1), .init(home: 2, away: nil)],
      [.init(home: 0, away: 2), .init(home: 1, away: nil, isHalf: true)],
    ]
    competition.decide = { match, _, _ in
      match == "R1.1"
        ? Decision(
          state: .decided,
          ending: Ending(games: [Score(home: 1_000, away: 0)], winner: .home)) : Decision()
    }
    let rows = Course(competition).standings[0]
    let values = Dictionary(uniqueKeysWithValues: rows.map { ($0.entrant, $0.values[1]) })
    #expect(values[0] == 0, "the half point of the other one is paid when the round begins")
    #expect(values[2] == 1_000)
  }
}
