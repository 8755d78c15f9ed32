import DuelSchema
import Schema

// Cards that one seat shows to another one alone, and searches by another seat.
extension DuelDraft {
  /// The bytes of box, seals and handles in one step, so that its entry stays small.
  private static let stepBytes = 1_400
  private static let sealBytes = 34
  private static let handleBytes = 6

  private func box(_ content: DuelBox, for receiver: SeatNumber) throws -> [UInt8] {
    let info = DuelBoxes.info(
      gameID: match.gameID, from: seat, to: receiver,
      number: UInt32(match[seat].shown.count) + 1)
    guard let box = DuelBoxes.seal(content, for: match[receiver].setup.boxKey, info) else {
      throw DuelRefusal("The other player's key is not valid: nothing can be shown to them alone.")
    }
    return box
  }

  /// The parts of a box; the first step has room for less.
  private func parts(of box: [UInt8], beside taken: Int) throws -> [[UInt8]] {
    var (rest, parts) = (box[...], [[UInt8]]())
    var room = max(Self.stepBytes - taken, 1)
    while !rest.isEmpty {
      parts.append(Array(rest.prefix(room)))
      rest = rest.dropFirst(room)
      room = Self.stepBytes
    }
    guard parts.count <= DuelLimits.boxParts else { throw DuelRefusal("Show fewer cards at once.") }
    return parts
  }

  /// Shows hidden cards to one player. Which cards of the hand they are, nobody else learns.
  mutating func show(_ handles: [UInt32], to seat: Seat) throws {
    let receiver = try otherPlayer(seat)
    let inHand = Set(own.cards.hand)
    let hidden = handles.filter { inHand.contains($0) }
    let known = handles.filter { !inHand.contains($0) }
    guard hidden.count <= DuelLimits.sealsPerStep else {
      throw DuelRefusal("Show at most \(DuelLimits.sealsPerStep) cards of the hand at once.")
    }
    let cards = (hidden + known).compactMap { own.cards.card(of: $0) }
    guard cards.count == handles.count else { throw DuelRefusal(DuelReason.notThere.rawValue) }
    let box = try box(.with { $0.cards = cards.map { .init($0) } }, for: receiver)
    let parts = try parts(
      of: box, beside: hidden.count * Self.sealBytes + known.count * Self.handleBytes)
    let first = match[self.seat].seals + 1
    for (index, part) in parts.enumerated() {
      let secrets = own.cards.secrets
      try add {
        $0.showTo.seat = UInt32(receiver)
        $0.showTo.box = .init(part)
        $0.showTo.part = UInt32(index) + 1
        $0.showTo.parts = UInt32(parts.count)
        guard index == 0 else { return }
        $0.showTo.handles = known
        $0.showTo.seals = hidden.enumerated().map { place, handle in
          .init(secrets.seal(first + UInt32(place), handle: handle))
        }
      }
    }
  }

  // MARK: Searches by another seat

  mutating func letSearch(_ seat: Seat) throws {
    let receiver = try otherPlayer(seat)
    // The cards that are chosen are taken before another shuffle, without which nothing more could be drawn.
    guard match[self.seat].shufflesLeft > 1 else {
      throw DuelRefusal(
        "Your shuffles of this match are used up but for one: nobody else can search your library any more."
      )
    }
    try add(own.shuffle(in: match))
    let number = match[self.seat].pocket.library.epoch
    guard let epoch = own.cards.epoch(number) else {
      throw DuelRefusal(DuelReason.notThere.rawValue)
    }
    let content = DuelBox.with {
      $0.epoch = .init(own.cards.secrets.epochSecret(number))
      $0.cards = epoch.cards.map { .init(own.cards.list.cards[$0]) }
    }
    let parts = try parts(of: try box(content, for: receiver), beside: 0)
    for (index, part) in parts.enumerated() {
      try add {
        $0.search.grant.seat = UInt32(receiver)
        $0.search.grant.box = .init(part)
        $0.search.grant.part = UInt32(index) + 1
        $0.search.grant.parts = UInt32(parts.count)
      }
    }
  }

  mutating func choose(_ move: DuelMove.Chosen) throws {
    let owner = other
    guard match[owner].pocket.library.isSearched else {
      throw DuelRefusal(DuelReason.notGranted.rawValue)
    }
    guard move.labels.count <= DuelLimits.chosenCards else {
      throw DuelRefusal("Choose at most \(DuelLimits.chosenCards) cards of a library.")
    }
    try add {
      $0.search.chosen.seat = UInt32(owner)
      $0.search.chosen.labels = move.labels
    }
  }
}
