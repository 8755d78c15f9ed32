import Feature
import Foundation
import GRDB
import Identifiers
import Replication
import Schema
import Wire

/// A remembered peer's row.
public struct StoredPeer: Equatable, Sendable {
  /// What people see of it.
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

  /// What the records of this home are.
  public let registry: Registry

  init(_ db: Database, _ registry: Registry, _ places: EntryPlaces) {
    self.db = db
    self.registry = registry
    self.places = places
  }

  /// One value of the node itself.
  public func meta(_ key: String) throws -> Data? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [key])
  }

  static let restoredKey = "restored"

  /// A value that the shell keeps here for itself; nil before it was kept.
  public func privateValue(_ key: String) throws -> Data? { try meta(Self.privatePrefix + key) }

  /// All such values, by their keys.
  public func privateValues() throws -> [String: Data] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT key, value FROM meta WHERE key GLOB ?", arguments: [Self.privatePrefix + "*"]
    )
    return try rows.reduce(into: [:]) { values, row in
      let key: String = try row.value(0)
      values[String(key.dropFirst(Self.privatePrefix.count))] = try row.value(1) as Data
    }
  }

  static let privatePrefix = "private/"

  /// Whether the home was restored from a backup and no node has started on it since.
  public func isRestored() throws -> Bool { try meta(Self.restoredKey) != nil }

  /// All settings that differ from their defaults.
  public func settings() throws -> [String: String] {
    let rows = try Row.fetchAll(db, sql: "SELECT key, value FROM setting")
    // On a damaged page a key may stand twice.
    return try rows.reduce(into: [:]) { $0[try $1.value(0)] = try $1.value(1) as String }
  }

  /// The accounts of this node: secret and incarnation by author.
  public func accounts() throws -> [(author: Author, secret: [UInt8], incarnation: UInt64)] {
    try Row.fetchAll(db, sql: "SELECT author, secret, incarnation FROM account ORDER BY author")
      .compactMap { row in
        let (author, secret): (Data, Data) = try (row.value(0), row.value(1))
        let incarnation = try row.count(2)
        return Author(author).map { ($0, [UInt8](secret), incarnation) }
      }
  }

  /// The last known views of tables, newest first; of one phase, or of all.
  public func tables(_ phase: TablePhase? = nil) throws -> [TableView] {
    let filter = phase.map { "WHERE phase = \($0.rawValue)" } ?? ""
    return try Data.fetchAll(
      db, sql: "SELECT view FROM table_view \(filter) ORDER BY created DESC, room"
    ).map { try Self.tableView($0) }
  }

  /// A stored view; older versions did not store what was false or zero.
  private static func tableView(_ bytes: Data) throws -> TableView {
    var view = try Coding.decode(TableView.self, from: bytes)
    view.setDefaults()
    return view
  }

  /// How many tables are in a phase.
  public func count(_ phase: TablePhase) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM table_view WHERE phase = ?"),
      arguments: [phase.rawValue]) ?? 0
  }

  /// The ids of all tables.
  public func tableIDs() throws -> [RoomID] {
    try Data.fetchAll(db.cachedStatement(sql: "SELECT room FROM table_view")).compactMap {
      RoomID($0)
    }
  }

  /// Whether there is anything to see of a table.
  public func hasTable(_ room: RoomID) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM table_view WHERE room = ?)"),
      arguments: [room.data]) ?? false
  }

  /// The last known view of one table.
  public func table(_ room: RoomID) throws -> TableView? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT view FROM table_view WHERE room = ?"), arguments: [room.data]
    ).map { try Self.tableView($0) }
  }

  /// The peers that are remembered, in order of their node ids.
  public func peers() throws -> [StoredPeer] {
    try Row.fetchAll(db, sql: "SELECT view, version, kept FROM peer ORDER BY node").map { row in
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
    try Int64.fetchOne(db, sql: "SELECT version FROM peer WHERE node = ?", arguments: [node.data])
      .map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Addresses that a person typed.
  public func addresses() throws -> [String] {
    try String.fetchAll(db, sql: "SELECT address FROM address ORDER BY address")
  }

  /// Tables that an account here asked to join and has no answer from.
  public func asks() throws -> [(room: RoomID, host: Author, node: NodeID)] {
    try Row.fetchAll(db, sql: "SELECT room, host, node FROM ask ORDER BY room").compactMap { row in
      let (room, host, node): (Data, Data, Data) = try (row.value(0), row.value(1), row.value(2))
      guard let room = RoomID(room), let host = Author(host), let node = NodeID(node) else {
        return nil
      }
      return (room, host, node)
    }
  }

  /// The rooms that an author is a member of, but those of one kind, in order.
  public func rooms(of member: Author, except kind: RoomKind) throws -> [RoomID] {
    try Data.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT member.room FROM member LEFT JOIN room ON room.id = member.room
          WHERE member.author = ? AND room.kind IS NOT ? ORDER BY member.room
          """), arguments: [member.data, kind.rawValue]
    ).compactMap { RoomID($0) }
  }

  /// The rooms that an author is a member of, in order.
  public func rooms(of member: Author) throws -> [RoomID] {
    try Data.fetchAll(
      db, sql: "SELECT room FROM member WHERE author = ? ORDER BY room", arguments: [member.data]
    ).compactMap { RoomID($0) }
  }

  /// The private rooms that an author is no member of.
  public func privateRooms(without author: Author) throws -> [RoomID] {
    try Data.fetchAll(
      db,
      sql: """
        SELECT id FROM room WHERE kind = ? AND id NOT IN (SELECT room FROM member WHERE author = ?)
        ORDER BY id
        """, arguments: [RoomKind.private.rawValue, author.data]
    ).compactMap { RoomID($0) }
  }

  /// Bytes of headers and payloads of one log, by its row.
  public func bytes(of log: Int64) throws -> Int {
    var bytes = 0
    for run in try places.runs(of: log) {
      bytes +=
        try Int.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT coalesce(sum(length(header) + coalesce(length(payload), 0)), 0) FROM entry
              WHERE arrival >= ? AND arrival < ?
              """), arguments: [run.arrival, run.nextArrival]) ?? 0
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
      let found = try Data.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT theirs.room FROM member AS theirs JOIN member AS ours ON ours.room = theirs.room
            WHERE theirs.author = ? AND ours.author = ?
            """), arguments: [other.data, author.data])
      rooms.formUnion(found.compactMap { RoomID($0) })
    }
    return rooms
  }

  /// The members of a room, in order.
  public func members(of room: RoomID) throws -> [Author] {
    try Data.fetchAll(
      db.cachedStatement(sql: "SELECT author FROM member WHERE room = ? ORDER BY author"),
      arguments: [room.data]
    ).compactMap { Author($0) }
  }

  /// The secret behind this node's hash chain at a table.
  public func chainSecret(_ room: RoomID) throws -> [UInt8]? {
    try Data.fetchOne(
      db, sql: "SELECT secret FROM chain WHERE room = ?", arguments: [room.data]
    ).map { [UInt8]($0) }
  }

  /// The table at which a chain's tip was seen.
  public func roomOfTip(_ tip: Data) throws -> RoomID? {
    try Data.fetchOne(db, sql: "SELECT room FROM tip WHERE tip = ?", arguments: [tip])
      .flatMap { RoomID($0) }
  }
}
