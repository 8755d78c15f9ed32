import Schema

/// The battles of one round, worked out as soon as both links are known.
///
/// Nobody has a choice in War, so the links fix every battle of the round. The players only decide the moment at which each card is turned
/// over.
struct Deal: Equatable, Sendable {
  /// One comparison: one card each, or the cards of a war.
  struct Battle: Equatable, Sendable {
    /// The cards that each lays, the card face up last.
    var laid: Pair<[UInt8]>
    var result: BattleResult
    /// The layout of the cards once it is decided.
    var after: Layout
    /// The state hash when it is decided, 32 bytes.
    var stateHash: [UInt8]
  }

  /// The end of the match with this round, if the cards alone end it.
  struct End: Equatable, Sendable {
    var ending: Ending
    /// Nil for a draw.
    var winner: Seat?
  }

  /// The battles in order; all but the last one are ties with a war to follow.
  private(set) var battles: [Battle] = []
  private(set) var end: End?

  /// Everything that fixes a round.
  struct Terms {
    var round: UInt32
    var rules: Rules
    var gameID: [UInt8]
    /// The seed of this round, or of the last one that had links, or 32 zero bytes.
    var seed: [UInt8]
  }

  /// Plays one round from where the cards are, by validated rules; both players have a card.
  init(_ start: Layout, _ terms: Terms) {
    var layout = start
    var stream = CardStream(seed: terms.seed)
    var battle: UInt32 = 0
    while true {
      let counts = Pair(
        host: layout.layCount(of: .host, battle: battle, rules: terms.rules),
        joiner: layout.layCount(of: .joiner, battle: battle, rules: terms.rules))
      var laid = Pair<[UInt8]>(host: [], joiner: [])
      for seat in Seat.chairs {
        laid[seat] = layout.lay(counts[seat], of: seat, from: &stream) { second in
          terms.turnOver(&second, battle, seat)
        }
      }
      let outcome = layout.outcome(of: laid, rules: terms.rules)
      end = outcome.end
      if outcome.result != .war {
        layout.settle(outcome, battle: battle, terms)
        if end == nil { end = layout.endByCards }
      }
      let war = outcome.result == .war
      battles.append(
        Battle(
          laid: laid, result: outcome.result, after: layout,
          stateHash: layout.stateHash(
            gameID: terms.gameID, roundsDecided: war ? terms.round - 1 : terms.round,
            battle: war ? battle + 1 : 0)))
      guard war else { return }
      battle += 1
    }
  }
}

extension Deal.Terms {
  /// Makes a second pile the first, its top card first.
  fileprivate func turnOver(_ cards: inout [UInt8], _ battle: UInt32, _ seat: Seat) {
    switch rules.winningsPlace {
    case .secondPileShuffled:
      shuffle(&cards, battle, seat == .host ? .hostSecondPile : .joinerSecondPile)
    case .secondPileReversed: cards.reverse()
    case .underPile, .secondPile, .unspecified, .UNRECOGNIZED: break
    }
  }

  fileprivate func shuffle(
    _ cards: inout [UInt8], _ battle: UInt32, _ purpose: CardStream.ShufflePurpose
  ) {
    var stream = CardStream(
      seed: CardStream.shuffleSeed(
        lastRoundSeed: seed, round: round, battle: battle, purpose: purpose))
    stream.shuffle(&cards)
  }
}

extension Layout {
  fileprivate struct Outcome {
    var result: BattleResult
    var end: Deal.End?
  }

  /// Decides a battle by the cards face up and, when they are equal, by the cards that are left.
  fileprivate func outcome(of laid: Pair<[UInt8]>, rules: Rules) -> Outcome {
    let left = Pair(host: piles.host.count, joiner: piles.joiner.count)
    let more: BattleResult =
      left.host == left.joiner ? .bothOut : left.host > left.joiner ? .hostWins : .joinerWins
    if let host = laid.host.last, let joiner = laid.joiner.last, host / 4 != joiner / 4 {
      return Outcome(result: host / 4 > joiner / 4 ? .hostWins : .joinerWins)
    }
    if rules.shortPlay == .loses, min(left.host, left.joiner) <= Int(rules.faceDown) {
      return Outcome(result: more, end: Deal.End(ending: .short, winner: more.winner))
    }
    guard left.host == 0 || left.joiner == 0 else { return Outcome(result: .war) }
    let draw = more == .bothOut && rules.bothOut == .draw
    return Outcome(result: more, end: draw ? Deal.End(ending: .bothOut) : nil)
  }

  /// Gives the cards on the table to whom they belong; in a draw they stay there.
  fileprivate mutating func settle(_ outcome: Outcome, battle: UInt32, _ terms: Deal.Terms) {
    if outcome.result == .bothOut, outcome.end != nil { return }
    let first = outcome.result.winner ?? .host
    var won = table[first] + table[first.other]
    table = Pair(host: [], joiner: [])
    if terms.rules.winningsOrder == .shuffled { terms.shuffle(&won, battle, .winnings) }
    let second = terms.rules.winningsPlace != .underPile
    for (index, card) in won.enumerated() {
      let seat = outcome.result.winner ?? (index % 2 == 0 ? .host : .joiner)
      if second { piles[seat].second.append(card) } else { piles[seat].known.append(card) }
    }
  }

  fileprivate var endByCards: Deal.End? {
    if piles.host.count == 0 { return Deal.End(ending: .cards, winner: .joiner) }
    if piles.joiner.count == 0 { return Deal.End(ending: .cards, winner: .host) }
    return nil
  }
}

extension BattleResult {
  /// The player who takes the cards; nil when nobody does.
  public var winner: Seat? {
    switch self {
    case .hostWins: .host
    case .joinerWins: .joiner
    case .war, .bothOut, .unspecified, .UNRECOGNIZED: nil
    }
  }
}
