import DuelSchema

// What players tell of their own seats: rows of asks, the top card, stops and priority.
extension Duel {
  /// Notes that a seat acts: it ends a row of asks, and the other player may answer anew.
  mutating func noteAct(_ kind: DuelStep.OneOf_Step, _ author: Author) {
    let seat = author.seat
    switch kind {
    case .answer, .answerUndo: break
    // A card of the row itself.
    case .open(let step) where self[seat].owed.contains(step.handle): break
    case .play(let step) where self[seat].milled.contains(step.handle): break
    default: self[seat].until = nil
    }
    if Self.isAct(kind) { self[seat].acted = author.sequence }
  }

  /// Whether a step changes something that the other player may answer.
  private static func isAct(_ kind: DuelStep.OneOf_Step) -> Bool {
    switch kind {
    case .shuffle, .play, .put, .take, .turn, .move, .pass: true
    case .ask(let step): step.cards.goal != .stay
    case .mark(let step):
      switch step.what {
      case .counter, .phase: true
      case .arrow, .top, .stop, .priority, nil: false
      }
    case .answer, .open, .showTo, .sealHand, .choose, .note, .askUndo, .answerUndo, .endGame,
      .openMatch, .complain, .search:
      false
    }
  }

  /// Takes what a player tells of the own seat.
  mutating func tell(_ step: DuelStep.Mark, _ author: Author) throws {
    let seat = author.seat
    keepPocket(author)
    switch step.what {
    case .top(let top):
      if case .UNRECOGNIZED = top { throw DuelReason.outOfRange }
      self[seat].pocket.top = top
    case .stop(let stop):
      guard stop.phase <= DuelLimits.coordinate else { throw DuelReason.outOfRange }
      if stop.on {
        self[seat].pocket.stops.insert(stop.phase)
      } else {
        self[seat].pocket.stops.remove(stop.phase)
      }
      guard self[seat].pocket.stops.count <= DuelLimits.stops else { throw DuelReason.tooMany }
    case .priority(let priority):
      if case .UNRECOGNIZED = priority { throw DuelReason.outOfRange }
      self[seat].pocket.stance =
        priority == .unspecified
        ? nil : DuelStance(priority: priority, sequence: author.sequence, seen: author.seen)
    case .counter, .phase, .arrow, nil: throw DuelReason.outOfRange
    }
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

  // MARK: Rows of asks

  /// Checks the card at which a row of asks ends.
  func check(_ until: DuelStep.Until, of cards: DuelStep.Cards) throws {
    guard cards.count == 1, [.mill, .open].contains(cards.goal),
      until.left <= DuelLimits.cardsPerAsk, until.card.isEmpty != until.type.isEmpty,
      until.type.utf8.count <= DuelLimits.typeBytes
    else { throw DuelReason.outOfRange }
    guard until.card.isEmpty || DuelList.isCard(Array(until.card)) else {
      throw DuelReason.wrongBytes
    }
  }
}
