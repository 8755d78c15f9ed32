/// Bulk play made fast: both seats' cards lie in plain memory, and a battle without a war is played
/// without a branch on who wins it.
///
/// `BulkGame` plays by the same rules in plain steps and draws the same random numbers, so both give
/// the same outcome for the same seed, game by game; a test holds them together.
struct BulkEngine: ~Copyable {
  let rules: BulkRules
  var random: BulkRandom
  /// The host's cards, then the joiner's, `BulkPiles.size` bytes each.
  let cards: UnsafeMutablePointer<UInt8>

  init(rules: BulkRules, random: BulkRandom) {
    self.rules = rules
    self.random = random
    cards = .allocate(capacity: 2 * BulkPiles.size)
    cards.initialize(repeating: 0, count: 2 * BulkPiles.size)
  }

  deinit {
    cards.deallocate()
  }

  /// Deals the 52 cards anew and plays them to the end.
  mutating func playGame() -> BulkOutcome {
    for index in 0..<BulkDeal.count {
      cards[index] = UInt8(truncatingIfNeeded: 2 &+ (index >> 2))
    }
    random.shuffle(cards, count: BulkDeal.count)
    let half = BulkDeal.count / 2
    (cards + BulkPiles.size).update(from: cards + half, count: half)
    return playOut(BulkPiles(hostCount: half, joinerCount: half))
  }

  /// Plays a given deal to the end.
  mutating func play(_ deal: BulkDeal) -> BulkOutcome {
    for (index, rank) in deal.host.enumerated() { cards[index] = rank }
    for (index, rank) in deal.joiner.enumerated() { cards[BulkPiles.size + index] = rank }
    return playOut(BulkPiles(hostCount: deal.host.count, joinerCount: deal.joiner.count))
  }

  private mutating func playOut(_ piles: BulkPiles) -> BulkOutcome {
    switch rules.order {
    case .winnerFirst: playOut(piles, BulkWinnerFirst.self)
    case .shuffled: playOut(piles, BulkShuffled.self)
    case .asLaid: playOut(piles, BulkAsLaid.self)
    }
  }

  /// Plays until a seat has no card, a war ends the game or the cap is reached.
  private mutating func playOut<Swap: BulkSwap>(
    _ dealt: BulkPiles, _: Swap.Type
  ) -> BulkOutcome {
    var piles = dealt
    var outcome = BulkOutcome(result: .endless)
    while true {
      if piles.hostCount == 0 || piles.joinerCount == 0 {
        outcome.result = piles.hostCount == 0 ? .joinerWins : .hostWins
        return outcome
      }
      guard outcome.rounds < rules.roundCap else { return outcome }
      refill(&piles)
      var limit = min(piles.hostEnd &- piles.hostHead, piles.joinerEnd &- piles.joinerHead)
      limit = min(limit, rules.roundCap &- outcome.rounds)
      if Swap.tossesCoins { limit = min(limit, random.coinsLeft) }
      let played = battle(&piles, limit: limit, Swap.self)
      outcome.rounds &+= played.rounds
      outcome.plays &+= played.rounds
      if played.tied, let result = fightWars(&piles, &outcome) {
        outcome.result = result
        return outcome
      }
    }
  }

  /// Plays battles until `limit` of them are done or one is tied; the heads have then moved past its
  /// two cards.
  @inline(__always)
  private mutating func battle<Swap: BulkSwap>(
    _ piles: inout BulkPiles, limit: Int, _: Swap.Type
  ) -> (rounds: Int, tied: Bool) {
    let cards = self.cards
    let hostCards = cards + piles.hostHead
    let joinerCards = cards + piles.joinerHead
    var hostTail = piles.hostTail
    var joinerTail = piles.joinerTail
    var coins = random.coins
    var rounds = 0
    var tied = false
    while rounds < limit {
      let host = hostCards[rounds]
      let joiner = joinerCards[rounds]
      rounds &+= 1
      if host == joiner {
        tied = true
        break
      }
      // All bits set when the joiner wins, none when the host does.
      let joinerWins = (Int(host) &- Int(joiner)) &>> 63
      let swap = Swap.joinerFirst(joinerWins: joinerWins, coins: coins)
      coins &>>= 1
      let change = (host ^ joiner) & UInt8(truncatingIfNeeded: swap)
      let tail = hostTail ^ ((hostTail ^ joinerTail) & joinerWins)
      cards[tail] = host ^ change
      cards[tail &+ 1] = joiner ^ change
      joinerTail &-= joinerWins &<< 1
      hostTail &+= 2 &+ (joinerWins &<< 1)
    }
    piles.hostHead &+= rounds
    piles.joinerHead &+= rounds
    piles.hostTail = hostTail
    piles.joinerTail = joinerTail
    if Swap.tossesCoins {
      random.coins = coins
      random.coinsLeft &-= tied ? rounds &- 1 : rounds
      if random.coinsLeft == 0 { random.refillCoins() }
    }
    return (rounds, tied)
  }
}
