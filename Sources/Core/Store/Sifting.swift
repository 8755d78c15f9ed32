import Feature
import FoundationEssentials
import Identifiers
import Schema
import Wire

/// Copies what can be read of a damaged database, row by row, into one of which the form is right.
///
/// The new one takes no row of another form (`STRICT` and the checks of its tables), so that whatever reads it need not
/// expect any. What the rows say is not checked here.
enum Sifting {
  /// A table, its columns that are copied, and the order in which its rows are read.
  private struct Part {
    let table: String
    let columns: [String]
    let key: String
  }

  /// The tables that others do not give back, or that prove themselves. Records are not among them, as they follow from entries;
  /// nor are membership and proofs of forks, which come again.
  private static let parts = [
    Part(table: "meta", columns: ["key", "value"], key: "key"),
    Part(table: "account", columns: ["author", "secret", "incarnation"], key: "author"),
    Part(table: "setting", columns: ["key", "value"], key: "key"),
    Part(table: "room", columns: ["number", "id", "owner", "kind", "nonce"], key: "number"),
    Part(table: "member", columns: ["author", "room"], key: "author, room"),
    Part(table: "log", columns: ["number", "room", "author", "incarnation"], key: "number"),
    Part(table: "share", columns: ["log", "node", "bytes"], key: "log, node"),
    Part(
      table: "entry",
      columns: [
        "arrival", "log", "sequence", "position", "causal_order", "hash", "header", "payload",
        "payload_hash", "signature",
      ], key: "arrival"),
    Part(table: "tip", columns: ["tip", "room"], key: "tip"),
    Part(table: "table_view", columns: ["room", "phase", "created", "view"], key: "room"),
    Part(table: "peer", columns: ["node", "last_seen", "version", "kept", "view"], key: "node"),
    Part(table: "address", columns: ["address"], key: "address"),
    Part(
      table: "blob", columns: ["number", "id", "size", "hashes", "received", "state", "node"],
      key: "number"),
    Part(table: "blob_chunk", columns: ["key", "bytes"], key: "key"),
    Part(table: "roster", columns: ["room", "tip", "base"], key: "room"),
    Part(
      table: "roster_statement",
      columns: ["room", "hash", "kind", "body", "signatures", "sum"], key: "room, hash"),
    Part(
      table: "roster_place", columns: ["room", "kind", "key", "place"], key: "room, kind, key"),
    Part(
      table: "roster_choice",
      columns: ["room", "previous", "first", "voters", "chosen", "sum"], key: "room, previous"),
  ]

  /// Copies everything; a row that cannot be read is left out.
  ///
  /// - Throws: `DatabaseError` of the new database.
  static func sift(_ old: Database, into new: Database) throws {
    for part in parts {
      let rows = "SELECT \(part.columns.joined(separator: ", ")) FROM \(part.table)"
      for direction in ["", " DESC"] {
        let order = part.key.split(separator: ",").map { $0 + direction }.joined(separator: ",")
        if try copy(rows + " ORDER BY " + order, of: old, into: part, of: new) { break }
      }
    }
    try findRuns(new)
  }

  /// Finds out where the entries of each log are, up to the first gap: behind that nothing can be proven.
  private static func findRuns(_ new: Database) throws {
    var runs = EntryRuns()
    var (log, next) = (Int64(0), UInt64(1))
    try new.visit(
      "SELECT log, sequence, arrival FROM entry ORDER BY log, sequence, arrival"
    ) { row in
      let (number, sequence, arrival): (Int64, UInt64, Int64) =
        try (row.value(0), row.count(1), row.value(2))
      if number != log { (log, next) = (number, 1) }
      guard sequence == next, (1...EntryRun.lastArrival).contains(arrival) else { return true }
      runs.append(log: log, sequence: sequence, arrival: arrival)
      next += 1
      return true
    }
    for run in runs.sorted {
      try new.run(
        "INSERT INTO run (key, count, arrival) VALUES (?, ?, ?)", run.key, Int64(run.count),
        run.arrival)
    }
    let newest: Int64 = try new.value("SELECT max(arrival) FROM entry") ?? 0
    try new.run(
      "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", RecentEntries.key,
      Data(UInt64(max(newest, 0)).bigEndianBytes))
  }

  /// Copies rows.
  ///
  /// - Returns: whether it came to their end.
  /// - Throws: `DatabaseError` where the new database takes no more rows.
  private static func copy(
    _ sql: String, of old: Database, into part: Part, of new: Database
  ) throws -> Bool {
    let marks = part.columns.map { _ in "?" }.joined(separator: ", ")
    let columns = part.columns.joined(separator: ", ")
    let insert = try new.statement(
      "INSERT OR IGNORE INTO \(part.table) (\(columns)) VALUES (\(marks))")
    let places = part.columns.indices
    var problem: (any Error)?
    do {
      try old.visit(sql) { row in
        // Nothing that is counted here is below zero.
        if places.contains(where: { row.isNegative($0) }) { return true }
        do {
          try insert.run { binder in for place in places { binder.bind(place, of: row) } }
        } catch {
          // Any other error is one of a row of another form.
          let isFull = (error as? DatabaseError)?.isFull == true
          if isFull || !new.isInsideTransaction { problem = error }
        }
        return problem == nil
      }
    } catch {
      return false
    }
    if let problem { throw problem }
    return true
  }
}

extension Store {
  /// Copies the readable rows of a possibly damaged database into a sound one, in memory or in a file.
  ///
  /// - Parameters:
  ///   - path: a copy of the database and of its log, which are written to.
  ///   - place: the file to make.
  ///   - registry: what its records are.
  /// - Throws: `StoreError` when nothing of it can be read.
  public static func sifted(
    _ path: String, to place: String, _ registry: Registry
  ) throws -> Store {
    do {
      let old = try Store(sifting: path, registry)
      let new = try Store(sifting: place, registry)
      try old.connections.read { old in
        try new.connections.write { new in
          try new.transaction(.immediate) { try Sifting.sift(old, into: new) }
        }
      }
      return new
    } catch let error as DatabaseError {
      throw translate(error, home: "", nil)
    }
  }
}

extension Store {
  /// Forgets how far the log of a home was committed, because its database is another one now.
  public static func forgetLog(of home: String) { CommitMark.remove(of: home) }
}

extension Transaction {
  /// Takes over what stands beside the rooms: settings, the port, tips, addresses, rosters; not accounts, peers and tables.
  ///
  /// - Throws: `StoreError`.
  public func takeDetails(from old: Reader) throws {
    for (key, value) in try old.settings().sorted(by: { $0.key < $1.key }) {
      try setSetting(key, value)
    }
    if let port = try old.meta("port") { try setMeta("port", port) }
    for (key, value) in try old.privateValues().sorted(by: { $0.key < $1.key }) {
      try setPrivate(key, value)
    }
    for address in try old.addresses() { try addAddress(address) }
    let rooms: [RoomID] = try old.db.values(
      "SELECT room FROM roster UNION SELECT room FROM roster_choice ORDER BY room")
    for room in rooms {
      if let kept = try old.roster(of: room) { try setRoster(kept.roster) }
    }
    try old.db.visit("SELECT tip, room FROM tip ORDER BY tip") { row in
      if let room = RoomID(try row.value(1) as Data) { try addTip(row.value(0), room: room) }
      return true
    }
    try old.db.visit("SELECT node, view, version, kept FROM peer ORDER BY node") { row in
      let (node, view): (Data, Data) = try (row.value(0), row.value(1))
      guard let node = NodeID(node), let view = try? Coding.decode(PeerView.self, from: view),
        view.id == node.description
      else { return true }
      try setPeer(
        node, view, version: UInt32(clamping: row.value(2) as Int64), kept: row.value(3))
      return true
    }
    try old.db.visit("SELECT room, view FROM table_view ORDER BY room") { row in
      guard let room = RoomID(try row.value(0) as Data),
        let view = try? Coding.decode(TableView.self, from: row.value(1) as Data),
        view.id == room.description
      else { return true }
      try setTable(room, view)
      return true
    }
  }
}

extension Reader {
  /// The ids of all rooms, in order of their rows; sets of records have rows of kind 0.
  ///
  /// - Throws: `StoreError`.
  public func roomIDs() throws -> [RoomID] {
    // What has no id is lost; the rest is not.
    (try db.values("SELECT id FROM room WHERE kind <> 0 ORDER BY number") as [Data]).compactMap {
      RoomID($0)
    }
  }

  /// Returns the fault that SQLite finds in the form of the database; nil if none.
  ///
  /// - Throws: `StoreError`.
  public func problemOfForm() throws -> String? {
    let found: String = try db.value("PRAGMA quick_check(1)") ?? "no answer"
    return found == "ok" ? nil : found
  }
}
