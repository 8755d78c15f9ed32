import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@testable import Store

/// The connections of a database with a write-ahead log, as threads share them.
@Suite final class ConnectionsTests {
  private let place: String
  private var path: String { place + "/some.db" }
  private let opened = Opened()

  /// Counts the readers that were opened.
  private final class Opened: Sendable {
    let count = Atomic<Int>(0)
  }

  init() throws {
    place = FileManager.default.temporaryDirectory.path + "/parlor-connections.\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: place) }

  private func connections() throws -> Connections {
    let writer = try Database(path)
    try writer.execute(
      sql: "PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)")
    return Connections(writer) { [path, opened] in
      opened.count.add(1, ordering: .relaxed)
      return try Database(path, isReadOnly: true)
    }
  }

  private static func sum(_ db: Database) throws -> Int? { try db.value("SELECT sum(a) FROM t") }

  /// Runs something on another thread; the semaphore says when it is done.
  private func beside(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      body()
      end.signal()
    }
    return end
  }

  private static let soon = DispatchTimeInterval.milliseconds(100)
  private static let late = DispatchTimeInterval.seconds(30)

  @Test("a read sees one commit, whatever is committed meanwhile, and one inside it the newest")
  func snapshot() throws {
    let connections = try connections()
    try connections.read { db in
      #expect(try Self.sum(db) == 1)
      _ = try connections.write { try $0.run("INSERT INTO t VALUES (?)", 10) }
      #expect(try Self.sum(db) == 1)
      #expect(try connections.read { try Self.sum($0) } == 11)
      #expect(try Self.sum(db) == 1)
    }
    #expect(try connections.read { try Self.sum($0) } == 11)
  }

  @Test func aReadInsideATurnSeesTheCommitBeforeIt() throws {
    let connections = try connections()
    try connections.write { db in
      try db.transaction(.immediate) {
        try db.run("UPDATE t SET a = 2")
        #expect(try connections.read { try Self.sum($0) } == 1)
      }
    }
    #expect(try connections.read { try Self.sum($0) } == 2)
  }

  @Test func readersAreUsedAgainAlsoAfterAnError() throws {
    struct Stop: Error {}
    let connections = try connections()
    for _ in 0..<5 {
      #expect(throws: Stop.self) {
        try connections.read { db in
          #expect(try Self.sum(db) == 1)
          throw Stop()
        }
      }
      #expect(try connections.read { try Self.sum($0) } == 1)
    }
    #expect(opened.count.load(ordering: .relaxed) == 1)
  }

  @Test func noMoreThanFourReadAndTheFifthWaits() throws {
    let connections = try connections()
    let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let busy = (0..<Connections.mostReaders).map { _ in
      beside {
        try? connections.read { _ in
          isReading.signal()
          mayEnd.wait()
        }
      }
    }
    for _ in busy { #expect(isReading.wait(timeout: .now() + Self.late) == .success) }
    let fifth = beside { #expect(throws: Never.self) { try connections.read { _ in } } }
    #expect(fifth.wait(timeout: .now() + Self.soon) == .timedOut)
    for _ in busy { mayEnd.signal() }
    for end in busy + [fifth] { #expect(end.wait(timeout: .now() + Self.late) == .success) }
    #expect(opened.count.load(ordering: .relaxed) == Connections.mostReaders)
  }

  @Test func writersTakeTurns() throws {
    let connections = try connections()
    let ends = (0..<8).map { _ in
      beside {
        for _ in 0..<50 {
          try? connections.write { db in
            try db.transaction(.deferred) {
              let found: Int? = try db.value("SELECT a FROM t")
              try db.run("UPDATE t SET a = ?", (found ?? 0) + 1)
            }
          }
        }
      }
    }
    for end in ends { #expect(end.wait(timeout: .now() + Self.late) == .success) }
    #expect(try connections.read { try Self.sum($0) } == 401)
  }

  @Test("closing waits for who reads, takes the log away, and whoever comes later gets an error")
  func closing() throws {
    let connections = try connections()
    let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let busy = beside {
      #expect(throws: Never.self) {
        try connections.read { db in
          isReading.signal()
          mayEnd.wait()
          let sum = try Self.sum(db)
          #expect(sum == 1)
        }
      }
    }
    #expect(isReading.wait(timeout: .now() + Self.late) == .success)
    let closed = beside { #expect(throws: Never.self) { try connections.close() } }
    #expect(closed.wait(timeout: .now() + Self.soon) == .timedOut)
    mayEnd.signal()
    for end in [busy, closed] { #expect(end.wait(timeout: .now() + Self.late) == .success) }
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(throws: DatabaseError.closed) { try connections.read { _ in } }
    #expect(throws: DatabaseError.closed) { try connections.write { _ = try $0.run("SELECT 1") } }
    try connections.close()
  }

  @Test func theLogGoesWithTheLastConnection() throws {
    var connections: Connections? = try connections()
    #expect(try connections?.read { try Self.sum($0) } == 1)
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    connections = nil
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func aReaderThatCannotBeOpenedTakesNoPlace() throws {
    let path = place + "/none"
    let connections = Connections(try Database()) { try Database(path, isReadOnly: true) }
    for _ in 0...Connections.mostReaders {
      #expect(throws: DatabaseError.self) { try connections.read { _ in } }
    }
    try connections.close()
  }

  @Test func aDatabaseInMemoryIsReadByTheConnectionThatWrites() throws {
    let connections = Connections(try Database())
    try connections.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (3)") }
    #expect(try connections.read { try Self.sum($0) } == 3)
    let other = Connections(try Database())
    try connections.read { db in
      try other.write { try db.copy(to: $0) }
    }
    try connections.close()
    #expect(throws: DatabaseError.closed) { try connections.read { _ in } }
    #expect(try other.read { try Self.sum($0) } == 3)
  }
}
