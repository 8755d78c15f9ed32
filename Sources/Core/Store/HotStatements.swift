/// The statements that a turn may run thousands of times, looked up once in it.
final class HotStatements {
  private var append: CompiledStatement?
  private var addRecord: CompiledStatement?
  /// The index lacks the words of new records.
  private(set) var hasNewWords = false
  /// Words of deleted records must be erased from the index.
  var erasesWords = false

  /// Stores an entry.
  func append(_ db: Database) throws -> CompiledStatement {
    if let append { return append }
    let statement = try db.statement(
      """
      INSERT INTO entry (arrival, log, sequence, position, causal_order, hash, header, payload, payload_hash, signature)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    append = statement
    return statement
  }

  /// Makes a record's row where its room has none with that id.
  func addRecord(_ db: Database) throws -> CompiledStatement {
    hasNewWords = true
    if let addRecord { return addRecord }
    let statement = try db.statement(
      """
      INSERT INTO record (room, id, kind, parent, log, sequence, entry, causal_order, wall, changed, state, body, body_at, body_size,
        item, about, writers, sort_key, name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room, id) DO NOTHING
      """)
    addRecord = statement
    return statement
  }
}
