import Schema
import Testing
import TournamentSchema

@testable import Terminal

/// Tournaments as lines of text.
@Suite struct TournamentTextTests {
  private func match(_ fill: (inout MatchView) -> Void) -> MatchView {
    .with {
      $0.name = "KO1.1"
      $0.home = .with { ($0.number, $0.name) = (0, "Ada") }
      $0.away = .with { ($0.number, $0.name) = (1, "Bob") }
      fill(&$0)
    }
  }

  @Test("43 T-18: the winner is named where the score does not say who won")
  func winner() {
    func text(_ score: String, _ home: Int64, _ away: Int64, _ winner: MatchWinner) -> String {
      TournamentText.match(
        match {
          $0.state = .decided
          $0.score = score
          $0.home.score = home
          $0.away.score = away
          $0.winner = winner
        })
    }
    #expect(text("2:2", 2_000, 2_000, .away).hasSuffix("2:2, Bob won"))
    #expect(text("2:1", 2_000, 1_000, .home).hasSuffix("  2:1"))
    #expect(text("2:2 (4:3)", 2_000, 2_000, .home).hasSuffix("2:2 (4:3)"))
    #expect(text("2:2", 2_000, 2_000, .neither).hasSuffix("  2:2"))
  }

  @Test("43 T-18: a knockout has a sentence in place of matches and standings")
  func sentences() {
    let view = TournamentView.with {
      $0.name = "Cup"
      $0.style.traits.playsKnockout = true
      $0.phase = .knockout
    }
    #expect(TournamentText.matches(view).isEmpty && TournamentText.standings(view).isEmpty)
    #expect(TournamentText.noMatches(view).contains("`parlor tournament bracket`"))
    #expect(TournamentText.noStandings(view).contains("has no standings"))
  }

  @Test("43 T-2: entrants are listed with their places, the first one as #1")
  func entrants() {
    let view = TournamentView.with {
      $0.entrants = [.with { $0.name = "Ada" }, .with { ($0.number, $0.name) = (1, "Bob") }]
      $0.placesLeft = 98
    }
    #expect(
      TournamentText.entrants(view) == [
        "  2 entrants, 98 more can come:", "     #1  Ada", "     #2  Bob",
      ])
  }

  @Test("43 T-15: a half-point bye is called so")
  func byes() {
    let bye = match {
      $0.state = .bye
      $0.half = true
    }
    #expect(TournamentText.match(bye).hasSuffix("half-point bye"))
  }

  @Test("43 T-10: who said what is below the match, with what was said before")
  func reports() {
    let disputed = match {
      $0.state = .disputed
      $0.reports = [
        .with {
          ($0.author, $0.score, $0.counts, $0.note) = ("Ada", "3:1", true, "came back")
          $0.earlier = [.with { $0.score = "2:0" }, .with { $0.score = "taken back" }]
        },
        .with { ($0.author, $0.score, $0.counts) = ("Bob", "2:2", true) },
        .with { ($0.author, $0.score, $0.reason) = ("Cy", "1:0", "not by a scorer") },
      ]
    }
    let view = TournamentView.with {
      $0.bracket = [
        .with {
          $0.name = "Final"
          $0.matches = [disputed]
        }
      ]
    }
    #expect(
      TournamentText.bracket(view).suffix(3) == [
        "        Ada: 3:1; before that 2:0; taken back - came back", "        Bob: 2:2",
        "        Cy: 1:0 (does not count: not by a scorer)",
      ])
    let agreed = match {
      $0.state = .decided
      $0.reports = [.with { ($0.author, $0.score, $0.counts) = ("Ada", "3:1", true) }]
    }
    #expect(TournamentText.reports(agreed).isEmpty)
    var waiting = agreed
    waiting.state = .reported
    #expect(TournamentText.reports(waiting) == ["        Ada: 3:1"])
  }

  @Test("43 T-10: who said what is shown, however many matches are open")
  func manyOpen() {
    let view = TournamentView.with {
      $0.phase = .played
      $0.matches = (1...30).map { number in
        .with {
          ($0.name, $0.title, $0.state) = ("R\(number).1", "Round \(number)", .due)
          if number == 25 {
            $0.state = .disputed
            $0.reports = [.with { ($0.author, $0.score, $0.counts) = ("Ada", "3:1", true) }]
          }
        }
      }
    }
    let lines = TournamentText.lines(of: view)
    #expect(lines.count { $0.hasPrefix("    R") } == 12 && lines.contains("        Ada: 3:1"))
    #expect(lines.contains("    and 18 more"))
  }

  @Test("T-31: what is missing before there are results is said, as it is")
  func noResults() {
    func text(_ fill: (inout TournamentView) -> Void) -> String {
      TournamentText.noResults(
        .with {
          ($0.name, $0.phase) = ("Cup", .played)
          $0.style.traits.countsPoints = true
          fill(&$0)
        })
    }
    #expect(text { ($0.total, $0.played) = (6, 4) } == "Cup is not finished: 2 matches are left.")
    #expect(text { $0.phase = .draft } == "Cup has not started.")
    let round = text {
      ($0.total, $0.played) = (4, 4)
      $0.style.traits.setsRounds = true
    }
    #expect(round.contains("`parlor tournament round`") && !round.contains("0 matches"))
    let ladder = text {
      ($0.total, $0.played) = (4, 2)
      ($0.style.traits.setsRounds, $0.style.traits.countsPoints) = (true, false)
    }
    #expect(ladder.hasPrefix("Cup has no end"))
  }

  @Test("43 T-7: a Swiss table shows the tie-breaks that decide, and no scores")
  func tieBreaks() {
    let cuts: [(String, Int64)] = [("Ada", 2_500), ("Bob", 1_500)]
    let view = TournamentView.with {
      $0.style.traits.countsWinnersOnly = true
      $0.rules.tieBreaks = ["buchholz-cut", "buchholz", "sonneborn", "wins"]
      $0.groups = [
        .with {
          $0.rows = cuts.map { name, cut in
            .with {
              ($0.name, $0.points) = (name, 1_000)
              $0.values = [cut, 3_000, cut, 1_000]
            }
          }
        }
      ]
    }
    let lines = TournamentText.standings(view)
    #expect(lines[0].contains("BH/C1") && lines[0].contains("SB") && !lines[0].contains("For"))
    #expect(!lines[0].contains("BH "), "it is the same for both")
    #expect(lines[1].hasSuffix("    2.5    2.5") && lines[2].hasSuffix("    1.5    1.5"))
  }

  @Test("43 T-7: the columns of standings are as wide as their widest value")
  func wide() {
    func standings(_ scores: [(Int64, Int64)]) -> [[Substring]] {
      let view = TournamentView.with {
        $0.groups = [
          .with {
            $0.rows = scores.map { scored, conceded in
              .with {
                ($0.name, $0.points) = ("Ada", scored)
                ($0.scored, $0.conceded) = (scored, conceded)
                $0.difference = scored - conceded
              }
            }
          }
        ]
      }
      let lines = TournamentText.standings(view)
      #expect(Set(lines.map(\.count)).count == 1, "\(lines)")
      return lines.map { $0.split(separator: " ") }
    }
    for (scored, conceded) in [("12345", "9870"), ("123456", "98700"), ("1000000", "123456.5")] {
      let values = [scored, conceded].map { Int64((Double($0) ?? 0) * 1_000) }
      let rows = standings([(values[0], values[1]), (3_000, 1_000), (values[1], values[0])])
      // Rank, name, four numbers of matches, points, the scores and the difference.
      #expect(
        rows[1].count == 11
          && rows[1][6...9] == [Substring(scored), Substring(scored), ":", Substring(conceded)])
      #expect(rows[2].suffix(5) == ["3", "3", ":", "1", "2"])
    }
    let plain = TournamentText.standings(
      .with { $0.groups = [.with { $0.rows = [.with { $0.name = "Ada" }] }] })
    #expect(plain[0] == "  Standings                    P   W   L   T   Pts    For : Agst    +/-")
  }

  @Test("43 T-7: matches of several rounds have no heading of one of them")
  func heading() {
    func heading(_ titles: [String]) -> [String] {
      let view = TournamentView.with {
        $0.phase = .knockout
        $0.bracket = titles.map { title in
          .with {
            $0.name = title
            $0.matches = [
              match {
                ($0.title, $0.state) = (title, .due)
              }
            ]
          }
        }
      }
      return TournamentText.lines(of: view).filter { $0.hasSuffix(":") }
    }
    #expect(heading(["Winners, round 1"]) == ["  Winners, round 1:"])
    #expect(heading(["Winners, round 1", "Winners, round 2"]) == ["  Next:"])
  }

  @Test("43 T-7: a draft names its points, tie-breaks, rounds, and who scores")
  func rules() {
    let view = TournamentView.with {
      $0.phase = .draft
      ($0.style.traits.followsSchedule, $0.style.traits.countsPoints) = (true, true)
      $0.rules = .with {
        ($0.points, $0.tieBreaks, $0.legs) = ("3,1,0", ["difference", "for"], 2)
        ($0.scorers, $0.noTies) = ("everybody", true)
      }
    }
    let lines = TournamentText.lines(of: view)
    for line in [
      "points: 3 for a win, 1 for a tie, 0 for a loss", "between equal points difference, for",
      "everybody meets twice", "no ties", "everybody scores",
    ] {
      #expect(lines.contains("    " + line), "\(lines)")
    }
    var named = view
    named.rules.ties = "fifa-2026"
    #expect(
      TournamentText.lines(of: named).contains(
        "    between equal points fifa-2026: difference, for"))
  }

  @Test("43 T-19: the matches of a Swiss tournament name those who are absent in a round")
  func absent() {
    let view = TournamentView.with {
      $0.style.traits.pairsRounds = true
      $0.entrants = ["Ada", "Bob", "Cy", "Out", "Late"].enumerated().map { number, name in
        .with {
          ($0.number, $0.name) = (UInt32(number), name)
          $0.out = name == "Out" ? "withdrawn" : ""
          $0.fromRound = name == "Late" ? 2 : 0
        }
      }
      $0.matches = ["R1.1", "R2.1"].map { name in
        match { ($0.name, $0.title) = (name, "Round \(name.dropFirst().prefix(1))") }
      }
    }
    let lines = TournamentText.matches(view)
    #expect(lines.filter { $0.contains("Absent") } == ["    Absent: Cy", "    Absent: Cy, Late"])
    #expect(lines[0] == "  Round 1" && lines[1] == "    Absent: Cy" && lines.count == 6)
  }

  @Test("43 T-11: a list has ids and times")
  func list() {
    let line = TournamentText.line(
      of: .with {
        ($0.id, $0.name, $0.made, $0.entrants) = ("abcdefghijkl", "Cup", 1_700_000_000_000, 4)
      })
    #expect(line.hasPrefix("  abcdefgh  2023-11-1") && line.contains("Cup"))
    let gone = TournamentText.line(
      of: .with {
        ($0.id, $0.deleted, $0.draws, $0.roomName) = ("abcdefghijkl", true, 2, "friends")
      })
    #expect(gone.contains("deleted after 2 draws, in friends"))
  }
}
