import Schema

/// A deal of 52 cards of distinct ranks that comes back to itself and so never ends: Michael Spivey,
/// "Cycles in War", Integers 10 (2010), G02.
public enum SpiveyDeal {
  /// The number of rounds that the deal takes to come back.
  public static let period = 31_920

  /// The deal, in the paper's order and with its highest rank, 1, made the highest here, 52.
  public static let ranks: (host: [UInt8], joiner: [UInt8]) = {
    let paper: [UInt8] = [
      26, 46, 1, 7, 8, 27, 9, 28, 29, 47, 2, 10, 11, 30, 12, 31, 32, 48, 3, 13, 14, 33, 15, 34, 35,
      49, 16, 36, 17, 37, 38, 50, 4, 18, 19, 39, 20, 40, 41, 51, 5, 21, 22, 42, 23, 43, 44, 52, 6,
      24, 25, 45,
    ]
    let ranks = paper.map { 53 - $0 }
    return (Array(ranks[..<26]), Array(ranks[26...]))
  }()

  /// Plays the deal with the winner's card first until both seats hold what they began with.
  /// - Parameter limit: the rounds after which it gives up.
  /// - Returns: The rounds it took, nil when it did not come back or the game ended.
  /// - Throws: `BulkDealError` or `RulesError` when the deal cannot be played at all.
  public static func roundsToReturn(limit: Int = 2 * period) throws -> Int? {
    var rules = Rules.standard
    rules.roundCap = Rules.maximumRoundCap
    let deal = try BulkDeal(host: ranks.host, joiner: ranks.joiner)
    var game = try BulkGame(deal: deal, rules: rules)
    var random = BulkRandom(seed: 0)
    for rounds in 1...max(limit, 1) {
      game.playRound(random: &random)
      if game.isOver { return nil }
      if game.hostCards == deal.host && game.joinerCards == deal.joiner { return rounds }
    }
    return nil
  }
}
