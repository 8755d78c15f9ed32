import GRDB

/// The tables of the database, forward only. `PRAGMA user_version` holds the version.
enum Migrations {
  /// One SQL script for each version, from 1.
  static let scripts = [
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE account (
      author BLOB PRIMARY KEY CHECK (length(author) = 32),
      secret BLOB NOT NULL CHECK (length(secret) = 32),
      incarnation INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE room (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      owner BLOB NOT NULL CHECK (length(owner) = 32)
    ) STRICT;
    CREATE TABLE member (
      author BLOB NOT NULL CHECK (length(author) = 32),
      room BLOB NOT NULL CHECK (length(room) = 16),
      PRIMARY KEY (author, room)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE log (
      number INTEGER PRIMARY KEY,
      room INTEGER NOT NULL REFERENCES room,
      author BLOB NOT NULL CHECK (length(author) = 32),
      incarnation INTEGER NOT NULL,
      forked_from INTEGER,
      fork_proof BLOB,
      UNIQUE (room, author, incarnation)
    ) STRICT;
    CREATE TABLE entry (
      room INTEGER NOT NULL REFERENCES room,
      position INTEGER NOT NULL,
      log INTEGER NOT NULL REFERENCES log,
      sequence INTEGER NOT NULL CHECK (sequence > 0),
      causal_order INTEGER NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      header BLOB NOT NULL,
      payload BLOB,
      payload_hash BLOB NOT NULL CHECK (length(payload_hash) = 32),
      signature BLOB,
      PRIMARY KEY (room, position)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX entry_by_log ON entry (log, sequence);
    CREATE TABLE chain (
      room BLOB PRIMARY KEY CHECK (length(room) = 16),
      secret BLOB NOT NULL CHECK (length(secret) = 32)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tip (tip BLOB PRIMARY KEY, room BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE table_view (
      room BLOB PRIMARY KEY CHECK (length(room) = 16),
      phase INTEGER NOT NULL,
      created INTEGER NOT NULL,
      view BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX table_by_phase ON table_view (phase, created);
    CREATE TABLE ask (
      room BLOB PRIMARY KEY CHECK (length(room) = 16),
      host BLOB NOT NULL CHECK (length(host) = 32),
      node BLOB NOT NULL CHECK (length(node) = 32)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE peer (
      node BLOB PRIMARY KEY CHECK (length(node) = 32),
      last_seen INTEGER NOT NULL,
      version INTEGER NOT NULL,
      kept INTEGER NOT NULL,
      view BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE address (address TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    """,
    // One b-tree for entries, by `EntryKey`: half the pages of a commit. Rooms of several kinds, and records.
    """
    CREATE TABLE keyed_entry (
      key INTEGER PRIMARY KEY,
      position INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      header BLOB NOT NULL,
      payload BLOB,
      payload_hash BLOB NOT NULL CHECK (length(payload_hash) = 32),
      signature BLOB
    ) STRICT;
    INSERT INTO keyed_entry SELECT (log << 40) + sequence, position, causal_order, hash, header, payload,
      payload_hash, signature FROM entry ORDER BY log, sequence;
    DROP TABLE entry;
    ALTER TABLE keyed_entry RENAME TO entry;
    ALTER TABLE room ADD COLUMN kind INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE room ADD COLUMN nonce BLOB;
    ALTER TABLE room ADD COLUMN membership BLOB;
    ALTER TABLE room ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE record (
      number INTEGER PRIMARY KEY,
      room INTEGER NOT NULL REFERENCES room,
      id BLOB NOT NULL CHECK (length(id) = 16),
      kind INTEGER NOT NULL,
      parent BLOB,
      entry INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      wall INTEGER NOT NULL,
      changed INTEGER NOT NULL DEFAULT 0,
      state INTEGER NOT NULL DEFAULT 0,
      body BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX record_by_id ON record (room, id);
    CREATE INDEX record_by_order ON record (room, kind, causal_order, id);
    CREATE INDEX record_by_parent ON record (room, parent) WHERE parent IS NOT NULL;
    CREATE TABLE register (
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      field INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      log INTEGER NOT NULL,
      PRIMARY KEY (record, field)
    ) STRICT, WITHOUT ROWID;
    """,
    // Blobs. Anybody may name an id with a wrong size, so both make the key.
    """
    CREATE TABLE blob (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL CHECK (length(id) = 32),
      size INTEGER NOT NULL CHECK (size > 0),
      hashes BLOB NOT NULL DEFAULT x'',
      received INTEGER NOT NULL DEFAULT 0,
      state INTEGER NOT NULL DEFAULT 0,
      UNIQUE (id, size)
    ) STRICT;
    CREATE INDEX blob_by_state ON blob (state, size);
    CREATE TABLE blob_chunk (key INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
    CREATE TABLE blob_reference (
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      blob INTEGER NOT NULL REFERENCES blob,
      room INTEGER NOT NULL REFERENCES room,
      log INTEGER NOT NULL REFERENCES log,
      PRIMARY KEY (record, blob)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reference_by_blob ON blob_reference (blob, room);
    CREATE INDEX reference_by_log ON blob_reference (log, blob);
    """,
    // Entries without payload that nothing erases, by `EntryKey`; and what was said of before it came.
    """
    CREATE TABLE withheld (key INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE early (
      room INTEGER NOT NULL REFERENCES room,
      subject BLOB NOT NULL,
      PRIMARY KEY (room, subject)
    ) STRICT, WITHOUT ROWID;
    """,
    // Writes of a register beside the newest whose author had not seen that one, nor it them.
    """
    CREATE TABLE contender (
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      field INTEGER NOT NULL,
      log INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (record, field, log)
    ) STRICT, WITHOUT ROWID;
    """,
    // What other nodes have filled of this disk: with entries by log, and with blobs.
    """
    CREATE TABLE share (
      log INTEGER NOT NULL REFERENCES log,
      node BLOB NOT NULL CHECK (length(node) = 32),
      bytes INTEGER NOT NULL,
      PRIMARY KEY (log, node)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE blob ADD COLUMN node BLOB;
    """,
  ]

  /// Brings the database to the newest version, or to an older one, each version in one transaction.
  ///
  /// - Throws: `StoreError.newer` for a database of a later program.
  static func run(_ db: Database, upTo last: Int = scripts.count) throws {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard version <= scripts.count else {
      throw StoreError.newer(found: version, known: scripts.count)
    }
    for (index, script) in scripts.prefix(last).enumerated() where index >= version {
      try db.inTransaction {
        try db.execute(sql: script)
        try db.execute(sql: "PRAGMA user_version = \(index + 1)")
        return .commit
      }
    }
  }
}
