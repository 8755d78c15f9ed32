import DuelSchema

// What players tell of their own seats: rows of asks, the top card, stops and priority.
extension Duel {
  /// Notes that a seat acts: it ends a row of asks, and the other player may answer again.
  mutating func noteAct(_ kind: DuelStep.OneOf_Step, _ author: Author) {
    let seat = author.seat
    switch kind {
    case .answer, .answerUndo: break
    // A card of the row itself.
    case .open(let step) where self[seat].owed.contains(step.handle): break
    case .play(let step) where self[seat].milled.contains(step.handle): break
    default: self[seat].until = nil
    }
    if kind.isAct { self[seat].acted = author.sequence }
  }

  /// Takes what a player tells of the own seat.
  mutating func tell(_ step: DuelStep.Mark, _ author: Author) throws {
    keepPocket(author)
    try self[author.seat].pocket.tell(step, author)
  }

  /// The answer of a seat to what the other one has done last.
  ///
  /// A pass holds until either acts, as far as it had seen; a hold until the turn ends.
  public func priority(of seat: SeatNumber) -> DuelStep.Priority {
    guard let stance = self[seat].pocket.stance else { return .unspecified }
    let (own, other) = (self[seat], self[3 - seat])
    let isAnswered =
      stance.priority == .hold
      ? stance.sequence >= own.turned && stance.seen >= other.turned
      : stance.sequence >= own.acted && stance.seen >= other.acted
    return isAnswered ? stance.priority : .unspecified
  }

  /// The first phase behind the present one that the other player of a turn does not let pass; nil for none before a phase.
  func stop(before phase: UInt32, in turn: DuelMarker) -> UInt32? {
    self[3 - turn.holder].pocket.stops.filter { $0 > turn.phase && $0 < phase }.min()
  }
}
