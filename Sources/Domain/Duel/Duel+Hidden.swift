import DuelSchema

// Hidden cards: what leaves hands, piles and libraries, and what is shown of them.
extension Duel {
  mutating func open(_ step: DuelStep.Open, _ author: Author) throws {
    let seat = author.seat
    let (handle, card) = (step.handle, Array(step.card))
    guard handle > 0, handle <= self[seat].handles.count else { throw DuelReason.notThere }
    guard DuelList.isCard(card) else { throw DuelReason.wrongBytes }
    guard self[seat].opened[handle] ?? card == card else { throw DuelReason.otherCard }
    switch self[seat].handles[Int(handle) - 1] {
    case .seal, .object:
      guard step.salt.isEmpty, step.path.isEmpty else { throw DuelReason.wrongBytes }
    case .label(let epoch, let label):
      guard step.salt.count == HashInput.size else { throw DuelReason.wrongBytes }
      let roots = self[seat].roots
      let root = has(.newestRootOnly) ? roots[roots.count - 1] : roots[Int(epoch) - 1]
      let leaf = DuelEpoch.leaf(
        label, salt: Array(step.salt), card: card, epoch: epoch, gameID: gameID, seat: seat)
      let proven = MerkleTree.root(
        of: leaf, at: Int(label), of: root.count, path: step.path.map { Array($0) })
      guard proven == root.root else { throw DuelReason.wrongProof }
    }
    self[seat].opened[handle] = card
    self[seat].owed.removeAll { $0 == handle }
  }

  /// Returns the other seat, for which a part of a box is.
  func receiver(_ number: UInt32, from seat: SeatNumber) throws -> SeatNumber {
    guard seats.contains(where: { $0 == number && $0 != seat }) else { throw DuelReason.notSeated }
    return 3 - seat
  }

  mutating func show(_ step: DuelStep.ShowTo, _ author: Author, after tail: DuelSeat.Tail) throws {
    let seat = author.seat
    let receiver = try receiver(step.seat, from: seat)
    try DuelLimits.check(step.box, part: step.part, of: step.parts)
    if step.part != 1 {
      guard tail == .showing(receiver, part: step.part &- 1, of: step.parts), step.seals.isEmpty,
        step.handles.isEmpty
      else { throw DuelReason.wrongParts }
    } else {
      guard step.seals.count + step.handles.count > 0,
        step.seals.count <= DuelLimits.sealsPerStep,
        step.handles.count <= Int(DuelLimits.cardsPerAsk)
      else { throw DuelReason.outOfRange }
      guard step.handles.allSatisfy({ $0 > 0 && $0 <= self[seat].handles.count }) else {
        throw DuelReason.notThere
      }
      for seal in step.seals { _ = try self[author.seat].addSeal(Array(seal)) }
      self[seat].shown.append(.init(sequence: author.sequence, seat: receiver))
    }
    self[seat].tail = .showing(receiver, part: step.part, of: step.parts)
  }

  /// Seals the whole hand in an order that its owner chooses.
  mutating func sealHand(_ step: DuelStep.SealHand, _ author: Author) throws {
    let seat = author.seat
    try checkHandIsFree(author)
    guard step.seals.count > 0, step.seals.count == self[seat].pocket.hand.count else {
      throw DuelReason.wrongCount
    }
    let first = self[seat].seals + 1
    for seal in step.seals { _ = try self[author.seat].addSeal(Array(seal)) }
    keepPocket(author)
    self[seat].pocket.sealedHand = first
    self[seat].sealings[first] = .init(sequence: author.sequence, count: UInt32(step.seals.count))
    fix(author)
  }

  func choose(_ step: DuelStep.Choose, _ author: Author) throws {
    guard let owner = SeatNumber(exactly: step.seat), seats.contains(owner), owner != author.seat,
      let sealed = self[owner].sealings[step.sealedHand]
    else { throw DuelReason.notSealed }
    guard author.knows(sealed.sequence, of: owner) else { throw DuelReason.unseen }
    guard step.position < sealed.count else { throw DuelReason.outOfRange }
  }

  // MARK: Parts

  /// Whether no card of the sealed hand is being picked.
  func checkHandIsFree(_ author: Author) throws {
    guard !has(.handNotLocked) else { return }
    if case .pick(_, _, true) = self[author.seat].ask?.kind { throw DuelReason.handIsLocked }
  }

  /// Prepares a change of the hand: it is no longer sealed.
  mutating func changeHand(_ author: Author) throws {
    try checkHandIsFree(author)
    keepPocket(author)
    self[author.seat].pocket.sealedHand = 0
  }

  /// Removes a card under a seal from the hand or the looked-at cards.
  mutating func removeSealed(_ seal: [UInt8], isLooked: Bool, _ author: Author) throws -> (
    source: CardMove.Source, number: UInt32
  ) {
    let seat = author.seat
    let number = try self[author.seat].addSeal(seal)
    if isLooked {
      keepPocket(author)
      guard self[seat].pocket.looked.removeSealed(1) else { throw DuelReason.notThere }
      return (.lookedSeal(number, seal), number)
    }
    try changeHand(author)
    guard self[seat].pocket.hand.removeSealed(1) else { throw DuelReason.notThere }
    return (.handSeal(number, seal), number)
  }

  /// Removes a card by its handle from the hand or the looked-at cards.
  mutating func removeOpenly(_ handle: UInt32, isLooked: Bool, _ author: Author) throws
    -> CardMove.Source
  {
    let seat = author.seat
    if isLooked {
      keepPocket(author)
      guard self[seat].pocket.looked.remove(handle) else { throw DuelReason.notThere }
      self[seat].milled.removeAll { $0 == handle }
      return .looked(handle: handle)
    }
    try changeHand(author)
    guard self[seat].pocket.hand.remove(handle) else { throw DuelReason.notThere }
    return .hand(handle: handle)
  }
}
