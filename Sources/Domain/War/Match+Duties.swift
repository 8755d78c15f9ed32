import Feature
import Schema

// What a seat's node should write next, as far as this copy of the match knows.
extension Match {
  /// Returns the steps that a seat's node must write now without asking its person, in order.
  ///
  /// Write the first one, apply it, and ask again: later ones may follow from it. Cite everything
  /// that this match was fed.
  public func duties(of seat: Seat) -> [Duty] {
    guard seat.isChair, result == nil, closedReason == nil, logs[seat].forked == nil else {
      return []
    }
    let log = logs[seat]
    if seat == .joiner, seated != nil {
      if log.began == nil { return [.join] }
      if log.tip == nil { return [.commit] }
    }
    guard started != nil else { return [] }
    var duties: [Duty] = []
    if roundNeedsLinks, logs[seat.other].reveal?.round == round, log.reveal?.round != round {
      duties.append(.reveal(round: round))
    }
    if log.decides, let step = dueDecision { duties.append(.decide(step)) }
    return duties
  }

  /// Returns the steps of a tap by a seat's person, all for one entry; empty when a tap does not count now.
  public func tapSteps(for seat: Seat) -> [Duty] {
    guard mayTap(seat) else { return [] }
    let play = Duty.play(round: round, battle: battle)
    return roundNeedsLinks && logs[seat].reveal?.round != round
      ? [.reveal(round: round), play] : [play]
  }

  /// Whether a tap of the seat would count: the match goes on, the seat has not played this battle, and both are
  /// here. Whoever has claimed and left does not keep the other from undoing the claim.
  public func mayTap(_ seat: Seat) -> Bool {
    seat.isChair && phase == .playing && !hasPlayed(seat) && !hasLeft(seat)
      && (!hasLeft(seat.other) || standingClaim(of: seat.other) != nil)
      && logs[seat].forked == nil
  }

  /// Whether the seat may claim a result by now, because it has played and the other side owes
  /// its link, its card or the decision, and no claim of the seat stands. The node says how long to wait before.
  public func canClaim(_ seat: Seat) -> Bool {
    guard seat.isChair, phase == .playing, logs[seat].forked == nil,
      standingClaim(of: seat) == nil, let mine = logs[seat].plays.last, mine.round == round,
      mine.battle == battle
    else { return false }
    return otherOwes(play: mine, StepWriter(seat: seat, sequence: .max, seen: .max))
  }

  /// The seat whose link of this round is missing though the other's was revealed; nil for none.
  public var withholding: Seat? {
    guard phase == .playing, roundNeedsLinks else { return nil }
    return Seat.chairs.first {
      logs[$0].reveal?.round != round && logs[$0.other].reveal?.round == round
    }
  }

  private var dueDecision: DecideStep? {
    guard hasPlayed(.host), hasPlayed(.joiner), let deal, battle < deal.battles.count else {
      return nil
    }
    let decided = deal.battles[Int(battle)]
    var step = DecideStep()
    step.round = round
    step.battle = battle
    step.result = decided.result
    step.stateHash = .init(decided.stateHash)
    return step
  }
}
