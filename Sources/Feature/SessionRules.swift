import Schema

/// A game that two people play at a table (specification section 8).
///
/// `Session` is one match of it. A second game is one such value in its feature, and nothing else in the core.
public struct SessionRules: Sendable {
  /// The name of the game in tables; empty for War, which had no name when it was the only one.
  public let game: String
  /// A match before its first step, by the author key of the host, 32 bytes.
  public let begin: @Sendable (_ hostKey: [UInt8]) -> any Session
  /// The settings of a match, every field set; throws why nobody can play by them, as one sentence for people.
  public let settle: @Sendable (Rules) throws -> Rules

  /// Whether a host may let others watch a match.
  public let mayBeWatched: Bool

  /// A day: no player is given longer for a move.
  public static let mostMoveSeconds: UInt32 = 86_400

  /// Describes a game.
  public init(
    game: String, begin: @escaping @Sendable (_ hostKey: [UInt8]) -> any Session,
    settle: @escaping @Sendable (Rules) throws -> Rules = { $0 }, mayBeWatched: Bool = false
  ) {
    self.game = game
    self.mayBeWatched = mayBeWatched
    self.begin = begin
    self.settle = settle
  }
}
