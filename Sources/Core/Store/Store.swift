import CSQLite
import Feature
import FoundationEssentials
import Glibc

/// The database of one home: one writer, snapshots for readers (specification section 11).
///
/// Every write goes through `turn`, one transaction with `synchronous=FULL`; what it returns is on
/// disk. Reads through `read` see the last committed turn and never wait for one.
public final class Store: Sendable {
  let connections: Connections
  /// The kinds of the records of this home, and the features behind them.
  public let registry: Registry
  private let lock: HomeLock?
  private let marker: String?
  private let reserveFile: ReserveFile?
  private let mark: CommitMark?
  let copier: LogCopier?
  private let recent: RecentEntries

  /// Opens or makes `<home>/parlor.sqlite` and holds the home until this value goes away.
  ///
  /// A full disk is no hindrance while there is a reserve file in the home to be given up.
  /// - Throws: `StoreError`, each with a sentence for people.
  public convenience init(home: String, _ registry: Registry) throws {
    let lock = try HomeLock(home: home)
    let reserveFile = ReserveFile(home: home)
    try CommitMark.check(home: home)
    let mark = CommitMark(home: home)
    let connections: Connections
    do {
      connections = try Self.open(home, reserveFile, mark)
    } catch StoreError.full where reserveFile.release() {
      connections = try Self.open(home, reserveFile, mark)
    }
    try self.init(
      connections, registry, lock: lock, marker: Self.marker(home), reserveFile: reserveFile,
      mark: mark)
    _ = reserveFile.hold()
  }

  private static func marker(_ home: String) -> String { home + "/running" }

  private static func open(
    _ home: String, _ reserveFile: ReserveFile, _ mark: CommitMark
  ) throws -> Connections {
    let marker = marker(home)
    let isClean = !FileManager.default.fileExists(atPath: marker)
    do {
      umask(0o077)
      let path = home + "/parlor.sqlite"
      let db = try Self.connection(path)
      // Readers see the last commit while the writer makes the next one.
      let mode: String? = try db.value("PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw DatabaseError(
          code: SQLITE_ERROR, message: "could not activate WAL Mode at path: \(path)")
      }
      try db.execute(sql: "PRAGMA journal_size_limit = -1")
      mark.follow(db)
      if !isClean { try Self.check(db) }
      try Migrations.run(db)
      // What an input changes is set aside until it is whole: in memory, not in a file each time.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      guard FileManager.default.createFile(atPath: marker, contents: nil) else {
        if errno == ENOSPC { throw StoreError.full }
        throw StoreError.unwritable(home: home, reason: "cannot write the file running")
      }
      return Connections(db) { try Self.connection(path, isReadOnly: true) }
    } catch let error as DatabaseError {
      throw Self.translate(error, home: home, reserveFile)
    }
  }

  /// A store in memory, for tests and the simulator; it lives as long as this value.
  public convenience init(_ registry: Registry) throws {
    let db = try Self.connection()
    try Migrations.run(db)
    try self.init(Connections(db), registry)
  }

  /// - Parameter part: the entries that arrived last; nil to read them.
  private init(
    _ connections: Connections, _ registry: Registry, lock: HomeLock? = nil, marker: String? = nil,
    reserveFile: ReserveFile? = nil, mark: CommitMark? = nil, recent part: RecentEntries.Part? = nil
  ) throws {
    do {
      let read = { try connections.write { try RecentEntries.Part($0) } }
      recent = RecentEntries(try part ?? read())
    } catch {
      throw Self.translate(error, home: "", reserveFile)
    }
    self.mark = mark
    let path = connections.path
    copier = mark.map { _ in LogCopier { try Self.connection(path) } }
    self.connections = connections
    self.registry = registry
    self.lock = lock
    self.marker = marker
    self.reserveFile = reserveFile
  }

  // The connections close behind this, and the log goes with the last one.
  deinit {
    mark?.clear()
    copier?.close()
  }

  /// Whether a full disk would still take the last commits; false once the reserve file was given up.
  public var hasBallast: Bool { reserveFile?.isHeld ?? true }

  /// Sets the reserve file aside again.
  ///
  /// - Returns: false while the disk has no room for it and for something besides.
  public func makeRoom() -> Bool { reserveFile?.hold() ?? hasPages }

  /// Runs one turn: everything in it is on disk when this returns, or nothing is.
  ///
  /// A turn that throws `StoreError.full` gives up the reserve file and may be tried again.
  /// - Throws: `StoreError` from the disk; what `body` throws.
  public func turn<T>(_ body: (Transaction) throws -> T) throws -> T {
    let reserveFile = reserveFile
    let translate: (any Error) -> any Error = { Self.translate($0, home: "", reserveFile) }
    do {
      return try connections.write { db in
        let transaction = Transaction(db, registry, recent, translate: translate)
        try transaction.writing.beginTurn()
        do {
          let result = try body(transaction)
          let isWritten = try transaction.storeEntries()
          try transaction.writing.endTurn()
          transaction.places.forget()
          if let turn = transaction.places.turn { recent.take(turn, isWritten: isWritten) }
          return result
        } catch {
          db.rollBack()
          throw error
        }
      }
    } catch {
      let problem = translate(error)
      if case StoreError.full = problem { reserveFile?.release() }
      throw problem
    }
  }

  /// Copies the write-ahead log into the database where it has grown long.
  ///
  /// To be called when what came of a turn was told. Most is copied beside the turns, and the rest when this is called after a later
  /// one. Where that does not help, the log grows.
  ///
  /// - Parameter beside: does work on another thread.
  public func checkpointIfDue(beside: (_ work: @escaping @Sendable () -> Void) -> Void) {
    guard let mark, let copier, let copied = copier.copied else { return }
    switch mark.nextCopy(copied: copied) {
    case .none: break
    case .beside:
      copier.begin()
      beside { copier.copy() }
    case .atOnce: connections.write { mark.checkpoint($0) }
    }
  }

  /// Makes the write-ahead log as large as it will become, beside turns: commits take half the time from then on.
  public func growLog() {
    if marker != nil { WriteAheadLog.grow(of: connections.path) }
  }

  /// The same for a turn that may be repeated. It is tried again when the reserve file was given up for it.
  ///
  /// - Throws: as `turn`.
  public func lastTurn<T>(_ body: (Transaction) throws -> T) throws -> T {
    do {
      return try turn(body)
    } catch StoreError.full {
      return try turn(body)
    }
  }

  /// Reads the last committed turn; runs beside turns.
  ///
  /// - Throws: `StoreError` from the disk; what `body` throws.
  public func read<T>(_ body: (Reader) throws -> T) throws -> T {
    do {
      return try connections.read { db in
        try body(Reader(db, registry, EntryPlaces(db, recent, isTurn: false)))
      }
    } catch {
      throw Self.translate(error, home: "", reserveFile)
    }
  }

  /// The `PRAGMA synchronous` of the writer: 2 is FULL.
  public func synchronous() throws -> Int {
    try connections.write { try $0.value("PRAGMA synchronous") ?? -1 }
  }

  /// Opens a copy of a database of which much may be wrong: nothing is checked, and reads may throw.
  ///
  /// - Throws: `StoreError` when nothing can be read.
  convenience init(sifting path: String, _ registry: Registry) throws {
    do {
      let db = try Self.connection(path)
      try Migrations.run(db)
      // Entries are not looked for by their logs here.
      try self.init(Connections(db), registry, recent: RecentEntries.Part())
    } catch let error as DatabaseError {
      throw Self.translate(error, home: "", nil)
    }
  }

  /// Whether a store in memory may grow by as much as the reserve file of a home.
  private var hasPages: Bool {
    let left = try? connections.write { db in
      let most: Int = try db.value("PRAGMA max_page_count") ?? 0
      return try most - (db.value("PRAGMA page_count") ?? 0)
    }
    return (left ?? 0) * 4_096 >= ReserveFile.bytes
  }

  /// Lets a store in memory grow no more, as on a full disk, or again; for the simulator.
  ///
  /// - Throws: `DatabaseError`.
  public func setFull(_ isFull: Bool) throws {
    try connections.write { db in
      let pages: Int = try db.value("PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(isFull ? pages : 1 << 20)")
    }
  }

  /// A copy in memory of the last committed turn, for tests and the simulator.
  ///
  /// - Parameter registry: what the records of the copy are; nil for the same as here.
  /// - Throws: `StoreError`.
  public func copy(_ registry: Registry? = nil) throws -> Store {
    let copy = try Self.connection()
    try connections.read { try $0.copy(to: copy) }
    return try Store(Connections(copy), registry ?? self.registry)
  }

  /// Writes the last committed turn to a home that has no database yet.
  ///
  /// Two nodes must never run on copies of one home: they would sign two histories.
  /// - Throws: `StoreError`.
  public func copy(toHome home: String) throws {
    do {
      _ = try connections.write { try $0.run("VACUUM INTO ?", home + "/parlor.sqlite") }
    } catch let error as DatabaseError {
      throw Self.translate(error, home: home, nil)
    }
  }

  /// Writes the last committed turn into a file that is not there yet, beside turns: for a backup.
  ///
  /// - Throws: `StoreError`.
  public func copy(to path: String) throws {
    do {
      // A connection of its own: the writer's would hold up the turns for as long as this takes.
      try Database(connections.path, isReadOnly: true).run("VACUUM INTO ?", path)
    } catch let error as DatabaseError {
      throw Self.translate(error, home: path, reserveFile)
    }
  }

  /// Marks a clean end, so that the next start need not check the database. All of it is in one file then.
  public func close() throws {
    // A start has less to read then.
    try? turn { try $0.storeRuns() }
    mark?.clear()
    copier?.close()
    // A reader that is still busy keeps the write-ahead log, which does no harm.
    _ = try? connections.write { try $0.checkpoint() }
    try connections.close()
    if let marker { try? FileManager.default.removeItem(atPath: marker) }
  }

  /// A connection that returns from a commit when it is on disk. Without a path, it is to a database in memory.
  ///
  /// - Throws: `DatabaseError`, also where the schema cannot be read, as the first statement here looks at it.
  static func connection(_ path: String = ":memory:", isReadOnly: Bool = false) throws -> Database {
    let db = try Database(path, isReadOnly: isReadOnly)
    try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -8192")
    return db
  }

  private static func check(_ db: Database) throws {
    let found: String = try db.value("PRAGMA quick_check(1)") ?? "no answer"
    guard found == "ok" else { throw StoreError.damaged(found) }
  }

  /// Returns the meaning of a database error; any other error as it is.
  static func translate(
    _ error: any Error, home: String, _ reserveFile: ReserveFile?
  ) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    return meaning(of: error, home: home, reserveFile)
  }

  private static func meaning(
    of error: DatabaseError, home: String, _ reserveFile: ReserveFile?
  ) -> StoreError {
    switch error.code {
    case SQLITE_FULL: .full
    // SQLite says "full" only of its database, not of what lies beside it.
    case SQLITE_IOERR,
      SQLITE_CANTOPEN where isForWantOfRoom(error, reserveFile):
      .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(error.message)
    // Each statement of ours fits to the tables that we have made.
    case SQLITE_ERROR where error.message.hasPrefix("no such "):
      .damaged("its tables are not as they were made, \(error.message)")
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM:
      .unwritable(home: home, reason: error.message)
    default: .failed(error.description)
    }
  }

  private static func isForWantOfRoom(_ error: DatabaseError, _ reserveFile: ReserveFile?) -> Bool {
    guard let free = reserveFile?.freeBytes, free < 64 << 10 else { return false }
    // What was written and could not be made durable may be lost: that is no want of room.
    return ![DatabaseError.notDurable, DatabaseError.unread].contains(error.extendedCode)
  }
}
