import Crypto
import Identifiers
import Node
import Schema
import Store
import Wire

/// One node of a virtual network: the real machine on a store in memory.
public struct VirtualNode {
  /// The name to start with.
  public let name: String
  /// Its identity.
  public let id: NodeID
  /// Its store: what survives a crash.
  public internal(set) var store: Store
  /// The running machine; nil while it is down.
  public var node: Node?
  /// Inputs that wait for the next turn.
  public var mailbox: [Input] = []
  /// The changes published since the world began.
  public var changes: [Change] = []
  /// The newest table that was published, by its id.
  public var published: [String: TableView] = [:]
  /// The newest views of tables, pairings and rooms.
  var live = LiveTables()
  /// The time at which the node wants to be woken (steady milliseconds).
  public var wakeAt: Int64?
  /// Restarts so far; each has its own randomness.
  public var lives: UInt64 = 0
  /// The number of times that it wanted earlier TLS sessions to end.
  public var securityRenewals = 0
  /// The programs that it would have started to call its person.
  public var calls: [PersonCall] = []
  /// The addresses from which it expects links.
  public var expected: [String] = []
  /// The addresses that it dialled, and why.
  public var dials: [(address: String, purpose: DialPurpose)] = []
  /// The links to strangers with whom its person deals.
  public var engaged: [LinkID] = []
  /// The trust that it grants to its links, as told last.
  public var trusts: [LinkID: LinkTrust] = [:]
  /// The advertisement that it published last.
  public var advertisement: Advertisement?

  init(name: String, store: Store) {
    self.name = name
    id = Bytes32(SHA256.hash(data: Array("node \(name)".utf8)))
    self.store = store
  }

  /// The home of another one on a second machine: the same key, and all that is stored.
  init(copyOf other: VirtualNode) throws {
    // As DNS-SD renames the second of two.
    name = other.name + " #2"
    id = other.id
    store = try other.store.copy()
  }

  /// Returns the tables as people see them, newest first.
  ///
  /// - Throws: `StoreError`.
  public func tables() throws -> [TableView] {
    try store.read { try $0.tables() }.map { live.newest($0) }
  }
}
