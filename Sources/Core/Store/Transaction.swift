import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// The writes of one turn; valid only inside the closure that it is given to.
public struct Transaction {
  let db: Database
  let places: EntryPlaces
  let writing: Writing
  let hot = HotStatements()
  /// The kinds of the records of this home, and the features behind them.
  public let registry: Registry
  private let translate: (any Error) -> any Error

  init(
    _ db: Database, _ registry: Registry, _ recent: RecentEntries,
    translate: @escaping (any Error) -> any Error
  ) {
    self.db = db
    self.registry = registry
    self.translate = translate
    places = EntryPlaces(db, recent, isTurn: true)
    writing = Writing(db)
  }

  /// Reads that see the writes of this turn.
  public var reader: Reader { Reader(db, registry, places) }

  /// Runs one input: if `body` throws, its writes are undone and the rest of the turn stays.
  ///
  /// - Throws: what `body` throws; `StoreError` when the disk fails, after which the turn cannot continue.
  public func savepoint<T>(_ body: () throws -> T) throws -> T {
    let entries = places.turn
    writing.beginInput()
    do {
      let result = try body()
      try writing.endInput()
      return result
    } catch {
      let problem = translate(error)
      // SQLite may have undone the whole transaction: there is no savepoint to go back to.
      if problem is StoreError { throw problem }
      try writing.undoInput()
      places.turn = entries
      throw error
    }
  }

  /// Sets one value of the node itself.
  public func setMeta(_ key: String, _ value: Data) throws {
    try run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value)
  }

  /// Keeps a value for the shell.
  public func setPrivate(_ key: String, _ value: Data) throws {
    try setMeta(Reader.privatePrefix + key, value)
  }

  /// Marks the home as restored from a backup, or as started since.
  public func setRestored(_ restored: Bool) throws {
    if restored {
      try setMeta(Reader.restoredKey, Data([1]))
      try beginWordsAgain()
    } else {
      try run("DELETE FROM meta WHERE key = ?", Reader.restoredKey)
    }
  }

  /// Sets which incarnation an account writes.
  public func setIncarnation(_ incarnation: UInt64, of author: Author) throws {
    try run(
      "UPDATE account SET incarnation = ? WHERE author = ?", Int64(clamping: incarnation), author)
  }

  /// Sets one setting.
  public func setSetting(_ key: String, _ value: String) throws {
    try run("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", key, value)
  }

  /// Takes one setting back to its default.
  public func removeSetting(_ key: String) throws {
    try run("DELETE FROM setting WHERE key = ?", key)
  }

  /// Adds an account.
  public func addAccount(_ author: Author, secret: [UInt8]) throws {
    try run(
      "INSERT INTO account (author, secret, incarnation) VALUES (?, ?, 0)", author, Data(secret))
  }

  /// Makes a room's row.
  ///
  /// - Parameters:
  ///   - opener: who made the room, as `StoredRoom.opener` says.
  ///   - nonce: what a private room's opener drew for its id.
  public func addRoom(
    _ id: RoomID, kind: RoomKind, opener: Author, nonce: Data? = nil
  ) throws -> StoredRoom {
    let number = try nextRoomNumber()
    try run(
      """
      INSERT INTO room (number, id, kind, owner, nonce, rules, records) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1)
      """, number, id, kind.rawValue, opener, nonce, Int64(registry.digest))
    return StoredRoom(
      number: number, kind: kind, opener: opener, nonce: nonce, members: nil, roster: nil,
      position: 0,
      records: number)
  }

  /// Keeps who belongs to a private room.
  public func setMembers(_ members: Members, of room: StoredRoom, id: RoomID) throws {
    try run(
      "UPDATE room SET membership = ? WHERE number = ?", Data(try Coding.encode(members.message)),
      room.number)
    try setMembers(members.current, of: id)
  }

  /// Keeps who belongs to a room, where that is not kept yet.
  public func setMembers(_ people: [Author], of room: RoomID) throws {
    let known = Set(try reader.members(of: room))
    for author in known.subtracting(people) { try removeMember(author, of: room) }
    for author in people where !known.contains(author) { try addMember(author, of: room) }
  }

  /// Makes an author a member of a room.
  public func addMember(_ author: Author, of room: RoomID) throws {
    try run("INSERT OR IGNORE INTO member (author, room) VALUES (?, ?)", author, room)
  }

  /// An author is no member any more.
  public func removeMember(_ author: Author, of room: RoomID) throws {
    try run("DELETE FROM member WHERE author = ? AND room = ?", author, room)
  }

  /// Makes a log's row.
  public func addLog(_ key: LogKey, in room: StoredRoom) throws -> StoredLog {
    try run(
      "INSERT INTO log (room, author, incarnation) VALUES (?, ?, ?)", room.number, key.author,
      Int64(clamping: key.incarnation))
    return StoredLog(number: db.lastInsertedRow, state: LogState(key: key), forkProof: nil)
  }

  /// Keeps the proof that a log is forked.
  public func setFork(log: Int64, from sequence: UInt64, proof: ForkProof) throws {
    try run(
      "UPDATE log SET forked_from = ?, fork_proof = ? WHERE number = ?", Int64(clamping: sequence),
      Data(try Coding.encode(proof)), log)
  }

  /// Keeps the secret of this node's chain at a table; call before the tip is committed to.
  public func addChainSecret(_ secret: [UInt8], room: RoomID) throws {
    try run("INSERT INTO chain (room, secret) VALUES (?, ?)", room, Data(secret))
  }

  /// Forgets the secret of this node's chain at a table, which is of no use any more.
  public func removeChainSecret(_ room: RoomID) throws {
    try run("DELETE FROM chain WHERE room = ?", room)
  }

  /// Keeps a choice of our person at a table; call in the transaction of the entry that depends on it.
  ///
  /// - Parameter number: from 0.
  public func setChoice(_ choice: [UInt8], number: Int, room: RoomID) throws {
    try run(
      "INSERT OR REPLACE INTO session_choice (room, number, body) VALUES (?, ?, ?)", room,
      Int64(number), Data(choice))
  }

  /// Forgets the choices of our person at a table at which it gets no chair.
  public func removeChoices(_ room: RoomID) throws {
    try run("DELETE FROM session_choice WHERE room = ?", room)
  }

  /// Remembers where a tip was seen.
  public func addTip(_ tip: Data, room: RoomID) throws {
    try run("INSERT OR IGNORE INTO tip (tip, room) VALUES (?, ?)", tip, room)
  }

  /// Keeps what people may see of a table.
  public func setTable(_ room: RoomID, _ view: TableView) throws {
    try run(
      """
      INSERT INTO table_view (room, phase, created, view) VALUES (?, ?, ?, ?)
      ON CONFLICT (room) DO UPDATE SET phase = excluded.phase, created = excluded.created,
        view = excluded.view
      """, room, view.phase.rawValue, view.createdMilliseconds, Data(try Coding.encode(view)))
  }

  /// Forgets a table that was only announced.
  public func removeTable(_ room: RoomID) throws {
    try run("DELETE FROM table_view WHERE room = ?", room)
  }

  /// Remembers a question of ours.
  public func setAsk(_ room: RoomID, host: Author, node: NodeID) throws {
    try run("INSERT OR REPLACE INTO ask (room, host, node) VALUES (?, ?, ?)", room, host, node)
  }

  /// Forgets a question of ours.
  public func removeAsk(_ room: RoomID) throws {
    try run("DELETE FROM ask WHERE room = ?", room)
  }

  /// Remembers a peer.
  ///
  /// - Parameter kept: a person chose it, so it is not forgotten for lack of room.
  public func setPeer(_ node: NodeID, _ view: PeerView, version: UInt32, kept: Bool) throws {
    try run(
      """
      INSERT INTO peer (node, last_seen, version, kept, view) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (node) DO UPDATE SET last_seen = excluded.last_seen,
        version = excluded.version, kept = max(kept, excluded.kept), view = excluded.view
      """, node, view.lastSeenMilliseconds, version, kept, Data(try Coding.encode(view)))
  }

  /// Forgets a peer.
  public func removePeer(_ node: NodeID) throws {
    try run("DELETE FROM peer WHERE node = ?", node)
  }

  /// Forgets the strangers least recently seen, so that at most `count` peers stay that nobody chose.
  public func keepStrangers(_ count: Int) throws {
    try run(
      """
      DELETE FROM peer WHERE kept = 0 AND node NOT IN
        (SELECT node FROM peer WHERE kept = 0 ORDER BY last_seen DESC, node LIMIT ?)
      """, count)
  }

  /// Remembers an address that a person typed.
  public func addAddress(_ address: String) throws {
    try run("INSERT OR IGNORE INTO address (address) VALUES (?)", address)
  }

  /// Forgets an address that a person typed.
  public func removeAddress(_ address: String) throws {
    try run("DELETE FROM address WHERE address = ?", address)
  }

  /// Runs a statement that writes.
  ///
  /// - Returns: how many rows it wrote.
  @discardableResult
  func run<each Value: ColumnValue>(_ sql: String, _ values: repeat each Value) throws -> Int {
    try writing.begin()
    return try db.run(sql, repeat each values)
  }
}
