import Identifiers
import Schema
import Wire

/// The memory of the node beside the store, its rooms and its tables: one value, restored if a turn cannot be committed.
///
/// Rooms and tables are not in it: they are large, and are loaded again.
struct NodeState {
  let context: NodeContext.State
  let links: LinkTable
  let peers: Peers.State
  let rooms: Rooms.State
  let blobs: [LinkID: LinkBlobs]
  let records: Records.State
  let tables: Tables.State
}

/// The state before an input, restored if the input fails alone.
///
/// Links, peers and budgets are not put back: an input that fails still counts against its sender.
struct BeforeInput {
  let turn: Turn.Input
  let rooms: Rooms.Input
  let records: RecordMarks
}

extension Node {
  /// Begins an input.
  func beginInput() -> BeforeInput {
    BeforeInput(turn: turn.beginInput(), rooms: rooms.input, records: records.marks)
  }

  /// Takes back an input that failed.
  func undo(_ before: BeforeInput) {
    rooms.undo(before.rooms)
    records.marks = before.records
    tables.proposed.undo()
    for room in turn.undo(before.turn) { rooms.forget(room) }
  }

  /// The memory that is restored if the turn cannot be committed.
  var state: NodeState {
    NodeState(
      context: context.state, links: links.table, peers: peers.state, rooms: rooms.state,
      blobs: blobs.state, records: records.state, tables: tables.state)
  }

  /// Undoes a turn that was not committed, and begins the sync of every room again.
  func undo(_ state: NodeState, _ turn: Turn) {
    context.state = state.context
    links.table = state.links
    peers.state = state.peers
    self.turn = turn
    self.turn.writing = storage.writing
    rooms.undo(state.rooms)
    blobs.state = state.blobs
    records.state = state.records
    records.marks = RecordMarks()
    tables.state = state.tables
    tables.proposed.clear()
  }
}
