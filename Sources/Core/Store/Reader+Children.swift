import Feature
import Identifiers
import Replication

/// Records that belong to one (specification section 14).
///
/// Anybody may write as many as the limits of entries allow. Of one author and kind only the first count, so that nobody makes
/// others read without end.
extension Reader {
  /// The visible records that belong to one and count, in the room's order.
  public func children(of parent: RecordID, in room: Int64) throws -> [StoredRecord] {
    let kind = try db.value(Self.kindOf, room, parent) as Int64?
    let least = registry.leastPerParent(
      below: RecordKind(rawValue: UInt32(truncatingIfNeeded: kind ?? 0)))
    guard try hasChildren(of: parent, in: room, moreThan: least) else {
      return try allChildren(of: parent, in: room)
    }
    return try countedChildren(of: parent, in: room).compactMap { number in
      try db.first(Self.byNumber, number) { try StoredRecord($0, places) }
    }
  }

  /// The visible records of some ids that belong to one, in the room's order. Reads no more than these ids.
  public func children(
    of parent: RecordID, among ids: [RecordID], in room: Int64
  ) throws -> [StoredRecord] {
    guard try hasChildren(of: parent, in: room, moreThan: ids.count) else {
      let wanted = Set(ids)
      return try allChildren(of: parent, in: room).filter { wanted.contains($0.id) }
    }
    return try ids.compactMap { try record($0, in: room) }
      .filter { $0.parent == parent && $0.state == .visible }
      .sorted { ($0.order, $0.id) < ($1.order, $1.id) }
  }

  /// The number of visible records that belong to one, also of those that do not count.
  public func countChildren(of parent: RecordID, in room: Int64) throws -> Int {
    try db.value(
      "SELECT count(*) FROM record WHERE room = ? AND parent = ? AND state = 0", room, parent) ?? 0
  }

  /// The number of visible records of one kind that belong to one and that some logs have made.
  public func countChildren(
    of parent: RecordID, _ kind: RecordKind, madeIn logs: [Int64], in room: Int64
  ) throws -> Int {
    try db.value(
      """
      SELECT count(*) FROM record WHERE room = ? AND parent = ? AND state = 0 AND kind = ?
      AND log IN (\(logs.map(String.init).joined(separator: ", ")))
      """, room, parent, Int64(kind.rawValue)) ?? 0
  }

  /// The number of children of one kind that some logs have made, visible or not. Permanent records stay where their parent is
  /// deleted.
  public func countAllChildren(
    of parent: RecordID, _ kind: RecordKind, madeIn logs: [Int64], in room: Int64
  ) throws -> Int {
    try db.value(
      """
      SELECT count(*) FROM record WHERE room = ? AND parent = ? AND kind = ?
      AND log IN (\(logs.map(String.init).joined(separator: ", ")))
      """, room, parent, Int64(kind.rawValue)) ?? 0
  }

  /// Whether more than so many records say that they belong to one, visible or not.
  private func hasChildren(of parent: RecordID, in room: Int64, moreThan most: Int) throws -> Bool {
    guard most < .max else { return false }
    // A bound that is bound again ends the look at the index early.
    let found: Int? = try db.value(Self.someOfParent, room, parent, most)
    return found != nil
  }

  private func allChildren(of parent: RecordID, in room: Int64) throws -> [StoredRecord] {
    try db.all(Self.ofParent, room, parent) { try StoredRecord($0, places) }
  }

  /// The rows of the visible records that belong to one and count, in the room's order.
  private func countedChildren(of parent: RecordID, in room: Int64) throws -> [Int64] {
    // Any of an author's logs stands for the author.
    var authors: [Author: Int64] = [:]
    var owners: [Int64: Int64] = [:]
    try db.visit(
      """
      SELECT number, author FROM log WHERE room = (SELECT number FROM room WHERE records = ?) ORDER BY number
      """, room
    ) { row in
      let (log, author): (Int64, Author) = (try row.value(0), try row.value(1))
      owners[log] = authors[author, default: log]
      authors[author] = owners[log]
      return true
    }
    var quota = ChildQuota(registry, owners: owners)
    var counted: [Int64] = []
    try db.visit(Self.rowsOfParent, room, parent) { row in
      let (number, kind, log): (Int64, Int64, Int64) =
        try (row.value(0), row.value(1), row.value(2))
      if quota.takes(RecordKind(rawValue: UInt32(truncatingIfNeeded: kind)), madeIn: log) {
        counted.append(number)
      }
      return true
    }
    return counted
  }

  private static let kindOf = "SELECT kind FROM record WHERE room = ? AND id = ?"

  private static let someOfParent = """
    SELECT 1 FROM record WHERE room = ? AND parent = ? LIMIT 1 OFFSET ?
    """

  private static let rowsOfParent = """
    SELECT number, kind, log FROM record WHERE room = ? AND parent = ? AND state = 0
    ORDER BY causal_order, id
    """

  private static let ofParent = """
    SELECT \(StoredRecord.columns) FROM record WHERE room = ? AND parent = ? AND state = 0
    ORDER BY causal_order, id
    """

  private static let byNumber = "SELECT \(StoredRecord.columns) FROM record WHERE number = ?"
}

/// Places that authors have taken below one parent, in the room's order.
private struct ChildQuota {
  private struct Owner: Hashable {
    let kind: RecordKind
    /// A row of a log: the first of the author. For a permanent kind, the one that made the record.
    let log: Int64
  }

  private let registry: Registry
  private let owners: [Int64: Int64]
  private var taken: [Owner: Int] = [:]

  /// - Parameter owners: for each log of the room one that stands for its author.
  init(_ registry: Registry, owners: [Int64: Int64]) {
    (self.registry, self.owners) = (registry, owners)
  }

  /// Takes a place for the next record; false where its author has no more of that kind.
  mutating func takes(_ kind: RecordKind, madeIn log: Int64) -> Bool {
    guard let rules = registry.kind(kind)?.rules else { return true }
    // A new log that cites nothing stands before nearly all others: it must not move out what somebody relies on.
    let owner = Owner(kind: kind, log: rules.isPermanent ? log : owners[log] ?? log)
    let count = taken[owner, default: 0]
    guard count < rules.limit.perParent else { return false }
    taken[owner] = count + 1
    return true
  }
}
