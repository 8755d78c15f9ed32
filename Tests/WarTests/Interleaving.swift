import Schema
import TestKit

@testable import War

/// A match played at random by two seats that hear of each other late.
struct RandomSession {
  var seats: TwoSeats
  var random: SeededGenerator
  /// One step in so many is forged; 0 for never.
  var forgery: Int

  init(seed: UInt64, forgery: Int = 0) throws {
    random = SeededGenerator(seed: seed)
    var rules = Rules.standard
    rules.faceDown = UInt32.random(in: 1...4, using: &random)
    rules.shortPlay = random.next() % 2 == 0 ? .loses : .lastCardUp
    rules.roundCap = [1, 3, 30, 5000].randomElement(using: &random) ?? 30
    seats = TwoSeats(seed: seed, rules: rules)
    self.forgery = forgery
    if random.next() % 8 == 0 {
      try seats.write(.host, .opening(nonce: seats.nonces.host, rules: rules, name: "Ada"))
      seats.write(.host, .with { $0.seat.joiner = .init(seats.keys.joiner) })
    } else {
      try seats.start()
      if random.next() % 8 == 0 { playAlmostToTheEnd() }
    }
    let most = random.next() % 4 == 0 ? 40 : 1500
    for _ in 0..<Int.random(in: 5...most, using: &random) { act() }
  }

  /// Leaves one to three rounds, so that the cards end the match in the midst of other steps.
  private mutating func playAlmostToTheEnd() {
    var whole = seats
    whole.play()
    let left = Int.random(in: 1...3, using: &random)
    seats.play(rounds: max(Int(whole.matches.host.roundsDecided) - left, 0))
  }

  private mutating func oneIn(_ count: UInt64) -> Bool { random.next() % count == 0 }

  private mutating func act() {
    let seat: Seat = oneIn(2) ? .host : .joiner
    if oneIn(2) { return seats.deliver(to: seat, Int.random(in: 1...3, using: &random)) }
    if forgery > 0, oneIn(UInt64(forgery)) { return forge(seat) }
    let match = seats.matches[seat]
    if match.phase == .finished, oneIn(6) { return agree(seat, match) }
    guard match.result == nil, match.closedReason == nil else { return }
    if seats.fulfil(seat) { return }
    if match.canStart, seat == .host {
      if oneIn(10) { seats.write(.host, .with { $0.cancel.reason = "late" }) }
      if !oneIn(2) { return }
      if !match.hasCommitted(.host) { seats.write(.host, seats.step(for: .commit, of: .host)) }
      seats.write(.host, .with { $0.start = StartMatch() })
      return
    }
    guard match.phase == .playing else { return }
    if oneIn(60) || match.hasLeft(seat) && oneIn(3) {
      seats.write(seat, match.hasLeft(seat) ? .comeBack : .leave)
    } else if oneIn(seats.matches.host.round < 3 ? 20 : 300) {
      seats.write(seat, .giveUp)
    } else if oneIn(match.round < 3 ? 10 : 400), match.canClaim(seat) {
      seats.write(seat, .claiming(oneIn(2) ? .win : .draw, match.round, match.battle))
    } else if oneIn(3), match.standingClaim(of: seat.other) != nil {
      seats.write(seat, .accepting)
    } else if oneIn(40), match.decidingSeat == seat, match.offeringSeat == nil {
      seats.write(seat, .offerOver)
    } else if oneIn(3), match.offeringSeat == seat.other {
      seats.write(seat, .takeOver)
    } else if match.mayTap(seat) {
      seats.tap(seat)
    }
  }

  /// Does one of the things that the two may still do after the end (rows G-49, G-52, G-56).
  private mutating func agree(_ seat: Seat, _ match: Match) {
    if match.mayAskTakeBack(seat), oneIn(2) {
      seats.write(seat, .with { $0.requestTakeBack = RequestTakeBack() })
    } else if match.takeBackAsked == seat.other, match.result?.winner == seat, oneIn(2) {
      seats.write(seat, .with { $0.grantTakeBack = GrantTakeBack() })
    } else if match.rematchTable == nil, match.offersRematch(seat.other),
      seat == .host || !match.offersRematch(.joiner)
    {
      let table = random.bytes(16)
      seats.write(seat, .with { $0.acceptRematch.table = .init(table) })
    } else if match.rematchTable == nil {
      let step: TableStep =
        match.offersRematch(seat)
        ? .with { $0.withdrawRematch = WithdrawRematch() }
        : .with { $0.offerRematch = OfferRematch() }
      seats.write(seat, step)
    }
  }

  /// Writes something that an honest node would not, or not now.
  private mutating func forge(_ seat: Seat) {
    let match = seats.matches[seat]
    let round = match.round &- 1 &+ UInt32(random.next() % 3)
    let battle = UInt32(random.next() % 2)
    let link = ChainLink.link(secret: seats.secrets[seat], of: seat, round: round) ?? []
    let steps: [TableStep] = [
      .playing(round, battle), .revealing(round, link), .leave, .comeBack, .giveUp, .offerOver,
      .takeOver, .claiming(.win, round, battle), .accepting, .committing(tip: random.bytes(32)),
      .with { $0.start = StartMatch() }, .with { $0.cancel.reason = "no" },
      .with {
        $0.decide.round = round
        $0.decide.result = .hostWins
      }, .joining(nonce: random.bytes(16), name: "Eve"), TableStep(),
      .with { $0.requestTakeBack = RequestTakeBack() }, .with { $0.playOn = PlayOn() },
      .with { $0.grantTakeBack = GrantTakeBack() }, .with { $0.offerRematch = OfferRematch() },
      .with { $0.acceptRematch.table = .init(random.bytes(16)) },
      .with { $0.admitSpectator.author = .init(random.bytes(32)) },
    ]
    seats.write(seat, steps[Int(random.next() % UInt64(steps.count))])
  }
}

/// Orders in which two logs may arrive, each entry after what it cites.
enum Interleaving {
  /// One causal order, choosing by `prefersHost` wherever both logs may go on.
  static func order(
    _ logs: Pair<[TestEntry]>, prefersHost: () -> Bool
  ) -> [TestEntry] {
    var done = Pair(host: 0, joiner: 0)
    var order: [TestEntry] = []
    func ready(_ seat: Seat, _ done: Pair<Int>) -> Bool {
      done[seat] < logs[seat].count && logs[seat][done[seat]].at.seen <= UInt64(done[seat.other])
    }
    while true {
      let host = ready(.host, done)
      let joiner = ready(.joiner, done)
      guard host || joiner else { return order }
      let seat: Seat = host && (!joiner || prefersHost()) ? .host : .joiner
      order.append(logs[seat][done[seat]])
      done[seat] += 1
    }
  }

  static func replay(_ order: [TestEntry], hostKey: [UInt8]) -> Match {
    var match = Match(hostKey: hostKey)
    for entry in order {
      for step in entry.steps { _ = match.apply(step, by: entry.seat, at: entry.at) }
    }
    return match
  }
}
