import Decks
import Feature
import FoundationEssentials
import Glibc
import Schema
import Store

/// The file in which a home keeps its card database, and a new one until it is whole.
///
/// A new database is written beside the old one and takes its place at once: whatever ends the import, the old one stays as it is.
final class CardDatabaseFile {
  /// Returns the path of the database in a home.
  static func path(in home: String) -> String { home + "/cards.db" }

  /// Raised when the tables change; the reader knows those of all versions from the first one on.
  static let version = 5

  private let home: String
  private let path: String
  private let scratch: String
  private let lock: Int32
  private var db: Database?
  private var result = ImportedCards()
  /// Whether a card of the file had a colour identity.
  private var hasIdentities = false
  /// Whether a card of the file had a text.
  private var hasTexts = false
  private var waiting: [CardRow] = []
  private static let batch = 1_000
  /// Stands for the identity of a card that is colourless where others have one.
  private static let plain = "?"

  /// Begins a new database.
  ///
  /// - Throws: `Refused` where another import runs, or there is no room.
  init(home: String) throws {
    self.home = home
    path = Self.path(in: home)
    scratch = path + ".new"
    lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.failure(errno) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw Refused(.busy, "Another import into this home is running: wait until it is done.")
    }
    unlink(scratch)
    unlink(scratch + "-journal")
    do {
      let db = try Database(scratch)
      // What is not whole is thrown away, so nothing has to survive a crash before the end.
      try db.execute(
        sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000")
      try db.transaction(.immediate) { try db.execute(sql: Self.tables) }
      self.db = db
    } catch {
      throw Self.failure(of: error)
    }
  }

  deinit {
    db = nil
    unlink(scratch)
    close(lock)
  }

  /// The card table has one row for each name; `face` has all that a card is called; `part` finds parts of names.
  private static let tables = """
    PRAGMA user_version = \(version);
    CREATE TABLE about (source TEXT NOT NULL, cards INTEGER NOT NULL);
    CREATE TABLE card (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, cost TEXT NOT NULL, type TEXT NOT NULL,
      value INTEGER, most INTEGER, legal TEXT NOT NULL, identity TEXT,
      command TEXT, two_sided INTEGER NOT NULL, rarity TEXT NOT NULL, text TEXT NOT NULL, strength TEXT NOT NULL);
    CREATE TABLE face (folded TEXT NOT NULL, card INTEGER NOT NULL, PRIMARY KEY (folded, card)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE part USING fts5 (folded, content = '', tokenize = 'trigram');
    """

  /// Adds a card, unless there is one of that name.
  func add(_ row: CardRow) throws {
    waiting.append(row)
    if row.identity != nil { hasIdentities = true }
    if row.command != nil { hasTexts = true }
    if waiting.count >= Self.batch { try flush() }
  }

  private func flush() throws {
    let rows = waiting
    waiting = []
    do {
      guard let db else { return }
      try db.transaction(.immediate) { for row in rows { try insert(row, db) } }
    } catch {
      throw Self.failure(of: error)
    }
  }

  private func insert(_ row: CardRow, _ db: Database) throws {
    let name = Text.clean(row.name, limit: .max)
    let folded = CardName.fold(name)
    guard !folded.isEmpty, name.utf8.count <= CardName.most else { return result.leave(name) }
    let legal = row.legalities.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.rawValue)" }.joined(separator: " ")
    let (cost, type) = (Text.clean(row.cost, limit: 64), Text.clean(row.type, limit: 100))
    let text = Text.clean(row.texts.joined(separator: "\n // \n"), limit: 4_096, lines: true)
    let strength = Text.clean(row.strengths.joined(separator: " // "), limit: 40)
    let identity = row.identity?.letters ?? (row.isPlain ? Self.plain : nil)
    let added = try db.run(
      """
      INSERT OR IGNORE INTO card (name, folded, cost, type, value, most, legal, identity, command, two_sided, rarity, text, strength)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, name, folded, cost, type, row.value, row.most, legal, identity,
      row.command?.words.joined(separator: "\n"), row.isTwoSided ? 1 : 0,
      row.rarities.joined(separator: " "), text, strength)
    let isNew = added > 0
    if row.isBack, !isNew {
      try db.run(
        """
        UPDATE card SET type = type || ' // ' || ?1,
          cost = CASE WHEN ?2 = '' THEN cost ELSE cost || ' // ' || ?2 END,
          text = text || char(10) || ' // ' || char(10) || ?3,
          strength = CASE WHEN '' IN (strength, ?4) THEN strength || ?4 ELSE strength || ' // ' || ?4 END
        WHERE folded = ?5 AND type NOT LIKE '% // %'
        """, type, cost, text, strength, folded)
    }
    for rarity in row.rarities where !isNew {
      try db.run(
        """
        UPDATE card SET rarity = trim(rarity || ' ' || ?)
        WHERE folded = ? AND instr(' ' || rarity || ' ', ' ' || ? || ' ') = 0
        """, rarity, folded, rarity)
    }
    guard isNew || row.isBack || !row.printed.isEmpty else { return }
    let id: Int64? = try db.value("SELECT id FROM card WHERE folded = ?", folded)
    guard let id else { return }
    let own = isNew || row.isBack ? CardName.faces(name) + [folded] : []
    let others = (isNew || row.isBack ? row.faces : []) + row.printed
    for face in Set(own + others.map { CardName.fold($0) }) where !face.isEmpty {
      try db.run("INSERT OR IGNORE INTO face (folded, card) VALUES (?, ?)", face, id)
    }
    guard isNew else { return }
    result.count += 1
    try db.run("INSERT INTO part (rowid, folded) VALUES (?, ?)", id, folded)
  }

  /// Puts the new database into the place of the old one.
  ///
  /// - Returns: the number of cards that are in it, and those that were left out.
  func finish(source: String) throws -> ImportedCards {
    try flush()
    guard result.count > 0 else { throw CardScanner.noCards }
    do {
      try db?.run(
        "UPDATE card SET identity = ? WHERE identity = ?", hasIdentities ? "" : nil as String?,
        Self.plain)
      // Most files leave out the text of a card that has none.
      if hasTexts { try db?.run("UPDATE card SET command = '' WHERE command IS NULL") }
      try db?.run("INSERT INTO about (source, cards) VALUES (?, ?)", source, result.count)
      try db?.close()
      db = nil
    } catch {
      throw Self.failure(of: error)
    }
    let file = open(scratch, O_RDONLY | O_CLOEXEC)
    guard file >= 0, fsync(file) == 0 else { throw Self.failure(errno) }
    close(file)
    guard rename(scratch, path) == 0 else { throw Self.failure(errno) }
    let folder = open(home, O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return result
  }

  private static func failure(of error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    if error.isFull { return failure(ENOSPC) }
    return Refused(
      .notNow,
      "The card database cannot be written (\(error.message)): nothing was changed."
    )
  }

  private static func failure(_ reason: Int32) -> Refused {
    Refused(
      .notNow,
      "The card database cannot be written (\(String(cString: strerror(reason)))): the old one is unchanged."
    )
  }
}
