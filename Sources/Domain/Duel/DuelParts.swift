import DuelSchema

/// The place of a step: its entry in the log of its seat, and what that log has seen.
public struct DuelPlace: Equatable, Sendable {
  /// The number of the entry, from 1.
  public var sequence: UInt64
  /// The highest entry of the other log that this log has cited up to this entry; 0 for none.
  public var seen: UInt64
  /// Whether the log knows that a player has left.
  public var isPaused: Bool
  /// Whether the log knows that the table ended the match: by a claim, a fork, or a broken log.
  public var isEnded: Bool

  /// Describes where a step stands.
  public init(sequence: UInt64, seen: UInt64, isPaused: Bool = false, isEnded: Bool = false) {
    (self.sequence, self.seen) = (sequence, seen)
    (self.isPaused, self.isEnded) = (isPaused, isEnded)
  }
}

/// A place in a library.
public struct DuelSlot: Equatable, Sendable {
  /// The number of the slot, which stays the same as long as the slot exists.
  public var id: UInt32
  /// The handle of the card in it; 0 while any unused label may come.
  public var handle: UInt32 = 0

  /// Whether any unused label may come.
  public var isOpen: Bool { handle == 0 }
}

/// The library of a seat, as everybody knows it.
public struct DuelLibrary: Equatable, Sendable {
  /// The number of the epoch; 0 before the first shuffle.
  public internal(set) var epoch: UInt32 = 0
  /// The slots from the top.
  public internal(set) var slots: [DuelSlot] = []
  /// The labels that were not picked, sorted: as many as there are open slots.
  public internal(set) var unused: [UInt32] = []
  /// Whether another seat knows the labels. Then nothing is asked of this library before the next shuffle.
  public internal(set) var isSearched = false
}

/// Hidden cards of a seat outside its library: a hand, or looked-at cards.
public struct DuelPile: Equatable, Sendable {
  /// The number of cards.
  public internal(set) var count = 0
  /// The handles that went in and did not leave openly, in that order. A card that left under a seal is still among them.
  public internal(set) var handles: [UInt32] = []

  mutating func add(_ handle: UInt32) {
    count += 1
    handles.append(handle)
  }

  /// Removes a card by its handle; false where it is not there for all to see.
  mutating func remove(_ handle: UInt32) -> Bool {
    guard count > 0, let index = handles.firstIndex(of: handle) else { return false }
    handles.remove(at: index)
    count -= 1
    return true
  }

  /// Removes cards under seals; false where there are fewer.
  mutating func removeSealed(_ cards: Int) -> Bool {
    guard count >= cards else { return false }
    count -= cards
    if count == 0 { handles = [] }
    return true
  }
}

/// The parts of a seat that an undo takes back.
public struct DuelPocket: Equatable, Sendable {
  /// The library.
  public internal(set) var library = DuelLibrary()
  /// The hand.
  public internal(set) var hand = DuelPile()
  /// Cards that only the owner sees now and has not placed.
  public internal(set) var looked = DuelPile()
  /// Cards of the sideboard.
  public internal(set) var side = 0
  /// Life and other counters.
  public internal(set) var counters: [String: Int32] = [:]
  /// Arrows from an object to another one.
  public internal(set) var arrows: [UInt32: UInt32] = [:]
  /// The number of the first seal of the sealed hand; 0 while there is none.
  public internal(set) var sealedHand: UInt32 = 0
  /// Mulligans of this game.
  public internal(set) var mulligans: UInt32 = 0
  /// Cards of the hand that still go to the bottom after a mulligan.
  public internal(set) var putBack: UInt32 = 0
  /// The use of the top card that the node asks for whenever nobody knows it.
  public internal(set) var top = DuelStep.Top.unspecified
  /// Phases of the other player's turns that are not passed over.
  public internal(set) var stops: Set<UInt32> = []
  /// The last answer to what the other player has done.
  var stance: DuelStance?
}

/// An answer of a player to what the other one has done: whether something more comes.
struct DuelStance: Equatable, Sendable {
  var priority: DuelStep.Priority
  /// The entry that says so, and the highest entry of the other log that it has seen.
  var sequence: UInt64
  var seen: UInt64
}

/// A card or token on the table.
public struct DuelObject: Equatable, Sendable {
  /// The seat to whose list it belongs.
  public internal(set) var owner: SeatNumber
  /// The seat that writes it.
  public internal(set) var controller: SeatNumber
  /// The entry of the seat that passed it to the controller; 0 while it was not passed.
  public internal(set) var passed: UInt64 = 0
  /// The place on the table.
  public internal(set) var spot: DuelStep.Spot
  /// The card that all see; empty while it lies face down.
  public internal(set) var name: [UInt8] = []
  /// The handle of a card that came to the table hidden; 0 for one that was played face up.
  public internal(set) var handle: UInt32 = 0
  /// Whether it is no card of the list.
  public internal(set) var isToken = false
  /// Whether it lies face down.
  public internal(set) var isDown = false
  /// Whether it is tapped.
  public internal(set) var isTapped = false
  /// The object that it is attached to; 0 for none.
  public internal(set) var attachedTo: UInt32 = 0
  /// Counters by name.
  public internal(set) var counters: [String: Int32] = [:]
  /// A note.
  public internal(set) var note = ""
  /// The causal depth of the step that put it on its zone: 1 + the greatest depth seen.
  public internal(set) var depth: UInt64 = 0
}

/// The turn marker of a game.
public struct DuelMarker: Equatable, Sendable {
  /// The seat that holds it.
  public internal(set) var holder: SeatNumber = 1
  /// The entry of the seat that passed it; 0 while it was not passed.
  public internal(set) var passed: UInt64 = 0
  /// The phase, in the list of the format.
  public internal(set) var phase: UInt32 = 0
  /// Turns that began.
  public internal(set) var turn: UInt32 = 1
}

/// The table of one game.
public struct DuelTable: Equatable, Sendable {
  /// The objects by number. The last three bits of a number are the seat that made it.
  public internal(set) var objects: [UInt32: DuelObject] = [:]
  /// The turn marker.
  public internal(set) var marker = DuelMarker()

  /// The objects of a zone in the order in which people read them: by depth, then by number.
  public func objects(in zone: DuelStep.Zone) -> [UInt32] {
    objects.filter { $0.value.spot.zone == zone }
      .sorted { ($0.value.depth, $0.key) < ($1.value.depth, $1.key) }.map(\.key)
  }
}
