/// The steps that a match carried in files plays next without asking a person.
public struct CarriedMove: Sendable {
  /// The steps, all in one entry.
  public let duties: [SessionDuty]
  /// Whether they play all that is left.
  public let isLast: Bool

  /// Describes a move.
  public init(_ duties: [SessionDuty], isLast: Bool) {
    self.duties = duties
    self.isLast = isLast
  }
}
