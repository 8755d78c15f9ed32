import Identifiers
import Schema
import Wire

/// The memory of the node beside the store, its rooms and its tables: one value, restored if a turn cannot be committed.
///
/// Each part is a pure machine with rules of its own. Rooms and tables are not in it: they are large, and are loaded again.
struct NodeState {
  var settings: Settings
  var links = LinkTable()
  var dialler = Dialler()
  var peers: PeerTable
  var pairing: Pairing
  /// Tickets.
  var invitations: Tickets
  var advertising = Advertising()
  var sessions: TableRequests
  var presence = RoomPresence()
  var roomInvitations = RoomInvitations()
  var lobby = Lobby()
  var allowances = Allowances()
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

  /// Takes back a turn that was not committed; the sync of every room begins anew.
  func undo(_ memory: NodeState, _ turn: Turn) {
    self.memory = memory
    self.turn = turn
    self.turn.writing = storage.writing
    lobby.places.isStale = true
    for id in Set(rooms.ids).union(tables.keys) { forget(id) }
  }
}

/// The machines by their names; they are changed in place.
extension Node {
  var settings: Settings {
    get { memory.settings }
    _modify { yield &memory.settings }
  }
  var links: LinkTable {
    get { memory.links }
    _modify { yield &memory.links }
  }
  var dialler: Dialler {
    get { memory.dialler }
    _modify { yield &memory.dialler }
  }
  var peers: PeerTable {
    get { memory.peers }
    _modify { yield &memory.peers }
  }
  var pairing: Pairing {
    get { memory.pairing }
    _modify { yield &memory.pairing }
  }
  var invitations: Tickets {
    get { memory.invitations }
    _modify { yield &memory.invitations }
  }
  var advertising: Advertising {
    get { memory.advertising }
    _modify { yield &memory.advertising }
  }
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
    get { memory.allowances }
    _modify { yield &memory.allowances }
  }
  var diskShares: QuotaLedger {
    get { memory.diskShares }
    _modify { yield &memory.diskShares }
  }
  var writes: WriteBudgets {
    get { memory.allowances.writes }
    _modify { yield &memory.allowances.writes }
  }
  var deliveries: Deliveries {
    get { memory.deliveries }
    _modify { yield &memory.deliveries }
  }
}
