import FoundationEssentials
import Identifiers
import Schema
import Wire

/// Whether the bytes of a blob are stored.
public enum BlobState: Int, Sendable {
  /// It is not fetched: no trusted person points at it, or there is no room for it.
  case left = 0
  /// It is fetched.
  case wanted = 1
  /// All of it is stored.
  case whole = 2
}

/// A blob's row.
public struct StoredBlob: Equatable, Sendable {
  /// The key of the row.
  public let number: Int64
  /// Its id.
  public let id: BlobID
  /// In bytes.
  public let size: UInt64
  /// The hashes of its chunks, 32 bytes each; empty until they are known.
  public let hashes: Data
  /// The number of stored chunks, from the first.
  public let received: Int
  /// Whether it is stored.
  public let state: BlobState

  static let columns = "blob.number, blob.id, blob.size, blob.hashes, blob.received, blob.state"

  init(_ row: Columns) throws {
    let (state, received): (Int, Int) = try (row.value(5), row.value(4))
    let size = try row.count(2)
    guard let state = BlobState(rawValue: state),
      (0...BlobChunking.count(of: size)).contains(received)
    else {
      throw StoreError.damaged("a blob's row")
    }
    number = try row.value(0)
    id = try row.value(1)
    self.size = size
    hashes = try row.value(3)
    self.received = received
    self.state = state
  }

  /// The number of its stored bytes.
  public var receivedBytes: UInt64 {
    min(UInt64(received) * UInt64(Limits.blobChunk), size)
  }
}

/// That somebody points at a blob.
public struct BlobUse: Hashable, Sendable {
  /// The blob's row.
  public let blob: Int64
  /// The purpose of the record's room.
  public let kind: RoomKind
  /// The author who made the record.
  public let author: Author
  /// The row of the log in which it was made.
  public let log: Int64

  /// Says who points at what.
  public init(blob: Int64, kind: RoomKind, author: Author, log: Int64) {
    self.blob = blob
    self.kind = kind
    self.author = author
    self.log = log
  }
}

/// The key of a chunk's row: the blob's row, and which chunk it is.
enum ChunkKey {
  static func first(of blob: Int64) -> Int64 { blob << 16 }
  static func make(_ blob: Int64, _ chunk: Int) -> Int64 { blob << 16 | Int64(chunk) }
}

extension Reader {
  /// A blob that is stored whole.
  public func wholeBlob(_ id: BlobID) throws -> StoredBlob? {
    try db.first(
      "SELECT \(StoredBlob.columns) FROM blob WHERE id = ? AND state = ?", id,
      BlobState.whole.rawValue
    ) { try StoredBlob($0) }
  }

  /// A blob that something points at.
  public func blob(_ id: BlobID, size: UInt64) throws -> StoredBlob? {
    try db.first(
      "SELECT \(StoredBlob.columns) FROM blob WHERE id = ? AND size = ?", id, Int64(clamping: size)
    ) { try StoredBlob($0) }
  }

  /// The blobs with an id, one for each size that somebody has claimed for it.
  public func blobs(with id: BlobID) throws -> [StoredBlob] {
    try db.all("SELECT \(StoredBlob.columns) FROM blob WHERE id = ? ORDER BY number", id) {
      try StoredBlob($0)
    }
  }

  /// A blob by its row.
  public func blob(_ number: Int64) throws -> StoredBlob? {
    try db.first("SELECT \(StoredBlob.columns) FROM blob WHERE number = ?", number) {
      try StoredBlob($0)
    }
  }

  /// Visits the blobs in a state, in order of their rows, until the visit says false.
  public func blobs(_ state: BlobState, visit: (StoredBlob) throws -> Bool) throws {
    try db.visit(
      "SELECT \(StoredBlob.columns) FROM blob WHERE state = ? ORDER BY number", state.rawValue
    ) { try visit(StoredBlob($0)) }
  }

  /// Returns the uses of the blobs in a state by visible records, in order of the blobs' rows.
  public func uses(of state: BlobState) throws -> [BlobUse] {
    try db.all(
      """
      SELECT DISTINCT blob.number, room.kind, log.author, log.number FROM blob
      JOIN blob_reference AS pointer ON pointer.blob = blob.number
      JOIN record ON record.number = pointer.record AND record.state = 0
      JOIN room ON room.records = pointer.room JOIN log ON log.number = pointer.log
      WHERE blob.state = ? ORDER BY blob.number, log.number
      """, state.rawValue
    ) { row in
      BlobUse(
        blob: try row.value(0), kind: RoomKind(rawValue: try row.value(1)) ?? .table,
        author: try row.value(2), log: try row.value(3))
    }
  }

  /// Whether a visible record of a room points at a blob.
  ///
  /// - Parameter room: the set of its records that counts.
  public func isPointedAt(_ blob: Int64, in room: Int64) throws -> Bool {
    try db.value(
      """
      SELECT EXISTS (SELECT 1 FROM blob_reference AS pointer
        JOIN record ON record.number = pointer.record AND record.state = 0
        WHERE pointer.blob = ? AND pointer.room = ?)
      """, blob, room) ?? false
  }

  /// The first room, in order of the rows, where a visible record points at a blob and that fits.
  ///
  /// However many records of a room point at it, the room is looked at once.
  public func room(pointingAt blob: Int64, where fits: (RoomID) throws -> Bool) throws -> RoomID? {
    var last: Int64 = 0
    while let next = try roomPointing(at: blob, after: last) {
      last = next.number
      if try fits(next.id), try isPointedAt(blob, in: last) { return next.id }
    }
    return nil
  }

  private func roomPointing(
    at blob: Int64, after last: Int64
  ) throws -> (number: Int64, id: RoomID)? {
    try db.first(
      """
      SELECT pointer.room, room.id FROM blob_reference AS pointer
      CROSS JOIN room ON room.records = pointer.room
      WHERE pointer.blob = ? AND pointer.room > ? ORDER BY pointer.room LIMIT 1
      """, blob, last
    ) { row in (try row.value(0), try row.value(1)) }
  }

  /// The visible records that point at a blob, in order of their rows, each with its room.
  public func pointers(
    at blob: Int64, limit: Int = .max
  ) throws -> [(room: RoomID, record: RecordID)] {
    try db.all(
      """
      SELECT room.id, record.id FROM blob_reference AS pointer
      JOIN record ON record.number = pointer.record AND record.state = 0
      JOIN room ON room.records = pointer.room WHERE pointer.blob = ? ORDER BY record.number
      LIMIT ?
      """, blob, limit
    ) { row in
      (try row.value(0), try row.value(1))
    }
  }

  /// Stored chunks of a blob.
  public func chunks(of blob: Int64, from first: Int, count: Int) throws -> [Data] {
    try db.values(
      "SELECT bytes FROM blob_chunk WHERE key >= ? AND key < ? ORDER BY key",
      ChunkKey.make(blob, first), ChunkKey.make(blob, first) + Int64(count))
  }

  /// The blobs that records of a room point at, in order of their rows.
  public func blobs(of room: Int64) throws -> [StoredBlob] {
    try db.all(
      """
      SELECT DISTINCT \(StoredBlob.columns) FROM record
      JOIN blob_reference AS pointer ON pointer.record = record.number
      JOIN blob ON blob.number = pointer.blob
      WHERE record.room = ? AND record.state = 0 ORDER BY blob.number
      """, room
    ) { try StoredBlob($0) }
  }

  /// Counts the blobs that are fetched or here, and their bytes.
  public func blobTotals() throws -> (count: Int, bytes: UInt64) {
    try db.first("SELECT count(*), total(size) FROM blob WHERE state > 0") { row in
      let bytes: Double = try row.value(1)
      // Any form of a number may stand in a damaged row.
      return (try row.value(0), UInt64(exactly: bytes.rounded()) ?? .max >> 1)
    } ?? (0, 0)
  }
}

extension Transaction {
  /// Notes at which blobs a record points, and at no others.
  ///
  /// - Parameters:
  ///   - room: the set of records that it is of.
  ///   - log: the row of the log that made the record.
  ///   - blobs: ids and sizes.
  /// - Returns: the rows of the blobs.
  public func setBlobs(
    of record: Int64, in room: Int64, log: Int64, _ blobs: [(id: BlobID, size: UInt64)]
  ) throws -> [Int64] {
    try run("DELETE FROM blob_reference WHERE record = ?", record)
    return try blobs.compactMap { id, size in
      try run("INSERT OR IGNORE INTO blob (id, size) VALUES (?, ?)", id, Int64(clamping: size))
      guard let blob = try reader.blob(id, size: size) else { return nil }
      try run(
        "INSERT OR IGNORE INTO blob_reference (record, blob, room, log) VALUES (?, ?, ?, ?)",
        record, blob.number, room, log)
      return blob.number
    }
  }

  /// Says whether a blob is to be fetched.
  ///
  /// - Parameter node: the node against which it counts; nil for none.
  public func setBlob(_ blob: Int64, _ state: BlobState, of node: NodeID?) throws {
    try run("UPDATE blob SET state = ?, node = ? WHERE number = ?", state.rawValue, node, blob)
  }

  /// Keeps checked chunks that follow the stored ones; with the last one the blob is whole.
  ///
  /// - Parameter hashes: of all its chunks.
  public func addChunks(_ chunks: [Data], to blob: StoredBlob, hashes: Data) throws {
    for (index, bytes) in chunks.enumerated() {
      try run(
        "INSERT INTO blob_chunk (key, bytes) VALUES (?, ?)",
        ChunkKey.make(blob.number, blob.received + index), bytes)
    }
    let received = blob.received + chunks.count
    let isWhole = received == BlobChunking.count(of: blob.size)
    try run(
      "UPDATE blob SET hashes = ?, received = ?, state = ? WHERE number = ?", hashes, received,
      (isWhole ? BlobState.whole : blob.state).rawValue, blob.number)
  }

  /// Removes the bytes that no visible record points at.
  ///
  /// - Returns: whether there were any.
  public func collectBlobs() throws -> Bool {
    let loose: [Int64] = try db.values(
      """
      SELECT number FROM blob WHERE NOT EXISTS (
        SELECT 1 FROM blob_reference AS pointer JOIN record ON record.number = pointer.record
        WHERE pointer.blob = blob.number AND record.state = 0)
      """)
    for blob in loose {
      try run(
        "DELETE FROM blob_chunk WHERE key >= ? AND key < ?", ChunkKey.first(of: blob),
        ChunkKey.first(of: blob &+ 1))
      // A hidden record may point at it still, and be seen again.
      try run(
        "UPDATE blob SET hashes = x'', received = 0, state = ?, node = NULL WHERE number = ?",
        BlobState.left.rawValue, blob)
      try run(
        """
        DELETE FROM blob WHERE number = ?
        AND NOT EXISTS (SELECT 1 FROM blob_reference WHERE blob = number)
        """, blob)
    }
    return !loose.isEmpty
  }
}
