import Schema

/// A step that does not follow from its own log and what it has cited.
public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
  /// The seat whose log holds the step.
  public var seat: Seat
  /// The number of the entry in that log.
  public var sequence: UInt64
  /// One sentence for people: what the step says and why that does not follow.
  public var sentence: String

  public var description: String { sentence }
}

/// The verdict of a match on one step.
public enum Verdict: Equatable, Sendable {
  /// The step follows; what it brought, in order, possibly nothing.
  case accepted([MatchEvent])
  /// The step counts for nothing. Compare `Match.result` before and after: a violation ends the
  /// match, but a step written after the end changes nothing.
  case refused(Violation)
}

/// Something that people at a table see happen.
///
/// A card is told when it is known and its player has tapped, so with two nodes the same events
/// may come in a different order; the state of the match never differs.
public enum MatchEvent: Equatable, Sendable {
  /// The host opened the table; its name.
  case opened(name: String)
  /// The host accepted a joiner; the author key, 32 bytes.
  case seated(key: [UInt8])
  /// The joiner took the chair; its name.
  case joined(name: String)
  /// The match began.
  case started
  /// A seat turned over a card, or laid those of a war.
  case played(Seat, PlayedView)
  /// A battle was decided by a seat.
  case decided(Seat, DecidedView)
  /// A seat left on purpose; the match pauses.
  case left(Seat)
  /// A seat is back.
  case returned(Seat)
  /// A seat offered the deciding to the other.
  case offeredHosting(Seat)
  /// A seat took the deciding over.
  case tookHosting(Seat)
  /// A seat claimed a result; the match goes on until the other accepts it.
  case claimed(ClaimView)
  /// The host let somebody watch; its name.
  case admitted(name: String)
  /// The host lets a spectator see nothing more; its name.
  case removed(name: String)
  /// A seat offered a rematch.
  case offeredRematch(Seat)
  /// A seat took its offer of a rematch back.
  case withdrewRematch(Seat)
  /// A seat accepted the rematch and opened a table for it, whose id follows.
  case acceptedRematch(Seat, table: [UInt8])
  /// A seat that has conceded asks to take that back.
  case askedTakeBack(Seat)
  /// The other side lets it; the match goes on.
  case grantedTakeBack(Seat)
  /// A seat plays all cards that are left.
  case playsOn(Seat)
  /// The host closed the table before the start; its reason.
  case closed(reason: String)
  /// The match is over, or a concurrent step changed how it ended.
  case finished(MatchResult)
}

/// A step that a node must or may write for its seat.
public enum Duty: Equatable, Sendable {
  /// `JoinTable`, with a new nonce and the person's name.
  case join
  /// `CommitTip`, with the tip of a secret that is stored by then.
  case commit
  /// `RevealLink` of a round, from 1.
  case reveal(round: UInt32)
  /// `PlayCard`; only ever part of a person's tap.
  case play(round: UInt32, battle: UInt32)
  /// `PlayOn`, where a person lets the node play all that is left.
  case playOn
  /// `DecideStep`, complete as given.
  case decide(DecideStep)
}
