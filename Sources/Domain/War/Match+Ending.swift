import Feature
import Schema

// Steps that pause, hand over or end a match.
extension Match {
  mutating func changePresence(
    leaving: Bool, _ author: StepWriter
  ) throws(Violation) -> [MatchEvent] {
    guard logs[author.seat].isAway(asOf: author.sequence) != leaving else {
      throw author.refuse(leaving ? "left twice" : "returned without having left")
    }
    logs[author.seat].departures.turn(at: author.sequence)
    return [leaving ? .left(author.seat) : .returned(author.seat)]
  }

  mutating func concede(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    try requireStart(author, "conceded")
    logs[author.seat].concessions.add(at: author.sequence)
    return []
  }

  /// Whether an author still waits for the answer of the other seat to its last play, by what the author knew.
  func otherOwes(play mine: SeatLog.Play, _ author: StepWriter) -> Bool {
    if let decision = lastDecision, decision.round == mine.round, decision.battle == mine.battle,
      author.knows(decision.sequence, of: decision.seat)
    {
      return false
    }
    let other = logs[author.seat.other]
    let theirs = other.play(round: mine.round, battle: mine.battle)
    guard author.knows(theirs?.sequence, of: author.seat.other) else { return true }
    return !logs[author.seat].decides && !author.knows(other.offer, of: author.seat.other)
  }

  mutating func offerHosting(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    try requireStart(author, "offered to let the other side decide")
    guard logs[author.seat].decides else {
      throw author.refuse(
        "offered to let the other side decide the rounds, but was not the side that decides")
    }
    logs[author.seat].decides = false
    logs[author.seat].offer = author.sequence
    return [.offeredHosting(author.seat)]
  }

  mutating func takeHosting(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    let other = author.seat.other
    guard author.knows(logs[other].offer, of: other) else {
      throw author.refuse("started to decide the rounds without an offer from the other side")
    }
    logs[other].offer = nil
    logs[author.seat].decides = true
    return [.tookHosting(author.seat)]
  }

  /// The result of the match; nil until it ends or when it never started.
  ///
  /// A function of what both logs hold: a broken log comes before an end by the cards, that before
  /// a concession, and that before an accepted claim, wherever two of them did not know of each other.
  /// A claim that nobody accepted ends nothing (`claims`).
  public var result: MatchResult? {
    guard isOver else { return nil }
    let broken = Seat.chairs.filter(isBroken)
    if let loser = broken.first {
      return makeResult(
        .broken, winner: broken.count == 1 ? loser.other : nil,
        because: broken.map(brokenSentence).joined(separator: " "))
    }
    if let decidedEnd {
      return makeResult(decidedEnd.ending, winner: decidedEnd.winner, because: reason(decidedEnd))
    }
    let conceded = Seat.chairs.filter { logs[$0].concessions.stands }
    if let loser = conceded.first {
      let both = conceded.count == 2
      return makeResult(
        .conceded, winner: both ? nil : loser.other,
        because: both ? "Both conceded." : "\(distinctName(of: loser)) conceded.")
    }
    return acceptedResult
  }

  /// Whether there is a result.
  var isOver: Bool {
    started != nil
      && (decidedEnd != nil || logs.host.concessions.stands || logs.joiner.concessions.stands
        || logs.host.accepted != nil || logs.joiner.accepted != nil || isBroken(.host)
        || isBroken(.joiner))
  }

  /// The reason why a table without a match is closed; nil while it is open or once the match has started.
  public var closedReason: String? {
    guard started == nil else { return nil }
    if cancelled != nil { return cancelReason }
    let broken = Seat.chairs.filter(isBroken)
    return broken.isEmpty ? nil : broken.map(brokenSentence).joined(separator: " ")
  }

  /// Whether a log holds something that does not follow, written before the end was known there.
  func isBroken(_ seat: Seat) -> Bool {
    if logs[seat].violation != nil { return true }
    return logs[seat].forked != nil && !knowsEnd(seat, seen: logs[seat].seen)
  }

  private func brokenSentence(_ seat: Seat) -> String {
    logs[seat].violation?.sentence
      ?? "\(seat.capitalTitle) signed two different entries with number \(logs[seat].forked ?? 0)."
  }

  private func reason(_ end: Deal.End) -> String {
    let loser = end.winner.map { distinctName(of: $0.other) }
    return switch end.ending {
    case .cards: "\(loser ?? "Nobody") has no card left."
    case .short:
      (loser.map { "\($0) could not" } ?? "Neither player could") + " lay all cards of a war."
    case .bothOut: "Both ran out of cards in a war."
    case .roundCap:
      "\(Count.of(rules.roundCap, "round is", "rounds are")) over, the most that the rules allow."
    case .cycle: "The cards lie as they lay before, so it would never end."
    case .conceded, .claimed, .broken, .unspecified, .UNRECOGNIZED: ""
    }
  }

  func makeResult(_ ending: Ending, winner: Seat?, because: String) -> MatchResult {
    var result = MatchResult()
    result.ending = ending
    result.winner = winner ?? .unspecified
    result.text = (winner.map { "\(distinctName(of: $0)) won. " } ?? "A draw. ") + because
    return result
  }
}
