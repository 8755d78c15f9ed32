/// The reason why a step is not valid.
public enum DuelReason: String, Error, CaseIterable, Sendable {
  case notSeated = "The step was signed by somebody who does not sit at the table."
  case brokenLog = "Nothing of this log counts any more."
  case tooManySteps = "The log has more steps than a duel may have."
  case wrongGame = "The step names a game that its log has not begun."
  case gameGoesOn = "The game before goes on, as far as the log has seen."
  case waitsForUndo = "The log waits for the answer to its question for an undo."
  case wrongBytes = "A hash, link, seal, name or salt has a wrong length or form."
  case outOfRange = "A number is out of its range."
  case askIsOpen = "An ask of this seat waits for its answer."
  case isPaused = "A player has left."
  case wrongNumber = "The number does not follow the last one."
  case wrongLink = "The link does not follow the one before it."
  case notThere = "A card is not there."
  case labelsKnown = "Another seat knows the labels: the library must be shuffled first."
  case unseen = "The log has not seen the step that this one refers to."
  case noSuchAsk = "There is no such ask, or it was answered before."
  case wrongCount = "The number of cards is wrong."
  case wrongProof = "The card and its path do not give the root of its epoch."
  case otherCard = "The card was shown under another name."
  case notControlled = "The seat does not control it."
  case notOwned = "The card belongs to another seat."
  case isToken = "A token cannot go to a hand or library."
  case tooMany = "There are too many of them."
  case tooManyObjects = "A seat makes at most 1,000 cards and tokens on the table in a game."
  case handIsLocked = "A card of the sealed hand is being picked: the hand cannot change before."
  case notSealed = "The hand is not sealed, or has changed since."
  case notOver = "The match is not over, as far as the log has seen."
  case noQuestion = "There is no question for an undo to answer."
  case badUndo = "Chance, a shuffle or a search stands in the way of the undo."
  case wrongPlace = "The place of the undo is not one that both logs were at."
  case wrongParts = "The parts do not come in order."
  case noDrawOffered = "No draw was offered, as far as the log has seen."
  case noShuffleBefore = "The step before the grant is no shuffle."
  case noJudge = "The match has no judge."
  case notGranted = "The seat may not search this library."
}

extension DuelReason {
  /// The same for the player whose move it is.
  var forPlayer: String {
    switch self {
    case .askIsOpen: "Your last question is not answered yet: wait for the other player's node."
    case .waitsForUndo: "You wait for the answer to your question for an undo."
    case .labelsKnown: "Shuffle your library first: the other player may know what is in it."
    case .notControlled: "That is the other player's now: only who controls it changes it."
    case .notOwned: "The card belongs to the other player."
    case .tooManyObjects:
      "There is no room on the table: you bring at most \(DuelLimits.objectsPerSeat) cards and tokens there in a game."
    case .isPaused: "A player has left: nothing is drawn until both are back."
    case .gameGoesOn: "The game before goes on."
    case .noDrawOffered: "The other player has offered no draw."
    case .wrongPlace: "That cannot be taken back any more."
    case .notGranted: "You may not search that library."
    default: rawValue
    }
  }
}

/// A step that is not valid, at its entry.
///
/// Two are equal where the entry is the same: which reason comes first may depend on what has arrived, the entry does not.
public struct DuelViolation: Equatable, Sendable {
  /// The number of the entry.
  public var sequence: UInt64
  /// The reason.
  public var reason: DuelReason

  public static func == (one: DuelViolation, other: DuelViolation) -> Bool {
    one.sequence == other.sequence
  }
}

/// The verdict on one step.
public enum DuelVerdict: Equatable, Sendable {
  /// The step is valid; what it brought, in order.
  case accepted([DuelEvent])
  /// The step is of a game that is over, and counts for nothing.
  case ignored
  /// The step breaks its log.
  case refused(DuelReason)
}

/// Something that follows from a step and does not stand in it.
public enum DuelEvent: Equatable, Sendable {
  /// A seat began a game.
  case began(SeatNumber, game: UInt32)
  /// A library has a new epoch; whether the whole hand went in.
  case shuffled(SeatNumber, epoch: UInt32, wholeHand: Bool)
  /// A hidden card of a seat moved.
  case moved(SeatNumber, CardMove)
  /// An ask was answered: dice, from 1.
  case rolled(SeatNumber, [UInt32])
  /// An ask was answered: seals of the hand, or objects.
  case picked(SeatNumber, [UInt32])
  /// An undo was granted: the last entry that each log keeps.
  case undone(game: UInt32, kept: [UInt64])
}

/// A move of a card, as all see it.
public struct CardMove: Equatable, Sendable {
  /// The place that a card comes from.
  public enum Source: Equatable, Sendable {
    case label(epoch: UInt32, label: UInt32)
    case slot(handle: UInt32)
    case hand(handle: UInt32)
    case looked(handle: UInt32)
    case handSeal(UInt32, [UInt8])
    case lookedSeal(UInt32, [UInt8])
    case side(UInt32, [UInt8])
    case object(UInt32)
  }

  /// The place that a card goes to, with its new handle.
  public enum Target: Equatable, Sendable {
    case hand(UInt32)
    case looked(UInt32)
    case slot(UInt32)
    /// Its handle is 0 where it was played face up.
    case object(UInt32, handle: UInt32, name: [UInt8])
    case library
  }

  /// The place before.
  public var source: Source
  /// The place after.
  public var target: Target
}
