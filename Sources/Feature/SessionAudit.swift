/// The audit of a match in a game whose files prove more than that each step follows: what was opened at its end.
public struct SessionAudit: Equatable, Sendable {
  /// The first step that does not hold, from 1 among all steps of the table; 0 for none.
  public var step: UInt64
  /// The result of the audit, as one sentence for people.
  public var sentence: String
  /// Whether the match counts in statistics and tournaments.
  public var counts: Bool
  /// Whether a match that does not count may still do so: not all that must be opened was opened yet.
  public var mayCount: Bool
  /// The text of what a judge has signed of it, for the players; empty for nothing.
  public var signed = ""

  /// Describes an audit.
  public init(step: UInt64 = 0, sentence: String, counts: Bool, mayCount: Bool = false) {
    self.step = step
    self.sentence = sentence
    self.counts = counts
    self.mayCount = mayCount
  }
}
