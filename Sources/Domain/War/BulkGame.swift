import Schema

/// One game of bulk play in plain steps: slow, and easy to compare with the rules as written.
///
/// Use it to look at the cards between rounds. `BulkPlay` is the fast way to an outcome and gives the
/// same one from the same deal and random numbers.
public struct BulkGame: Sendable {
  /// The cards of one seat.
  struct Hand: Equatable, Sendable {
    /// The next card first.
    var pile: [UInt8]
    /// Cards won that are not yet turned over, in the order won.
    var won: [UInt8] = []
    var count: Int { pile.count + won.count }
  }

  private let rules: BulkRules
  private var host: Hand
  private var joiner: Hand
  /// The outcome of the game so far; its result is `endless` until the game ends.
  public private(set) var outcome = BulkOutcome(result: .endless)
  /// Whether no further round can be played.
  public private(set) var isOver = false

  /// A game that begins with `deal`.
  /// - Throws: `RulesError`, naming the first field that cannot be played by.
  public init(deal: BulkDeal, rules: Rules) throws(RulesError) {
    self.rules = try BulkRules(rules)
    host = Hand(pile: deal.host)
    joiner = Hand(pile: deal.joiner)
  }

  /// The host's cards in the order in which they are played when the host wins nothing more, as far
  /// as that is known: a second pile is listed in the order won.
  public var hostCards: [UInt8] { host.pile + host.won }

  /// The joiner's cards, listed likewise.
  public var joinerCards: [UInt8] { joiner.pile + joiner.won }

  /// Plays rounds until the game is over.
  /// - Parameter random: Gives the order of cards that the rules shuffle.
  public mutating func playOut(random: inout BulkRandom) -> BulkOutcome {
    while !isOver { playRound(random: &random) }
    return outcome
  }

  /// Plays one round with its wars, or ends the game where none can be played; nothing when over.
  public mutating func playRound(random: inout BulkRandom) {
    guard !isOver else { return }
    if host.count == 0 || joiner.count == 0 {
      return end(host.count == 0 ? .joinerWins : .hostWins)
    }
    guard outcome.rounds < rules.roundCap else { return end(.endless) }
    outcome.rounds += 1
    outcome.plays += 1
    refill(&host, &random)
    refill(&joiner, &random)
    var laid = Laid(host: [host.pile.removeFirst()], joiner: [joiner.pile.removeFirst()])
    var wars = 0
    while laid.isTied {
      switch fightWar(&laid, &random) {
      case .fought: wars += 1
      case .refused(let result):
        outcome.count(wars: wars + 1)
        outcome.endedInWar = true
        return end(result)
      case .out(let result):
        outcome.count(wars: wars)
        outcome.endedInWar = true
        return end(result)
      case .split:
        outcome.count(wars: wars)
        return
      }
    }
    outcome.count(wars: wars)
    let won = winnings(laid, &random)
    if laid.hostWins { take(won, &host) } else { take(won, &joiner) }
  }

  private mutating func end(_ result: BulkResult) {
    outcome.result = result
    isOver = true
  }
}

extension BulkGame {
  /// The cards that the seats have laid in one round, in the order laid.
  private struct Laid {
    var host: [UInt8]
    var joiner: [UInt8]
    var isTied: Bool { host.last == joiner.last }
    var hostWins: Bool { (host.last ?? 0) > (joiner.last ?? 0) }
  }

  private enum War {
    case fought
    /// A seat could not lay all cards, which loses by these rules.
    case refused(BulkResult)
    /// A seat or both had no card to lay.
    case out(BulkResult)
    /// Both had no card to lay and the cards were dealt out again.
    case split
  }

  private mutating func fightWar(_ laid: inout Laid, _ random: inout BulkRandom) -> War {
    let result: BulkResult =
      host.count == joiner.count ? .draw : host.count < joiner.count ? .joinerWins : .hostWins
    let fewer = min(host.count, joiner.count, rules.laidInWar)
    if rules.shortPlay == .loses && fewer < rules.laidInWar {
      outcome.plays += fewer
      return .refused(result)
    }
    if fewer == 0 {
      guard result == .draw && rules.splitsWhenBothOut else { return .out(result) }
      var cards = laid.host + laid.joiner
      if rules.order == .shuffled { random.shuffle(&cards) }
      take(stride(from: 0, to: cards.count, by: 2).map { cards[$0] }, &host)
      take(stride(from: 1, to: cards.count, by: 2).map { cards[$0] }, &joiner)
      return .split
    }
    let most = rules.shortPlay == .equalForce ? fewer : rules.laidInWar
    let hostCards = lay(most, &host, &random)
    let joinerCards = lay(most, &joiner, &random)
    outcome.plays += max(hostCards.count, joinerCards.count)
    laid.host += hostCards
    laid.joiner += joinerCards
    return .fought
  }

  private func lay(_ most: Int, _ hand: inout Hand, _ random: inout BulkRandom) -> [UInt8] {
    (0..<min(most, hand.count)).map { _ in
      refill(&hand, &random)
      return hand.pile.removeFirst()
    }
  }

  private func refill(_ hand: inout Hand, _ random: inout BulkRandom) {
    guard hand.pile.isEmpty else { return }
    hand.pile = hand.won
    hand.won = []
    switch rules.refill {
    case .inOrder: break
    case .shuffled: random.shuffle(&hand.pile)
    case .reversed: hand.pile.reverse()
    }
  }

  private func take(_ cards: [UInt8], _ hand: inout Hand) {
    hand.won += cards
  }

  private func winnings(_ laid: Laid, _ random: inout BulkRandom) -> [UInt8] {
    switch rules.order {
    case .winnerFirst: return laid.hostWins ? laid.host + laid.joiner : laid.joiner + laid.host
    case .asLaid:
      return (0..<max(laid.host.count, laid.joiner.count)).flatMap { index in
        laid.host.dropFirst(index).prefix(1) + laid.joiner.dropFirst(index).prefix(1)
      }
    case .shuffled:
      var cards = laid.host + laid.joiner
      if cards.count == 2 {
        if random.coin() { cards.reverse() }
      } else {
        random.shuffle(&cards)
      }
      return cards
    }
  }
}
