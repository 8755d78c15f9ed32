import Schema

/// Plays many games of War at once, by the rules of a match but without its joint deal.
public enum BulkPlay {
  /// Plays games of freshly shuffled cards.
  ///
  /// The same seed gives the same games on every machine.
  /// - Throws: `RulesError`, naming the first field that cannot be played by.
  public static func play(
    games: Int, rules: Rules = .standard, seed: UInt64
  ) throws(RulesError) -> BulkStatistics {
    var engine = BulkEngine(rules: try BulkRules(rules), random: BulkRandom(seed: seed))
    var statistics = BulkStatistics()
    var left = games
    while left > 0 {
      statistics.record(engine.playGame())
      left &-= 1
    }
    return statistics
  }

  /// Plays one given deal to its end.
  /// - Parameter seed: Gives the order of cards that the rules shuffle; other rules do not use it.
  /// - Throws: `RulesError`, naming the first field that cannot be played by.
  public static func play(
    _ deal: BulkDeal, rules: Rules = .standard, seed: UInt64 = 0
  ) throws(RulesError) -> BulkOutcome {
    var engine = BulkEngine(rules: try BulkRules(rules), random: BulkRandom(seed: seed))
    return engine.play(deal)
  }
}
