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
  /// The step that waits for our person; nil for none.
  private var late: LateStep?

  /// A step that waits for our person.
  private struct LateStep {
    let name: String
    /// The time at which our node looks at it again (steady milliseconds).
    var at: Int64
    /// Whether our node writes it.
    var isLate = false
  }

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

  /// The time at which `tickLate` has something to do (steady milliseconds); nil for never.
  var nextLate: Int64? { late?.at }

  /// Notes that our person has let a step wait for long enough.
  ///
  /// - Returns: whether one is to be written now. Where it cannot be, it is asked for again a second later.
  mutating func tickLate(at now: Int64) -> Bool {
    guard let at = late?.at, at <= now else { return false }
    late?.isLate = true
    late?.at = now + 1_000
    return true
  }

  /// Returns the step that our person has let wait for too long; nil for none.
  mutating func takeLate(in match: any Session, at now: Int64) -> SessionDuty? {
    guard let step = session?.late(in: match) else {
      late = nil
      return nil
    }
    if late?.name != step.name {
      late = LateStep(name: step.name, at: now + step.seconds * 1_000)
    }
    guard late?.isLate == true else { return nil }
    // Once a second at most, even where it changes nothing.
    late?.isLate = false
    return step.duty
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
