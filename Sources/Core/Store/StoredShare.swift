import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The bytes of the disk that each other node has filled. They are entries, by log, and files that are fetched or stored.
extension Reader {
  /// Bytes of one node.
  public func bytes(of node: NodeID) throws -> UInt64 {
    let bytes: Double =
      try db.value(
        """
        SELECT (SELECT total(bytes) FROM share WHERE node = ?1)
          + (SELECT total(size) FROM blob WHERE node = ?1 AND state > 0)
        """, node) ?? 0
    return UInt64(exactly: bytes.rounded()) ?? .max >> 1
  }

  /// Bytes of each node, most first.
  public func shares() throws -> [(node: NodeID, bytes: UInt64)] {
    try db.all(
      """
      SELECT node, total(bytes) AS sum FROM (
        SELECT node, bytes FROM share
        UNION ALL SELECT node, size FROM blob WHERE node IS NOT NULL AND state > 0)
      GROUP BY node ORDER BY sum DESC, node
      """
    ) { row in
      let bytes: Double = try row.value(1)
      return (try row.value(0), UInt64(exactly: bytes.rounded()) ?? .max >> 1)
    }
  }

  /// Counts the files, fetched or here, that count against a node.
  public func blobCount(of node: NodeID) throws -> Int {
    try db.value("SELECT count(*) FROM blob WHERE node = ? AND state > 0", node) ?? 0
  }

  /// The node that has brought most of a log.
  public func holder(of log: Int64) throws -> NodeID? {
    try db.value("SELECT node FROM share WHERE log = ? ORDER BY bytes DESC, node LIMIT 1", log)
  }

  /// Whether one of some authors is in a private room with an author.
  public func sharePrivateRoom(_ own: Author, _ authors: [Author]) throws -> Bool {
    try authors.contains {
      try db.value(
        """
        SELECT EXISTS (SELECT 1 FROM member AS theirs JOIN member AS ours ON ours.room = theirs.room
          JOIN room ON room.id = theirs.room AND room.kind = ?
          WHERE theirs.author = ? AND ours.author = ?)
        """, RoomKind.private.rawValue, $0, own) ?? false
    }
  }
}

extension Transaction {
  /// Counts bytes of a log against the node that brought them.
  public func addShare(_ bytes: UInt64, of node: NodeID, log: Int64) throws {
    try run(
      """
      INSERT INTO share (log, node, bytes) VALUES (?, ?, ?)
      ON CONFLICT (log, node) DO UPDATE SET bytes = bytes + excluded.bytes
      """, log, node, Int64(clamping: bytes))
  }

  /// Gives bytes of a log back to the node that brought most of it.
  func freeShare(_ bytes: Int, log: Int64) throws {
    try run(
      """
      UPDATE share SET bytes = max(0, bytes - ?1) WHERE log = ?2
      AND node = (SELECT node FROM share WHERE log = ?2 ORDER BY bytes DESC, node LIMIT 1)
      """, bytes, log)
  }
}
