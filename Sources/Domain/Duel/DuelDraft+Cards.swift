import DuelSchema
import Schema

// Cards from one place to another.
extension DuelDraft {
  /// The card of a move, found before any card moves: places in the library change with each of them.
  private enum Source {
    case handle(UInt32)
    case object(UInt32)
    case slot(handle: UInt32)
    case library([UInt8])
    case side([UInt8])
  }

  private func source(_ card: DuelMove.Card) throws -> Source {
    switch card.card {
    case .handle(let handle): return .handle(handle)
    case .object(let number): return .object(number)
    case .slot(let place): return .slot(handle: try handle(at: place))
    case .library(let name): return .library(Array(name.utf8))
    case .side(let name): return .side(Array(name.utf8))
    case nil: throw DuelRefusal("Name the cards.")
    }
  }

  private func handle(at place: UInt32) throws -> UInt32 {
    let slots = match[seat].pocket.library.slots
    guard place < slots.count, !slots[Int(place)].isOpen else {
      throw DuelRefusal("Nobody knows that place of the library yet.")
    }
    return slots[Int(place)].handle
  }

  // MARK: Placing

  mutating func place(_ move: DuelMove.Place) throws {
    guard let target = move.to.target else { throw DuelRefusal("Say where the cards go.") }
    guard !move.cards.isEmpty else { throw DuelRefusal("Name the cards to move.") }
    var sources = try move.cards.map { try source($0) }
    if move.to.random { shuffle(&sources) }
    if case .shuffled = target { return try shuffleIn(sources, isShown: move.show) }
    // A card that goes back into the library lies there after the shuffle.
    let isShuffledFirst = move.shuffle && target.isInLibrary
    if isShuffledFirst {
      sources = try sources.map { .handle(try inHand($0)) }
      try add(own.shuffle(in: match))
    }
    // A card of the other player goes back to them, and takes no place beside the others.
    var placed: UInt32 = 0
    for source in sources {
      var to = move.to
      switch target {
      case .top(let skip): to.top = skip + placed
      // One beside the other.
      case .spot(let spot) where spot.zone == .battlefield:
        to.spot.x = Self.beside(spot.x, placed)
      default: break
      }
      if !(target.isInLibrary && isOthers(source)) { placed += 1 }
      try place(source, to, isShown: move.show)
    }
    if move.to.random { try order(placed, target) }
    if move.shuffle, !isShuffledFirst { try add(own.shuffle(in: match)) }
  }

  /// The handle of a card that is in the hand or among the looked-at cards, or is taken there.
  private mutating func inHand(_ source: Source) throws -> UInt32 {
    if case .handle(let handle) = source { return handle }
    return try takeToHand(source)
  }

  /// Has both nodes make the order of cards that were put into the library: the seals hide from the other player which is which.
  private mutating func order(_ count: UInt32, _ target: DuelMove.Target.OneOf_Target) throws {
    let place: DuelStep.Place
    switch target {
    case .top(let skip): place = .with { ($0.end, $0.skip) = (.top, skip) }
    case .bottom(let skip): place = .with { ($0.end, $0.skip) = (.bottom, skip) }
    case .hand, .shuffled, .spot: return
    }
    guard count > 1 else { return }
    try add(
      own.ask(in: match) {
        $0.pick.order = place
        $0.pick.count = count
      })
  }

  /// Whether a card belongs to the other player.
  private func isOthers(_ source: Source) -> Bool {
    guard case .object(let number) = source, let object = table.objects[number] else {
      return false
    }
    return object.owner != seat
  }

  /// The column of a card that comes with others to the table. One that is out of range stays so, and is refused.
  private static func beside(_ column: UInt32, _ index: UInt32) -> UInt32 {
    column > DuelLimits.coordinate ? column : min(column + index, DuelLimits.coordinate)
  }

  /// An order that reveals nothing about the cards: it follows from the secret of the seat and the number of its next seal.
  private func shuffle(_ sources: inout [Source]) {
    var stream = DuelStream(seed: own.cards.secrets.sealSalt(match[seat].seals + 1))
    stream.shuffle(&sources)
  }

  private mutating func shuffleIn(_ sources: [Source], isShown: Bool) throws {
    var (hand, looked, objects): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
    for source in sources {
      switch source {
      case .handle(let handle):
        if isShown { try add(own.open(handle, in: match)) }
        if own.cards.looked.contains(handle) { looked.append(handle) } else { hand.append(handle) }
      case .object(let number): objects.append(number)
      case .side: hand.append(try takeToHand(source))
      case .slot, .library: break
      }
    }
    guard hand.allSatisfy({ own.cards.hand.contains($0) }) else {
      throw DuelRefusal(DuelReason.notThere.rawValue)
    }
    try add(own.shuffle(hand: hand, looked: looked, objects: objects, in: match))
  }

  private mutating func place(
    _ source: Source, _ to: DuelMove.Target, isShown: Bool
  ) throws {
    switch source {
    case .handle(let handle):
      if isShown { try add(own.open(handle, in: match)) }
      try placeHidden(handle, to)
    case .object(let number): try placeObject(number, to)
    case .slot, .library, .side:
      let handle = try takeToHand(source)
      if isShown { try add(own.open(handle, in: match)) }
      if case .hand? = to.target { return }
      try placeHidden(handle, to)
    }
  }

  /// Takes a card of library or sideboard to the hand, on its way to wherever it goes.
  private mutating func takeToHand(_ source: Source) throws -> UInt32 {
    switch source {
    case .slot(let handle): try add(take(slotOf: handle))
    case .library(let name):
      // A card that lies at a known place is in the library as well.
      if let step = own.search(for: name, in: match) {
        try add(step)
      } else {
        let slots = match[seat].pocket.library.slots
        let known = slots.first { !$0.isOpen && own.cards.card(of: $0.handle) == name }
        try add(known.flatMap { take(slotOf: $0.handle) })
      }
    case .side(let name):
      let card = own.cards.cards(at: .side).first { own.cards.list.cards[$0] == name }
      try add(card.flatMap { own.take(side: $0, in: match) })
    case .handle, .object: throw DuelRefusal(DuelReason.notThere.rawValue)
    }
    guard let handle = own.cards.hand.last else { throw DuelRefusal(DuelReason.notThere.rawValue) }
    return handle
  }

  private func take(slotOf handle: UInt32) -> DuelStep? {
    guard
      let place = match[seat].pocket.library.slots.firstIndex(where: { $0.handle == handle })
    else { return nil }
    return own.step(in: match) { $0.take.slot = UInt32(place) }
  }

  private mutating func placeHidden(_ handle: UInt32, _ to: DuelMove.Target) throws {
    switch to.target {
    case .hand:
      guard own.cards.looked.contains(handle) else {
        throw DuelRefusal("That card is in your hand already.")
      }
      try add(own.take(looked: handle, in: match))
    case .top(let skip): try add(own.put(handle, at: .top, skip: Int(skip), in: match))
    case .bottom(let skip): try add(own.put(handle, at: .bottom, skip: Int(skip), in: match))
    case .spot(let spot):
      try add(own.play(handle, at: spot, faceDown: to.down, in: match))
      guard to.tapped else { return }
      let number = match[seat].objects << 3 | UInt32(seat)
      try move(number) { $0.tapped = true }
    case .shuffled, nil: throw DuelRefusal("Say where the cards go.")
    }
  }

  private mutating func placeObject(_ number: UInt32, _ to: DuelMove.Target) throws {
    let object = try controlled(number)
    let isPile: Bool =
      switch to.target {
      case .spot(let spot): [.graveyard, .exile].contains(spot.zone)
      default: true
      }
    if object.isToken, case .spot? = to.target {
    } else if object.isToken {
      throw DuelRefusal("A token has no place there: move it to the graveyard, and it is gone.")
    } else if object.owner != seat, isPile {
      // Only its owner moves a card to their own piles.
      return try add {
        $0.pass.object = number
        $0.pass.seat = UInt32(object.owner)
      }
    }
    switch to.target {
    case .hand: try add { $0.take.object = number }
    case .top(let skip): try add(own.put(object: number, at: .top, skip: skip, in: match))
    case .bottom(let skip): try add(own.put(object: number, at: .bottom, skip: skip, in: match))
    case .spot(let spot):
      if to.down, !object.isDown {
        try add { $0.turn = .with { ($0.object, $0.down) = (number, true) } }
      }
      let stays = object.spot.zone == spot.zone
      try move(number) {
        $0.to = spot
        $0.tapped = to.tapped || stays && object.isTapped
        if !stays { $0.attachedTo = 0 }
      }
      try countTax(of: object, to: spot.zone)
    case .shuffled, nil: throw DuelRefusal("Say where the cards go.")
    }
  }

  /// Counts the tax of a card that is played from the command zone: 2 more for each time.
  private mutating func countTax(of object: DuelObject, to zone: DuelStep.Zone) throws {
    guard object.spot.zone == .command, [.stack, .battlefield].contains(zone), !object.isToken,
      object.owner == seat, !object.name.isEmpty
    else { return }
    let name = DuelMark.tax(of: object.name)
    let counters = match[seat].pocket.counters
    // Where a seat has as many counters as it may have, the play counts all the same.
    guard counters[name] != nil || counters.count < DuelLimits.counterKinds else { return }
    try add { $0.mark.counter = .with { ($0.name, $0.value) = (name, (counters[name] ?? 0) + 2) } }
  }

  // MARK: Objects

  /// The object of a number that the seat controls.
  func controlled(_ number: UInt32) throws -> DuelObject {
    guard let object = table.objects[number] else {
      throw DuelRefusal(DuelReason.notThere.rawValue)
    }
    guard object.controller == seat else { throw DuelRefusal(DuelReason.notControlled.rawValue) }
    return object
  }

  /// Moves an object, as it is but for what changes.
  mutating func move(_ number: UInt32, _ change: (inout DuelStep.Move) -> Void) throws {
    let object = try controlled(number)
    try add {
      $0.move.object = number
      $0.move.to = object.spot
      $0.move.tapped = object.isTapped
      $0.move.attachedTo = object.attachedTo
      change(&$0.move)
    }
  }

  mutating func makeTokens(_ move: DuelMove.Tokens) throws {
    guard move.count <= Self.mostTokens else {
      throw DuelRefusal("Make at most \(Self.mostTokens) tokens at once.")
    }
    for index in 0..<max(move.count, 1) {
      try add {
        $0.play.token = true
        $0.play.name = .init(move.name.utf8)
        $0.play.to = move.to
        if move.to.zone == .unspecified { $0.play.to.zone = .battlefield }
        $0.play.to.x = Self.beside(move.to.x, index)
      }
    }
  }

  /// The most tokens of one move.
  private static let mostTokens: UInt32 = 100

  mutating func turn(_ move: DuelMove.Turn) throws {
    guard !move.objects.isEmpty else { throw DuelRefusal("Name the cards to turn.") }
    for number in move.objects {
      let object = try controlled(number)
      let card = object.name.isEmpty && !move.down ? own.cards.card(ofObject: number) : nil
      try add {
        $0.turn.object = number
        $0.turn.down = move.down
        if let card { $0.turn.card = .init(card) }
      }
    }
  }

  // MARK: Showing

  mutating func show(_ move: DuelMove.Show) throws {
    var handles: [UInt32] = move.hand ? own.cards.hand : []
    for card in move.cards {
      switch try source(card) {
      case .handle(let handle), .slot(let handle): handles.append(handle)
      case .object(let number):
        let object = try controlled(number)
        guard object.owner == seat, object.handle != 0, object.name.isEmpty else {
          throw DuelRefusal("Everybody sees that card.")
        }
        handles.append(object.handle)
      case .library, .side: throw DuelRefusal("Take that card to the hand first.")
      }
    }
    guard !handles.isEmpty else { throw DuelRefusal("Name the cards to show.") }
    guard move.to == .unspecified else { return try show(handles, to: move.to) }
    for handle in handles { try add(own.open(handle, in: match)) }
  }
}

extension DuelMove.Target.OneOf_Target {
  /// Whether cards come to a place of the library.
  fileprivate var isInLibrary: Bool {
    switch self {
    case .top, .bottom: true
    case .hand, .shuffled, .spot: false
    }
  }
}
