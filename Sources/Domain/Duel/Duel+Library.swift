import DuelSchema

// Shuffles, asks and answers.
extension Duel {
  // MARK: Shuffles

  /// Begins the next game with the first shuffle of a library.
  mutating func begin(_ step: DuelStep.Shuffle, _ author: Author) throws -> [DuelEvent] {
    let seat = author.seat
    let game = self[seat].game
    guard game == 0 || isOver(game, for: author) else { throw DuelReason.gameGoesOn }
    guard !isMatchOver(for: author) else { throw DuelReason.wrongGame }
    let setup = self[seat].setup
    let total = setup.main + setup.side
    guard step.seals.isEmpty, step.objects.isEmpty, !step.wholeHand, step.looked == 0 else {
      throw DuelReason.notThere
    }
    let count = Int(step.count)
    guard count > 0, count <= DuelLimits.libraryCards, count <= total,
      total - count <= DuelLimits.sideboardCards, game > 0 || count == setup.main
    else { throw DuelReason.wrongCount }
    // An ask that was open is void, and its number stays used.
    self[seat].ask = nil
    (self[seat].owed, self[seat].milled, self[seat].until) = ([], [], nil)
    self[seat].game = game + 1
    self[seat].objectsBefore = self[seat].objects
    self[seat].pocket = DuelPocket()
    self[seat].pocket.side = total - count
    self[seat].pocket.counters = ["life": life]
    let begun = logs.map(\.game).min() ?? 0
    tables = tables.filter { $0.key >= begun }
    return [.began(seat, game: game + 1), try makeEpoch(step, author)]
  }

  /// Begins the next epoch of a library.
  mutating func shuffle(_ step: DuelStep.Shuffle, _ author: Author) throws -> [DuelEvent] {
    let seat = author.seat
    if !has(.shuffleWhileAskIsOpen), self[seat].ask != nil { throw DuelReason.askIsOpen }
    guard step.seals.count <= DuelLimits.sealsPerStep, step.looked <= step.seals.count else {
      throw DuelReason.outOfRange
    }
    let fromHand = step.seals.count - Int(step.looked)
    let pocket = self[seat].pocket
    guard !step.wholeHand || fromHand == 0 else { throw DuelReason.wrongCount }
    guard step.putBack <= (step.wholeHand ? UInt32(DuelLimits.libraryCards) : 0) else {
      throw DuelReason.outOfRange
    }
    let whole = step.wholeHand ? pocket.hand.count : 0
    guard
      Int(step.count) == pocket.library.slots.count + whole + step.seals.count + step.objects.count,
      Int(step.count) <= DuelLimits.libraryCards
    else { throw DuelReason.wrongCount }
    var events: [DuelEvent] = []
    for (index, seal) in step.seals.enumerated() {
      let (source, _) = try removeSealed(Array(seal), isLooked: index >= fromHand, author)
      events.append(.moved(seat, CardMove(source: source, target: .library)))
    }
    for object in step.objects {
      try removeCard(object, author)
      events.append(.moved(seat, CardMove(source: .object(object), target: .library)))
    }
    if step.wholeHand {
      try changeHand(author)
      self[seat].pocket.hand = DuelPile()
      self[seat].pocket.mulligans += 1
      self[seat].pocket.putBack = step.putBack
    }
    return events + [try makeEpoch(step, author)]
  }

  private mutating func makeEpoch(_ step: DuelStep.Shuffle, _ author: Author) throws -> DuelEvent {
    let seat = author.seat
    guard step.root.count == HashInput.size else { throw DuelReason.wrongBytes }
    guard self[seat].shufflesLeft > 0 else { throw DuelReason.tooMany }
    self[seat].roots.append(.init(root: Array(step.root), count: Int(step.count)))
    let first = self[seat].slots
    self[seat].slots += step.count
    var library = DuelLibrary()
    library.epoch = UInt32(self[seat].roots.count)
    library.slots = (0..<step.count).map { DuelSlot(id: first + 1 + $0) }
    library.unused = (0..<step.count).map { $0 }
    self[seat].pocket.library = library
    self[seat].picked = []
    self[seat].tail = .shuffle
    fix(author)
    return .shuffled(seat, epoch: library.epoch, wholeHand: step.wholeHand)
  }

  // MARK: Asks

  mutating func ask(_ step: DuelStep.Ask, _ author: Author) throws {
    let seat = author.seat
    guard self[seat].ask == nil else { throw DuelReason.askIsOpen }
    guard !author.isPaused else { throw DuelReason.isPaused }
    let known = self[seat].given[Int(seat) - 1]
    let isNext = step.number == UInt32(self[seat].asks.count) + 1
    // A number that may be used again is a link that is known.
    guard isNext || (has(.numberReusedAfterUndo) && step.number == known.number) else {
      throw DuelReason.wrongNumber
    }
    guard step.number <= DuelLimits.chainLinks else { throw DuelReason.tooMany }
    let link = Array(step.link)
    if isNext {
      guard DuelChain.isLink(link, below: known.link, by: 1, seat: seat, asker: seat) else {
        throw DuelReason.wrongLink
      }
    }
    let kind = try checked(step, author)
    if case .cards(let cards)? = step.kind, cards.hasUntil {
      self[seat].until = .init(wanted: cards.until, place: cards.place, goal: cards.goal)
    }
    self[seat].ask = DuelAsk(number: step.number, link: link, kind: kind)
    guard isNext else { return }
    self[seat].asks.append(.init(sequence: author.sequence, game: self[seat].game))
    self[seat].given[Int(seat) - 1] = .init(
      number: step.number, link: link, sequence: author.sequence)
  }

  private func checked(_ step: DuelStep.Ask, _ author: Author) throws -> DuelAsk.Kind {
    switch step.kind {
    case .cards(let cards): return try checked(cards, author)
    case .dice(let dice):
      guard (1...DuelLimits.diceAtOnce).contains(dice.count), DuelLimits.sides.contains(dice.sides)
      else { throw DuelReason.outOfRange }
      return .dice(count: dice.count, sides: dice.sides)
    case .pick(let pick):
      if case .order(let place)? = pick.from {
        let slots = try self.slots(at: place, count: pick.count, author)
        guard slots.allSatisfy({ !$0.isOpen }) else { throw DuelReason.notThere }
        return .order(slots.map(\.id))
      }
      // Only what the asker's own log fixes can be picked from: another order of arrival would give another list.
      let (list, isHand) = try self.list(pick, author)
      guard pick.count > 0, pick.count <= list.count else { throw DuelReason.notThere }
      return .pick(list, count: pick.count, isHand: isHand)
    case nil: throw DuelReason.outOfRange
    }
  }

  private func checked(_ cards: DuelStep.Cards, _ author: Author) throws -> DuelAsk.Kind {
    guard !self[author.seat].pocket.library.isSearched else { throw DuelReason.labelsKnown }
    switch cards.goal {
    case .hand: try checkHandIsFree(author)
    // Each card becomes an object: none may find the table full.
    case .down, .mill: try checkRoom(for: cards.count, author)
    case .look, .open, .stay: break
    case .unspecified, .UNRECOGNIZED: throw DuelReason.outOfRange
    }
    if cards.hasUntil { try cards.until.check(of: cards) }
    let slots = try slots(at: cards.place, count: cards.count, author)
    return .cards(slots.map(\.id), cards.goal)
  }

  /// Slots of the own library, in the order in which they are asked for.
  private func slots(
    at place: DuelStep.Place, count: UInt32, _ author: Author
  ) throws -> [DuelSlot] {
    guard (1...DuelLimits.cardsPerAsk).contains(count), place.skip <= DuelLimits.coordinate else {
      throw DuelReason.outOfRange
    }
    let slots = self[author.seat].pocket.library.slots
    let (first, last) = (Int(place.skip), Int(place.skip) + Int(count))
    guard last <= slots.count else { throw DuelReason.notThere }
    switch place.end {
    case .top: return Array(slots[first..<last])
    case .bottom: return Array(slots.reversed()[first..<last])
    case .unspecified, .UNRECOGNIZED: throw DuelReason.outOfRange
    }
  }

  private func list(_ pick: DuelStep.Pick, _ author: Author) throws -> ([UInt32], Bool) {
    switch pick.from {
    case .objects(let objects):
      // Others may have moved by the time this arrives elsewhere: the list stands as the asker has written it.
      let numbers = objects.numbers
      guard numbers.count <= DuelLimits.objectsPerPick, !numbers.contains(0),
        Set(numbers).count == numbers.count
      else { throw DuelReason.outOfRange }
      return (numbers, false)
    case .order: throw DuelReason.outOfRange
    case .sealedHand(let first):
      let pocket = self[author.seat].pocket
      guard first > 0, first == pocket.sealedHand else { throw DuelReason.notSealed }
      return ((0..<UInt32(pocket.hand.count)).map { first + $0 }, true)
    case .zone(let zone):
      let objects = table(of: self[author.seat].game).objects.filter {
        $0.value.spot.zone == zone && isControlled($0.value, author)
      }
      return (objects.keys.sorted(), false)
    case nil: throw DuelReason.outOfRange
    }
  }

  mutating func answer(_ step: DuelStep.Answer, _ author: Author) throws {
    guard let asker = SeatNumber(exactly: step.asker), seats.contains(asker), asker != author.seat,
      step.number > 0, step.number <= self[asker].asks.count
    else { throw DuelReason.noSuchAsk }
    let asked = self[asker].asks[Int(step.number) - 1]
    guard author.knows(asked.sequence, of: asker) || has(.answerToUnseenAsk) else {
      throw DuelReason.unseen
    }
    let known = self[author.seat].given[Int(asker) - 1]
    guard asked.game == self[author.seat].game, step.number > known.number else {
      throw DuelReason.noSuchAsk
    }
    guard
      DuelChain.isLink(
        Array(step.link), below: known.link, by: step.number - known.number, seat: author.seat,
        asker: asker)
    else { throw DuelReason.wrongLink }
    self[author.seat].given[Int(asker) - 1] = .init(
      number: step.number, link: Array(step.link), sequence: author.sequence)
  }

  // MARK: Picking

  /// Lets the answer to a seat's ask take effect, if its log has seen it.
  mutating func settle(_ author: Author) -> [DuelEvent] {
    let seat = author.seat
    guard let ask = self[seat].ask else { return [] }
    var links: [[UInt8]] = []
    for other in seats {
      let given = self[other].given[Int(seat) - 1]
      guard other != seat else {
        links.append(ask.link)
        continue
      }
      guard given.number == ask.number, author.knows(given.sequence, of: other) else { return [] }
      links.append(given.link)
    }
    self[seat].ask = nil
    var stream = DuelStream(
      seed: DuelAsk.seed(gameID: gameID, owner: seat, number: ask.number, links: links))
    switch ask.kind {
    case .cards(let slots, let goal):
      return pick(slots, goal, &stream, author)
    case .dice(let count, let sides):
      return [.rolled(seat, (0..<count).map { _ in UInt32(stream.pick(below: Int(sides))) + 1 })]
    case .pick(var list, let count, _):
      let picks = (0..<count).map { _ in list.remove(at: stream.pick(below: list.count)) }
      return [.picked(seat, picks)]
    case .order(let slots):
      order(slots, &stream, author)
      return []
    }
  }

  /// Lets the cards of some slots change places. Taken back, it could be tried again: no undo goes behind it.
  private mutating func order(_ slots: [UInt32], _ stream: inout DuelStream, _ author: Author) {
    let library = self[author.seat].pocket.library.slots
    let places = slots.compactMap { slot in library.firstIndex { $0.id == slot } }
    var handles = places.map { library[$0].handle }
    stream.shuffle(&handles)
    for (place, handle) in zip(places, handles) {
      self[author.seat].pocket.library.slots[place].handle = handle
    }
    fix(author)
  }

  private mutating func pick(
    _ slots: [UInt32], _ goal: DuelStep.Goal, _ stream: inout DuelStream, _ author: Author
  ) -> [DuelEvent] {
    let seat = author.seat
    keepPocket(author)
    return slots.compactMap { slot -> DuelEvent? in
      guard let index = self[seat].pocket.library.slots.firstIndex(where: { $0.id == slot }) else {
        return nil
      }
      var handle = self[seat].pocket.library.slots[index].handle
      var source = CardMove.Source.slot(handle: handle)
      if handle == 0 {
        let bound = self[seat].pocket.library.unused.count
        let place = has(.picksFromRest) ? bound - 1 : stream.pick(below: bound)
        let label = self[seat].pocket.library.unused.remove(at: place)
        let epoch = self[seat].pocket.library.epoch
        handle = makeHandle(.label(epoch: epoch, label: label), seat)
        self[seat].picked.append(
          .init(sequence: author.sequence, slot: slot, handle: handle, label: label))
        source = .label(epoch: epoch, label: label)
      }
      let target = place(handle, goal, at: index, author)
      self[seat].until?.handle = handle
      return .moved(seat, CardMove(source: source, target: target))
    }
  }

  private mutating func place(
    _ handle: UInt32, _ goal: DuelStep.Goal, at index: Int, _ author: Author
  ) -> CardMove.Target {
    let seat = author.seat
    guard goal != .stay else {
      self[seat].pocket.library.slots[index].handle = handle
      return .slot(handle)
    }
    self[seat].pocket.library.slots.remove(at: index)
    switch goal {
    case .look, .open, .mill:
      self[seat].pocket.looked.add(handle)
      if goal == .mill { self[seat].milled.append(handle) }
      if goal == .mill || goal == .open && self[seat].opened[handle] == nil {
        self[seat].owed.append(handle)
      }
      return .looked(handle)
    case .down:
      var object = DuelObject(owner: seat, controller: seat, spot: .with { $0.zone = .exile })
      (object.handle, object.isDown) = (handle, true)
      return .object(addObject(object, author), handle: handle, name: [])
    case .hand, .stay, .unspecified, .UNRECOGNIZED:
      self[seat].pocket.sealedHand = 0
      self[seat].pocket.hand.add(handle)
      return .hand(handle)
    }
  }

  /// Gives the next handle of a seat. Handles never come again.
  mutating func makeHandle(_ origin: DuelOrigin, _ seat: SeatNumber) -> UInt32 {
    self[seat].handles.append(origin)
    return UInt32(self[seat].handles.count)
  }
}
