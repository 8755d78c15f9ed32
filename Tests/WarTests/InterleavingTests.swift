import Schema
import TestKit
import Testing

@testable import War

@Suite struct InterleavingTests {
  @Test(
    "G-62 Every causal order of two honest logs gives the same match, and nobody is blamed",
    arguments: 0..<10)
  func honestLogs(block: UInt64) throws {
    for seed in block * 12..<block * 12 + 12 {
      let session = try RandomSession(seed: seed)
      let match = try sameInEveryOrder(session.seats, seed)
      #expect(match.violation(of: .host) == nil, "seed \(seed)")
      #expect(match.violation(of: .joiner) == nil, "seed \(seed)")
      #expect(match.checkConservation(), "seed \(seed)")
    }
  }

  @Test(
    "G-64 Every causal order gives the same match when one side or both forge steps",
    arguments: 0..<10)
  func forgedLogs(block: UInt64) throws {
    for seed in block * 12..<block * 12 + 12 {
      _ = try sameInEveryOrder(RandomSession(seed: seed, forgery: 40).seats, seed)
    }
  }

  @Test("Every causal order gives the same match after a fork", arguments: 0..<10)
  func forkedLogs(block: UInt64) throws {
    for seed in block * 10..<block * 10 + 10 {
      var seats = try RandomSession(seed: seed).seats
      seats.exchange()
      let forger: Seat = seed % 2 == 0 ? .host : .joiner
      let length = UInt64(seats.logs[forger].count)
      let from = length - min(length - 1, seed % 7)
      var random = SeededGenerator(seed: seed)
      var matches: [Match] = []
      for _ in 0..<6 {
        let order = Interleaving.order(seats.logs) { random.next() % 2 == 0 }
        var match = Match(hostKey: seats.keys.host)
        match.applyFork(by: forger, from: from)
        for entry in order {
          for step in entry.steps { _ = match.apply(step, by: entry.seat, at: entry.at) }
        }
        matches.append(match)
      }
      let first = matches[0]
      for match in matches {
        let isSame = match == first
        #expect(isSame, "seed \(seed)")
      }
      #expect(matches[0].violation(of: forger.other) == nil, "seed \(seed)")
    }
  }

  private func sameInEveryOrder(_ seats: TwoSeats, _ seed: UInt64) throws -> Match {
    var seats = seats
    let first = Interleaving.replay(seats.written, hostKey: seats.keys.host)
    var random = SeededGenerator(seed: seed)
    var orders = [
      Interleaving.order(seats.logs) { true }, Interleaving.order(seats.logs) { false },
    ]
    for _ in 0..<4 { orders.append(Interleaving.order(seats.logs) { random.next() % 2 == 0 }) }
    for order in orders {
      try #require(order.count == seats.written.count, "seed \(seed)")
      let match = Interleaving.replay(order, hostKey: seats.keys.host)
      let isSame = match == first
      #expect(isSame, "seed \(seed)")
      #expect(match.result == first.result, "seed \(seed)")
    }
    seats.exchange()
    let isSame = Pair(host: seats.matches.host == first, joiner: seats.matches.joiner == first)
    #expect(isSame == Pair(host: true, joiner: true), "seed \(seed)")
    return first
  }
}

@Suite struct RandomSessionTests {
  @Test("The random sessions reach every ending and phase that they are meant to test")
  func coverage() throws {
    var reached: Set<String> = []
    for seed in UInt64(0)..<160 {
      for forgery in [0, 40] {
        let seats = try RandomSession(seed: seed, forgery: forgery).seats
        let match = Interleaving.replay(seats.written, hostKey: seats.keys.host)
        reached.insert("\(match.phase)")
        if !match.claims.isEmpty { reached.insert("claimed, not confirmed") }
        if match.logs.host.claims.contains(where: { $0.undone.joiner != nil }) {
          reached.insert("undone")
        }
        guard let result = match.result else { continue }
        reached.insert("\(result.ending)")
        if match.decidingSeat == .joiner { reached.insert("handed over") }
        let ends = [Seat.host, .joiner].flatMap {
          [match.logs[$0].concessions.last?.sequence, match.logs[$0].accepted?.sequence].compactMap
          { $0 }
        }
        if ends.count == 2 { reached.insert("two ends at once") }
        if ends.count == 1, match.decidedEnd != nil { reached.insert("cards and another end") }
      }
    }
    for wanted in [
      "seated", "playing", "finished", "closed", "cards", "short", "roundCap", "conceded",
      "claimed", "claimed, not confirmed", "undone", "broken", "handed over", "two ends at once",
      "cards and another end",
    ] {
      #expect(reached.contains(wanted), "\(wanted) is not among \(reached.sorted())")
    }
  }
}
