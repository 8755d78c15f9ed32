import DuelSchema

/// A step that a seat's opening shows to be false.
public enum DuelFault: String, Error, CaseIterable, Sendable {
  case otherList = "The list that was opened is not the one committed to."
  case otherSizes = "The list has other sizes than were told."
  case otherKey = "The key of the box is not the one that follows from the opened secret."
  case badSwap = "A swap with the sideboard names cards that are not there."
  case otherRoot = "The root does not follow from the opened secret and the cards that were there."
  case noSuchCard = "A seal hides no card that the seat held there."
  case notHeld = "A card was used that the seat did not hold there."
  case otherName = "A card was shown under another name."
  case unreadable = "A box for the judge holds no part of an opening."
  case otherBox = "A box does not hold the cards that it should."
}

/// The cards of one seat, as only its owner knows them; after its opening, everybody.
///
/// Follows the events of the public match, which must come from the steps in their order. A value without clock and chance.
public struct DuelCards: Equatable, Sendable {
  /// The place of a card.
  public enum Place: UInt8, Sendable {
    case library, hand, looked, side, table
  }

  /// The cards as an undo takes them back.
  struct Held: Equatable, Sendable {
    var places: [Place]
    var hand: [UInt32] = []
    var looked: [UInt32] = []
  }

  struct Past: Equatable, Sendable {
    var sequence: UInt64
    var held: Held
  }

  /// The secrets of the seat.
  public internal(set) var secrets: DuelSecrets
  /// The list.
  public let list: DuelList
  /// The newest epoch; nil before the first shuffle.
  public private(set) var epoch: DuelEpoch?
  /// The main part of each game with a swap, as places in the list.
  public internal(set) var mains: [UInt32: [Int]] = [:]

  private(set) var held: Held
  private var past: [Past] = []
  private var epochs: [UInt32: [Int]] = [:]
  private(set) var cardOfHandle: [UInt32: Int] = [:]
  /// The newest handle of each card: the one under which it is known where it lies.
  private var newestHandle: [Int: UInt32] = [:]
  private(set) var cardOfObject: [UInt32: Int] = [:]
  private var sealed: [UInt32: UInt32] = [:]
  private var game: UInt32 = 0

  /// Begins with a list before its first shuffle.
  public init(_ list: DuelList, _ secrets: DuelSecrets) {
    (self.list, self.secrets) = (list, secrets)
    held = Held(places: list.cards.indices.map { $0 < list.main ? .library : .side })
  }

  /// The handles in the hand, in the order in which they came.
  public var hand: [UInt32] { held.hand }
  /// The looked-at handles.
  public var looked: [UInt32] { held.looked }

  /// The card of a handle; nil for a handle of nothing.
  public func card(of handle: UInt32) -> [UInt8]? {
    cardOfHandle[handle].map { list.cards[$0] }
  }

  /// The card of an own object.
  public func card(ofObject number: UInt32) -> [UInt8]? {
    cardOfObject[number].map { list.cards[$0] }
  }

  /// The number of cards at a place.
  public func count(_ place: Place) -> Int { held.places.count { $0 == place } }

  /// The places in the list of all cards that are at a place.
  public func cards(at place: Place) -> [Int] {
    held.places.indices.filter { held.places[$0] == place }
  }

  /// The cards of the labels of an epoch.
  func labels(of epoch: UInt32) -> [Int]? { epochs[epoch] }

  /// The main part of a game.
  func main(of game: UInt32) -> [Int] { mains[game] ?? Array(0..<list.main) }

  // MARK: Following

  /// Follows a valid step of the seat's own log, or of another one, with the events that it brought.
  /// - Parameter seals: The seals that the seat had used before the step.
  public mutating func follow(
    _ step: DuelStep, by author: SeatNumber, at place: DuelPlace, seals: UInt32,
    _ events: [DuelEvent]
  ) throws {
    let before = held
    for event in events { try follow(event, step) }
    if author == secrets.seat, step.game == game { try check(step, firstSeal: seals + 1) }
    guard held != before || past.isEmpty else { return }
    let sequence = author == secrets.seat ? place.sequence : past.last?.sequence ?? 0
    if past.last?.sequence == sequence { past.removeLast() }
    past.append(Past(sequence: sequence, held: held))
  }

  private mutating func follow(_ event: DuelEvent, _ step: DuelStep) throws {
    switch event {
    case .began(let seat, let game) where seat == secrets.seat:
      self.game = game
      let main = main(of: game)
      held = Held(places: list.cards.map { _ in .side })
      for card in main { held.places[card] = .library }
      guard case .shuffle(let shuffle)? = step.step, main.count == Int(shuffle.count) else {
        throw DuelFault.badSwap
      }
    case .shuffled(let seat, let number, let wholeHand) where seat == secrets.seat:
      try shuffle(number, wholeHand, step)
    case .moved(let seat, let move) where seat == secrets.seat:
      try place(try take(move.source), move.target)
    case .undone(let game, let kept) where game == self.game:
      goBack(to: kept[Int(secrets.seat) - 1])
    case .began, .shuffled, .moved, .undone, .rolled, .picked: break
    }
  }

  private mutating func shuffle(_ number: UInt32, _ wholeHand: Bool, _ step: DuelStep) throws {
    if wholeHand {
      for handle in held.hand {
        if let card = cardOfHandle[handle] { held.places[card] = .library }
      }
      held.hand = []
    }
    let made = DuelEpoch(number, of: cards(at: .library), in: list, secrets)
    epoch = made
    epochs[number] = made.cards
    past = []
    guard case .shuffle(let shuffle)? = step.step, Array(shuffle.root) == made.tree.root else {
      throw DuelFault.otherRoot
    }
  }

  /// Goes back to the last change that an undo keeps. What was learned of handles stays known.
  private mutating func goBack(to sequence: UInt64) {
    while past.count > 1, let last = past.last, last.sequence > sequence { past.removeLast() }
    if let last = past.last { held = last.held }
  }

  /// Takes a card from its place.
  private mutating func take(_ source: CardMove.Source) throws -> Int {
    switch source {
    case .label(let epoch, let label):
      guard let cards = epochs[epoch], label < cards.count else { throw DuelFault.notHeld }
      return try checked(cards[Int(label)], .library)
    case .slot(let handle): return try checked(cardOfHandle[handle], .library)
    case .hand(let handle): return try take(handle, .hand)
    case .looked(let handle): return try take(handle, .looked)
    case .handSeal(let number, let seal):
      return try take(try handle(of: seal, number, in: held.hand), .hand)
    case .lookedSeal(let number, let seal):
      return try take(try handle(of: seal, number, in: held.looked), .looked)
    case .side(let number, let seal):
      let index = try handle(of: seal, number, in: cards(at: .side).map { UInt32($0) })
      return Int(index)
    case .object(let number): return try checked(cardOfObject[number], .table)
    }
  }

  private mutating func take(_ handle: UInt32, _ place: Place) throws -> Int {
    let card = try checked(cardOfHandle[handle], place)
    let list = place == .hand ? \Held.hand : \Held.looked
    guard let index = held[keyPath: list].firstIndex(of: handle) else { throw DuelFault.notHeld }
    held[keyPath: list].remove(at: index)
    return card
  }

  private func checked(_ card: Int?, _ place: Place) throws -> Int {
    guard let card, held.places[card] == place else { throw DuelFault.notHeld }
    return card
  }

  private mutating func place(_ card: Int, _ target: CardMove.Target) throws {
    switch target {
    case .hand(let handle):
      held.places[card] = .hand
      note(card, handle)
      held.hand.append(handle)
    case .looked(let handle):
      held.places[card] = .looked
      note(card, handle)
      held.looked.append(handle)
    case .slot(let handle):
      held.places[card] = .library
      note(card, handle)
    case .library: held.places[card] = .library
    case .object(let number, let handle, let name):
      (held.places[card], cardOfObject[number]) = (.table, card)
      // An undo may lay it back into its slot under this handle.
      if handle != 0 { note(card, handle) }
      guard name.isEmpty || name == list.cards[card] else { throw DuelFault.otherName }
    }
  }

  private mutating func note(_ card: Int, _ handle: UInt32) {
    (cardOfHandle[handle], newestHandle[card]) = (card, handle)
  }

  // MARK: Seals

  /// The handle that a seal hides: found by hashing those that it can be.
  func handle(of seal: [UInt8], _ number: UInt32, in handles: [UInt32]) throws -> UInt32 {
    guard let found = handles.first(where: { secrets.seal(number, handle: $0) == seal }) else {
      throw DuelFault.noSuchCard
    }
    return found
  }

  /// The handle behind a position of the sealed hand, by the number of its seal.
  public func handle(sealed number: UInt32) -> UInt32? { sealed[number] }

  /// Checks names and seals that move nothing; the first seal has a number.
  private mutating func check(_ step: DuelStep, firstSeal number: UInt32) throws {
    switch step.step {
    case .turn(let turn) where !turn.card.isEmpty:
      guard let card = cardOfObject[turn.object] else { return }
      guard list.cards[card] == Array(turn.card) else { throw DuelFault.otherName }
    case .open(let open):
      guard card(of: open.handle) == Array(open.card) else { throw DuelFault.otherName }
    case .sealHand(let step):
      var rest = held.hand
      for (index, seal) in step.seals.enumerated() {
        let found = try handle(of: Array(seal), number + UInt32(index), in: rest)
        rest.removeAll { $0 == found }
        sealed[number + UInt32(index)] = found
      }
    case .showTo(let step):
      let known = held.hand + held.looked + newestHandle.values.sorted()
      for (index, seal) in step.seals.enumerated() {
        _ = try handle(of: Array(seal), number + UInt32(index), in: known)
      }
    default: break
    }
  }
}
