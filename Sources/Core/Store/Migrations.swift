/// The tables of the database, forward only. `PRAGMA user_version` holds the version.
enum Migrations {
  /// The oldest version that this program can bring up to date. In earlier ones the entries of a log stand side by side.
  static let first = 8

  /// The index by words.
  static let words = """
    CREATE VIRTUAL TABLE record_words USING fts5 (words, tokenize = 'ascii', detail = none, columnsize = 0);
    """

  /// One SQL script for each version, from `first`.
  static let scripts = [
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE account (
      author BLOB PRIMARY KEY CHECK (length(author) = 32),
      secret BLOB NOT NULL CHECK (length(secret) = 32),
      incarnation INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE peer (
      node BLOB PRIMARY KEY CHECK (length(node) = 32),
      last_seen INTEGER NOT NULL,
      version INTEGER NOT NULL,
      kept INTEGER NOT NULL,
      view BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE address (address TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

    CREATE TABLE room (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      kind INTEGER NOT NULL,
      owner BLOB NOT NULL CHECK (length(owner) = 32),
      nonce BLOB,
      membership BLOB,
      rules INTEGER NOT NULL DEFAULT 0
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
    -- In the order of arrival, a counter of this home. `payload_hash` is NULL where the payload is here.
    CREATE TABLE entry (
      arrival INTEGER PRIMARY KEY,
      log INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      position INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      header BLOB NOT NULL,
      payload BLOB,
      payload_hash BLOB CHECK (length(payload_hash) = 32),
      signature BLOB
    ) STRICT;
    -- Where the entries of a log are, as `RecentEntries` says: some that arrived one after the other, by the `EntryKey` of
    -- the first.
    CREATE TABLE run (
      key INTEGER PRIMARY KEY,
      count INTEGER NOT NULL,
      arrival INTEGER NOT NULL
    ) STRICT;
    -- Entries without payload that nothing erases, by `EntryKey`.
    CREATE TABLE withheld (key INTEGER PRIMARY KEY) STRICT;
    -- What was said of before it came.
    CREATE TABLE early (
      room INTEGER NOT NULL REFERENCES room,
      subject BLOB NOT NULL,
      PRIMARY KEY (room, subject)
    ) STRICT, WITHOUT ROWID;
    -- What other nodes have filled of this disk with entries.
    CREATE TABLE share (
      log INTEGER NOT NULL REFERENCES log,
      node BLOB NOT NULL CHECK (length(node) = 32),
      bytes INTEGER NOT NULL,
      PRIMARY KEY (log, node)
    ) STRICT, WITHOUT ROWID;

    -- `log`, `sequence` and `entry` name the entry that made it, the last by its arrival. `item` is NULL where it is the
    -- record's own id; `registers` as `RecordRegisters` has them. Where `body` is NULL, it is `body_size` bytes of the payload of
    -- `entry`, from the byte `body_at` on, counted from 1.
    CREATE TABLE record (
      number INTEGER PRIMARY KEY,
      room INTEGER NOT NULL REFERENCES room,
      id BLOB NOT NULL CHECK (length(id) = 16),
      kind INTEGER NOT NULL,
      parent BLOB,
      log INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      entry INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      wall INTEGER NOT NULL,
      changed INTEGER NOT NULL DEFAULT 0,
      state INTEGER NOT NULL DEFAULT 0,
      body BLOB,
      body_at INTEGER NOT NULL DEFAULT 0,
      body_size INTEGER NOT NULL DEFAULT 0,
      item BLOB,
      about BLOB,
      writers INTEGER NOT NULL,
      registers BLOB,
      sort_key INTEGER,
      name TEXT
    ) STRICT;
    CREATE UNIQUE INDEX record_by_id ON record (room, id);
    CREATE INDEX record_by_order ON record (room, kind, causal_order, id);
    CREATE INDEX record_by_parent ON record (room, parent) WHERE parent IS NOT NULL;
    CREATE INDEX record_by_item ON record (item, room) WHERE item IS NOT NULL;
    CREATE INDEX record_by_about ON record (about) WHERE about IS NOT NULL;
    CREATE INDEX record_by_sort_key ON record (room, kind, sort_key) WHERE sort_key IS NOT NULL;
    CREATE INDEX record_by_name ON record (room, kind, name) WHERE name IS NOT NULL;
    -- Writes of a register beside the newest whose author had not seen that one, nor it them.
    CREATE TABLE contender (
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      field INTEGER NOT NULL,
      log INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (record, field, log)
    ) STRICT, WITHOUT ROWID;

    -- Blobs. Anybody may name an id with a wrong size, so both make the key.
    CREATE TABLE blob (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL CHECK (length(id) = 32),
      size INTEGER NOT NULL CHECK (size > 0),
      hashes BLOB NOT NULL DEFAULT x'',
      received INTEGER NOT NULL DEFAULT 0,
      state INTEGER NOT NULL DEFAULT 0,
      node BLOB,
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
    """,
    // The words of records, by their rows, up to the row `through`; `stale` as `Transaction.settleWords` has it.
    """
    \(words)
    CREATE TABLE words_state (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 0),
      through INTEGER NOT NULL,
      stale INTEGER NOT NULL
    ) STRICT;
    INSERT INTO words_state (only_row, through, stale) VALUES (0, 0, 0);
    """,
    // What our person's last commands wrote, for undo.
    """
    CREATE TABLE own_write (
      command INTEGER NOT NULL,
      place INTEGER NOT NULL,
      effect INTEGER NOT NULL,
      room BLOB NOT NULL CHECK (length(room) = 16),
      record BLOB NOT NULL CHECK (length(record) = 16),
      entry INTEGER NOT NULL,
      PRIMARY KEY (command, place)
    ) STRICT, WITHOUT ROWID;
    """,
    // Records that have other times after their sort keys.
    "CREATE TABLE record_again (record INTEGER PRIMARY KEY REFERENCES record ON DELETE CASCADE) STRICT;",
    // Who is in a room, the rooms of a kind, and what rooms are called: `Reader.rooms(of:called:)` repeats the condition.
    """
    CREATE INDEX member_by_room ON member (room);
    CREATE INDEX room_by_kind ON room (kind);
    CREATE INDEX room_by_name ON record (name) WHERE kind = 2 AND name IS NOT NULL;
    """,
    // Entries that this node erased after it had read them, by `EntryKey`; and whether a delete names an entry that came
    // without its payload.
    """
    CREATE TABLE erased (key INTEGER PRIMARY KEY) STRICT;
    ALTER TABLE withheld ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
    """,
    // The records of a room are a set, by the number in `record.room`, `blob_reference.room` and `early.room`. `room.records` is
    // the one that counts. `record_set` has the others, which are being made or are let go of; those have rows of their own in
    // `room`, of kind 0.
    """
    ALTER TABLE room ADD COLUMN records INTEGER;
    UPDATE room SET records = number;
    CREATE UNIQUE INDEX room_by_records ON room (records);
    CREATE TABLE record_set (
      number INTEGER PRIMARY KEY REFERENCES room,
      room INTEGER NOT NULL REFERENCES room
    ) STRICT;
    """,
    // A log may have several writes beside the newest one: each that says itself that it has seen none stands beside those before it.
    """
    CREATE TABLE contender_of_entry (
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      field INTEGER NOT NULL,
      log INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (record, field, log, causal_order)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO contender_of_entry (record, field, log, causal_order, value)
      SELECT record, field, log, causal_order, value FROM contender;
    DROP TABLE contender;
    ALTER TABLE contender_of_entry RENAME TO contender;
    """,
    // The writes of fields whose values are merged, the making of the record among them: what they say is in their entries. The
    // columns stand in the order of the key: where they do not, `quick_check` of SQLite 3.40 takes one for another.
    """
    CREATE TABLE merged_write (
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      causal_order INTEGER NOT NULL,
      log INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (record, causal_order, log, sequence)
    ) STRICT, WITHOUT ROWID;
    """,
    // The choices of our person at a table, from 0, which only our node keeps: a list of cards. The first comes before the secret.
    """
    CREATE TABLE session_choice (
      room BLOB NOT NULL CHECK (length(room) = 16),
      number INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (room, number)
    ) STRICT, WITHOUT ROWID;
    """,
    // What our person may lose by deletions, until it is told: the columns after `written` are those of a record as it was.
    // `written` is NULL where nothing but a part is lost; the rows after one with `is_below` are what was lost with it.
    """
    CREATE TABLE loss (
      number INTEGER PRIMARY KEY,
      room BLOB NOT NULL CHECK (length(room) = 16),
      is_below INTEGER NOT NULL,
      writer INTEGER,
      is_unseen INTEGER NOT NULL,
      written BLOB,
      record INTEGER NOT NULL,
      id BLOB NOT NULL CHECK (length(id) = 16),
      kind INTEGER NOT NULL,
      parent BLOB,
      log INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      causal_order INTEGER NOT NULL,
      wall INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      state INTEGER NOT NULL,
      body BLOB NOT NULL,
      item BLOB NOT NULL CHECK (length(item) = 16),
      about BLOB,
      writers INTEGER NOT NULL,
      registers BLOB
    ) STRICT;
    """,
    // The rosters of private rooms: the present term with its standings, statements as they were signed, the order in which rivals
    // (kind 0) and people (kind 1) came, and which of several terms this node took first. `sum` covers the rest of its row.
    """
    CREATE TABLE roster (
      room BLOB PRIMARY KEY CHECK (length(room) = 16),
      tip BLOB CHECK (length(tip) = 32),
      base BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE roster_statement (
      room BLOB NOT NULL CHECK (length(room) = 16),
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      kind INTEGER NOT NULL,
      body BLOB NOT NULL,
      signatures BLOB NOT NULL,
      sum BLOB NOT NULL CHECK (length(sum) = 32),
      PRIMARY KEY (room, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE roster_place (
      room BLOB NOT NULL CHECK (length(room) = 16),
      kind INTEGER NOT NULL,
      key BLOB NOT NULL CHECK (length(key) = 32),
      place INTEGER NOT NULL,
      PRIMARY KEY (room, kind, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE roster_choice (
      room BLOB NOT NULL CHECK (length(room) = 16),
      previous BLOB NOT NULL CHECK (length(previous) = 32),
      first BLOB NOT NULL CHECK (length(first) = 32),
      voters BLOB NOT NULL,
      chosen BLOB CHECK (length(chosen) = 32),
      sum BLOB NOT NULL CHECK (length(sum) = 32),
      PRIMARY KEY (room, previous)
    ) STRICT, WITHOUT ROWID;
    """,
  ]

  /// The newest version that this program knows.
  static var newest: Int { first + scripts.count - 1 }

  /// Checks that this program can read a database of some version; 0 is one without tables.
  ///
  /// - Throws: `StoreError.newer` for a database of a later program, `StoreError.older` for one of the first protocol.
  static func check(_ version: Int) throws {
    guard version <= newest else { throw StoreError.newer(found: version, known: newest) }
    guard !(1..<first).contains(version) else { throw StoreError.older(found: version) }
  }

  /// Brings the database to the newest version, or to an older one. A new database takes one transaction, any other takes one
  /// for each version.
  ///
  /// - Throws: as `check(_:)`.
  static func run(_ db: Database, upTo last: Int = newest) throws {
    let version: Int = try db.value("PRAGMA user_version") ?? 0
    try check(version)
    let missing = zip(first..., scripts).filter { $0.0 > version && $0.0 <= last }
    // Each transaction waits for the disk.
    for part in version == 0 ? [missing] : missing.map({ [$0] }) {
      try db.transaction(.immediate) {
        for (number, script) in part {
          try db.execute(sql: script)
          try db.execute(sql: "PRAGMA user_version = \(number)")
        }
      }
    }
  }
}
