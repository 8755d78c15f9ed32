import Dispatch
import Synchronization

/// The connections to one database: one that writes, and up to four that read beside it.
///
/// From any thread. A write inside a write ends the process, and so does a read inside a write or a read of a database with one connection.
// The compiler cannot check this: the writer is used inside `writing` only, a reader only by the thread that took it out of `idle`,
// and `idle` and `isClosed` inside `lock` only.
package final class Connections: @unchecked Sendable {
  static let mostReaders = 4

  private let writer: Database
  private let writing = Mutex(())
  private let makeReader: (@Sendable () throws -> Database)?
  /// The number of reads that may still begin now.
  private let free = DispatchSemaphore(value: mostReaders)
  private let lock = Mutex(())
  private var idle: [Database] = []
  private var isClosed = false

  /// - Parameter makeReader: opens another connection to the same database, which has a write-ahead log; without it reads and writes wait for
  ///   each other, as in a database in memory.
  package init(
    _ writer: sending Database, makeReader: (@Sendable () throws -> Database)? = nil
  ) {
    (self.writer, self.makeReader) = (writer, makeReader)
  }

  // The writer closes last: who only reads cannot take the log away.
  deinit { idle = [] }

  /// The path that SQLite was given to open.
  var path: String { writer.path }

  /// Hands out the connection that writes, to one after the other.
  package func write<T, E: Error>(_ body: (Database) throws(E) -> T) throws(E) -> T {
    var result: T?
    try writing.withLock { _ throws(E) in result = try body(writer) }
    return result!
  }

  /// Reads what was committed last, all through `body`; waits where four read already.
  ///
  /// - Throws: `DatabaseError`; what `body` throws.
  package func read<T>(_ body: (Database) throws -> T) throws -> T {
    guard let makeReader else {
      return try write { db in try db.transaction(.deferred) { try body(db) } }
    }
    free.wait()
    defer { free.signal() }
    let reader = try idleReader() ?? makeReader()
    defer { lock.withLock { _ in idle.append(reader) } }
    return try reader.transaction(.deferred) { try body(reader) }
  }

  private func idleReader() throws -> Database? {
    var reader: Database?
    try lock.withLock { _ in
      if isClosed { throw DatabaseError.closed }
      reader = idle.popLast()
    }
    return reader
  }

  /// Closes all connections when the current reads are done; later ones throw.
  ///
  /// - Throws: `DatabaseError`.
  package func close() throws {
    let isFirst = lock.withLock { _ in
      defer { isClosed = true }
      return !isClosed
    }
    if isFirst {
      for _ in 0..<Self.mostReaders { free.wait() }
      lock.withLock { _ in idle = [] }
      for _ in 0..<Self.mostReaders { free.signal() }
    }
    try write { try $0.close() }
  }
}
