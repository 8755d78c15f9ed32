import DuelSchema
import Schema

/// A move that cannot be made now, with a sentence for people.
public struct DuelRefusal: Error, Equatable, Sendable {
  /// The sentence.
  public let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// The steps of one action of a person, each judged by a copy of the match before the next one is made.
///
/// `make` fills it; the steps belong into the log in their order. A move that is refused makes none of them.
public struct DuelDraft: Sendable {
  /// The match after the steps.
  public private(set) var match: Duel
  /// The own cards after the steps.
  public internal(set) var own: DuelPrivate
  /// The steps.
  public private(set) var steps: [DuelStep] = []

  let log: DuelLog
  /// The text of a secret choice that came with the move.
  var secret = ""
  /// Cards that begin in the command zone.
  var commanders: [[UInt8]] = []
  private let place: DuelPlace

  /// Begins with everything that the seat's node knows.
  /// - Parameters:
  ///   - isPaused: Whether a player has left.
  ///   - isEnded: Whether the table has ended the match.
  public init(
    _ match: Duel, _ own: DuelPrivate, _ log: DuelLog, isPaused: Bool = false,
    isEnded: Bool = false
  ) {
    (self.match, self.own) = own.caughtUp(with: match)
    self.log = log
    place = DuelPlace(sequence: .max, seen: .max, isPaused: isPaused, isEnded: isEnded)
  }

  var seat: SeatNumber { own.seat }
  var other: SeatNumber { 3 - own.seat }
  var table: DuelTable { match.table(of: match[seat].game) }

  /// The number of a seat that a move names and that is another player's.
  func otherPlayer(_ seat: Seat) throws -> SeatNumber {
    guard let number = SeatNumber(exactly: seat.rawValue), match.seats.contains(number),
      number != self.seat
    else { throw DuelRefusal("Name the other player.") }
    return number
  }

  /// Adds a step that must be valid; one that could not be made names a card that is not there.
  mutating func add(_ step: DuelStep?) throws {
    guard let step else { throw DuelRefusal(DuelReason.notThere.forPlayer) }
    let seals = match[seat].seals
    switch match.apply(step, by: seat, at: place) {
    case .accepted(let events):
      own.follow(step, by: seat, at: place, seals: seals, events)
      steps.append(step)
    case .ignored: throw DuelRefusal("The game is over.")
    case .refused(let reason): throw DuelRefusal(reason.forPlayer)
    }
  }

  /// Adds a step of the game that the seat plays.
  mutating func add(_ fill: (inout DuelStep) -> Void) throws {
    try add(own.step(in: match, fill))
  }

  /// Makes the steps of a move.
  /// - Throws: `DuelRefusal` where it cannot be made now.
  public mutating func make(_ move: DuelMove) throws {
    guard let kind = move.move else { throw DuelRefusal("The move is of a newer version.") }
    try refuseUndo(unless: kind)
    if try makeOfCards(kind) || makeOfTable(kind) || makeOfChance(kind) { return }
    try makeOfGame(kind)
  }

  /// A move of our own refuses the other player's question for an undo.
  private mutating func refuseUndo(unless kind: DuelMove.OneOf_Move) throws {
    switch kind {
    case .answerUndo, .say, .end, .openMatch, .begin: return
    default: break
    }
    guard match.undoQuestion(for: seat) != nil else { return }
    try add { $0.answerUndo.granted = false }
  }

  private mutating func makeOfCards(_ kind: DuelMove.OneOf_Move) throws -> Bool {
    switch kind {
    case .place(let move): try place(move)
    case .show(let move): try show(move)
    case .tokens(let move): try makeTokens(move)
    case .turn(let move): try turn(move)
    case .shuffle: try add(own.shuffle(in: match))
    case .letSearch(let receiver): try letSearch(receiver)
    case .chosen(let move): try choose(move)
    default: return false
    }
    return true
  }

  private mutating func makeOfTable(_ kind: DuelMove.OneOf_Move) throws -> Bool {
    switch kind {
    case .tap(let move): try tap(move)
    case .mark(let move): try mark(move)
    case .counter(let move): try count(move)
    case .note(let move): try note(move)
    case .attach(let move): try attach(move)
    case .arrow(let move): try draw(move)
    case .give(let move): try give(move)
    case .phase(let phase): try moveOn(to: phase)
    case .passTurn: try passTurn()
    case .say(let text): try say(text)
    case .top(let top): try add { $0.mark.top = top }
    case .stop(let stop): try add { $0.mark.stop = stop }
    case .priority(let priority): try add { $0.mark.priority = priority }
    default: return false
    }
    return true
  }

  private mutating func makeOfChance(_ kind: DuelMove.OneOf_Move) throws -> Bool {
    switch kind {
    case .draw(let move): try draw(move)
    case .mulligan(let move): try mulligan(move)
    case .dice(let move): try roll(move)
    case .pick(let move): try pick(move)
    case .sealHand: try sealHand()
    case .choose(let move): try choose(move)
    case .secret: try keepSecret()
    case .openChoice(let move): try open(move)
    default: return false
    }
    return true
  }

  private mutating func makeOfGame(_ kind: DuelMove.OneOf_Move) throws {
    switch kind {
    case .begin(let move): try begin(move)
    case .askUndo(let move): try askUndo(move)
    case .answerUndo(let isGranted): try add { $0.answerUndo.granted = isGranted }
    case .end(let end): try finish(end)
    case .openMatch: try openMatch()
    default: throw DuelRefusal("The move is of a newer version.")
    }
  }
}
