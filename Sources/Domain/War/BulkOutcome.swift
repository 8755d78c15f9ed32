/// The winner of a game of bulk play, or its end without one.
public enum BulkResult: UInt8, Sendable, CaseIterable {
  /// The joiner has no card left or could not go on.
  case hostWins
  /// The host has no card left or could not go on.
  case joinerWins
  /// Both were out at once.
  case draw
  /// The round cap was reached.
  case endless
}

/// The outcome of one game of bulk play.
public struct BulkOutcome: Equatable, Sendable {
  /// The winner, or the end without one.
  public var result: BulkResult
  /// Rounds played; a round in which a seat could not go on counts.
  public var rounds = 0
  /// Cards that a seat has laid, in a war the seat that laid more: a play is one card from each.
  public var plays = 0
  /// Rounds with exactly one war, exactly two, exactly three, and four or more.
  public var roundsWithWars: SIMD4<UInt32> = .zero
  /// Wars fought, those of one round counted each.
  public var wars = 0
  /// Whether the game ended because a seat could not lay a card in a war.
  public var endedInWar = false

  /// Counts a round that had `wars` wars.
  @inline(__always)
  mutating func count(wars: Int) {
    self.wars &+= wars
    if wars > 0 { roundsWithWars[Swift.min(wars, 4) &- 1] &+= 1 }
  }
}
