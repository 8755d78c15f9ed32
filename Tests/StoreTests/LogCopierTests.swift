import Foundation
import Testing

@testable import Store

/// The copying of the write-ahead log into the database beside the turns.
@Suite struct LogCopierTests {
  private func withHome(_ body: (_ home: String, Store) throws -> Void) throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("parlor-log-\(UInt64.random(in: 0 ... .max))").path
    defer { try? FileManager.default.removeItem(atPath: home) }
    let store = try Store(home: home, .empty)
    defer { try? store.close() }
    try body(home, store)
  }

  private func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// Waits for the copying that goes on.
  private func settle(_ store: Store) throws {
    for _ in 0..<5_000 where store.copier?.copied == nil { usleep(1_000) }
    #expect(store.copier?.copied != nil, "it has not ended after five seconds")
  }

  private func write(_ number: Int, bytes: Int = 1 << 20, _ store: Store) throws {
    let content = Data(repeating: UInt8(truncatingIfNeeded: number), count: bytes)
    try store.turn { try $0.setMeta("large \(number % 8)", content) }
  }

  @Test("a long log is copied into the database when that is asked for and not before")
  func copied() throws {
    try withHome { home, store in
      for number in 0..<6 { try write(number, store) }
      #expect(try size(home + "/parlor.sqlite") < 1 << 20)
      store.checkpointIfDue { Thread.detachNewThread($0) }
      try settle(store)
      #expect(try size(home + "/parlor.sqlite") > 6 << 20)
    }
  }

  @Test("SQLite starts a new log while turns go on, and nothing of them is lost")
  func newLog() throws {
    try withHome { home, store in
      for number in 0..<200 {
        try write(number, bytes: 200_000, store)
        store.checkpointIfDue { Thread.detachNewThread($0) }
        if number % 3 == 0 { try settle(store) }
      }
      // 40 MB were written.
      #expect(try size(home + "/parlor.sqlite-wal") < 12 << 20)
      let crashed = home + "-crashed"
      defer { try? FileManager.default.removeItem(atPath: crashed) }
      try settle(store)
      try FileManager.default.copyItem(atPath: home, toPath: crashed)
      let again = try Store(home: crashed, .empty)
      defer { try? again.close() }
      for number in 192..<200 {
        let found = try again.read { try $0.meta("large \(number % 8)") }
        #expect(found?.count == 200_000 && found?.first == UInt8(number))
      }
    }
  }

  @Test("a log that grows faster than it is copied is copied between two turns")
  func longLog() throws {
    try withHome { home, store in
      for number in 0..<120 {
        try write(number, store)
        store.checkpointIfDue { Thread.detachNewThread($0) }
      }
      // 120 MB were written.
      #expect(try size(home + "/parlor.sqlite-wal") < Int(WriteAheadLog.mostPages) * 4_200)
    }
  }
}
