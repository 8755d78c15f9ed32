import Schema
import Testing

@testable import War

@Suite struct MatchPlayTests {
  func started(_ seed: UInt64 = 5, rules: Rules = .standard) throws -> TwoSeats {
    var seats = TwoSeats(seed: seed, rules: rules)
    try seats.start()
    return seats
  }

  /// A match in which the first round is a war, decided as such.
  func inWar() throws -> TwoSeats {
    for seed in UInt64(0)..<1000 {
      var seats = try started(seed)
      seats.tap(.joiner)
      seats.tap(.host)
      seats.settle()
      if seats.matches.host.battle == 1 { return seats }
    }
    throw RulesError(description: "No seed below 1000 begins with a war.")
  }

  @Test("G-14 G-30 G-41 A match is played to its end and both agree", arguments: 1...8)
  func wholeMatch(seed: UInt64) throws {
    var seats = try started(seed)
    #expect(seats.matches.host.phase == .playing)
    seats.play()
    #expect(seats.matches.host.phase == .finished)
    #expect(seats.matches.host == seats.matches.joiner)
    let result = try #require(seats.matches.host.result)
    #expect(result.ending == .cards && result.text.contains("has no card left"))
    #expect(seats.matches.host.cards(of: result.winner) == 52)
    #expect(seats.matches.host.lastRounds.count == 5)
    #expect(seats.matches.host.duties(of: .host).isEmpty && !seats.matches.host.mayTap(.host))
  }

  @Test("G-31 Either may play first and each only once", arguments: [Seat.host, .joiner])
  func eitherFirst(first: Seat) throws {
    var seats = try started()
    let tapped = seats.tap(first)
    #expect(tapped)
    #expect(
      !seats.matches[first].mayTap(first) && seats.matches[first].tapSteps(for: first).isEmpty)
    let again = seats.write(first, .playing(1, 0))
    #expect(again.violation?.sentence.hasSuffix("played battle 0 of round 1 twice.") == true)
    #expect(seats.matches[first].result?.winner == first.other)
  }

  @Test("G-60 A card is shown when its player has tapped and both links are there")
  func whenACardIsShown() throws {
    var seats = try started()
    seats.tap(.joiner)
    #expect(seats.matches.joiner.laid(by: .joiner) == Match.Laid(down: 0, up: nil))
    #expect(seats.matches.joiner.withholding == .host)
    seats.deliver(to: .host)
    #expect(seats.matches.host.duties(of: .host) == [.reveal(round: 1)])
    #expect(seats.matches.host.cards(of: .joiner) == 25)
    seats.settle()
    let up = seats.matches.host.laid(by: .joiner)?.up
    #expect(up != nil && seats.matches.host.laid(by: .host) == nil)
    #expect(seats.matches.host.withholding == nil)
    seats.events = []
    seats.tap(.host)
    seats.settle()
    #expect(seats.matches.host.lastBattle?.joiner == up)
    #expect(seats.matches.host.roundsDecided == 1 || seats.matches.host.battle == 1)
  }

  @Test func eventsTellTheMatchInOrder() throws {
    var seats = try started()
    seats.tap(.host)
    seats.settle()
    seats.tap(.joiner)
    seats.settle()
    var match = Match(hostKey: seats.keys.host)
    var kinds: [String] = []
    for entry in seats.written {
      for step in entry.steps {
        guard case .accepted(let events) = match.apply(step, by: entry.seat, at: entry.at) else {
          continue
        }
        kinds += events.map { String("\($0)".prefix { $0 != "(" }) }
      }
    }
    #expect(
      kinds == ["opened", "seated", "joined", "started", "played", "played", "decided"])
  }

  @Test("G-64 A card cannot be played out of turn or without its link")
  func outOfTurn() throws {
    for (round, battle) in [(2, 0), (1, 1), (0, 0)] as [(UInt32, UInt32)] {
      let seats = try started()
      #expect(!seats.trying(.joiner, .playing(round, battle)).isAccepted)
    }
    var seats = try started()
    let verdict = seats.write(.joiner, .playing(1, 0))
    #expect(verdict.violation?.sentence.contains("without revealing its link") == true)
  }

  @Test("Invariant 7: a link is revealed in its round, once, and only to play or to answer")
  func reveals() throws {
    var seats = try started()
    let first = try #require(ChainLink.link(secret: seats.secrets.joiner, of: .joiner, round: 1))
    let second = try #require(ChainLink.link(secret: seats.secrets.joiner, of: .joiner, round: 2))
    let wrong: [(TableStep, String)] = [
      (.revealing(2, second), "not the round to be played"),
      (.revealing(1, second), "not the one committed to"),
      (.revealing(1, []), "not the one committed to"),
    ]
    for (step, reason) in wrong {
      #expect(seats.trying(.joiner, step).violation?.sentence.contains(reason) == true)
    }
    var unasked = seats
    unasked.write(.joiner, .revealing(1, first))
    #expect(unasked.trying(.joiner, .leave).violation?.sentence.contains("unasked") == true)
    unasked = seats
    unasked.write(.joiner, .revealing(1, first))
    #expect(unasked.trying(.joiner, .playing(1, 0)).isAccepted)
    seats.tap(.host)
    seats.settle()
    #expect(seats.trying(.joiner, .leave).isAccepted, "an answer obliges to nothing")
    #expect(!seats.trying(.joiner, .revealing(1, first)).isAccepted)
  }

  @Test("G-64 G-62 A decision that does not follow is refused with round, battle and cards")
  func decisions() throws {
    var seats = try started()
    seats.tap(.joiner)
    seats.tap(.host)
    seats.deliver(to: .host)
    guard case .decide(let honest) = seats.matches.host.duties(of: .host).first else {
      Issue.record("The host has nothing to decide.")
      return
    }
    let lies: [(String, (inout DecideStep) -> Void)] = [
      ("decided battle 0 of round 1 as", { $0.result = $0.result == .war ? .hostWins : .war }),
      ("state hash that does not follow", { $0.stateHash[0] ^= 1 }),
      ("not the one to be decided", { $0.round = 2 }),
      ("not the one to be decided", { $0.battle = 1 }),
    ]
    for (reason, lie) in lies {
      var copy = seats
      var step = honest
      lie(&step)
      copy.write(.host, .with { $0.decide = step })
      copy.exchange()
      let violation = copy.matches.joiner.violation(of: .host)
      #expect(violation?.sentence.contains(reason) == true)
      #expect(violation?.sequence == UInt64(copy.logs.host.count))
      #expect(copy.matches.joiner.result?.winner == .joiner)
    }
    var blind = seats.matches.host
    let unseen = Match.Position(sequence: UInt64(seats.logs.host.count + 1), seen: 0)
    let hasty = blind.apply(.with { $0.decide = honest }, by: .host, at: unseen)
    #expect(hasty.violation?.sentence.contains("before the joiner had played it") == true)
    seats.deliver(to: .joiner)
    let usurped = seats.write(.joiner, .with { $0.decide = honest })
    #expect(usurped.violation?.sentence.contains("although the other side decides") == true)
  }

  @Test("G-40 In a war the pot stays on the table, also for who replays the logs")
  func potStays() throws {
    var seats = try inWar()
    #expect(seats.matches.host.pot == 2 && seats.matches.host.wars == 1)
    seats.tap(.joiner)
    seats.settle()
    #expect(seats.matches.joiner.laid(by: .joiner)?.down == 3)
    #expect(seats.matches.joiner.laid(by: .joiner)?.up != nil, "the round's links are out")
    #expect(seats.matches.host.cards(of: .joiner) == 21)
    #expect(seats.matches.host.checkConservation())
    let again = Interleaving.replay(seats.written, hostKey: seats.keys.host)
    #expect(again == seats.matches.host)
    seats.tap(.host)
    seats.settle()
    #expect(seats.matches.host.pot == 0 || seats.matches.host.battle == 2)
  }

  @Test("A match ends in a draw at the round cap")
  func roundCap() throws {
    var rules = Rules.standard
    rules.roundCap = 2
    var seats = try started(rules: rules)
    seats.play()
    let result = try #require(seats.matches.joiner.result)
    #expect(result.ending == .roundCap && result.winner == .unspecified)
    #expect(result.text == "A draw. 2 rounds are over, the most that the rules allow.")
  }

  @Test("Once every card has been seen no link is revealed")
  func noLinksLate() throws {
    var seats = try started(2)
    seats.play(rounds: 30)
    try #require(seats.matches.host.phase == .playing && !seats.matches.host.layout.needsLinks)
    #expect(seats.matches.host.tapSteps(for: .host).count == 1)
    let link = try #require(
      ChainLink.link(secret: seats.secrets.host, of: .host, round: seats.matches.host.round))
    let verdict = seats.write(.host, .revealing(seats.matches.host.round, link))
    #expect(verdict.violation?.sentence.contains("every card has been seen") == true)
  }

  /// A match that has come to lie with these cards.
  func with(_ layout: Layout, bothOut: BothOut) throws -> TwoSeats {
    var rules = Rules.standard
    rules.bothOut = bothOut
    var seats = try started(rules: rules)
    for seat in [Seat.host, .joiner] {
      seats.matches[seat].layout = layout
      seats.matches[seat].roundNeedsLinks = false
      let gameID = try #require(seats.matches[seat].gameID)
      let terms = Deal.Terms(
        round: 1, rules: rules, gameID: gameID, seed: Array(repeating: 0, count: 32))
      seats.matches[seat].deal = Deal(layout, terms)
    }
    return seats
  }

  @Test("G-35 G-36 Both out is a draw; dealt out again for ever it is a cycle, also a draw")
  func bothOutAndCycle() throws {
    let kings = Layout.known(host: [44], joiner: [45])
    var draw = try with(kings, bothOut: .draw)
    draw.play()
    #expect(draw.matches.joiner.result?.ending == .bothOut)
    #expect(draw.matches.joiner.result?.text == "A draw. Both ran out of cards in a war.")
    var cycle = try with(kings, bothOut: .split)
    cycle.play()
    #expect(cycle.matches.joiner.result?.ending == .cycle)
    #expect(cycle.matches.joiner.result?.winner == .unspecified)
    #expect(cycle.matches.joiner.roundsDecided == 2 && cycle.matches.host == cycle.matches.joiner)
  }
}
