/// The games that a program knows.
public struct Games: Sendable {
  private let rules: [String: SessionRules]

  /// Puts games together; two of one name end the program, as it is a mistake of ours.
  public init(_ games: [SessionRules]) {
    rules = Dictionary(uniqueKeysWithValues: games.map { ($0.game, $0) })
  }

  /// The rules of a game; nil for one that this program does not know.
  public subscript(game: String) -> SessionRules? { rules[game] }

  /// A match before its first step. One of a game that this program does not know is closed and refuses all.
  public func begin(_ game: String, hostKey: [UInt8]) -> any Session {
    rules[game]?.begin(hostKey) ?? UnknownSession(game: game)
  }
}
