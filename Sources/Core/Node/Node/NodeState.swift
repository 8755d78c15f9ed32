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
  let memory: Memory
}

/// The machines of rooms and tables, pure and with rules of their own.
struct Memory {
  var sessions: TableRequests
  var presence = RoomPresence()
  var roomInvitations = RoomInvitations()
  var lobby = Lobby()
  /// The bytes of this disk that other nodes have filled.
  var diskShares = QuotaLedger()
  /// The positions up to which members of rooms are known to have everything.
  var deliveries = Deliveries()
  /// The losses by deletions to which reactions are still to come.
  var losses = Losses()
}

/// The state before an input, restored if the input fails alone.
///
/// Links, peers and budgets are not put back: an input that fails still counts against its sender.
struct BeforeInput {
  let turn: Turn.Input
  let lobby: Lobby.Input
  let shares: QuotaLedger
}

extension Node {
  /// Begins an input.
  func beginInput() -> BeforeInput {
    BeforeInput(turn: turn.beginInput(), lobby: lobby.input, shares: diskShares)
  }

  /// Takes back an input that failed.
  func undo(_ before: BeforeInput) {
    lobby.undo(before.lobby)
    diskShares = before.shares
    for room in turn.undo(before.turn) { forget(room) }
  }

  /// The memory that is restored if the turn cannot be committed.
  var state: NodeState {
    NodeState(context: context.state, links: links.table, peers: peers.state, memory: memory)
  }

  /// Takes back a turn that was not committed; the sync of every room begins anew.
  func undo(_ state: NodeState, _ turn: Turn) {
    context.state = state.context
    links.table = state.links
    peers.state = state.peers
    memory = state.memory
    self.turn = turn
    self.turn.writing = storage.writing
    lobby.places.isStale = true
    for id in Set(rooms.ids).union(tables.keys) { forget(id) }
  }
}

/// The machines by their names; they are changed in place.
extension Node {
  var sessions: TableRequests {
    get { memory.sessions }
    _modify { yield &memory.sessions }
  }
  var presence: RoomPresence {
    get { memory.presence }
    _modify { yield &memory.presence }
  }
  var roomInvitations: RoomInvitations {
    get { memory.roomInvitations }
    _modify { yield &memory.roomInvitations }
  }
  var lobby: Lobby {
    get { memory.lobby }
    _modify { yield &memory.lobby }
  }
  var allowances: Allowances {
    get { context.allowances }
    _modify { yield &context.allowances }
  }
  var storage: StorageState {
    get { context.storage }
    _modify { yield &context.storage }
  }
  var diskShares: QuotaLedger {
    get { memory.diskShares }
    _modify { yield &memory.diskShares }
  }
  var writes: WriteBudgets {
    get { context.allowances.writes }
    _modify { yield &context.allowances.writes }
  }
  var deliveries: Deliveries {
    get { memory.deliveries }
    _modify { yield &memory.deliveries }
  }
}
