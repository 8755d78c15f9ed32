import Schema

/// A step that a node must or may write for its seat.
///
/// A game does no more than say which: chance, names and secrets are the core's.
public enum SessionDuty: Sendable {
  /// `JoinTable`: the core adds a new nonce and the person's name.
  case join
  /// `CommitTip`: the core makes a secret, stores it, and writes the game's commitment to it.
  case commit
  /// Complete as given.
  case step(TableStep)
  /// Made of what our node keeps; throws `Refused` where that does not reach so far.
  case secret(@Sendable (_ keep: inout SessionKeep) throws -> TableStep)
}
