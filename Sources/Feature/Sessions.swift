import Identifiers
import Schema

/// A match at a table of our person that is over.
public struct FinishedSession: Sendable {
  /// The table.
  public let table: RoomID
  /// The players, the host first.
  public let players: [Author]
  /// The winner; nil for a draw.
  public let winner: Author?
  /// The result, in the words of its game.
  public let result: MatchResult
  /// The hash of the match's state, in hex, which both sides' nodes compute from all that was played.
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

/// The records that our node writes by itself for our person when a match of theirs is over, such as its result in a tournament.
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
