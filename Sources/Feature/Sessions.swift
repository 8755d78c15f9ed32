import Identifiers
import Schema

/// A match at a table of our person that is over.
public struct FinishedSession: Sendable {
  /// The table.
  public let table: RoomID
  /// Who played, the host first.
  public let players: [Author]
  /// Who won; nil for a draw.
  public let winner: Author?
  /// How it ended, in the words of its game.
  public let result: MatchResult
  /// What both sides' nodes make of all that was played, in hex.
  public let stateHash: String

  /// Puts a session together.
  public init(
    table: RoomID, players: [Author], winner: Author?, result: MatchResult, stateHash: String
  ) {
    self.table = table
    self.players = players
    self.winner = winner
    self.result = result
    self.stateHash = stateHash
  }
}

/// What our node writes by itself for our person when a match of theirs is over, such as its result in a tournament.
///
/// Like a reaction to records it may run more than once, also after a restart, so everything that it makes has a derived
/// nonce.
public struct SessionReaction: Sendable {
  /// The tables whose end may still wait for the reaction: looked at after a start.
  public let open: @Sendable (any Snapshot) throws -> [RoomID]
  /// Fills in a draft.
  public let react: @Sendable (FinishedSession, any Snapshot, inout Draft) throws -> Void

  /// Describes a reaction.
  public init(
    open: @escaping @Sendable (any Snapshot) throws -> [RoomID] = { _ in [] },
    react: @escaping @Sendable (FinishedSession, any Snapshot, inout Draft) throws -> Void
  ) {
    self.open = open
    self.react = react
  }
}
