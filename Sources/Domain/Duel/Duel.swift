import DuelSchema

/// One match of a duel, replayed from the two seats' logs.
///
/// Feed it the steps of both logs in any order in which each step comes after what its log has cited: every such order gives the
/// same state, because a step is judged only by its own log and what that has seen. So a seat that has an open ask has it until
/// its own log cites the answer; `settled(for:)` shows what that will bring. Nothing that is fed can throw or trap. The value
/// holds no secret: spectators and the audit use the same one.
public struct Duel: Sendable {
  /// The id of the match, 32 bytes.
  public let gameID: [UInt8]
  /// Games of the match: 1, 3 or 5.
  public let games: UInt32
  /// The life of each player at the beginning of a game.
  public let life: Int32
  /// The public key of the judge's box, 32 bytes; empty where there is no judge.
  let judgeBoxKey: [UInt8]

  var logs: [DuelSeat]
  var tables: [UInt32: DuelTable] = [:]
  var journal: [DuelRecord] = []

  #if DEBUG
    /// Faults on purpose: what tests must find.
    public var bugs: Set<DuelBug> = []
  #endif

  /// Begins a match whose seats have committed; nil where the terms are out of range.
  public init?(gameID: [UInt8], terms: DuelTerms, seats: [DuelSeatSetup]) {
    guard gameID.count == HashInput.size, DuelLimits.games.contains(terms.games),
      terms.life <= UInt32(DuelLimits.counterValue), seats.count == DuelLimits.seats,
      Set(seats.flatMap(\.tips)).count == seats.count * seats.count
    else { return nil }
    self.gameID = gameID
    (games, life) = (terms.games, Int32(terms.life))
    judgeBoxKey = Array(terms.judge.boxKey)
    logs = seats.map { DuelSeat($0) }
  }

  /// The seats in their order.
  public var seats: [SeatNumber] { (1...SeatNumber(logs.count)).map { $0 } }

  /// The state of a seat's log.
  public internal(set) subscript(seat: SeatNumber) -> DuelSeat {
    get { logs[Int(seat) - 1] }
    _modify { yield &logs[Int(seat) - 1] }
  }

  /// The table of a game, empty before its first card.
  public func table(of game: UInt32) -> DuelTable { tables[game] ?? DuelTable() }

  /// The match as it will be once a seat's log cites everything that is known.
  public func settled(for seat: SeatNumber) -> (match: Duel, events: [DuelEvent]) {
    var copy = self
    // Nothing is taken back in a copy that people look at, and much would be copied.
    copy.journal = []
    let events = copy.settle(.next(of: seat))
    return (copy, events)
  }

  func has(_ bug: DuelBug) -> Bool {
    #if DEBUG
      bugs.contains(bug)
    #else
      false
    #endif
  }
}

extension Duel: Equatable {
  /// Whether two matches are in the same state. The journal of an undo is not compared: it holds the order of arrival.
  public static func == (one: Duel, other: Duel) -> Bool {
    one.gameID == other.gameID && one.logs == other.logs && one.tables == other.tables
  }
}

/// Faults that tests plant.
public enum DuelBug: String, CaseIterable, Sendable {
  case shuffleWhileAskIsOpen, answerToUnseenAsk, numberReusedAfterUndo, newestRootOnly
  case picksFromRest, undoReturnsOpenSlots, undoAcrossShuffle, handNotLocked
  case objectsKeptOnReturn, concessionByArrival
  /// A match is opened while it goes on.
  case opensBeforeEnd
  /// The labels of an epoch do not follow from what the seat has committed to.
  case freeEpochSecrets
}

/// The writer of the step that is judged.
struct Author {
  var seat: SeatNumber
  var sequence: UInt64
  var seen: UInt64
  var depth: UInt64
  var isPaused = false
  var isEnded = false

  var other: SeatNumber { 3 - seat }

  /// The author of the next step of a seat, which knows everything that is known.
  static func next(of seat: SeatNumber) -> Author {
    Author(seat: seat, sequence: .max, seen: .max, depth: 0)
  }

  /// Whether the writer knows an entry of a seat.
  func knows(_ sequence: UInt64, of seat: SeatNumber) -> Bool {
    seat == self.seat ? sequence <= self.sequence : sequence <= seen
  }
}
