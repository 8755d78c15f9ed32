/// The reason why a deal cannot be played.
public struct BulkDealError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One sentence for people: what, why, what to do.
  public let description: String
}

/// The ranks that the two seats hold when a game of bulk play begins, the next to be played first.
public struct BulkDeal: Equatable, Sendable {
  /// The host's ranks; the higher wins.
  public let host: [UInt8]
  /// The joiner's ranks.
  public let joiner: [UInt8]

  /// The number of cards that are dealt in all.
  public static let count = 52

  /// A deal chosen by the caller; the ranks may be any numbers and the hands of any two sizes.
  /// - Throws: `BulkDealError` when there are more than 52 cards.
  public init(host: [UInt8], joiner: [UInt8]) throws(BulkDealError) {
    let cards = host.count + joiner.count
    guard cards <= BulkDeal.count else {
      throw BulkDealError(
        description: "A deal of \(cards) cards cannot be played because War has \(BulkDeal.count); "
          + "deal fewer.")
    }
    self.host = host
    self.joiner = joiner
  }

  /// The 52 ranks, four each of 2 to 14, shuffled and dealt 26 each.
  public init(random: inout BulkRandom) {
    var cards = (0..<BulkDeal.count).map { UInt8(2 + $0 / 4) }
    random.shuffle(&cards)
    host = Array(cards[..<(BulkDeal.count / 2)])
    joiner = Array(cards[(BulkDeal.count / 2)...])
  }
}
