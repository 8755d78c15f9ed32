import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// A remembered peer's row.
public struct StoredPeer: Equatable, Sendable {
  /// The view of it that people see.
  public var view: PeerView
  /// The protocol version last spoken with it.
  public var version: UInt32
  /// Whether a person chose it.
  public var isKept: Bool
}

/// Reads of one snapshot; valid only inside the closure that it is given to.
public struct Reader {
  let db: Database
  let places: EntryPlaces

  /// The kinds of the records of this home, and the features behind them.
  public let registry: Registry

  init(_ db: Database, _ registry: Registry, _ places: EntryPlaces) {
    self.db = db
    self.registry = registry
    self.places = places
  }

  /// One value of the node itself.
  public func meta(_ key: String) throws -> Data? {
    try db.value("SELECT value FROM meta WHERE key = ?", key)
  }

  static let restoredKey = "restored"

  /// A value that the shell keeps here for itself; nil before it was kept.
  public func privateValue(_ key: String) throws -> Data? { try meta(Self.privatePrefix + key) }

  /// All such values, by their keys.
  public func privateValues() throws -> [String: Data] {
    var values: [String: Data] = [:]
    try db.visit("SELECT key, value FROM meta WHERE key GLOB ?", Self.privatePrefix + "*") { row in
      let key: String = try row.value(0)
      values[String(key.dropFirst(Self.privatePrefix.count))] = try row.value(1)
      return true
    }
    return values
  }

  static let privatePrefix = "private/"

  /// Whether the home was restored from a backup and no node has started on it since.
  public func isRestored() throws -> Bool { try meta(Self.restoredKey) != nil }

  /// All settings that differ from their defaults.
  public func settings() throws -> [String: String] {
    var settings: [String: String] = [:]
    try db.visit("SELECT key, value FROM setting") { row in
      settings[try row.value(0)] = try row.value(1)
      return true
    }
    return settings
  }

  /// The accounts of this node: secret and incarnation by author.
  public func accounts() throws -> [(author: Author, secret: [UInt8], incarnation: UInt64)] {
    try db.all("SELECT author, secret, incarnation FROM account ORDER BY author") { row in
      (try row.value(0), [UInt8](try row.value(1) as Data), try row.count(2))
    }
  }

  /// The last known views of tables, newest first; of one phase, or of all.
  public func tables(_ phase: TablePhase? = nil) throws -> [TableView] {
    let filter = phase.map { "WHERE phase = \($0.rawValue)" } ?? ""
    return try db.all("SELECT view FROM table_view \(filter) ORDER BY created DESC, room") { row in
      try Self.tableView(row.value(0))
    }
  }

  /// A stored view; older versions did not store what was false or zero.
  private static func tableView(_ bytes: Data) throws -> TableView {
    var view = try Coding.decode(TableView.self, from: bytes)
    view.renew()
    view.setDefaults()
    return view
  }

  /// Counts the tables in a phase.
  public func count(_ phase: TablePhase) throws -> Int {
    try db.value("SELECT count(*) FROM table_view WHERE phase = ?", phase.rawValue) ?? 0
  }

  /// The ids of all tables.
  public func tableIDs() throws -> [RoomID] {
    try db.values("SELECT room FROM table_view")
  }

  /// Whether there is anything to see of a table.
  public func hasTable(_ room: RoomID) throws -> Bool {
    try db.value("SELECT EXISTS (SELECT 1 FROM table_view WHERE room = ?)", room) ?? false
  }

  /// The last known view of one table.
  public func table(_ room: RoomID) throws -> TableView? {
    try db.first("SELECT view FROM table_view WHERE room = ?", room) { row in
      try Self.tableView(row.value(0))
    }
  }

  /// The peers that are remembered, in order of their node ids.
  public func peers() throws -> [StoredPeer] {
    try db.all("SELECT view, version, kept FROM peer ORDER BY node") { row in
      let (view, version, kept): (Data, Int64, Bool) = try (
        row.value(0), row.value(1), row.value(2)
      )
      var decoded = try Coding.decode(PeerView.self, from: view)
      decoded.setDefaults()
      return StoredPeer(
        view: decoded, version: UInt32(truncatingIfNeeded: version), isKept: kept)
    }
  }

  /// The protocol version last spoken with a peer; nil for one that is not remembered.
  public func version(of node: NodeID) throws -> UInt32? {
    try (db.value("SELECT version FROM peer WHERE node = ?", node) as Int64?)
      .map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Addresses that a person typed.
  public func addresses() throws -> [String] {
    try db.values("SELECT address FROM address ORDER BY address")
  }

  /// Tables that an account here asked to join and has no answer from.
  public func asks() throws -> [(room: RoomID, host: Author, node: NodeID)] {
    try db.all("SELECT room, host, node FROM ask ORDER BY room") { row in
      (try row.value(0), try row.value(1), try row.value(2))
    }
  }

  /// The rooms that an author is a member of, but those of one kind, in order.
  public func rooms(of member: Author, except kind: RoomKind) throws -> [RoomID] {
    try db.values(
      """
      SELECT member.room FROM member LEFT JOIN room ON room.id = member.room
      WHERE member.author = ? AND room.kind IS NOT ? ORDER BY member.room
      """, member, kind.rawValue)
  }

  /// The rooms of an author with ids between two, in order.
  ///
  /// - Returns: their ids and kinds; a kind is nil where nothing else is known of the room yet.
  public func rooms(
    of member: Author, from low: RoomID, through high: RoomID
  ) throws -> [(id: RoomID, kind: RoomKind?)] {
    try db.all(
      """
      SELECT member.room, room.kind FROM member LEFT JOIN room ON room.id = member.room
      WHERE member.author = ? AND member.room BETWEEN ? AND ? ORDER BY member.room
      """, member, low, high
    ) { (try $0.value(0), (try $0.value(1) as Int?).flatMap { RoomKind(rawValue: $0) }) }
  }

  /// The rooms of a member that may have a name: those with it on their card, and all direct rooms, in order.
  ///
  /// - Parameter name: in small letters, as the index has names.
  public func rooms(of member: Author, called name: String) throws -> [RoomID] {
    try db.values(
      """
      SELECT room.id FROM record CROSS JOIN room ON room.records = record.room
      CROSS JOIN member ON member.author = ?1 AND member.room = room.id
      WHERE record.kind = 2 AND record.name = ?2
      UNION SELECT room.id FROM room CROSS JOIN member ON member.author = ?1 AND member.room = room.id
      WHERE room.kind = ?3 ORDER BY 1
      """, member, name, RoomKind.direct.rawValue)
  }

  /// The rooms that an author is a member of, in order.
  public func rooms(of member: Author) throws -> [RoomID] {
    try db.values("SELECT room FROM member WHERE author = ? ORDER BY room", member)
  }

  /// The private rooms that an author is no member of.
  public func privateRooms(without author: Author) throws -> [RoomID] {
    try db.values(
      """
      SELECT id FROM room WHERE kind = ? AND id NOT IN (SELECT room FROM member WHERE author = ?)
      ORDER BY id
      """, RoomKind.private.rawValue, author)
  }

  /// Bytes of headers and payloads of one log, by its row.
  public func bytes(of log: Int64) throws -> Int {
    var bytes = 0
    for run in try places.runs(of: log) {
      bytes +=
        try db.value(
          """
          SELECT coalesce(sum(length(header) + coalesce(length(payload), 0)), 0) FROM entry
          WHERE arrival >= ? AND arrival < ?
          """, run.arrival, run.nextArrival) ?? 0
      guard let turn = places.turn, run.nextArrival > turn.firstWaiting else { continue }
      for arrival in max(run.arrival, turn.firstWaiting)..<run.nextArrival {
        guard let entry = turn[arrival]?.entry else { continue }
        bytes += entry.header.count + (entry.payload?.count ?? 0)
      }
    }
    return bytes
  }

  /// The rooms of which one author and any of others are members.
  public func rooms(sharedBy author: Author, and others: [Author]) throws -> Set<RoomID> {
    var rooms: Set<RoomID> = []
    for other in others {
      rooms.formUnion(
        try db.values(
          """
          SELECT theirs.room FROM member AS theirs JOIN member AS ours ON ours.room = theirs.room
          WHERE theirs.author = ? AND ours.author = ?
          """, other, author) as [RoomID])
    }
    return rooms
  }

  /// The members of a room, in order.
  public func members(of room: RoomID) throws -> [Author] {
    try db.values("SELECT author FROM member WHERE room = ? ORDER BY author", room)
  }

  /// Whether an author is a member of a room.
  public func isMember(_ author: Author, of room: RoomID) throws -> Bool {
    try db.value("SELECT 1 FROM member WHERE author = ? AND room = ?", author, room) as Int? != nil
  }

  /// The secret behind this node's hash chain at a table.
  public func chainSecret(_ room: RoomID) throws -> [UInt8]? {
    (try db.value("SELECT secret FROM chain WHERE room = ?", room) as Data?).map { [UInt8]($0) }
  }

  /// The choices of our person at a table, in order.
  public func choices(_ room: RoomID) throws -> [[UInt8]] {
    let bodies: [Data] = try db.values(
      "SELECT body FROM session_choice WHERE room = ? ORDER BY number", room)
    return bodies.map { [UInt8]($0) }
  }

  /// The secret and the choices at a table; nil while there is no secret.
  public func sessionKeep(_ room: RoomID) throws -> SessionKeep? {
    guard let secret = try chainSecret(room) else { return nil }
    return SessionKeep(secret: secret, choices: try choices(room))
  }

  /// The table at which a chain's tip was seen.
  public func roomOfTip(_ tip: Data) throws -> RoomID? {
    try db.value("SELECT room FROM tip WHERE tip = ?", tip)
  }
}
