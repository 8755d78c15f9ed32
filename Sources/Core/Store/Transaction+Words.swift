import Feature
import FoundationEssentials
import Identifiers

/// The index by words. New records wait until there are enough of them, as each batch makes one segment of the index; a search
/// looks through those that wait. So to write a record costs nothing more.
extension Transaction {
  /// So many records wait before some are indexed.
  private static let batch: Int64 = 128
  /// So many are indexed in one turn.
  private static let mostIndexed: Int64 = 256
  /// So many bytes of their bodies are, and one record more.
  private static let mostBytes = 128 << 10
  /// So many pages are merged in one turn, so that what was deleted goes from the index.
  private static let mergedPages = 64

  /// Records were made in this turn: `settleWords` may have something to do.
  public var hasNewWords: Bool { hot.hasNewWords }
  /// Words were deleted in this turn: `settleWords` has them to erase, soon.
  public var erasesWords: Bool { hot.erasesWords }

  /// Brings the index further, and rids it of the words of deleted records. To be called at the beginning of a turn: what was
  /// deleted in the same one is not seen yet.
  ///
  /// FTS5 only marks what is deleted; to merge its segments is what erases it. Here `stale` is 0 where nothing was deleted, 1
  /// where a merge of all segments must begin, 2 while one goes on.
  ///
  /// - Returns: whether something is left to do.
  public func settleWords() throws -> Bool {
    let state = try db.first(
      "SELECT through, stale, coalesce((SELECT max(number) FROM record), 0) FROM words_state"
    ) { row in
      let state: (Int64, Int64, Int64) = try (row.value(0), row.value(1), row.value(2))
      return state
    }
    guard let (through, stale, newest) = state else {
      throw StoreError.damaged("the index of words")
    }
    var isLeft = false
    if newest - through >= Self.batch { isLeft = try indexWords(after: through, newest) }
    if stale > 0 { isLeft = try !mergeWords(begins: stale == 1) || isLeft }
    return isLeft
  }

  private func indexWords(after through: Int64, _ newest: Int64) throws -> Bool {
    var records: [(number: Int64, kind: RecordKind, body: Data)] = []
    var bytes = 0
    try db.visit(
      """
      SELECT number, kind, \(StoredRecord.bodyColumn) FROM record
      WHERE number > ? AND state <> \(RecordState.deleted.rawValue) ORDER BY number LIMIT ?
      """, through, Self.mostIndexed
    ) { row in
      let kind = RecordKind(rawValue: UInt32(truncatingIfNeeded: try row.value(1) as Int64))
      records.append((try row.value(0), kind, try row.value(2)))
      bytes += records[records.count - 1].body.count
      return bytes < Self.mostBytes
    }
    for record in records { try addWords(of: record.number, record.kind, record.body) }
    let isDone = records.count < Self.mostIndexed && bytes < Self.mostBytes
    let last = records.last?.number ?? through
    try run("UPDATE words_state SET through = ?", isDone ? newest : last)
    return !isDone
  }

  private func addWords(of record: Int64, _ kind: RecordKind, _ body: Data) throws {
    guard let text = registry.kind(kind)?.words?(body) else { return }
    let words = Set(Words.of(text))
    guard !words.isEmpty else { return }
    try run(
      "INSERT INTO record_words (rowid, words) VALUES (?, ?)", record,
      words.sorted().joined(separator: " "))
  }

  /// - Returns: whether the index holds nothing any more of what was deleted before this turn.
  private func mergeWords(begins: Bool) throws -> Bool {
    try run(
      "INSERT INTO record_words (record_words, rank) VALUES ('merge', ?)",
      begins ? -Self.mergedPages : Self.mergedPages)
    let segments = try db.value("SELECT count(DISTINCT segid) FROM record_words_idx") ?? 0
    let isDone = segments <= 1
    try run("UPDATE words_state SET stale = ?", isDone ? 0 : 2)
    return isDone
  }

  /// Indexes what a change made of a record, where it was indexed before.
  func setWords(of record: StoredRecord) throws {
    guard registry.kind(record.kind)?.words != nil else { return }
    let through: Int64 = try db.value("SELECT through FROM words_state") ?? 0
    guard record.number <= through else { return }
    try run("DELETE FROM record_words WHERE rowid = ?", record.number)
    try addWords(of: record.number, record.kind, record.body)
  }

  /// Begins the index again. What it holds in a home from elsewhere is not read: FTS5 expects what it has written itself.
  func beginWordsAgain() throws {
    try db.execute(sql: "DROP TABLE record_words")
    try db.execute(sql: Migrations.words)
    try run("UPDATE words_state SET through = 0, stale = 0")
  }

  /// Takes records out of the index, and has their words erased.
  ///
  /// - Parameter rows: what their numbers are, as SQL.
  func forgetWords<each Value: ColumnValue>(
    _ rows: String, _ values: repeat each Value
  ) throws {
    let count = try run("DELETE FROM record_words WHERE rowid \(rows)", repeat each values)
    guard count > 0 else { return }
    try run("UPDATE words_state SET stale = 1")
    hot.erasesWords = true
  }

  /// The numbers of records that are gone may be given out again.
  func cutWords() throws {
    try run(
      """
      UPDATE words_state SET through = min(through, coalesce((SELECT max(number) FROM record), 0))
      """)
  }
}

extension Reader {
  /// The visible records of some kinds and rooms that contain the words of a text, newest dates first.
  ///
  /// - Parameters:
  ///   - rooms: the rows of the rooms.
  ///   - accepts: whether what an entry of a log says in a room is shown; both by their rows.
  public func search(
    _ text: String, of kinds: [RecordKind], in rooms: [Int64], limit: Int,
    accepts: (_ room: Int64, _ log: Int64) -> Bool
  ) throws -> [(room: Int64, record: StoredRecord)] {
    let words = Array(Words.of(text).prefix(Words.mostWanted))
    guard let query = Words.query(words), !kinds.isEmpty, !rooms.isEmpty else { return [] }
    let kindList = kinds.map { String($0.rawValue) }.joined(separator: ", ")
    let roomList = rooms.map(String.init).joined(separator: ", ")
    let wanted = "state = 0 AND kind IN (\(kindList)) AND room IN (\(roomList))"
    var found: [(wall: Int64, number: Int64, room: Int64, log: Int64)] = []
    try db.visit(
      """
      SELECT wall, number, room, record.log FROM record_words CROSS JOIN record ON number = record_words.rowid
      WHERE record_words MATCH ? AND \(wanted)
      """, query
    ) { row in
      found.append((try row.value(0), try row.value(1), try row.value(2), try row.value(3)))
      return true
    }
    try db.visit(
      """
      SELECT wall, number, room, record.log, kind, \(StoredRecord.bodyColumn), entry, body_at, body_size
      FROM record
      WHERE number > (SELECT through FROM words_state) AND \(wanted)
      """
    ) { row in
      let kind = RecordKind(rawValue: UInt32(truncatingIfNeeded: try row.value(4) as Int64))
      let body: Data =
        try row.value(5)
        ?? places.waitingBody(row.value(6), at: row.value(7), size: row.value(8))
      guard let text = registry.kind(kind)?.words?(body), Words.says(text, words) else {
        return true
      }
      found.append((try row.value(0), try row.value(1), try row.value(2), try row.value(3)))
      return true
    }
    found.sort { ($1.wall, $1.number) < ($0.wall, $0.number) }
    return try found.filter { accepts($0.room, $0.log) }.prefix(max(0, limit)).compactMap {
      try record(number: $0.number, in: $0.room)
    }
  }

  private func record(
    number: Int64, in room: Int64
  ) throws -> (room: Int64, record: StoredRecord)? {
    try db.first("SELECT \(StoredRecord.columns) FROM record WHERE number = ?", number) {
      (room, try StoredRecord($0, places))
    }
  }
}
