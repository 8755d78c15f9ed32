import CSQLite
import Foundation
import Identifiers
import Replication
import Schema
import Testing
import Wire

@testable import Store

/// The rows that the statements for every entry and record leave behind.
@Suite struct RecordStoreTests {
  private let author = Author(Data(repeating: 7, count: 32)) ?? .zero

  private func entry(
    _ sequence: UInt64, by author: Author, payload: Data?, order: UInt64 = 1
  ) -> VerifiedEntry {
    let log = LogKey(author: author, incarnation: 0)
    return VerifiedEntry(
      place: LogPlace(room: .lobby, log: log, sequence: sequence),
      hash: Hashing.payload(Data([UInt8(sequence)])), order: order, header: Data(),
      payload: payload, payloadHash: Hashing.payload(payload ?? Data()), dependencies: [],
      wallMilliseconds: 0, signature: sequence == 2 ? Data([1, 2]) : nil)
  }

  private func record(_ id: UInt8, body: Data) throws -> StoredRecord {
    let id = try #require(RecordID(Data(repeating: id, count: 16)))
    return StoredRecord(
      number: 0, id: id, item: id, kind: 3, parent: nil, about: nil, writers: .creator, log: 1,
      sequence: 1, order: 9, wall: -1, changed: 0, state: .visible, body: body)
  }

  @Test func entriesComeBackAsTheyWereStoredAlsoEmptyAndErasedOnes() throws {
    let store = try Store(.empty)
    let entries = [
      entry(1, by: author, payload: Data()), entry(2, by: author, payload: nil),
      // A part of other bytes, as it is cut out of a frame.
      entry(3, by: author, payload: Data([9, 1, 2, 3, 9])[1..<4]),
    ]
    try store.turn { transaction in
      let room = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero)
      let log = try transaction.addLog(LogKey(author: author, incarnation: 0), in: room)
      for (index, entry) in entries.enumerated() {
        try transaction.append(entry, log: log.number, position: Int64(index) + 1)
      }
      let logs = try transaction.reader.logs(room)
      var found: [VerifiedEntry] = []
      try transaction.reader.entries(in: .lobby, of: logs) { _, entry in
        found.append(entry)
        return true
      }
      #expect(found == entries)
    }
  }

  @Test func anEntryIsStoredOnceAndTheErrorOfASecondOneUndoesOnlyItsInput() throws {
    let store = try Store(.empty)
    #expect(throws: StoreError.self) {
      try store.turn { transaction in
        let room = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero)
        let log = try transaction.addLog(LogKey(author: author, incarnation: 0), in: room)
        try transaction.append(
          entry(1, by: author, payload: Data()), log: log.number, position: 1)
        try transaction.savepoint {
          try transaction.append(
            entry(1, by: author, payload: Data()), log: log.number, position: 2)
        }
      }
    }
    #expect(try store.read { try $0.room(.lobby) } == nil)
  }

  /// SQLite looked at the values that were bound, because there is an index of one kind alone, and compiled each query of a
  /// kind again whenever it was asked.
  @Test func queriesOfAnyKindAreCompiledOnce() throws {
    let store = try Store(.empty)
    let room = try store.turn { try $0.addRoom(.lobby, kind: .lobby, opener: .zero).number }
    let again = try store.turn { transaction in
      let reader = transaction.reader
      for number in 1...6 as ClosedRange<UInt32> {
        let kind = RecordKind(rawValue: number)
        _ = try reader.records(of: kind, in: room, limit: 1)
        _ = try reader.records(of: kind, in: room, sortedIn: 0...1, limit: 1)
        _ = try reader.records(of: kind, in: room, namedLike: "a", limit: 1)
      }
      var again: [String: Int32] = [:]
      var statement = sqlite3_next_stmt(transaction.db.connection, nil)
      while let next = statement {
        let count = sqlite3_stmt_status(next, SQLITE_STMTSTATUS_REPREPARE, 0)
        if count > 0 { again[String(cString: sqlite3_sql(next))] = count }
        statement = sqlite3_next_stmt(transaction.db.connection, next)
      }
      return again
    }
    #expect(again == [:])
  }

  @Test func aRecordIsMadeOnce() throws {
    let store = try Store(.empty)
    try store.turn { transaction in
      let room = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero).number
      let other = try transaction.addRoom(
        RoomID(personal: author), kind: .personal, opener: author
      ).number
      let (first, second) = (try record(1, body: Data([1])), try record(1, body: Data([2])))
      #expect(try transaction.addRecord(first, in: room))
      #expect(try !transaction.addRecord(second, in: room))
      #expect(try transaction.addRecord(second, in: other), "of another room")
      #expect(try transaction.addRecord(record(2, body: Data()), in: room))
      let found = try transaction.reader.record(first.id, in: room)
      #expect(found?.body == Data([1]) && found?.wall == -1 && found?.parent == nil)
      #expect(try transaction.reader.record(record(2, body: Data()).id, in: room)?.body == Data())
    }
  }

  @Test("E-69: losses are read as they were kept, and the oldest are forgotten first")
  func losses() throws {
    let store = try Store(.empty)
    var (event, toDo) = (try record(1, body: Data([1])), try record(2, body: Data()))
    toDo.parent = event.id
    toDo.about = event.item
    event.number = 7
    event.state = .hidden
    event.registers[3] = .init(order: 1 << 40, log: 5)
    let losses = [
      StoredLoss(
        room: .lobby, record: event, writer: 4, isUnseen: true,
        what: .deletion(written: Data(), lost: [toDo, event])),
      StoredLoss(room: .lobby, record: toDo, writer: nil, isUnseen: false, what: .part),
      StoredLoss(
        room: .lobby, record: toDo, writer: 2, isUnseen: false,
        what: .deletion(written: Data([8, 9]), lost: [])),
    ]
    let rows = try store.turn { transaction in try losses.map { try transaction.add($0) } }
    #expect(rows == [3, 4, 5], "the first has two records below it")
    let kept = try store.read { try $0.losses() }
    #expect(kept.map(\.loss) == losses && kept.map(\.row) == rows)
    try store.turn { try $0.removeLosses(through: rows[0]) }
    #expect(try store.read { try $0.losses() }.map(\.loss) == Array(losses.dropFirst()))
  }

  @Test func aBodyIsStoredOnceAndReadWhereItsEntryHasItUntilItIsChanged() throws {
    let store = try Store(.empty)
    let body = Data([1, 2, 3])
    try store.turn { transaction in
      let room = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero)
      let log = try transaction.addLog(LogKey(author: author, incarnation: 0), in: room)
      let payload = Data([1, 1, 2]) + body + [9]
      try transaction.append(
        entry(1, by: author, payload: payload), log: log.number, position: 1)
      var record = try record(1, body: body)
      #expect(try transaction.addRecord(record, in: room.number, payload: payload))
      func read() throws -> StoredRecord? {
        try transaction.reader.record(record.id, in: room.number)
      }
      #expect(try transaction.db.value("SELECT body FROM record") as Data? == nil)
      #expect(try read()?.body == body && read()?.registers == RecordRegisters())
      record.number = try read()?.number ?? 0
      record.body = Data([7])
      record.registers[3] = .init(order: 1 << 40, log: 5)
      record.registers[0xffff] = .init(order: 2, log: 1)
      try transaction.setContent(of: record)
      #expect(try read()?.body == Data([7]) && read()?.registers == record.registers)
    }
  }

  @Test func aMessageInOrderStaysAsItIsAndAnyOtherIsAsItsRegistersGiveItBack() throws {
    func field(_ number: UInt8, _ value: UInt8) -> [UInt8] { [number << 3, value] }
    let ordered = Data(field(1, 5) + field(2, 6) + field(2, 7) + field(4, 0))
    #expect(try FieldRegisters.message(of: ordered) == ordered)
    #expect(try FieldRegisters.message(of: Data()) == Data())
    let mixed = Data(field(2, 6) + field(1, 5) + field(4, 0) + field(2, 7))
    #expect(try FieldRegisters.message(of: mixed) == ordered)
    #expect(try FieldRegisters.message(of: ([0xff] + mixed)[1...]) == ordered)
    for bytes in [Data([8]), Data([0, 1]), Data([11]), Data([10, 5, 1])] {
      #expect(throws: WireError.self) { try FieldRegisters.message(of: bytes) }
      #expect(throws: WireError.self) { try FieldRegisters(bytes) }
    }
  }
}

extension FieldRegisters {
  fileprivate static func message(of message: ArraySlice<UInt8>) throws -> Data {
    // A part of other bytes does not begin at 0.
    let whole = Data([0]) + Data(message)
    return try Self.message(of: whole[1...])
  }
}
