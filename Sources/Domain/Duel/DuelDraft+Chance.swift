import DuelSchema
import Schema

// Draws, dice, picks and secret choices.
extension DuelDraft {
  mutating func draw(_ move: DuelMove.Draw) throws {
    let cards = match[seat].pocket.library.slots.count
    guard !move.hasUntil else { return try drawRow(move, cards) }
    guard move.count > 0 else { throw DuelRefusal("Say how many cards.") }
    guard UInt64(move.count) + UInt64(move.skip) <= UInt64(cards) else {
      throw DuelRefusal("Your library has \(Count.of(cards, "card")).")
    }
    let goal = move.goal == .unspecified ? .hand : move.goal
    try add(
      own.draw(
        Int(move.count), from: move.bottom ? .bottom : .top, skip: Int(move.skip), to: goal,
        in: match))
  }

  /// Asks for the first card of a row; the node asks for the others by itself.
  private mutating func drawRow(_ move: DuelMove.Draw, _ cards: Int) throws {
    let end: DuelStep.Place.End = move.bottom ? .bottom : .top
    let room = cards - Int(min(move.skip, UInt32(cards)))
    guard room > 0 else { throw DuelRefusal("Your library has \(Count.of(cards, "card")).") }
    let isThere = own.cards.cards(at: .library).contains {
      own.isWanted(own.cards.list.cards[$0], by: move.until)
    }
    guard isThere else {
      throw DuelRefusal(
        own.types.isEmpty && !move.until.type.isEmpty
          ? "The types of your cards are not known: there was no card database when you sat down."
          : "Your library has no \(move.until.wanted): nothing would end it.")
    }
    let most = move.until.left == 0 ? room : min(room, Int(move.until.left))
    // The cards are brought to the table one by one: it is said before the first one whether there is room for all.
    if move.goal == .mill {
      do {
        try match.checkRoom(for: UInt32(most), .next(of: seat))
      } catch {
        throw DuelRefusal(DuelReason.tooManyObjects.forPlayer)
      }
    }
    var step = own.draw(1, from: end, skip: Int(move.skip), to: move.goal, in: match)
    step?.ask.cards.until = move.until
    step?.ask.cards.until.left = UInt32(most - 1)
    try add(step)
  }

  /// Puts the whole hand back and draws a new one; after a London mulligan some of it goes to the bottom.
  mutating func mulligan(_ move: DuelMove.Mulligan) throws {
    let count = match[seat].pocket.mulligans + 1
    guard !move.london || count <= move.draw else {
      throw DuelRefusal("You would put back more cards than you draw: keep this hand.")
    }
    var step = own.shuffle(wholeHand: true, in: match)
    if move.london { step.shuffle.putBack = count }
    try add(step)
    try drawHand(move.draw)
  }

  /// Draws a first hand; nothing where it has no cards.
  mutating func drawHand(_ count: UInt32) throws {
    guard count > 0 else { return }
    try draw(.with { $0.count = count })
  }

  mutating func roll(_ move: DuelMove.Dice) throws {
    try add(
      own.ask(in: match) {
        $0.dice.count = max(move.count, 1)
        $0.dice.sides = move.sides
      })
  }

  mutating func pick(_ move: DuelMove.Pick) throws {
    let count = max(move.count, 1)
    switch move.from {
    case .hand:
      try sealHand()
      let first = match[seat].pocket.sealedHand
      guard count <= match[seat].pocket.hand.count else {
        throw DuelRefusal(DuelReason.notThere.rawValue)
      }
      try add(
        own.ask(in: match) {
          $0.pick.sealedHand = first
          $0.pick.count = count
        })
    case .zone(let zone) where ![Seat.unspecified, Seat(seat)].contains(move.of):
      let owner = try otherPlayer(move.of)
      let numbers = table.objects(in: zone).filter { table.objects[$0]?.controller == owner }
      guard numbers.count <= DuelLimits.objectsPerPick else {
        throw DuelRefusal("There are more than \(DuelLimits.objectsPerPick) cards to pick from.")
      }
      guard count <= numbers.count else { throw DuelRefusal(DuelReason.notThere.forPlayer) }
      try add(
        own.ask(in: match) {
          $0.pick.objects.numbers = numbers.sorted()
          $0.pick.count = count
        })
    case .zone(let zone):
      try add(
        own.ask(in: match) {
          $0.pick.zone = zone
          $0.pick.count = count
        })
    case nil: throw DuelRefusal("Say from where to pick.")
    }
  }

  mutating func sealHand() throws {
    guard !own.cards.hand.isEmpty else { throw DuelRefusal("Your hand is empty.") }
    guard own.cards.hand.count <= DuelLimits.sealsPerStep else {
      throw DuelRefusal("A hand of more than \(DuelLimits.sealsPerStep) cards cannot be sealed.")
    }
    // In an order that follows from no other one: the order in which the cards came is no secret.
    var hand = own.cards.hand
    var stream = DuelStream(seed: own.cards.secrets.sealSalt(match[seat].seals + 1))
    stream.shuffle(&hand)
    try add(own.sealHand(hand, in: match))
  }

  mutating func choose(_ move: DuelMove.Choose) throws {
    let owner = try otherPlayer(move.seat)
    guard match[owner].pocket.sealedHand > 0 else {
      throw DuelRefusal(DuelReason.notSealed.rawValue)
    }
    let first = match[owner].pocket.sealedHand
    try add {
      $0.choose.seat = UInt32(owner)
      $0.choose.sealedHand = first
      $0.choose.position = move.position
    }
  }

  // MARK: Secret choices

  mutating func keepSecret() throws {
    guard !secret.isEmpty, secret.utf8.count <= DuelLimits.noteBytes else {
      throw DuelRefusal("A secret choice has 1 to \(DuelLimits.noteBytes) bytes.")
    }
    let seal = own.cards.secrets.seal(match[seat].seals + 1, text: secret)
    try add { $0.note.seal = .init(seal) }
  }

  mutating func open(_ move: DuelMove.OpenChoice) throws {
    guard let seal = match[seat].choices[move.number] else {
      throw DuelRefusal("There is no secret choice of that number.")
    }
    guard own.cards.secrets.seal(move.number, text: move.text) == seal else {
      throw DuelRefusal("That is not the text of the secret choice.")
    }
    let salt = own.cards.secrets.sealSalt(move.number)
    try add {
      $0.note.opens = move.number
      $0.note.text = move.text
      $0.note.salt = .init(salt)
    }
  }
}
