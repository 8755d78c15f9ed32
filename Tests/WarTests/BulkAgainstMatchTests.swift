import Schema
import Testing

@testable import War

/// Bulk play and a match must be the same game. Where the rules leave nothing to chance after the
/// deal, both are played round by round from the same cards.
@Suite struct BulkAgainstMatchTests {
  static let rules: [Rules] = [UInt32(1), 3, 10].flatMap { faceDown in
    [ShortPlay.lastCardUp, .loses, .equalForce].flatMap { shortPlay in
      [WinningsPlace.underPile, .secondPile, .secondPileReversed].flatMap { place in
        [BothOut.draw, .split].map { bothOut in
          var rules = Rules.standard
          rules.faceDown = faceDown
          rules.shortPlay = shortPlay
          rules.winningsPlace = place
          rules.bothOut = bothOut
          return rules
        }
      }
    }
  }

  @Test(arguments: rules.indices) func aMatchGoesAsBulkPlayGoes(variant: Int) throws {
    let rules = Self.rules[variant]
    for seed in 0..<UInt64(12) {
      let seed = UInt64(variant) * 100 + seed
      var random = BulkRandom(seed: seed)
      var cards = Array(UInt8(0)..<52)
      random.shuffle(&cards)
      // Fewer cards run short sooner, and cards of few ranks are often equal.
      if seed % 3 == 0 { cards = cards.filter { $0 < 12 } }
      let cut = seed % 3 == 1 ? Int.random(in: 1..<cards.count, using: &random) : cards.count / 2
      try compare(
        host: Array(cards[..<cut]), joiner: Array(cards[cut...]), rules,
        "variant \(variant), seed \(seed)")
    }
  }

  private func compare(
    host: [UInt8], joiner: [UInt8], _ rules: Rules, _ label: Comment
  ) throws {
    var layout = Layout.known(host: host, joiner: joiner)
    let deal = try BulkDeal(host: host.map { $0 / 4 }, joiner: joiner.map { $0 / 4 })
    var game = try BulkGame(deal: deal, rules: rules)
    var random = BulkRandom(seed: 0)
    let nothing = [UInt8](repeating: 0, count: 32)
    for round in UInt32(1)...500 {
      let dealt = Deal(
        layout, Deal.Terms(round: round, rules: rules, gameID: nothing, seed: nothing))
      layout = try #require(dealt.battles.last).after
      game.playRound(random: &random)
      #expect(game.outcome.rounds == Int(round), label)
      if let end = dealt.end {
        // Bulk play notices an empty hand when the next round is to begin.
        game.playRound(random: &random)
        let result: BulkResult =
          end.winner.map { $0 == .host ? .hostWins : .joinerWins } ?? .draw
        #expect(game.isOver && game.outcome.result == result, label)
        #expect(game.outcome.rounds == Int(round), label)
        return
      }
      #expect(!game.isOver, label)
      #expect(game.hostCards == ranks(layout.piles.host), label)
      #expect(game.joinerCards == ranks(layout.piles.joiner), label)
    }
  }

  private func ranks(_ pile: Pile) -> [UInt8] { (pile.known + pile.second).map { $0 / 4 } }
}
