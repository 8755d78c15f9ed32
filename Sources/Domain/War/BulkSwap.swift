/// The order in which the two cards of a battle go to its winner. Each order is a type, so that the compiler makes a loop for each.
protocol BulkSwap {
  /// Whether each battle without a war takes a coin.
  static var tossesCoins: Bool { get }
  /// All bits set when the joiner's card goes first, none when the host's does.
  /// - Parameters:
  ///   - joinerWins: All bits set when the joiner has won, else none.
  ///   - coins: The coin is the lowest bit.
  static func joinerFirst(joinerWins: Int, coins: UInt64) -> Int
}

/// The winner's card first.
enum BulkWinnerFirst: BulkSwap {
  static var tossesCoins: Bool { false }
  @inline(__always)
  static func joinerFirst(joinerWins: Int, coins: UInt64) -> Int { joinerWins }
}

/// Either card first, by a coin.
enum BulkShuffled: BulkSwap {
  static var tossesCoins: Bool { true }
  @inline(__always)
  static func joinerFirst(joinerWins: Int, coins: UInt64) -> Int {
    0 &- Int(truncatingIfNeeded: coins & 1)
  }
}

/// The host's card first.
enum BulkAsLaid: BulkSwap {
  static var tossesCoins: Bool { false }
  @inline(__always)
  static func joinerFirst(joinerWins: Int, coins: UInt64) -> Int { 0 }
}
