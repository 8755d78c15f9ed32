import Feature
import Foundation
import Schema
import Testing

@testable import War

@Suite struct MatchLobbyTests {
  /// A table that is opened, with the joiner accepted and nothing delivered to it yet.
  func opened() throws -> TwoSeats {
    var seats = TwoSeats(seed: 1)
    try seats.write(.host, .opening(nonce: seats.nonces.host, rules: .standard, name: "Ada"))
    seats.write(.host, .with { $0.seat.joiner = .init(seats.keys.joiner) })
    return seats
  }

  @Test("G-06 The host's log begins with opening the table") func openFirst() throws {
    var seats = TwoSeats(seed: 1)
    #expect(seats.matches.host.phase == .unopened)
    seats.write(.host, .leave)
    #expect(seats.matches.host.phase == .closed)
    #expect(seats.matches.host.closedReason == "The host wrote a step before sitting down.")
  }

  @Test func openingIsRefusedWithWrongNonceOrRules() throws {
    var unknown = Rules.standard
    unknown.shortPlay = .UNRECOGNIZED(9)
    for (nonce, rules) in [(15, Rules.standard), (16, unknown)] {
      let seats = TwoSeats(seed: 1)
      let step = try TableStep.opening(
        nonce: Array(repeating: 0, count: nonce), rules: rules, name: "Ada")
      #expect(!seats.trying(.host, step).isAccepted)
    }
    var seats = TwoSeats(seed: 1)
    let garbage = TableStep.with {
      $0.open.nonce = .init(repeating: 0, count: 16)
      $0.open.rules = .init([0xff, 0xff])
    }
    #expect(!seats.trying(.host, garbage).isAccepted)
    seats = try opened()
    let again = try TableStep.opening(nonce: seats.nonces.host, rules: .standard, name: "Ada")
    #expect(!seats.trying(.host, again).isAccepted)
  }

  @Test("G-08 One joiner is accepted, once, and it is somebody else") func seatOnce() throws {
    let seats = try opened()
    #expect(seats.matches.host.phase == .seated)
    #expect(!seats.trying(.host, .with { $0.seat.joiner = .init(seats.keys.joiner) }).isAccepted)
    for key in [seats.keys.host, [1, 2, 3]] {
      var other = TwoSeats(seed: 1)
      try other.write(.host, .opening(nonce: other.nonces.host, rules: .standard, name: ""))
      #expect(other.matches.host.phase == .open)
      #expect(!other.trying(.host, .with { $0.seat.joiner = .init(key) }).isAccepted)
    }
  }

  @Test("G-42 Nobody joins who has not seen the acceptance") func joinNeedsSeat() throws {
    let seats = try opened()
    var match = seats.matches.host
    var verdict: Verdict
    let step = TableStep.joining(nonce: seats.nonces.joiner, name: "Bo")
    let early = Match.Position(sequence: 1, seen: 1)
    verdict = match.apply(step, by: .joiner, at: early)
    #expect(!verdict.isAccepted)
    match = seats.matches.host
    let timely = Match.Position(sequence: 1, seen: 2)
    verdict = match.apply(step, by: .joiner, at: timely)
    #expect(verdict == .accepted([.joined(name: "Bo")]))
    #expect(match.gameID?.count == 32)
    verdict = match.apply(step, by: .joiner, at: timely)
    #expect(!verdict.isAccepted)
  }

  @Test("Seam: what a log has seen counts for the seat whose log it is") func seenBySeat() throws {
    let before = try opened().matches.host
    let step = TableStep.joining(nonce: try opened().nonces.joiner, name: "Bo")
    for (seen, isJoined) in [
      ([Seat.host: UInt64(1)], false), ([.joiner: 9], false), ([.host: 2], true),
    ] {
      var match = before
      _ = match.take(step, by: .joiner, at: SessionPosition(sequence: 1, seen: seen))
      #expect(match.hasJoined(.joiner) == isJoined && match.hasJoined(.host))
    }
  }

  @Test("G-59 The joiner commits first, and the host to a chain of its own") func commitOrder()
    throws
  {
    var seats = try opened()
    #expect(
      !seats.trying(.host, .committing(tip: seats.secrets.host)).isAccepted,
      "the joiner has not committed")
    seats = try opened()
    seats.settle()
    #expect(seats.matches.host.canStart)
    let tip = ChainLink.tip(secret: seats.secrets.joiner, of: .joiner)
    #expect(!seats.trying(.host, .committing(tip: tip)).isAccepted)
    #expect(!seats.trying(.host, .committing(tip: Array(tip.dropLast()))).isAccepted)
    #expect(!seats.trying(.host, .with { $0.start = StartMatch() }).isAccepted)
    #expect(!seats.trying(.joiner, .committing(tip: tip)).isAccepted)
    #expect(!seats.trying(.joiner, .with { $0.start = StartMatch() }).isAccepted)
  }

  @Test("G-10 A cancelled table is closed, and what crossed it is harmless") func cancel() throws {
    var seats = try opened()
    seats.deliver(to: .joiner)
    seats.write(.joiner, seats.step(for: .join, of: .joiner))
    let closing = seats.write(.host, .with { $0.cancel.reason = "la\u{1b}[2Jte" })
    #expect(closing == .accepted([.closed(reason: "la[2Jte")]))
    seats.exchange()
    #expect(seats.matches.host.phase == .closed && seats.matches.host == seats.matches.joiner)
    #expect(seats.matches.joiner.duties(of: .joiner).isEmpty)
    let late = seats.write(.joiner, seats.step(for: .commit, of: .joiner))
    #expect(!late.isAccepted && seats.matches.joiner.violation(of: .joiner) == nil)
    #expect(seats.matches.joiner.closedReason == "la[2Jte")
  }

  @Test func nothingIsClosedOrStartedTwice() throws {
    for step in [
      TableStep.with { $0.start = StartMatch() }, .with { $0.cancel.reason = "too late" },
    ] {
      var seats = TwoSeats(seed: 3)
      try seats.start()
      seats.write(.host, step)
      #expect(seats.matches.host.result?.ending == .broken)
      #expect(seats.matches.host.result?.winner == .joiner)
    }
  }

  @Test func namesAreLabelsWithoutControlCharacters() throws {
    var seats = TwoSeats(seed: 1)
    let name = "A\u{202e}d\u{0}a" + String(repeating: "x", count: 100)
    try seats.write(.host, .opening(nonce: seats.nonces.host, rules: .standard, name: name))
    #expect(seats.matches.host.name(of: .host).hasPrefix("Adaxxx"))
    #expect(seats.matches.host.name(of: .host).count == 63)
    #expect(seats.matches.host.name(of: .joiner) == "The joiner")
  }

  @Test func stepsOfALaterVersionHaveNoEffect() throws {
    var seats = try opened()
    let before = seats.matches.host
    // What is played in another game is none of War either.
    for step in [TableStep(), .with { $0.move = Data([1]) }] {
      #expect(seats.write(.host, step) == .accepted([]))
      #expect(seats.matches.host == before)
    }
    let nobody = seats.matches.host.apply(.leave, by: .unspecified, at: .init(sequence: 1, seen: 0))
    #expect(!nobody.isAccepted)
  }
}
