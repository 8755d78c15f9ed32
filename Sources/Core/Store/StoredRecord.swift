import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// Whether a record can be seen.
public enum RecordState: Int, Sendable {
  case visible = 0
  /// Deleted by its own delete.
  case deleted = 1
  /// The parent is deleted, or is not here.
  case hidden = 2
}

/// A record's row.
public struct StoredRecord: Equatable, Sendable {
  /// The key of the row.
  public var number: Int64
  /// Its id.
  public var id: RecordID
  /// The item that it is: its own id, or that of the first record of the item.
  public var item: ItemID
  /// Its kind.
  public var kind: RecordKind
  /// The record that it belongs to.
  public var parent: RecordID?
  /// The item that it is about.
  public var about: ItemID?
  /// The people who may change or delete it, as the entry that made it says.
  public var writers: Writers
  /// The row of the log that has the entry which made it.
  public var log: Int64
  /// The sequence of that entry.
  public var sequence: UInt64
  /// The causal order of that entry.
  public var order: UInt64
  /// The time on its author's clock at that moment, in milliseconds; a label.
  public var wall: Int64
  /// The highest causal order of a change after it was made; 0 when there was none.
  public var changed: UInt64
  /// Whether it can be seen.
  public var state: RecordState
  /// A message of the kind's type; empty once deleted.
  public var body: Data
  /// The places of the newest writes to its changed fields.
  public var registers = RecordRegisters()

  /// Puts a row together.
  public init(
    number: Int64, id: RecordID, item: ItemID, kind: RecordKind, parent: RecordID?, about: ItemID?,
    writers: Writers, log: Int64, sequence: UInt64, order: UInt64, wall: Int64, changed: UInt64,
    state: RecordState, body: Data
  ) {
    self.number = number
    self.id = id
    self.item = item
    self.kind = kind
    self.parent = parent
    self.about = about
    self.writers = writers
    self.log = log
    self.sequence = sequence
    self.order = order
    self.wall = wall
    self.changed = changed
    self.state = state
    self.body = body
  }

  /// A body that was never changed stays in its entry. NULL where the entry is erased, or is not stored yet.
  static let bodyColumn = """
    coalesce(record.body, substr((SELECT payload FROM entry WHERE arrival = record.entry), body_at, body_size))
    """

  static let columns =
    """
    record.number, record.id, record.kind, parent, record.log, record.sequence, record.causal_order, wall, changed, state,
    \(bodyColumn), record.entry, body_at, body_size, item, about, writers, registers
    """
  /// The number of these columns.
  static let columnCount = 18

  init(_ row: Columns, _ places: EntryPlaces) throws {
    let (kind, state, writers): (Int64, Int, Int64) =
      try (row.value(2), row.value(9), row.value(16))
    guard let state = RecordState(rawValue: state),
      let writers = Writers(rawValue: UInt8(clamping: writers))
    else { throw StoreError.damaged("a record's row") }
    number = try row.value(0)
    id = try row.value(1)
    item = try row.value(14) ?? id
    self.kind = RecordKind(rawValue: UInt32(truncatingIfNeeded: kind))
    parent = try row.value(3)
    about = try row.value(15)
    self.writers = writers
    log = try row.value(4)
    sequence = try row.count(5)
    order = try row.count(6)
    wall = try row.value(7)
    changed = try row.count(8)
    self.state = state
    body =
      try (row.value(10) as Data?)
      ?? places.waitingBody(row.value(11), at: row.value(12), size: row.value(13))
    if let data = try row.value(17) as Data? { registers = try RecordRegisters(data) }
  }
}

extension EntryPlaces {
  /// The body of a record of which the entry is not stored yet; empty for any other.
  func waitingBody(_ arrival: Int64, at place: Int, size: Int) throws -> Data {
    guard size > 0, place > 0, let payload = turn?[arrival]?.entry.payload,
      place - 1 <= payload.count - size
    else { return Data() }
    return Data(payload.dropFirst(place - 1).prefix(size))
  }
}

extension Reader {
  private static let byID = """
    SELECT \(StoredRecord.columns) FROM record WHERE room = ? AND record.id = ?
    """

  /// One record of a room, by the room's row.
  public func record(_ id: RecordID, in room: Int64) throws -> StoredRecord? {
    try db.first(Self.byID, room, id) { try StoredRecord($0, places) }
  }

  /// The visible records of one kind before a place in the room's order, newest first. Deleted ones are among them where a
  /// reader should see that there was something.
  ///
  /// - Parameter before: order and id of a record; nil begins at the newest.
  public func records(
    of kind: RecordKind, in room: Int64, before: (order: UInt64, id: RecordID)? = nil, limit: Int,
    withDeleted: Bool = false
  ) throws -> [StoredRecord] {
    try db.all(
      Self.newestFirst, room, Int64(kind.rawValue),
      before.map { Int64(clamping: $0.order) } ?? .max, before?.id.data ?? Data(),
      withDeleted ? 1 : 0, limit
    ) { try StoredRecord($0, places) }
  }

  private static let newestFirst = """
    SELECT \(StoredRecord.columns) FROM record
    WHERE room = ? AND kind = ? AND (causal_order, id) < (?, ?) AND state <= ?
    ORDER BY causal_order DESC, id DESC LIMIT ?
    """

  /// Visits the bodies of the visible records of one kind, newest first. The rest of their rows is not read: lists are long.
  public func bodies(
    of kind: RecordKind, in room: Int64, limit: Int,
    visit: (_ item: ItemID, _ log: Int64, _ writers: Writers, _ body: Data) throws -> Void
  ) throws {
    try db.visit(
      """
      SELECT coalesce(item, id), log, writers, \(StoredRecord.bodyColumn), entry, body_at, body_size
      FROM record WHERE room = ? AND kind = ? AND state = 0
      ORDER BY causal_order DESC, id DESC LIMIT ?
      """, room, Int64(kind.rawValue), limit
    ) { row in
      guard let writers = Writers(rawValue: UInt8(clamping: try row.value(2) as Int64)) else {
        throw StoreError.damaged("a record's row")
      }
      let body: Data =
        try row.value(3)
        ?? places.waitingBody(row.value(4), at: row.value(5), size: row.value(6))
      try visit(row.value(0), row.value(1), writers, body)
      return true
    }
  }

  /// Visible records of a room that are items with ids that begin as a text does.
  ///
  /// - Parameter kinds: of these kinds; none for any.
  public func records(
    of kinds: [RecordKind], beginning prefix: String, in room: Int64, limit: Int,
    withDeleted: Bool = false
  ) throws -> [StoredRecord] {
    guard let (low, high) = RecordID.range(of: prefix) else { return [] }
    let numbers = kinds.map { String($0.rawValue) }.joined(separator: ", ")
    let wanted = "state <= ?4 \(kinds.isEmpty ? "" : "AND kind IN (\(numbers))")"
    return try db.all(
      """
      SELECT \(StoredRecord.columns) FROM record
      WHERE room = ?1 AND id BETWEEN ?2 AND ?3 AND item IS NULL AND \(wanted)
      UNION ALL SELECT \(StoredRecord.columns) FROM record
      WHERE room = ?1 AND item BETWEEN ?2 AND ?3 AND \(wanted) LIMIT ?5
      """, room, low, high, withDeleted ? 1 : 0, limit
    ) { try StoredRecord($0, places) }
  }

  /// The visible records that are an item now, and their rooms.
  public func records(of item: ItemID) throws -> [(room: RoomID, record: StoredRecord)] {
    try placed(Self.ofItem, item)
  }

  /// Ids are found room by room: otherwise all records there are would be looked at.
  private static let ofItem = """
    SELECT \(StoredRecord.columns), room.id FROM room CROSS JOIN record ON record.room = room.records
    WHERE record.id = ?1 AND item IS NULL AND state = 0
    UNION ALL SELECT \(StoredRecord.columns), room.id FROM record JOIN room ON room.records = record.room
    WHERE item = ?1 AND state = 0
    """

  /// The visible records about an item, and their rooms, in causal order.
  public func records(about item: ItemID) throws -> [(room: RoomID, record: StoredRecord)] {
    try placed(Self.aboutItem, item)
  }

  private static let aboutItem = """
    SELECT \(StoredRecord.columns), room.id FROM record JOIN room ON room.records = record.room
    WHERE about = ? AND state = 0 ORDER BY causal_order, record.id
    """

  /// The visible records of a kind that have other times after their sort keys, and their rooms.
  public func recordsThatComeAgain(
    _ kind: RecordKind
  ) throws -> [(room: RoomID, record: StoredRecord)] {
    try placed(
      """
      SELECT \(StoredRecord.columns), room.id FROM record_again
      CROSS JOIN record ON record.number = record_again.record
      CROSS JOIN room ON room.records = record.room
      WHERE record.kind = ? AND state = 0 ORDER BY record.number
      """, Int64(kind.rawValue))
  }

  private func placed(
    _ sql: String, _ value: some ColumnValue
  ) throws -> [(room: RoomID, record: StoredRecord)] {
    try db.all(sql, value) { row in
      (try row.value(StoredRecord.columnCount), try StoredRecord(row, places))
    }
  }

  /// Visible records of a kind by their sort keys, the lowest first.
  public func records(
    of kind: RecordKind, in room: Int64, sortedIn range: ClosedRange<Int64>, limit: Int
  ) throws -> [(key: Int64, record: StoredRecord)] {
    try db.all(
      """
      SELECT \(StoredRecord.columns), sort_key FROM record
      WHERE room = ? AND kind = ? AND sort_key BETWEEN ? AND ? AND state = 0
      ORDER BY sort_key, record.id LIMIT ?
      """, room, Int64(kind.rawValue), range.lowerBound, range.upperBound, limit
    ) { (try $0.value(StoredRecord.columnCount), try StoredRecord($0, places)) }
  }

  /// Visible records of a kind with names that begin so, those with the shortest names first.
  ///
  /// - Parameter prefix: in small letters.
  public func records(
    of kind: RecordKind, in room: Int64, namedLike prefix: String, limit: Int
  ) throws -> [(name: String, record: StoredRecord)] {
    try db.all(
      """
      SELECT \(StoredRecord.columns), name FROM record
      WHERE room = ? AND kind = ? AND name >= ? AND name < ? AND state = 0
      ORDER BY name, record.id LIMIT ?
      """, room, Int64(kind.rawValue), prefix, prefix + "\u{10FFFF}", limit
    ) { (try $0.value(StoredRecord.columnCount), try StoredRecord($0, places)) }
  }

  /// The newest visible record of some kinds.
  public func newest(of kinds: [RecordKind], in room: Int64) throws -> StoredRecord? {
    try kinds.compactMap { try records(of: $0, in: room, limit: 1).first }
      .max { $0.order < $1.order }
  }

  /// Visits the visible records of a room in the order of their ids.
  public func visibleRecords(in room: Int64, visit: (StoredRecord) throws -> Void) throws {
    try db.visit(
      "SELECT \(StoredRecord.columns) FROM record WHERE room = ? AND state = 0 ORDER BY id", room
    ) { row in
      try visit(StoredRecord(row, places))
      return true
    }
  }

  /// Counts the stored entries of a room, by its logs.
  public func entryCount(_ room: Int64) throws -> UInt64 {
    let logs: [Int64] = try db.values("SELECT number FROM log WHERE room = ?", room)
    return try logs.reduce(0) { try $0 + ((places.newestRun(of: $1)?.next ?? 1) - 1) }
  }
}
