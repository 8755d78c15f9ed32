import Identifiers
import Schema
import Store
import Wire

/// The memory of the node beside the store, its rooms and its tables: one value, restored if a turn cannot be committed.
///
/// Rooms and tables are not in it: they are large, and are loaded again.
struct NodeState {
  let context: NodeContext.State
  let links: LinkTable
  let peers: Peers.State
  let quotas: DiskQuotas.State
  let lobby: Lobby
  let rooms: Rooms.State
  let blobs: [LinkID: LinkBlobs]
  let losses: Losses
  let undos: UndoKeeper.State
  let tables: Tables.State
}

/// The state before an input, restored if the input fails alone.
///
/// Links, peers and budgets are not put back: an input that fails still counts against its sender.
struct BeforeInput {
  let turn: Turn.Input
  let lobby: Lobby.Input
  let quotas: QuotaLedger
  let records: RecordMarks
}

extension Node {
  /// Does something in a savepoint; when it fails, nothing of it stays in memory either.
  ///
  /// - Returns: the error of what failed; nil where it was done.
  /// - Throws: `StoreError`, after which nothing of the turn is right.
  func alone(_ transaction: Transaction, _ body: () throws -> Void) throws -> (any Error)? {
    let before = beginInput()
    defer { turn.endInput(before.turn) }
    do {
      try transaction.savepoint(body)
      return nil
    } catch let error as StoreError {
      throw error
    } catch {
      undo(before)
      return error
    }
  }

  /// Begins an input.
  private func beginInput() -> BeforeInput {
    BeforeInput(
      turn: turn.beginInput(), lobby: rooms.lobby.state.input, quotas: rooms.quotas.ledger,
      records: records.marks)
  }

  /// Takes back an input that failed.
  private func undo(_ before: BeforeInput) {
    rooms.lobby.state.undo(before.lobby)
    rooms.quotas.ledger = before.quotas
    records.marks = before.records
    tables.proposed.undo()
    for room in turn.undo(before.turn) { rooms.forget(room) }
  }

  /// The memory that is restored if the turn cannot be committed.
  var state: NodeState {
    NodeState(
      context: context.state, links: links.table, peers: peers.state, quotas: rooms.quotas.state,
      lobby: rooms.lobby.state, rooms: rooms.state,
      blobs: blobs.state, losses: reactions.losses, undos: undos.state, tables: tables.state)
  }

  /// Undoes a turn that was not committed, and begins the sync of every room again.
  func undo(_ state: NodeState, _ turn: Turn) {
    context.state = state.context
    links.table = state.links
    peers.state = state.peers
    self.turn = turn
    self.turn.writing = storage.writing
    rooms.quotas.state = state.quotas
    rooms.lobby.state = state.lobby
    rooms.undo(state.rooms)
    blobs.state = state.blobs
    reactions.losses = state.losses
    undos.state = state.undos
    records.marks = RecordMarks()
    tables.state = state.tables
    tables.proposed.clear()
  }
}
