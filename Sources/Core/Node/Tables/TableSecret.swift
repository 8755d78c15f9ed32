import Feature
import Identifiers
import Schema

/// The part of a table that only our node has: the secret from which our cards follow, and what is hidden from the other seats.
struct TableSecret {
  /// Our chair has committed to a chain of which the secret is not here: our home was copied back by hand to before that.
  var isMissing = false
  /// The number of which our secret is made; nil for one at random.
  var seed: UInt64?
  /// The secret and our person's choices; nil before we commit, and once the game needs them no more.
  private(set) var keep: SessionKeep?
  /// The part of the match that only we replay; nil before we commit, and in a game that hides nothing from the other seats.
  private(set) var session: (any PrivateSession)?
  /// Whether the game was asked for it.
  private var isAsked = false

  /// Takes what the store has, before the match is replayed.
  mutating func begin(_ keep: SessionKeep?) { (self.keep, session, isAsked) = (keep, nil, false) }

  /// Follows a step that the match has accepted; our own commitment makes our part of it.
  ///
  /// - Parameters:
  ///   - match: the match after the step.
  ///   - own: our seat.
  mutating func follow(
    _ step: TableStep, by seat: Seat, at position: SessionPosition, in match: any Session,
    as own: Seat
  ) {
    guard let keep else { return }
    if isAsked {
      session?.follow(step, by: seat, at: position, in: match)
    } else if own != .unspecified, match.commitment(of: own) != nil {
      session = match.makePrivate(for: own, keep)
      isAsked = true
    }
  }

  /// Adds a choice of our person.
  ///
  /// - Returns: its number, from 0.
  /// - Throws: `Refused` where the game takes none now.
  mutating func choose(_ choice: [UInt8], in match: any Session) throws -> Int {
    guard session != nil, let number = keep?.choices.count else {
      throw Refused(.invalid, "There is nothing to choose at that table.")
    }
    guard number < SessionRules.mostChoices else {
      throw Refused(.notNow, "You have chosen \(number) times, the most in one match.")
    }
    try session?.choose(choice, in: match)
    keep?.add(choice)
    return number
  }

  /// Makes a step of our secret; nil where that is not here.
  mutating func make(
    _ step: (_ keep: inout SessionKeep) throws -> TableStep
  ) rethrows -> TableStep? {
    guard var keep else { return nil }
    defer { self.keep = keep }
    return try step(&keep)
  }
}
