import Client
import Foundation
import Schema
import TournamentSchema

extension Comparison {
  /// Tournaments of a hundred: all that follows from their records, a Swiss round, and a score that another daemon shows.
  static func tournaments(_ places: Places) throws -> [Comparison] {
    let daemon = try DaemonProcess(places, name: "tournaments")
    let client = daemon.client
    let names = (0..<100).map { "Player \($0)" }.joined(separator: "\n")
    for format in ["groups", "league", "swiss"] {
      try client.call(Methods.Tournaments.make) {
        $0.name = format
        $0.format = format
        $0.entrants = names
      }
    }
    try client.call(Methods.Tournaments.setGroups) { $0.tournament = "groups" }
    for format in ["groups", "league", "swiss"] {
      try client.call(Methods.Tournaments.start) { $0.tournament = format }
    }
    try score("groups", client, most: .max)
    try score("league", client, most: 500)
    for _ in 0..<5 {
      try client.call(Methods.Tournaments.setRound) {
        $0.tournament = "swiss"
        $0.pair = true
      }
      try score("swiss", client, most: .max)
    }
    try client.call(Methods.Tournaments.setRound) {
      $0.tournament = "swiss"
      $0.pair = true
    }
    return [
      Comparison(
        title: "a tournament of 100, groups and knockout", unit: .milliseconds,
        target: .figure(required: 5, goal: 1)
      ) { _ in try check("groups", daemon) },
      Comparison(
        title: "a league of 100, 4,950 matches", unit: .milliseconds,
        target: .figure(required: 40, goal: 10)
      ) { _ in try check("league", daemon) },
      Comparison(
        title: "a Swiss round of 100", unit: .milliseconds, target: .figure(required: 24, goal: 8)
      ) { _ in
        try milliseconds {
          try daemon.client.call(Methods.Tournaments.setRound) {
            $0.tournament = "swiss"
            $0.pair = true
            $0.replace = true
          }
        }
      },
      try scores(places),
    ]
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start).seconds * 1e3
  }

  /// Everything is computed for a check, and little of it is sent.
  private static func check(_ name: String, _ daemon: DaemonProcess) throws -> Double {
    try milliseconds { try daemon.client.call(Methods.Tournaments.check) { $0.tournament = name } }
  }

  /// Reports scores of matches that are open, the lower number winning.
  private static func score(_ name: String, _ client: DaemonClient, most: Int) throws {
    let view = try client.call(Methods.Tournaments.show) { $0.tournament = name }
    let open = view.matches.filter { $0.state == .due }.prefix(most)
    for match in open {
      try client.call(Methods.Tournaments.score) {
        $0.tournament = name
        $0.match = match.name
        $0.score = match.home.number < match.away.number ? "1:0" : "0:1"
      }
    }
  }

  private static func scores(_ places: Places) throws -> Comparison {
    let changes = try Changes.ofScore(TwoHomes(places, name: "scores"))
    return Comparison(
      title: "a score typed, in the standings there", unit: .microseconds,
      target: .figure(required: 10_000, goal: 5_000), limit: answers(places, "p50"), turns: 5
    ) { _ in try changes.measure(100).median }
  }
}
