import Feature

extension SessionRules {
  /// Rock, paper, scissors as a game at tables.
  public static let rockPaperScissors = SessionRules(
    game: "rock-paper-scissors", begin: { HandMatch(hostKey: $0) })
}

extension Feature {
  /// Rock, paper, scissors; it has no records.
  public static let rockPaperScissors = Feature(
    name: "rock-paper-scissors", kinds: [], session: .rockPaperScissors)
}
