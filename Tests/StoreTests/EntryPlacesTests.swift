import Foundation
import Identifiers
import Replication
import TestKit
import Testing
import Wire

@testable import Store

/// Entries stand in the order of their arrival and are found by log and sequence: in memory, in the table, in old snapshots.
@Suite struct EntryPlacesTests {
  private struct Stop: Error {}

  /// The expected places: the naive way.
  private struct Model {
    var orders: [LogKey: [UInt64]] = [:]
    var count: Int { orders.values.reduce(0) { $0 + $1.count } }
  }

  private static let keys = (0..<5).compactMap { number in
    Author(Data(repeating: UInt8(number + 1), count: 32)).map { LogKey(author: $0, incarnation: 0) }
  }

  private static func entry(_ key: LogKey, _ sequence: UInt64, order: UInt64) -> VerifiedEntry {
    let payload = Data("\(key.author) \(sequence)".utf8)
    return VerifiedEntry(
      place: LogPlace(room: .lobby, log: key, sequence: sequence), hash: Hashing.payload(payload),
      order: order, header: Data(), payload: payload, payloadHash: Hashing.payload(payload),
      dependencies: [], wallMilliseconds: 0, signature: nil)
  }

  private static func makeRoom(_ store: Store) throws {
    try store.turn { transaction in
      let room = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero)
      for key in keys { _ = try transaction.addLog(key, in: room) }
    }
  }

  /// Adds an entry to a log, and to the model.
  private static func append(
    to key: LogKey, _ model: inout Model, _ transaction: Transaction
  ) throws {
    let room = try #require(try transaction.reader.room(.lobby))
    let log = try #require(try transaction.reader.logs(room).first { $0.state.key == key })
    let orders = model.orders[key] ?? []
    #expect(log.state.next == UInt64(orders.count) + 1)
    let order = (orders.last ?? 0) + 1 + UInt64(orders.count % 3)
    try transaction.append(
      entry(key, log.state.next, order: order), log: log.number, position: room.position + 1)
    model.orders[key, default: []].append(order)
  }

  /// Holds everything that can be read against the model.
  private static func check(_ reader: Reader, _ model: Model) throws {
    let room = try #require(try reader.room(.lobby))
    let logs = try reader.logs(room)
    #expect(room.position == Int64(model.count))
    #expect(try reader.entryCount(room.number) == UInt64(room.position))
    for log in logs {
      let key = log.state.key
      let orders = model.orders[key] ?? []
      #expect(log.state.next == UInt64(orders.count) + 1 && log.state.order == orders.last ?? 0)
      var found: [VerifiedEntry] = []
      try reader.entries(in: .lobby, of: [log]) { _, entry in
        found.append(entry)
        return true
      }
      #expect(found == zip(1..., orders).map { entry(key, $0, order: $1) })
      #expect(try reader.bytes(of: log.number) == found.reduce(0) { $0 + ($1.payload?.count ?? 0) })
      for sequence in [1, UInt64(orders.count) / 2, UInt64(orders.count)] where sequence > 0 {
        let known = try reader.known(log: log.number, sequence: sequence)
        #expect(known?.order == (sequence <= orders.count ? orders[Int(sequence) - 1] : nil))
      }
      #expect(try reader.known(log: log.number, sequence: UInt64(orders.count) + 1) == nil)
    }
    var positions: [Int64] = []
    try reader.entries(in: .lobby, of: logs) { position, _ in
      positions.append(position)
      return true
    }
    #expect(positions == Array(0..<room.position).map { $0 + 1 })
  }

  @Test("whatever is added, undone and opened again, each entry is found", arguments: 1...3)
  func anyTurns(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var store = try Store(.empty)
    try Self.makeRoom(store)
    var model = Model()
    for turn in 0..<16 {
      let after = try store.turn { transaction in
        var model = model
        for _ in 0..<(turn == 7 ? 3 : Int.random(in: 0..<4, using: &random)) {
          let isUndone = turn != 7 && Int.random(in: 0..<4, using: &random) == 0
          var changed = model
          do {
            try transaction.savepoint {
              // Some turns are long enough for their entries to be stored before they end.
              let isLong = turn == 7 && changed.count < 2_500
              for _ in 0..<(isLong ? 1_300 : Int.random(in: 0..<9, using: &random)) {
                let key = Self.keys.randomElement(using: &random) ?? Self.keys[0]
                try Self.append(to: key, &changed, transaction)
              }
              if isUndone { throw Stop() }
            }
            model = changed
          } catch is Stop {}
        }
        try Self.check(transaction.reader, model)
        return model
      }
      model = after
      if Int.random(in: 0..<8, using: &random) == 0 { store = try store.copy() }
      try store.read { try Self.check($0, model) }
    }
    let runs: Int = try store.read { try $0.db.value("SELECT count(*) FROM run") ?? 0 }
    #expect(runs > 0, "this was to write down where entries are")
  }

  @Test("a snapshot knows what was there when it was taken, whatever is stored since")
  func snapshots() throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("parlor-places-\(UInt64.random(in: 0 ... .max))").path
    defer { try? FileManager.default.removeItem(atPath: home) }
    let store = try Store(home: home, .empty)
    defer { try? store.close() }
    try Self.makeRoom(store)
    var model = Model()
    for count in [3, 40, 2_500, 1] {
      model = try store.turn { transaction in
        var model = model
        for number in 0..<count {
          try Self.append(to: Self.keys[number % Self.keys.count], &model, transaction)
        }
        return model
      }
      let before = model
      let after = try store.read { reader in
        // The snapshot is taken with the first statement.
        _ = try reader.meta("nothing")
        let after = try store.turn { transaction in
          var model = before
          for number in 0..<count {
            try Self.append(to: Self.keys[number % 2], &model, transaction)
          }
          return model
        }
        try Self.check(reader, before)
        return after
      }
      model = after
      try store.read { try Self.check($0, after) }
    }
  }

  @Test func whatAHomeHoldsIsFoundAfterACleanEndAndAfterACrash() throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("parlor-places-\(UInt64.random(in: 0 ... .max))").path
    defer { try? FileManager.default.removeItem(atPath: home) }
    var model = Model()
    for isClean in [true, false, true] {
      let store = try Store(home: home, .empty)
      if model.orders.isEmpty { try Self.makeRoom(store) }
      try store.read { try Self.check($0, model) }
      model = try store.turn { transaction in
        var model = model
        for number in 0..<50 { try Self.append(to: Self.keys[number % 3], &model, transaction) }
        return model
      }
      if isClean { try store.close() }
    }
    let store = try Store(home: home, .empty)
    defer { try? store.close() }
    try store.read { try Self.check($0, model) }
  }

  @Test func anEntryIsStoredOnceAndWithItsSignature() throws {
    let store = try Store(.empty)
    try Self.makeRoom(store)
    try store.turn { transaction in
      let entry = Self.entry(Self.keys[0], 1, order: 1)
      try transaction.append(entry, log: 1, position: 1, isSigned: false)
      let count: () throws -> Int? = { try transaction.db.value("SELECT count(*) FROM entry") }
      #expect(try count() == 0)
      try transaction.setSignature(Data([7]), log: 1, sequence: 1)
    }
    try store.read { reader in
      let room = try #require(try reader.room(.lobby))
      let log = try #require(try reader.logs(room).first { $0.number == 1 })
      #expect(try reader.entry(of: log, in: .lobby, sequence: 1)?.signature == Data([7]))
    }
    #expect(throws: StoreError.self, "it is too late for that now") {
      try store.turn { try $0.setSignature(Data([8]), log: 1, sequence: 1) }
    }
  }

  @Test func anErasedPayloadLeavesItsHashBeforeAndAfterItsEntryIsStored() throws {
    let store = try Store(.empty)
    try Self.makeRoom(store)
    let entries = (1...2).map { Self.entry(Self.keys[0], $0, order: $0) }
    try store.turn { transaction in
      for (position, entry) in zip(Int64(1)..., entries) {
        try transaction.append(entry, log: 1, position: position)
      }
      try transaction.erasePayload(log: 1, sequence: 1)
    }
    try store.turn { try $0.erasePayload(log: 1, sequence: 2) }
    try store.read { reader in
      let room = try #require(try reader.room(.lobby))
      let log = try #require(try reader.logs(room).first { $0.number == 1 })
      for entry in entries {
        let found = try reader.entry(of: log, in: .lobby, sequence: entry.place.sequence)
        #expect(found?.payload == nil && found?.payloadHash == entry.payloadHash)
      }
    }
  }

  @Test func theFirstInputThatWritesIsUndoneAlone() throws {
    let store = try Store(.empty)
    try store.turn { transaction in
      try? transaction.savepoint {
        try transaction.setSetting("colour", "red")
        throw Stop()
      }
      try transaction.savepoint { try transaction.setSetting("name", "Ada") }
      try? transaction.savepoint {
        try transaction.setSetting("name", "Bob")
        throw Stop()
      }
    }
    #expect(try store.read { try $0.settings() } == ["name": "Ada"])
  }
}
