import Schema
import Testing

@testable import War

@Suite struct MatchEndingTests {
  func started(_ seed: UInt64 = 5, rules: Rules = .standard) throws -> TwoSeats {
    var seats = TwoSeats(seed: seed, rules: rules)
    try seats.start()
    return seats
  }

  @Test("G-37 G-39 G-55 Who leaves pauses the match, and it goes on after the return")
  func leaving() throws {
    var seats = try started()
    seats.tap(.joiner)
    seats.write(.joiner, .leave)
    seats.settle()
    #expect(seats.matches.host.hasLeft(.joiner) && !seats.matches.host.mayTap(.host))
    #expect(!seats.trying(.host, .playing(1, 0)).isAccepted)
    #expect(!seats.trying(.joiner, .leave).isAccepted)
    seats.write(.joiner, .comeBack)
    #expect(!seats.trying(.joiner, .comeBack).isAccepted)
    seats.settle()
    #expect(seats.matches.host.laid(by: .joiner)?.up != nil, "the card is still there")
    seats.play()
    #expect(seats.matches.host.phase == .finished && seats.matches.host == seats.matches.joiner)
  }

  @Test("A card that crossed the other's leaving counts") func leavingCrossed() throws {
    var seats = try started()
    seats.write(.joiner, .leave)
    let tapped = seats.tap(.host)
    #expect(tapped)
    seats.settle()
    #expect(seats.matches.host == seats.matches.joiner && seats.matches.host.phase == .playing)
    #expect(seats.matches.joiner.laid(by: .host)?.up != nil, "answered while away")
    #expect(!seats.trying(.joiner, .playing(1, 0)).isAccepted)
  }

  @Test("G-66 A concession gives the match to the other; two at once are a draw")
  func conceding() throws {
    var seats = try started()
    seats.write(.joiner, .giveUp)
    var both = seats
    seats.settle()
    #expect(seats.matches.host.result?.winner == .host)
    #expect(seats.matches.host.result?.text == "Ada won. Bo conceded.")
    both.write(.host, .giveUp)
    both.exchange()
    #expect(both.matches.host == both.matches.joiner)
    #expect(both.matches.host.result?.ending == .conceded)
    #expect(both.matches.host.result?.winner == .unspecified)
  }

  @Test("What is written after the end changes nothing and blames nobody") func afterTheEnd()
    throws
  {
    var seats = try started()
    seats.write(.joiner, .giveUp)
    seats.exchange()
    let result = seats.matches.host.result
    for seat in [Seat.host, .joiner] {
      for step in [TableStep.giveUp, .playing(1, 0), .claiming(.win, 1, 0), .offerOver] {
        let verdict = seats.write(seat, step)
        #expect(!verdict.isAccepted)
      }
      #expect(seats.trying(seat, .leave) == .accepted([]))
      #expect(seats.trying(seat, .comeBack) == .accepted([]))
      #expect(seats.matches[seat].violation(of: seat) == nil)
      #expect(seats.matches[seat].result == result)
    }
  }

  @Test("An end by the cards comes before a concession that did not know of it")
  func cardsBeforeConcession() throws {
    var rules = Rules.standard
    rules.roundCap = 1
    for seed in UInt64(1)...20 {
      var seats = try started(seed, rules: rules)
      seats.tap(.joiner)
      seats.tap(.host)
      seats.deliver(to: .host)
      guard seats.matches.host.duties(of: .host).count == 1 else { continue }
      seats.fulfil(.host)
      guard seats.matches.host.result?.ending == .roundCap else { continue }
      seats.write(.joiner, .giveUp)
      seats.exchange()
      #expect(seats.matches.host.result?.ending == .roundCap)
      #expect(seats.matches.host == seats.matches.joiner)
      return
    }
    Issue.record("No seed of 20 ended in its first round.")
  }

  @Test("G-54 Who has played may claim while the other keeps silent") func claims() throws {
    var seats = try started()
    #expect(!seats.matches.joiner.canClaim(.joiner))
    #expect(!seats.trying(.joiner, .claiming(.win, 1, 0)).isAccepted)
    seats.tap(.joiner)
    #expect(seats.matches.joiner.canClaim(.joiner))
    for kind in [ClaimKind.unspecified, .UNRECOGNIZED(4)] {
      #expect(!seats.trying(.joiner, .claiming(kind, 1, 0)).isAccepted)
    }
    var drawn = seats
    drawn.write(.joiner, .claiming(.draw, 1, 0))
    drawn.exchange()
    drawn.write(.host, .accepting)
    drawn.exchange()
    #expect(drawn.matches.joiner.result?.winner == .unspecified)
    #expect(drawn.matches.joiner == drawn.matches.host)
    seats.write(.joiner, .claiming(.win, 1, 0))
    #expect(seats.matches.joiner.result == nil, "claimed, not confirmed")
    #expect(seats.matches.joiner.claims.map(\.seat) == [.joiner])
    #expect(seats.matches.joiner.claims[0].text.contains("Bo claims the win, because Ada did not"))
    #expect(!seats.matches.joiner.canClaim(.joiner))
    #expect(!seats.trying(.joiner, .claiming(.draw, 1, 0)).isAccepted, "one claim at a time")
    #expect(!seats.trying(.joiner, .accepting).isAccepted, "one's own claim")
    #expect(!seats.trying(.host, .accepting).isAccepted, "the host has not seen it")
    var conceded = seats
    conceded.write(.host, .giveUp)
    conceded.exchange()
    #expect(conceded.matches.host.result?.ending == .conceded)
    #expect(conceded.matches.host == conceded.matches.joiner)
    seats.exchange()
    seats.write(.host, .accepting)
    seats.exchange()
    #expect(seats.matches.host.result?.ending == .claimed)
    #expect(seats.matches.host.result?.winner == .joiner)
    #expect(seats.matches.host.claims.isEmpty)
    #expect(seats.matches.host == seats.matches.joiner)
    #expect(!seats.trying(.host, .accepting).isAccepted, "the match is over")
  }

  @Test("G-54 Any later card undoes a claim, whatever its author knew, and play resumes")
  func claimsUndone() throws {
    for seed in UInt64(1)...12 {
      var seats = try started(seed)
      seats.play(rounds: Int(seed % 4))
      let match = seats.matches.joiner
      guard match.phase == .playing, match.mayTap(.joiner) else { continue }
      let steps = match.tapSteps(for: .joiner).map { seats.step(for: $0, of: .joiner) }
      // The lie: the win is claimed at the moment of playing.
      let verdicts = seats.write(.joiner, steps + [.claiming(.win, match.round, match.battle)])
      #expect(verdicts.allSatisfy { $0.isAccepted }, "seed \(seed)")
      switch seed % 3 {
      case 0: seats.tap(.host)  // crossed: the host has not seen it
      case 1: seats.settle()  // the host knows of it, and plays
      default:
        seats.settle()
        seats.write(.joiner, .leave)  // away, so that nobody could play on
        seats.settle()
        #expect(seats.matches.host.mayTap(.host), "seed \(seed)")
      }
      if seats.matches.host.mayTap(.host) {
        let tapped = seats.tap(.host)
        #expect(tapped, "seed \(seed)")
      }
      seats.exchange()
      #expect(seats.matches.joiner.claims.isEmpty && seats.matches.joiner.result == nil)
      if seats.matches.joiner.hasLeft(.joiner) { seats.write(.joiner, .comeBack) }
      seats.settle()
      #expect(seats.matches.host == seats.matches.joiner, "seed \(seed)")
      #expect(seats.matches.host.claims.isEmpty, "seed \(seed)")
      #expect(
        !seats.trying(.host, .accepting).isAccepted, "seed \(seed): nothing is left to accept")
      seats.play()
      let ending = seats.matches.host.result?.ending
      #expect(ending != nil && ending != .claimed && ending != .broken, "seed \(seed)")
    }
  }

  @Test("G-54 A claim that hides an answer which its author has is undone by it")
  func hiddenAnswer() throws {
    var seats = try started()
    let seen = seats.received.joiner
    let steps = seats.matches.joiner.tapSteps(for: .joiner).map { seats.step(for: $0, of: .joiner) }
    seats.tap(.host)
    seats.deliver(to: .joiner)
    // The liar has the host's card; it plays and claims in an entry that does not cite it.
    seats.received.joiner = seen
    let verdicts = seats.write(.joiner, steps + [.claiming(.win, 1, 0)])
    seats.received.joiner = seats.logs.host.count
    #expect(verdicts.allSatisfy { $0.isAccepted }, "no entry shows what its author has")
    #expect(seats.matches.joiner.claims.isEmpty, "undone as it is written")
    seats.exchange()
    #expect(seats.matches.host.claims.isEmpty && seats.matches.host.result == nil)
    #expect(seats.matches.host == seats.matches.joiner)
    #expect(!seats.trying(.host, .accepting).isAccepted, "nothing is left to accept")
    seats.settle()
    #expect(seats.matches.host.roundsDecided == 1 && seats.matches.joiner.claims.isEmpty)
    seats.play()
    #expect(seats.matches.host.result?.ending == .cards)
  }

  @Test("G-54 A withheld decision that comes after all undoes the claim") func lateDecision() throws
  {
    var seats = try started()
    seats.tap(.joiner)
    seats.tap(.host)
    seats.deliver(to: .host)
    seats.deliver(to: .joiner)
    seats.write(.joiner, .claiming(.win, 1, 0))
    #expect(seats.matches.joiner.claims.count == 1)
    seats.settle()
    #expect(seats.matches.joiner.claims.isEmpty && seats.matches.joiner.roundsDecided == 1)
    seats.play()
    #expect(seats.matches.joiner.result?.ending == .cards)
  }

  @Test("G-54 Nobody claims what it owes itself or what was answered") func unfairClaims() throws {
    var seats = try started()
    seats.tap(.joiner)
    seats.tap(.host)
    seats.deliver(to: .host)
    seats.deliver(to: .joiner)
    #expect(!seats.matches.host.canClaim(.host) && seats.matches.joiner.canClaim(.joiner))
    #expect(!seats.trying(.host, .claiming(.win, 1, 0)).isAccepted, "the host owes the decision")
    var late = seats
    late.fulfil(.host)
    late.exchange()
    #expect(!late.matches.joiner.canClaim(.joiner))
    #expect(!late.trying(.joiner, .claiming(.win, 1, 0)).isAccepted, "it was decided")
    #expect(seats.trying(.joiner, .claiming(.win, 1, 0)).isAccepted, "the decision is withheld")
  }

  @Test("Two claims that crossed undo each other, as both have played") func crossedClaims() throws
  {
    var seats = try started()
    seats.tap(.joiner)
    seats.tap(.host)
    seats.write(.joiner, .claiming(.win, 1, 0))
    seats.write(.host, .claiming(.win, 1, 0))
    seats.exchange()
    #expect(seats.matches.host == seats.matches.joiner)
    #expect(seats.matches.host.result == nil && seats.matches.host.claims.isEmpty)
    seats.play()
    #expect(seats.matches.host.result?.ending == .cards)
  }

  @Test("People 7: two players with one name are told apart by a word of their keys") func oneName()
    throws
  {
    var seats = TwoSeats(seed: 5)
    try seats.write(
      .host, .opening(nonce: seats.nonces.host, rules: seats.rules, name: "Ada"))
    seats.write(.host, .with { $0.seat.joiner = .init(seats.keys.joiner) })
    seats.exchange()
    seats.write(.joiner, .joining(nonce: seats.nonces.joiner, name: "ada"))
    seats.settle()
    seats.write(
      .host, [seats.step(for: .commit, of: .host), .with { $0.start = StartMatch() }])
    seats.settle()
    seats.write(.joiner, .giveUp)
    seats.exchange()
    let words = [seats.keys.host, seats.keys.joiner].map {
      KeyWords.first(KeyWords.words(of: $0.prefix(4)))
    }
    #expect(
      seats.matches.host.result?.text == "Ada (\(words[0])) won. ada (\(words[1])) conceded.")
  }

  @Test("G-63 The deciding is handed over by offer and taking, and back") func handOver() throws {
    var seats = try started()
    #expect(!seats.trying(.joiner, .takeOver).isAccepted)
    #expect(!seats.trying(.joiner, .offerOver).isAccepted)
    seats.play(rounds: 2)
    seats.write(.host, .offerOver)
    #expect(seats.matches.host.decidingSeat == .host && seats.matches.host.offeringSeat == .host)
    seats.settle()
    seats.tap(.host)
    seats.settle()
    seats.tap(.joiner)
    seats.settle()
    #expect(seats.matches.host.roundsDecided == 2, "an offer ends the right to decide")
    #expect(!seats.matches.joiner.canClaim(.joiner), "it could take the offer")
    #expect(seats.matches.host.canClaim(.host))
    seats.write(.joiner, .takeOver)
    seats.settle()
    #expect(seats.matches.host.decidingSeat == .joiner && seats.matches.host.offeringSeat == nil)
    #expect(seats.matches.host.roundsDecided == 3 || seats.matches.host.battle > 0)
    seats.play(rounds: 3)
    seats.write(.joiner, .offerOver)
    seats.exchange()
    seats.write(.host, .takeOver)
    seats.play()
    #expect(seats.matches.host.phase == .finished && seats.matches.host == seats.matches.joiner)
    #expect(seats.matches.host.decidingSeat == .host)
  }

  @Test("A fork breaks the match, unless its author knew the end by then") func forks() throws {
    var seats = try started()
    seats.play(rounds: 3)
    let from = UInt64(seats.logs.joiner.count)
    var match = Match(hostKey: seats.keys.host)
    match.applyFork(by: .joiner, from: from)
    for entry in seats.written {
      for step in entry.steps { _ = match.apply(step, by: entry.seat, at: entry.at) }
    }
    #expect(match.result?.ending == .broken && match.result?.winner == .host)
    #expect(match.violation(of: .host) == nil, "who relied on the fork is not to blame")
    seats.write(.host, .giveUp)
    seats.exchange()
    seats.write(.joiner, .leave)
    seats.exchange()
    var ended = seats.matches.host
    ended.applyFork(by: .joiner, from: UInt64(seats.logs.joiner.count + 1))
    #expect(ended.result?.ending == .conceded && ended.result?.winner == .joiner)
  }
}
