import DuelSchema

// The checks of single parts of steps, which do not need the match.

extension DuelStep.OneOf_Step {
  /// Whether a step changes something that the other player may answer.
  var isAct: Bool {
    switch self {
    case .shuffle, .play, .put, .take, .turn, .move, .pass: true
    case .ask(let step): step.cards.goal != .stay
    case .mark(let step):
      switch step.what {
      case .counter, .phase: true
      case .arrow, .top, .stop, .priority, nil: false
      }
    case .answer, .open, .showTo, .sealHand, .choose, .note, .askUndo, .answerUndo, .endGame,
      .openMatch, .complain, .verdict, .search:
      false
    }
  }
}

extension DuelStep.Spot {
  /// Checks a place on the table.
  func checked() throws -> DuelStep.Spot {
    switch zone {
    case .unspecified, .UNRECOGNIZED: throw DuelReason.outOfRange
    case .battlefield, .stack, .graveyard, .exile, .command: break
    }
    guard x <= DuelLimits.coordinate, y <= DuelLimits.coordinate,
      unknownFields.data.isEmpty
    else { throw DuelReason.outOfRange }
    return self
  }
}

extension DuelStep.Until {
  /// Checks the card at which a row of asks ends.
  func check(of cards: DuelStep.Cards) throws {
    guard cards.count == 1, [.mill, .open].contains(cards.goal),
      left <= DuelLimits.cardsPerAsk, card.isEmpty != type.isEmpty,
      type.utf8.count <= DuelLimits.typeBytes
    else { throw DuelReason.outOfRange }
    guard card.isEmpty || DuelList.isCard(Array(card)) else {
      throw DuelReason.wrongBytes
    }
  }
}

extension DuelStep.OpenMatch {
  /// Checks a part of an opening against those before it.
  func check(after before: [DuelStep.OpenMatch], games: UInt32) throws {
    guard parts > 0, parts <= DuelLimits.openingParts,
      part == UInt32(before.count) + 1, part <= parts,
      before.allSatisfy({ $0.parts == parts && $0.judgeBox.isEmpty == judgeBox.isEmpty })
    else { throw DuelReason.wrongParts }
    guard listPart.count <= DuelLimits.openingPartBytes,
      judgeBox.count <= DuelLimits.judgeBoxBytes, swaps.count <= Int(games)
    else { throw DuelReason.outOfRange }
    if judgeBox.isEmpty {
      let length = part == parts ? HashInput.size : 0
      guard secret.count == length else { throw DuelReason.wrongBytes }
    } else {
      guard listPart.isEmpty, swaps.isEmpty, secret.isEmpty else {
        throw DuelReason.wrongBytes
      }
    }
  }
}

extension DuelStep.Verdict {
  /// Checks the form of a verdict, and that its author has seen the entries that it is on.
  func check(_ author: Author, seats: Int) throws {
    guard winner <= seats, failing <= seats, signature.count == DuelLimits.signatureBytes
    else { throw DuelReason.outOfRange }
    guard last.count == seats, last[Int(author.other) - 1] <= author.seen,
      last[Int(author.seat) - 1] < author.sequence
    else { throw DuelReason.unseen }
  }
}

extension DuelAsk {
  /// The seed of the picks of an ask.
  public static func seed(gameID: [UInt8], owner: SeatNumber, number: UInt32, links: [[UInt8]])
    -> [UInt8]
  {
    links.reduce(HashInput("pick").adding(gameID).adding(seat: owner).adding(number)) {
      $0.adding($1)
    }.hash()
  }
}

extension DuelPocket {
  /// Takes what a player tells of the own seat.
  mutating func tell(_ step: DuelStep.Mark, _ author: Author) throws {
    switch step.what {
    case .top(let top):
      if case .UNRECOGNIZED = top { throw DuelReason.outOfRange }
      self.top = top
    case .stop(let stop):
      guard stop.phase < DuelLimits.phases else { throw DuelReason.outOfRange }
      if stop.on {
        stops.insert(stop.phase)
      } else {
        stops.remove(stop.phase)
      }
      guard stops.count <= DuelLimits.stops else { throw DuelReason.tooMany }
    case .priority(let priority):
      if case .UNRECOGNIZED = priority { throw DuelReason.outOfRange }
      stance =
        priority == .unspecified
        ? nil : DuelStance(priority: priority, sequence: author.sequence, seen: author.seen)
    case .counter, .phase, .arrow, nil: throw DuelReason.outOfRange
    }
  }
}

extension DuelSeat {
  /// Takes the next seal and returns its number.
  mutating func addSeal(_ seal: [UInt8]) throws -> UInt32 {
    guard seal.count == HashInput.size else { throw DuelReason.wrongBytes }
    seals += 1
    return seals
  }

  /// Takes what the judge has signed.
  mutating func add(_ verdict: DuelStep.Verdict) throws {
    guard verdicts.count < DuelLimits.verdicts else { throw DuelReason.tooMany }
    verdicts.append(verdict)
  }

  /// Notes an entry that an undo may name.
  mutating func note(_ author: Author) {
    recent.append(.init(sequence: author.sequence, seen: author.seen))
    if recent.count > 2 * DuelLimits.undoSteps + 2 {
      recent.removeFirst(DuelLimits.undoSteps + 1)
    }
  }

  /// Cards that were picked since then lie where they were picked from, and no other can come there.
  mutating func fixPicked(since sequence: UInt64) {
    for pick in picked where pick.sequence > sequence {
      guard
        let index = pocket.library.slots.firstIndex(where: { $0.id == pick.slot }),
        pocket.library.slots[index].isOpen
      else { continue }
      pocket.library.slots[index].handle = pick.handle
      pocket.library.unused.removeAll { $0 == pick.label }
    }
    picked.removeAll { $0.sequence > sequence }
  }
}
