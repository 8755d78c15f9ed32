import DuelSchema

// The table: objects, the marker, counters, notes and arrows.
extension Duel {
  mutating func turn(_ step: DuelStep.Turn, _ author: Author) throws {
    let card = Array(step.card)
    let opened = self[author.seat].opened
    try change(step.object, author) { object in
      if step.down {
        guard card.isEmpty, !object.isDown else { throw DuelReason.outOfRange }
        object.isDown = true
        return
      }
      guard object.isDown else { throw DuelReason.outOfRange }
      // The name of a card that lay face up before is known. Only its owner can name a hidden one.
      if object.name.isEmpty {
        guard object.owner == author.seat else { throw DuelReason.notOwned }
        guard DuelList.isCard(card) else { throw DuelReason.wrongBytes }
        guard opened[object.handle] ?? card == card else { throw DuelReason.otherCard }
        object.name = card
      } else if !card.isEmpty, card != object.name {
        throw DuelReason.otherCard
      }
      object.isDown = false
    }
  }

  mutating func move(_ step: DuelStep.Move, _ author: Author) throws {
    let spot = try step.to.checked()
    let object = try controlled(step.object, author)
    let isPile = [.graveyard, .exile].contains(spot.zone)
    // A token that leaves the table is gone.
    if object.isToken, isPile {
      keepObject(step.object, author)
      tables[self[author.seat].game]?.objects[step.object] = nil
      return
    }
    // Only the owner moves a card to its own piles.
    guard object.owner == author.seat || !isPile else { throw DuelReason.notOwned }
    guard step.attachedTo != step.object || step.attachedTo == 0 else { throw DuelReason.notThere }
    try change(step.object, author) { object in
      if object.spot.zone != spot.zone { object.depth = author.depth }
      (object.spot, object.isTapped, object.attachedTo) = (spot, step.tapped, step.attachedTo)
    }
  }

  mutating func pass(_ step: DuelStep.Pass, _ author: Author) throws {
    guard let receiver = SeatNumber(exactly: step.seat), seats.contains(receiver),
      receiver != author.seat
    else { throw DuelReason.notSeated }
    switch step.what {
    case .object(let number):
      try change(number, author) { object in
        (object.controller, object.passed) = (receiver, author.sequence)
      }
    case .marker(true):
      try changeMarker(author) { marker in
        (marker.holder, marker.passed) = (receiver, author.sequence)
        (marker.phase, marker.turn) = (0, marker.turn + 1)
      }
      keepPocket(author)
      self[author.seat].pocket.putBack = 0
      self[author.seat].turned = author.sequence
    case .marker(false), nil: throw DuelReason.notThere
    }
  }

  mutating func note(_ step: DuelStep.Note, _ author: Author) throws {
    let seat = author.seat
    guard step.text.utf8.count <= DuelLimits.noteBytes else { throw DuelReason.outOfRange }
    if step.object != 0 {
      guard step.seal.isEmpty, step.opens == 0 else { throw DuelReason.wrongBytes }
      return try change(step.object, author) { $0.note = step.text }
    }
    if !step.seal.isEmpty {
      guard step.text.isEmpty, step.opens == 0 else { throw DuelReason.wrongBytes }
      let number = try self[author.seat].addSeal(Array(step.seal))
      self[seat].choices[number] = Array(step.seal)
    } else if step.opens != 0 {
      guard let seal = self[seat].choices[step.opens] else { throw DuelReason.notSealed }
      let shown = DuelSecrets.seal(
        step.opens, text: step.text, salt: Array(step.salt), gameID: gameID, seat: seat)
      guard step.salt.count == HashInput.size, shown == seal else { throw DuelReason.wrongProof }
      self[seat].choices[step.opens] = nil
    }
  }

  mutating func mark(_ step: DuelStep.Mark, _ author: Author) throws {
    switch step.what {
    case .counter(let counter):
      let name = counter.name
      guard (1...DuelLimits.noteBytes).contains(name.utf8.count),
        (-DuelLimits.counterValue...DuelLimits.counterValue).contains(counter.value)
      else { throw DuelReason.outOfRange }
      if counter.object != 0 {
        return try change(counter.object, author) { object in
          object.counters[name] = counter.value == 0 ? nil : counter.value
          guard object.counters.count <= DuelLimits.counterKinds else { throw DuelReason.tooMany }
        }
      }
      keepPocket(author)
      self[author.seat].pocket.counters[name] = counter.value
      guard self[author.seat].pocket.counters.count <= DuelLimits.counterKinds else {
        throw DuelReason.tooMany
      }
    case .phase(let phase):
      guard phase <= DuelLimits.coordinate else { throw DuelReason.outOfRange }
      try changeMarker(author) { $0.phase = phase }
    case .arrow(let arrow):
      keepPocket(author)
      self[author.seat].pocket.arrows[arrow.from] = arrow.to == 0 ? nil : arrow.to
      guard self[author.seat].pocket.arrows.count <= DuelLimits.arrows else {
        throw DuelReason.tooMany
      }
    case .top, .stop, .priority, nil: try tell(step, author)
    }
  }

  private mutating func changeMarker(
    _ author: Author, _ change: (inout DuelMarker) -> Void
  ) throws {
    let game = self[author.seat].game
    var marker = table(of: game).marker
    guard marker.holder == author.seat, author.knows(marker.passed, of: author.other) else {
      throw DuelReason.notControlled
    }
    keepMarker(author)
    change(&marker)
    tables[game, default: DuelTable()].marker = marker
  }
}
