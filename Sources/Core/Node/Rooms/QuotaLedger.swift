import Identifiers
import Store
import Wire

/// The bytes of this disk that other nodes have filled, by what this process knows (specification section 10).
///
/// Entries count against the paired node on which their author lives, or else against the node that sent them: names of authors
/// cost nothing, nodes that somebody is linked with do.
struct QuotaLedger {
  /// Bytes of each node that was asked about, with those that are not written down yet.
  private var totals: [NodeID: UInt64] = [:]
  /// The bytes that are not written down yet, by node and row of the log.
  private(set) var pending: [NodeID: [Int64: UInt64]] = [:]
  private var pendingTotals: [NodeID: UInt64] = [:]
  /// Nodes of which something was refused, and the size of their shares then.
  var refused: [NodeID: UInt64] = [:]

  /// The bytes of a node.
  mutating func used(by node: NodeID, _ reader: Reader) throws -> UInt64 {
    if let total = totals[node] { return total }
    let total = try reader.bytes(of: node) + pendingTotals[node, default: 0]
    totals[node] = total
    return total
  }

  /// Counts bytes of one log.
  ///
  /// - Returns: whether so many wait that they should be written down.
  mutating func add(_ bytes: UInt64, of node: NodeID, log: Int64) -> Bool {
    totals[node]? += bytes
    pending[node, default: [:]][log, default: 0] += bytes
    pendingTotals[node, default: 0] += bytes
    return pendingTotals[node, default: 0] >= UInt64(Limits.shareUnwritten)
  }

  /// Counts a file that is fetched from now on.
  mutating func add(file bytes: UInt64, of node: NodeID) { totals[node]? += bytes }

  /// Writes down what waits of a node.
  mutating func write(_ node: NodeID, _ transaction: Transaction) throws {
    for (log, bytes) in (pending[node] ?? [:]).sorted(by: { $0.key < $1.key }) {
      try transaction.addShare(bytes, of: node, log: log)
    }
    pending[node] = nil
    pendingTotals[node] = nil
  }

  /// Writes down what waits of all nodes.
  mutating func writeAll(_ transaction: Transaction) throws {
    for node in pending.keys.sorted() { try write(node, transaction) }
  }

  /// Counts anew when it is next asked: something was deleted.
  mutating func recount() { totals = [:] }
}
