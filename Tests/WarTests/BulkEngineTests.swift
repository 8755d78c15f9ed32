import Schema
import Testing

@testable import War

/// Every combination of options, with the smallest, the usual and the largest number of cards down.
private let everyRules: [Rules] = [UInt32(1), 3, 10].flatMap { faceDown in
  [ShortPlay.lastCardUp, .loses, .equalForce].flatMap { shortPlay in
    [WinningsOrder.winnerFirst, .shuffled, .asLaid].flatMap { order in
      [WinningsPlace.underPile, .secondPile, .secondPileShuffled, .secondPileReversed].flatMap {
        place in
        [BothOut.draw, .split].map { bothOut in
          var rules = Rules()
          rules.faceDown = faceDown
          rules.shortPlay = shortPlay
          rules.winningsOrder = order
          rules.winningsPlace = place
          rules.bothOut = bothOut
          rules.roundCap = 3000
          return rules
        }
      }
    }
  }
}

@Suite struct BulkEngineTests {
  @Test func theFastEngineAndThePlainGameAgreeGameByGame() throws {
    for (seed, rules) in everyRules.enumerated() {
      let seed = UInt64(seed)
      var random = BulkRandom(seed: seed)
      var engine = BulkEngine(rules: try BulkRules(rules), random: random)
      for number in 0..<12 {
        var game = try BulkGame(deal: BulkDeal(random: &random), rules: rules)
        let plain = game.playOut(random: &random)
        let fast = engine.playGame()
        #expect(fast == plain, "seed \(seed), game \(number), rules \(rules)")
      }
    }
  }

  @Test func bothAgreeOnSmallDealsThatRunShort() throws {
    for seed in UInt64(0)..<4000 {
      let rules = everyRules[Int(seed) % everyRules.count]
      var random = BulkRandom(seed: seed)
      // Few ranks make many wars, and wars of wars.
      let cards = (0..<Int.random(in: 2...20, using: &random)).map { _ in
        UInt8.random(in: 2...4, using: &random)
      }
      let cut = Int.random(in: 0...cards.count, using: &random)
      let deal = try BulkDeal(host: Array(cards[..<cut]), joiner: Array(cards[cut...]))
      var plainRandom = BulkRandom(seed: seed)
      var game = try BulkGame(deal: deal, rules: rules)
      let plain = game.playOut(random: &plainRandom)
      let fast = try BulkPlay.play(deal, rules: rules, seed: seed)
      #expect(fast == plain, "seed \(seed), rules \(rules)")
    }
  }

  @Test func longGamesMoveToTheStartOfTheirMemory() throws {
    var rules = Rules.standard
    rules.roundCap = 40_000
    let deal = try BulkDeal(host: SpiveyDeal.ranks.host, joiner: SpiveyDeal.ranks.joiner)
    let outcome = try BulkPlay.play(deal, rules: rules)
    #expect(outcome.result == .endless && outcome.rounds == 40_000)
  }

  @Test func noCardIsLostOrMade() throws {
    for (seed, rules) in everyRules.enumerated() {
      var random = BulkRandom(seed: UInt64(seed))
      let deal = BulkDeal(random: &random)
      var game = try BulkGame(deal: deal, rules: rules)
      let all = (deal.host + deal.joiner).sorted()
      while !game.isOver {
        if game.outcome.rounds % 17 == 0 {
          let held = (game.hostCards + game.joinerCards).sorted()
          #expect(held == all, "seed \(seed), round \(game.outcome.rounds), rules \(rules)")
        }
        game.playRound(random: &random)
      }
    }
  }

  @Test func spiveysDealComesBackAfterItsPeriodAndNotBefore() throws {
    #expect(try SpiveyDeal.roundsToReturn() == 31_920)
    #expect(try SpiveyDeal.roundsToReturn(limit: 31_919) == nil)
  }

  @Test func aDealOfTooManyCardsIsRefused() {
    #expect(throws: BulkDealError.self) {
      try BulkDeal(host: Array(repeating: 2, count: 30), joiner: Array(repeating: 3, count: 23))
    }
  }
}
