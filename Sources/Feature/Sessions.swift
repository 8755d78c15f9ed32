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
  /// The winners of its games in order, nil for a drawn one; the winner alone where a match is one game.
  public let games: [Author?]
  /// The audit of what was opened at the end; nil in a game that opens nothing.
  public let audit: SessionAudit?

  /// Puts a session together.
  ///
  /// - Parameter games: empty where a match is one game.
  public init(
    table: RoomID, players: [Author], winner: Author?, result: MatchResult, stateHash: String,
    games: [Author?] = [], audit: SessionAudit? = nil
  ) {
    self.table = table
    self.players = players
    self.winner = winner
    self.result = result
    self.stateHash = stateHash
    self.games = games.isEmpty ? [winner] : games
    self.audit = audit
  }
}

/// The records that our node writes by itself for our person when a match of theirs is over, such as its result in a tournament.
///
/// It comes again when something follows after the end, such as an opening. Like a reaction to records it may run more than once, also after a restart, so everything that it makes has a derived
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
