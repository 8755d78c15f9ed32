import DuelSchema

/// The parts of a commitment that the rules need.
public struct DuelSeatSetup: Equatable, Sendable {
  /// The tips of the chains for the asks of each seat, the host's first.
  public var tips: [[UInt8]]
  /// The commitment to the list.
  public var deck: [UInt8]
  /// The public key of the box of the seat.
  public var boxKey: [UInt8]
  /// Cards of the main part.
  public var main: Int
  /// Cards of the sideboard.
  public var side: Int

  /// Takes a commitment; nil where it is not valid.
  public init?(tips: [[UInt8]], commitment: DuelCommitment) {
    guard tips.count == DuelLimits.seats, tips.allSatisfy({ $0.count == HashInput.size }),
      Set(tips).count == tips.count, commitment.deck.count == HashInput.size,
      commitment.boxKey.count == HashInput.size,
      (1...DuelLimits.libraryCards).contains(Int(commitment.main)),
      commitment.side <= UInt32(DuelLimits.sideboardCards)
    else { return nil }
    self.tips = tips
    boxKey = Array(commitment.boxKey)
    (deck, main, side) = (Array(commitment.deck), Int(commitment.main), Int(commitment.side))
  }
}

/// The origin of a handle.
public enum DuelOrigin: Equatable, Sendable {
  /// A label that was picked or searched.
  case label(epoch: UInt32, label: UInt32)
  /// A card that was put somewhere under a seal.
  case seal(UInt32)
  /// An object that went back to hand or library.
  case object(UInt32)
}

/// A question for chance that waits for its answer, as the log of its asker knows.
public struct DuelAsk: Equatable, Sendable {
  /// The number, from 1.
  public var number: UInt32
  /// The link of the asker.
  var link: [UInt8]
  /// The cards, dice or picks that are asked for.
  public var kind: Kind

  /// The content of an ask.
  public enum Kind: Equatable, Sendable {
    /// Slots of the library by number, from the first that is picked, and the fate of their cards.
    case cards([UInt32], DuelStep.Goal)
    /// Dice.
    case dice(count: UInt32, sides: UInt32)
    /// Some of these: numbers of seals or of objects.
    case pick([UInt32], count: UInt32, isHand: Bool)
    /// Fixed slots of the library by number, whose cards change places.
    case order([UInt32])
  }
}

/// The state of one seat's log, with everything that later steps are judged by.
public struct DuelSeat: Equatable, Sendable {
  /// The place of a step that others refer to.
  struct Written: Equatable, Sendable {
    var sequence: UInt64
    var game: UInt32
  }

  /// An entry that an undo may name.
  struct Kept: Equatable, Sendable {
    var sequence: UInt64
    var seen: UInt64
  }

  /// A question for an undo.
  struct Question: Equatable, Sendable {
    var sequence: UInt64
    var game: UInt32
    var kept: [UInt64]
    /// The entry of the other log that the asker's kept entry had seen.
    var seen: UInt64
  }

  /// The link of another seat that answered an ask of this one, or was last given to it.
  struct Given: Equatable, Sendable {
    var number: UInt32 = 0
    var link: [UInt8]
    var sequence: UInt64 = 0
  }

  /// A hand that was sealed.
  struct Sealed: Equatable, Sendable {
    var sequence: UInt64
    var count: UInt32
  }

  /// A label that was picked from a slot since the last shuffle.
  struct Picked: Equatable, Sendable {
    var sequence: UInt64
    var slot: UInt32
    var handle: UInt32
    var label: UInt32
  }

  /// A library that another seat may search.
  struct Granted: Equatable, Sendable {
    var sequence: UInt64
    var seat: SeatNumber
    var epoch: UInt32
  }

  let setup: DuelSeatSetup
  /// The game that the log plays; 0 before its first shuffle.
  public internal(set) var game: UInt32 = 0
  /// The parts that an undo takes back.
  public internal(set) var pocket = DuelPocket()
  /// The ask that waits, as the log knows.
  public internal(set) var ask: DuelAsk?
  /// The first entry that is not valid, and the reason.
  public internal(set) var broken: DuelViolation?

  var seen: UInt64 = 0
  var steps = 0
  /// Each root with the number of its labels, by epoch.
  var roots: [Root] = []
  var depths: [Depth] = []
  /// The origin of each handle, by its number minus 1.
  var handles: [DuelOrigin] = []
  var opened: [UInt32: [UInt8]] = [:]
  var seals: UInt32 = 0
  var slots: UInt32 = 0
  /// Objects made in the match, and before this game.
  var objects: UInt32 = 0
  var objectsBefore: UInt32 = 0
  var asks: [Written] = []
  /// The last link given to each seat, by its number minus 1; the tip before the first.
  var given: [Given]
  var picked: [Picked] = []
  /// Goal-open handles whose card the seat owes.
  var owed: [UInt32] = []
  /// Those of them that its node puts into the graveyard in the same entry.
  var milled: [UInt32] = []
  var sealings: [UInt32: Sealed] = [:]
  /// Seals over texts that were not opened.
  var choices: [UInt32: [UInt8]] = [:]
  /// The row of asks until a card comes; nil after any other act of the seat.
  var until: Until?
  /// The last entry that changed something for the other player, and the last one that passed the turn.
  var acted: UInt64 = 0
  var turned: UInt64 = 0
  var recent: [Kept] = []
  /// The last entry behind which no undo may go.
  var fixed: UInt64 = 0
  var questions: [Question] = []
  /// The question of the other seat that was answered last, and where.
  var replied = Written(sequence: 0, game: 0)
  var replies: [UInt64: UInt64] = [:]
  var ends = DuelEnds()
  var shown: [DuelShown] = []
  var grants: [Granted] = []
  var tail = Tail.other
  /// The labels of each epoch that this seat has chosen in the other's library.
  var chosen: [UInt32: Chosen] = [:]
  var opening: [DuelStep.OpenMatch] = []
  var openedAt: Written?
  /// The entry that began the opening.
  var openedFrom: UInt64?
  var complaints: [UInt32] = []
  var verdicts: [DuelStep.Verdict] = []

  /// Whether the seat has opened the match to all, and not to the judge alone.
  var isOpen: Bool { openedAt != nil && opening.allSatisfy(\.judgeBox.isEmpty) }

  /// Shuffles that the seat may still make in the match.
  var shufflesLeft: Int { Int(DuelLimits.shuffles) - roots.count }

  /// A row of asks, each for one card.
  struct Until: Equatable, Sendable {
    var wanted: DuelStep.Until
    var place: DuelStep.Place
    var goal: DuelStep.Goal
    /// The handle that the last ask has brought; 0 before its answer.
    var handle: UInt32 = 0
  }

  /// The labels of one epoch.
  struct Root: Equatable, Sendable {
    var root: [UInt8]
    var count: Int
  }

  /// The causal depth of an entry.
  struct Depth: Equatable, Sendable {
    var sequence: UInt64
    var depth: UInt64
  }

  /// The last step of the log, as far as the next one depends on it.
  enum Tail: Equatable, Sendable {
    case other
    case shuffle
    case grant(SeatNumber, part: UInt32, of: UInt32)
    case showing(SeatNumber, part: UInt32, of: UInt32)
  }

  /// Labels that a searching seat has chosen.
  struct Chosen: Equatable, Sendable {
    var sequence: UInt64
    var labels: [UInt32]
  }

  init(_ setup: DuelSeatSetup) {
    self.setup = setup
    given = setup.tips.map { Given(link: $0) }
  }
}

/// A box for another seat.
struct DuelShown: Equatable, Sendable {
  var sequence: UInt64
  var seat: SeatNumber
}

/// The ends of games that a log has written, by game, each at its entry.
struct DuelEnds: Equatable, Sendable {
  var conceded: [UInt32: UInt64] = [:]
  var offered: [UInt32: UInt64] = [:]
  var accepted: [UInt32: UInt64] = [:]
}
