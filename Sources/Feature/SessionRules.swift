import Schema

/// A game that people play at a table (specification section 8).
///
/// `Session` is one match of it. A second game is one such value in its feature, and nothing else in the core.
public struct SessionRules: Sendable {
  /// The name of the game in tables; empty for War, which had no name when it was the only one.
  public let game: String
  /// A match before its first step, by the author key of the host, 32 bytes.
  public let begin: @Sendable (_ hostKey: [UInt8]) -> any Session
  /// The settings of a match, every field set; throws why nobody can play by them, as one sentence for people.
  public let settle: @Sendable (Rules) throws -> Rules
  /// The terms of a match in a game that has its own: the bytes of `OpenTable.rules`. Throws why nobody can play by them. Nil in a
  /// game with `Rules`.
  public let settleTerms: (@Sendable (_ terms: [UInt8]) throws -> [UInt8])?
  /// The choice that a person makes before the start, such as a list of cards; throws why it does not fit the terms of the match.
  /// Nil in a game without one.
  public let settleChoice: (@Sendable (_ choice: [UInt8], _ terms: [UInt8]) throws -> [UInt8])?

  /// Whether a host may let others watch a match.
  public let mayBeWatched: Bool

  /// Counts the wars of a match by its view, for statistics; none in a game that has no wars.
  public let wars: @Sendable (TableView) -> UInt32

  /// A day: no player is given longer for a move.
  public static let mostMoveSeconds: UInt32 = 86_400
  /// The size of a choice, in bytes.
  public static let mostChoiceBytes = 64 << 10
  /// The choices of a match.
  public static let mostChoices = 64

  /// Describes a game.
  public init(
    game: String, begin: @escaping @Sendable (_ hostKey: [UInt8]) -> any Session,
    settle: @escaping @Sendable (Rules) throws -> Rules = { $0 },
    settleTerms: (@Sendable (_ terms: [UInt8]) throws -> [UInt8])? = nil,
    settleChoice: (@Sendable (_ choice: [UInt8], _ terms: [UInt8]) throws -> [UInt8])? = nil,
    mayBeWatched: Bool = false, wars: @escaping @Sendable (TableView) -> UInt32 = { _ in 0 }
  ) {
    self.game = game
    self.begin = begin
    self.settle = settle
    self.settleTerms = settleTerms
    self.settleChoice = settleChoice
    self.mayBeWatched = mayBeWatched
    self.wars = wars
  }
}
