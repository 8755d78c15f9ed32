import DuelSchema

// Cards between hands, libraries and the table.
extension Duel {
  mutating func play(_ step: DuelStep.Play, _ author: Author) throws -> [DuelEvent] {
    let seat = author.seat
    let name = Array(step.name)
    guard name.isEmpty || DuelList.isCard(name) else { throw DuelReason.wrongBytes }
    var object = DuelObject(owner: seat, controller: seat, spot: try step.to.checked())
    (object.name, object.isDown) = (name, name.isEmpty)
    // A milled card has had its place since it was asked for.
    if !self[seat].milled.contains(step.handle) { try checkRoom(for: 1, author) }
    let source: CardMove.Source
    switch step.card {
    case .seal(let seal):
      let (sealed, number) = try removeSealed(Array(seal), isLooked: step.looked, author)
      source = sealed
      if name.isEmpty { object.handle = makeHandle(.seal(number), seat) }
    case .handle(let handle):
      guard self[seat].opened[handle] ?? name == name || name.isEmpty else {
        throw DuelReason.otherCard
      }
      source = try removeOpenly(handle, isLooked: step.looked, author)
      object.handle = handle
    case .token(true):
      guard !name.isEmpty else { throw DuelReason.wrongBytes }
      object.isToken = true
      _ = addObject(object, author)
      return []
    case .token(false), nil: throw DuelReason.notThere
    }
    if !step.looked { self[seat].pocket.putBack = 0 }
    let target = CardMove.Target.object(
      addObject(object, author), handle: object.handle, name: name)
    return [.moved(seat, CardMove(source: source, target: target))]
  }

  mutating func put(_ step: DuelStep.Put, _ author: Author) throws -> [DuelEvent] {
    let seat = author.seat
    guard self[seat].ask == nil else { throw DuelReason.askIsOpen }
    let slots = self[seat].pocket.library.slots.count
    guard slots < DuelLimits.libraryCards else { throw DuelReason.tooMany }
    let skip = Int(min(step.place.skip, DuelLimits.coordinate))
    guard skip <= slots else { throw DuelReason.notThere }
    let index: Int
    switch step.place.end {
    case .top: index = skip
    case .bottom: index = slots - skip
    case .unspecified, .UNRECOGNIZED: throw DuelReason.outOfRange
    }
    let source: CardMove.Source
    let handle: UInt32
    switch step.card {
    case .seal(let seal):
      let (sealed, number) = try removeSealed(Array(seal), isLooked: step.looked, author)
      source = sealed
      handle = makeHandle(.seal(number), seat)
    case .object(let object):
      try removeCard(object, author)
      source = .object(object)
      handle = makeHandle(.object(object), seat)
    case nil: throw DuelReason.notThere
    }
    keepPocket(author)
    if step.place.end == .bottom, !step.looked, case .seal? = step.card {
      self[seat].pocket.putBack -= min(1, self[seat].pocket.putBack)
    }
    self[seat].slots += 1
    self[seat].pocket.library.slots.insert(
      DuelSlot(id: self[seat].slots, handle: handle), at: index)
    return [.moved(seat, CardMove(source: source, target: .slot(handle)))]
  }

  mutating func take(_ step: DuelStep.Take, _ author: Author) throws -> [DuelEvent] {
    let seat = author.seat
    guard self[seat].ask == nil else { throw DuelReason.askIsOpen }
    let source: CardMove.Source
    let handle: UInt32
    switch step.card {
    case .label(let label):
      (source, handle) = try takeLabel(label, author)
    case .slot(let place):
      let slots = self[seat].pocket.library.slots
      guard place < slots.count, !slots[Int(place)].isOpen else { throw DuelReason.notThere }
      keepPocket(author)
      self[seat].pocket.library.slots.remove(at: Int(place))
      handle = slots[Int(place)].handle
      source = .slot(handle: handle)
    case .side(let seal):
      guard self[seat].pocket.side > 0 else { throw DuelReason.notThere }
      let number = try self[author.seat].addSeal(Array(seal))
      keepPocket(author)
      self[seat].pocket.side -= 1
      source = .side(number, Array(seal))
      handle = makeHandle(.seal(number), seat)
    case .object(let object):
      try removeCard(object, author)
      source = .object(object)
      handle = makeHandle(.object(object), seat)
    case .looked(let seal):
      let (sealed, number) = try removeSealed(Array(seal), isLooked: true, author)
      source = sealed
      handle = makeHandle(.seal(number), seat)
    case nil: throw DuelReason.notThere
    }
    try changeHand(author)
    self[seat].pocket.hand.add(handle)
    return [.moved(seat, CardMove(source: source, target: .hand(handle)))]
  }

  /// Takes a label that the owner has found by searching. The lowest open slot goes: open slots are all alike.
  private mutating func takeLabel(_ label: UInt32, _ author: Author) throws -> (
    CardMove.Source, UInt32
  ) {
    let seat = author.seat
    let library = self[seat].pocket.library
    guard let index = library.unused.firstIndex(of: label),
      let slot = library.slots.lastIndex(where: \.isOpen)
    else { throw DuelReason.notThere }
    keepPocket(author)
    self[seat].pocket.library.unused.remove(at: index)
    self[seat].pocket.library.slots.remove(at: slot)
    // A search is chosen with knowledge: taken back, it would change the chances of what was drawn since.
    fix(author)
    return (
      .label(epoch: library.epoch, label: label),
      makeHandle(.label(epoch: library.epoch, label: label), seat)
    )
  }

  // MARK: Objects

  /// Whether a seat controls an object, and its log has seen how it came to that.
  func isControlled(_ object: DuelObject, _ author: Author) -> Bool {
    object.controller == author.seat && author.knows(object.passed, of: author.other)
  }

  /// The object of a number that the author writes; also one to be removed from the table.
  func controlled(_ number: UInt32, _ author: Author) throws -> DuelObject {
    guard let object = tables[self[author.seat].game]?.objects[number] else {
      throw DuelReason.notThere
    }
    guard isControlled(object, author) else { throw DuelReason.notControlled }
    return object
  }

  /// Changes an object that the author writes.
  mutating func change(
    _ number: UInt32, _ author: Author, _ change: (inout DuelObject) throws -> Void
  ) throws {
    var object = try controlled(number, author)
    keepObject(number, author)
    try change(&object)
    tables[self[author.seat].game]?.objects[number] = object
  }

  /// Checks that a number of further objects may be made, beside those that were asked for before.
  func checkRoom(for count: UInt32, _ author: Author) throws {
    let log = self[author.seat]
    var made = Int(log.objects - log.objectsBefore) + log.milled.count
    if case .cards(let slots, let goal)? = log.ask?.kind, [.down, .mill].contains(goal) {
      made += slots.count
    }
    guard made + Int(min(count, DuelLimits.objectsPerSeat + 1)) <= Int(DuelLimits.objectsPerSeat)
    else { throw DuelReason.tooManyObjects }
  }

  /// Whether a seat may bring one more card to the table.
  func hasRoom(_ seat: SeatNumber) -> Bool {
    (try? checkRoom(for: 1, .next(of: seat))) != nil
  }

  /// Adds an object and returns its number.
  mutating func addObject(_ object: DuelObject, _ author: Author) -> UInt32 {
    let seat = author.seat
    self[seat].objects += 1
    let number = self[seat].objects << 3 | UInt32(seat)
    keepObject(number, author)
    var object = object
    object.depth = author.depth
    tables[self[seat].game, default: DuelTable()].objects[number] = object
    return number
  }

  /// Removes a card of the author's own list from the table, for its hand or library.
  mutating func removeCard(_ number: UInt32, _ author: Author) throws {
    let object = try controlled(number, author)
    guard object.owner == author.seat else { throw DuelReason.notOwned }
    guard !object.isToken else { throw DuelReason.isToken }
    keepObject(number, author)
    if has(.objectsKeptOnReturn) { return }
    tables[self[author.seat].game]?.objects[number] = nil
  }
}
