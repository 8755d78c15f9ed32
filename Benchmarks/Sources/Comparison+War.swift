import Schema
import War

extension Comparison {
  /// Bulk War on one core by two sets of rules, beside the C program that plays by the same.
  static func bulkWar(_ places: Places) -> [Comparison] {
    let games = 300_000
    return [("winner-first", "standard"), ("shuffled", "shuffled")].map { order, variant in
      Comparison(
        title: "bulk War, \(order)", unit: .perSecond, isRate: true,
        target: .ratio(required: 0.6, goal: 0.95),
        limit: Limit(title: "C, the same rules") { turn in
          try places.limit("war", "\(games)", "\(turn)", order).run().figure("rate")
        }
      ) { turn in
        let rules = try Rules(variant: variant)
        let start = ContinuousClock.now
        let played = try BulkPlay.play(games: games, rules: rules, seed: UInt64(turn))
        return Double(played.games) / (ContinuousClock.now - start).seconds
      }
    }
  }
}
