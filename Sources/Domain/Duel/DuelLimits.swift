import FoundationEssentials

/// The limits of a duel: everything that comes from outside has one.
public enum DuelLimits {
  /// Phases of a turn.
  public static let phases: UInt32 = 16
  /// Seats of a table.
  public static let seats = 2
  /// Cards of a library.
  public static let libraryCards = 500
  /// Cards of a sideboard.
  public static let sideboardCards = 100
  /// Bytes of the name of a card.
  public static let cardBytes = 200
  /// Bytes of an encoded list.
  public static let listBytes = 16 << 10
  /// Asks of a seat in a match.
  public static let chainLinks: UInt32 = 4_096
  /// Links that one reveal may pass over.
  public static let linkGap: UInt32 = 64
  /// Shuffles of a seat in a match.
  public static let shuffles: UInt32 = 500
  /// Cards, or picks, of one ask.
  public static let cardsPerAsk: UInt32 = 500
  /// Objects that one ask picks from by their numbers.
  public static let objectsPerPick = 300
  /// Bytes of the type of a card that is asked for.
  public static let typeBytes = 100
  /// Seals of one step.
  public static let sealsPerStep = 40
  /// Cards that a search in the library of another seat chooses. Its owner's node writes a step for each of them, and a hand of more
  /// could not be sealed.
  public static let chosenCards = 40
  /// Steps of a log.
  public static let steps = 20_000
  /// Objects that one seat makes in a game.
  public static let objectsPerSeat: UInt32 = 1_000
  /// Kinds of counters on an object, or of a seat.
  public static let counterKinds = 16
  /// The greatest value of a counter; the least is its negative.
  public static let counterValue: Int32 = 99_999
  /// Bytes of a note, and of the name of a counter.
  public static let noteBytes = 280
  /// Arrows of a seat.
  public static let arrows = 32
  /// Dice of one ask.
  public static let diceAtOnce: UInt32 = 100
  /// Sides of a die.
  public static let sides: ClosedRange<UInt32> = 2...1_000_000
  /// Steps back that an undo may reach, in each log.
  public static let undoSteps = 200
  /// Questions for an undo, of a seat in a game.
  public static let undoQuestions = 32
  /// Bytes of one part of a box.
  public static let boxBytes = 1_536
  /// Parts of a box.
  public static let boxParts: UInt32 = 16
  /// Bytes of a box for the judge, which holds one part of an opening: 48 more than the longest part, filled up.
  public static let judgeBoxBytes = 1_840
  /// Bytes of a signature.
  public static let signatureBytes = 64
  /// The most verdicts in a log: more than one where the judge has signed again.
  public static let verdicts = 4
  /// Parts of an opening: those of the longest list, and one of the swaps.
  public static let openingParts: UInt32 = 17
  /// Bytes of the list in one part of an opening.
  public static let openingPartBytes = 1_024
  /// Games of a match.
  public static let games: Set<UInt32> = [1, 3, 5]
  /// Phases of the other player's turns that a player does not let pass.
  public static let stops = 16
  /// The greatest coordinate of a spot, the number of a phase, and the depth of a place.
  public static let coordinate: UInt32 = 10_000

  /// Checks the size and the number of a part of a box.
  ///
  /// - Throws: `DuelReason.outOfRange`.
  static func check(_ box: Data, part: UInt32, of parts: UInt32) throws {
    guard (1...boxBytes).contains(box.count), (1...boxParts).contains(parts), part <= parts else {
      throw DuelReason.outOfRange
    }
  }
}
