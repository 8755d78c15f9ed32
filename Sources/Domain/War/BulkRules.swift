import Schema

/// A set of rules, checked and with nothing left open, in the form in which bulk play reads it.
struct BulkRules: Sendable {
  enum ShortPlay: Sendable { case lastCardUp, loses, equalForce }
  enum Order: Sendable { case winnerFirst, shuffled, asLaid }
  /// The way in which won cards become the pile that is played next. Under the pile and a second pile played in the order won are the same.
  enum Refill: Sendable { case inOrder, shuffled, reversed }

  /// Cards that each seat lays in a war: those face down and the one face up.
  let laidInWar: Int
  let shortPlay: ShortPlay
  let order: Order
  let refill: Refill
  let splitsWhenBothOut: Bool
  /// Rounds after which a game is endless.
  let roundCap: Int

  /// - Throws: `RulesError`, naming the first field that cannot be played by.
  init(_ rules: Rules) throws(RulesError) {
    let rules = try rules.validatedForSimulation()
    laidInWar = Int(rules.faceDown) + 1
    shortPlay =
      switch rules.shortPlay {
      case .loses: .loses
      case .equalForce: .equalForce
      case .lastCardUp, .unspecified, .UNRECOGNIZED: .lastCardUp
      }
    order =
      switch rules.winningsOrder {
      case .shuffled: .shuffled
      case .asLaid: .asLaid
      case .winnerFirst, .unspecified, .UNRECOGNIZED: .winnerFirst
      }
    refill =
      switch rules.winningsPlace {
      case .secondPileShuffled: .shuffled
      case .secondPileReversed: .reversed
      case .underPile, .secondPile, .unspecified, .UNRECOGNIZED: .inOrder
      }
    splitsWhenBothOut = rules.bothOut == .split
    roundCap = Int(rules.roundCap)
  }
}
