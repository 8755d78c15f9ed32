import ChatSchema
import Features
import Foundation
import Schema
import TestKit
import Testing
import Wire

@testable import Node
@testable import Store

/// A damaged page may hold any value in any column: SQLite does not look at the form of a row that it reads.
@Suite struct DamagedRowTests {
  /// Returns the store of Ada's node, with a room with Berta, a file, a match and the lobby, in tables that take anything.
  private static func base() throws -> Store {
    let world = try RoomWorld(["Ada", "Berta"])
    try world.pair(0, 1)
    let club = try world.make(0, "club", ["Berta"]).id
    try world.say(0, "first", in: club)
    try world.say(1, "second", in: club)
    try world.share(0, Data("a picture".utf8), in: club)
    let table = try VirtualSeating.seat(world.network, host: 0, joiner: 1, rules: .init())
    _ = try world.call(0, Methods.Tables.start) { $0.table = table }
    let store = try world.network.nodes[0].store.copy()
    try store.connections.write { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      for (strict, loose) in [(" STRICT", ""), (", WITHOUT", " WITHOUT"), (" NOT NULL", "")] {
        try db.run(
          "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table'", strict, loose)
      }
    }
    return store
  }

  private static let columns = """
    SELECT tables.name, columns.name FROM sqlite_schema AS tables
    JOIN pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' ORDER BY 1, columns.cid
    """

  /// Reads all that a start, the inspection and the API read.
  private func read(_ store: Store) -> [any Error] {
    var errors: [any Error] = []
    func attempt(_ body: (Reader) throws -> Void) {
      do { try store.read(body) } catch { errors.append(error) }
    }
    attempt { _ = try $0.accounts() }
    attempt { _ = try $0.settings() }
    attempt { _ = try $0.peers() }
    attempt { _ = try $0.asks() }
    attempt { _ = try $0.addresses() }
    attempt { _ = try $0.tables() }
    attempt { try $0.withheld(after: 0) { _ in true } }
    for state in [BlobState.left, .wanted, .whole] {
      attempt { try $0.blobs(state) { $0.receivedBytes <= $0.size } }
      attempt { _ = try $0.uses(of: state) }
    }
    attempt { _ = try $0.blobTotals() }
    guard let own = try? store.read({ try $0.accounts().first?.author }) else { return errors }
    for id in (try? store.read({ try $0.roomIDs() })) ?? [] {
      attempt { _ = try $0.delivered(to: own, in: id) }
      attempt { _ = try Room.payloads(of: id, $0) }
      attempt { _ = try RoomViews(id, $0, own: own)?.state() }
      attempt { _ = try RoomViews(id, $0, own: own)?.roomView() }
      attempt { _ = try RoomViews(id, $0, own: own)?.messages() }
      attempt { _ = try RoomViews(id, $0, own: own)?.files() }
      attempt { reader in
        guard let room = try reader.room(id) else { return }
        for log in try reader.logs(room) {
          _ = try reader.slice(of: log, room: id, from: 1)
          _ = try reader.entries(of: log, after: room.position)
        }
      }
    }
    return errors
  }

  /// Starts a node on the store, and has it say something in each room.
  private func use(_ store: Store) -> [any Error] {
    let network = VirtualNetwork(seed: 2)
    do {
      _ = try network.add("Ada", store: store)
    } catch {
      return [error]
    }
    var errors: [any Error] = []
    for room in (try? store.read { try $0.roomIDs() }) ?? [] {
      guard network.nodes[0].node != nil else { break }
      let answer = network.call(0, Methods.Chat.post) {
        $0.room = room.description
        $0.text = "third"
      }
      if case .failure(let refused) = answer { errors.append(refused) }
    }
    return errors
  }

  @Test(
    "whatever stands in any column of any table, reading it is damage and never the end of the process"
  )
  func anyValue() throws {
    let base = try Self.base()
    let places = try base.copy().read { reader in
      try reader.db.all(Self.columns) { (try $0.value(0) as String, try $0.value(1) as String) }
    }
    #expect(places.count > 70)
    var told = 0
    for (table, column) in places {
      for value in ["NULL", "-1"] {
        let store = try base.copy()
        try store.connections.write { db in
          try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
          // Where the key of a row may not be so, it stays.
          try? db.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
        }
        let errors = read(store) + (value == "-1" ? use(store) : [])
        told += errors.contains { if case StoreError.damaged = $0 { true } else { false } } ? 1 : 0
        #expect(!errors.contains { $0 is DatabaseError }, "\(table).\(column) = \(value)")
      }
    }
    #expect(told > 30)
  }
}
