import DuelSchema
import Schema

// The phrase of each step. A step is described before the match takes it.
extension DuelLog {
  /// A card that not everybody sees.
  static let hidden = "a card"

  static func name(of object: DuelObject) -> String {
    object.isDown || object.name.isEmpty ? hidden : text(object.name)
  }

  private static func text(_ name: some Sequence<UInt8>) -> String {
    String(decoding: Array(name), as: UTF8.self)
  }

  /// The phrase of a step that a seat is about to write; nil for one that people need not read.
  func describe(_ step: DuelStep, by seat: SeatNumber, in match: Duel) -> DuelPhrase? {
    switch step.step {
    case .shuffle(let shuffle): return describe(shuffle, of: step.game, seat, match)
    case .ask(let step): return describe(step, seat, match)
    case .open(let step): return describe(step, seat, match)
    case .play(let step): return describe(step)
    case .put(let step): return describe(step, seat, match)
    case .take(let step): return describe(step, seat, match)
    case .turn, .move, .pass, .note, .mark: return describeTable(step, seat, match)
    case .showTo(let step):
      guard step.part == 1 else { return nil }
      let cards = [String](repeating: Self.hidden, count: step.seals.count + step.handles.count)
      return DuelPhrase(.show, "shows \(name(ofSeat: step.seat))", cards)
    case .sealHand(let step):
      return DuelPhrase(.show, "seals the hand of \(Count.of(step.seals.count, "card"))")
    case .choose(let step):
      let owner = name(ofSeat: step.seat)
      return DuelPhrase(
        .show, "chooses card \(UInt64(step.position) + 1) of the sealed hand of \(owner)")
    case .search(let step): return describe(step)
    case .askUndo: return DuelPhrase(.undo, "asks for an undo")
    case .answerUndo(let step):
      return DuelPhrase(.undo, step.granted ? "grants the undo" : "refuses the undo")
    case .endGame(let step): return describe(step, game: match[seat].game)
    case .openMatch(let step):
      guard step.part == step.parts else { return nil }
      return DuelPhrase(
        .game, step.judgeBox.isEmpty ? "opens the match" : "opens the match to the judge")
    case .complain: return DuelPhrase(.show, "says that cards that were shown cannot be read")
    case .verdict: return DuelPhrase(.game, "brings what the judge has signed")
    case .answer, nil: return nil
    }
  }

  // MARK: The library

  private func describe(
    _ step: DuelStep.Shuffle, of game: UInt32, _ seat: SeatNumber, _ match: Duel
  ) -> DuelPhrase {
    if game == match[seat].game + 1 {
      return DuelPhrase(.game, "begins game \(game) with \(Count.of(step.count, "card"))")
    }
    if step.wholeHand {
      let hand = Count.of(match[seat].pocket.hand.count, "card")
      if step.putBack > 0 {
        return DuelPhrase(
          .shuffle,
          "takes mulligan \(UInt64(match[seat].pocket.mulligans) + 1): shuffles the hand of \(hand) into the library, and puts \(Count.of(step.putBack, "card")) back after drawing"
        )
      }
      return DuelPhrase(.shuffle, "shuffles the hand of \(hand) into the library")
    }
    let objects = step.objects.map { object($0, seat, match) }
    let cards = [String](repeating: Self.hidden, count: step.seals.count) + objects
    return cards.isEmpty
      ? DuelPhrase(.shuffle, "shuffles the library")
      : DuelPhrase(.shuffle, "shuffles", cards, "into the library")
  }

  private func describe(
    _ step: DuelStep.Ask, _ seat: SeatNumber, _ match: Duel
  ) -> DuelPhrase? {
    guard case .cards(let ask)? = step.kind else { return describePick(step, seat, match) }
    // The number is the peer's: no list is made of it.
    let cards = Count.of(ask.count, "card")
    if ask.hasUntil { return describeRow(ask, seat, match) }
    // A node that asks for the unknown top card by itself has said so; for another one or more a person asks.
    let isTopAlone = ask.count == 1 && ask.place.end == .top && ask.place.skip == 0
    if ask.goal == .stay, isTopAlone, match[seat].pocket.top != .unspecified { return nil }
    let end = ask.place.end == .bottom ? "bottom" : "top"
    let isPlain = end == "top" && ask.place.skip == 0 && ask.goal == .hand
    var from = isPlain ? "" : "from the \(end) of the library"
    if ask.place.skip > 0 { from += ", passing over \(ask.place.skip)" }
    func phrase(_ words: String...) -> DuelPhrase {
      DuelPhrase(.draw, words.filter { !$0.isEmpty }.joined(separator: " "))
    }
    switch ask.goal {
    case .look: return phrase("looks at", cards, from)
    case .open: return phrase("turns over", cards, from)
    case .mill: return phrase("mills", cards, from)
    case .down: return phrase("puts", cards, from, "face down into exile")
    case .stay: return phrase("looks at", cards, from, "and moves nothing")
    case .hand, .unspecified, .UNRECOGNIZED: return phrase("draws", cards, from)
    }
  }

  private func describe(_ step: DuelStep.Put, _ seat: SeatNumber, _ match: Duel) -> DuelPhrase {
    let (skip, isTop) = (step.place.skip, step.place.end == .top)
    let to: String
    switch (isTop, skip) {
    case (true, 0): to = "the top of the library"
    case (false, 0): to = "the bottom of the library"
    case (true, _): to = "a place under the top \(skip) of the library"
    case (false, _): to = "a place above the bottom \(skip) of the library"
    }
    if case .object(let number)? = step.card {
      return DuelPhrase(.card, "puts", [object(number, seat, match)], "on \(to)")
    }
    let from = step.looked ? "the looked-at cards" : "the hand"
    return DuelPhrase(.card, "puts", [Self.hidden], "from \(from) on \(to)")
  }

  private func describe(_ step: DuelStep.Take, _ seat: SeatNumber, _ match: Duel) -> DuelPhrase {
    switch step.card {
    case .label: return DuelPhrase(.show, "takes", [Self.hidden], "out of the library")
    case .slot(let place):
      let slots = match[seat].pocket.library.slots
      let known = Int(place) < slots.count ? match[seat].opened[slots[Int(place)].handle] : nil
      return DuelPhrase(
        .card, "takes", [known.map { Self.text($0) } ?? Self.hidden],
        "from place \(UInt64(place) + 1) of the library")
    case .side: return DuelPhrase(.show, "takes", [Self.hidden], "out of the sideboard")
    case .object(let number):
      return DuelPhrase(.card, "takes", [object(number, seat, match)], "back to the hand")
    case .looked: return DuelPhrase(.card, "takes", [Self.hidden], "of those looked at to the hand")
    case nil: return DuelPhrase(.card, "takes", [Self.hidden])
    }
  }

  // MARK: Hidden cards

  private func describe(_ step: DuelStep.Open, _ seat: SeatNumber, _ match: Duel) -> DuelPhrase? {
    // A milled card is told of when it comes to the graveyard.
    if match.settled(for: seat).match[seat].milled.contains(step.handle) { return nil }
    let pocket = match[seat].pocket
    let place: String
    if pocket.hand.handles.contains(step.handle) {
      place = "of the hand"
    } else if let slot = pocket.library.slots.firstIndex(where: { $0.handle == step.handle }) {
      place = "on place \(slot + 1) of the library"
    } else {
      place = ""
    }
    return DuelPhrase(.show, "shows", [Self.text(step.card)], place)
  }

  private func describe(_ step: DuelStep.Play) -> DuelPhrase {
    let name = step.name.isEmpty ? Self.hidden : Self.text(step.name)
    if case .token? = step.card {
      return DuelPhrase(.card, "makes the token", [name], Self.place(step.to.zone, else: ""))
    }
    let down = step.name.isEmpty ? "face down" : ""
    switch step.to.zone {
    case .battlefield: return DuelPhrase(.card, "plays", [name], down)
    default: return DuelPhrase(.card, "puts", [name], Self.place(step.to.zone, else: down))
    }
  }

  private static func place(_ zone: DuelStep.Zone, else other: String) -> String {
    switch zone {
    case .stack: "onto the stack"
    case .graveyard: "into the graveyard"
    case .exile: "into exile"
    case .command: "into the command zone"
    case .battlefield, .unspecified, .UNRECOGNIZED: other
    }
  }

  private func describe(_ step: DuelStep.Search) -> DuelPhrase? {
    switch step.step {
    case .grant(let grant):
      guard grant.part == 1 else { return nil }
      return DuelPhrase(.show, "lets \(name(ofSeat: grant.seat)) search the library")
    case .chosen(let chosen):
      let owner = name(ofSeat: chosen.seat)
      return DuelPhrase(
        .show, "chooses \(Count.of(chosen.labels.count, "card")) of the library of \(owner)")
    case nil: return nil
    }
  }

  private func describe(_ step: DuelStep.EndGame, game: UInt32) -> DuelPhrase? {
    switch step.how {
    case .concede: DuelPhrase(.game, "concedes game \(game)")
    case .offerDraw: DuelPhrase(.game, "offers to call game \(game) a draw")
    case .acceptDraw: DuelPhrase(.game, "accepts the draw")
    case .unspecified, .UNRECOGNIZED: nil
    }
  }

  // MARK: The table

  func object(_ number: UInt32, _ seat: SeatNumber, _ match: Duel) -> String {
    match.table(of: match[seat].game).objects[number].map { Self.name(of: $0) } ?? Self.hidden
  }

  private func describeTable(
    _ step: DuelStep, _ seat: SeatNumber, _ match: Duel
  ) -> DuelPhrase? {
    switch step.step {
    case .turn(let step):
      let name = step.card.isEmpty ? object(step.object, seat, match) : Self.text(step.card)
      let known = match.table(of: match[seat].game).objects[step.object]?.name ?? []
      let shown = known.isEmpty || step.down ? name : Self.text(known)
      return DuelPhrase(.card, "turns", [shown], step.down ? "face down" : "face up")
    case .move(let step): return describe(step, seat, match)
    case .pass(let step):
      let receiver = name(ofSeat: step.seat)
      guard case .object(let number)? = step.what else {
        let turn = UInt64(match.table(of: match[seat].game).marker.turn)
        return DuelPhrase(.turn, "ends turn \(turn): turn \(turn + 1) is \(receiver)'s")
      }
      return DuelPhrase(.card, "gives", [object(number, seat, match)], "to \(receiver)")
    case .note(let step): return describe(step, seat, match)
    case .mark(let step): return describe(step, seat, match)
    default: return nil
    }
  }

  private func describe(_ step: DuelStep.Move, _ seat: SeatNumber, _ match: Duel) -> DuelPhrase? {
    guard let object = match.table(of: match[seat].game).objects[step.object] else { return nil }
    let name = [Self.name(of: object)]
    if object.spot.zone != step.to.zone {
      let isGone = object.isToken && [.graveyard, .exile].contains(step.to.zone)
      return isGone
        ? DuelPhrase(.card, "removes the token", name)
        : DuelPhrase(.card, "moves", name, Self.place(step.to.zone, else: "onto the battlefield"))
    }
    if object.attachedTo != step.attachedTo {
      return step.attachedTo == 0
        ? DuelPhrase(.card, "detaches", name)
        : DuelPhrase(.card, "attaches", name, "to \(self.object(step.attachedTo, seat, match))")
    }
    if object.isTapped != step.tapped {
      return DuelPhrase(.card, step.tapped ? "taps" : "untaps", name)
    }
    return DuelPhrase(.card, "moves", name)
  }

  private func describe(_ step: DuelStep.Note, _ seat: SeatNumber, _ match: Duel) -> DuelPhrase {
    let number = match[seat].seals &+ 1
    if step.object != 0 {
      let name = object(step.object, seat, match)
      return step.text.isEmpty
        ? DuelPhrase(.card, "removes the note of \(name)")
        : DuelPhrase(.card, "writes on \(name): \(step.text)")
    }
    if !step.seal.isEmpty { return DuelPhrase(.talk, "makes secret choice \(number)") }
    return step.opens == 0
      ? DuelPhrase(.talk, "says: \(step.text)")
      : DuelPhrase(.talk, "opens secret choice \(step.opens): \(step.text)")
  }

  private func describe(_ step: DuelStep.Mark, _ seat: SeatNumber, _ match: Duel) -> DuelPhrase? {
    switch step.what {
    case .counter(let counter): return describe(counter, seat, match)
    case .phase(let phase):
      let name = phase < phases.count ? phases[Int(phase)] : "phase \(UInt64(phase) + 1)"
      let holder = match.table(of: match[seat].game).marker.holder
      let isStopped = match[3 - holder].pocket.stops.contains(phase)
      let stop = isStopped ? ", where \(self.name(of: 3 - holder)) stops" : ""
      return DuelPhrase(.turn, "moves on to \(name)\(stop)")
    case .arrow(let arrow):
      guard arrow.to != 0 else { return DuelPhrase(.card, "removes an arrow") }
      let target = arrow.to < 8 ? name(of: SeatNumber(arrow.to)) : object(arrow.to, seat, match)
      return DuelPhrase(
        .card, "draws an arrow from \(object(arrow.from, seat, match)) to \(target)")
    case .top, .stop, .priority, nil: return describeSeat(step)
    }
  }

  private func describe(
    _ step: DuelStep.Counter, _ seat: SeatNumber, _ match: Duel
  ) -> DuelPhrase {
    guard step.object != 0 else {
      let before = match[seat].pocket.counters[step.name] ?? 0
      let kind: DuelLineView.Kind = step.name == "life" ? .life : .counter
      return DuelPhrase(kind, "changes \(step.name) from \(before) to \(step.value)")
    }
    let name = object(step.object, seat, match)
    switch step.name {
    case DuelMark.staysTapped:
      return step.value == 0
        ? DuelPhrase(.card, "lets", [name], "untap again")
        : DuelPhrase(.card, "marks", [name], "to stay tapped")
    case DuelMark.flipped: return DuelPhrase(.card, "flips", [name])
    default:
      let before =
        match.table(of: match[seat].game).objects[step.object]?.counters[step.name] ?? 0
      return DuelPhrase(
        .counter, "changes \(step.name) of \(name) from \(before) to \(step.value)")
    }
  }
}
