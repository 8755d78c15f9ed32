import FoundationEssentials
import CSQLite
import Identifiers

/// A type that the parameters of a statement and the columns of its rows can have.
package protocol ColumnValue {
  /// Gives the next parameter this value.
  func bind(to binder: inout Binder)

  /// Reads a column of the row at which a statement stands.
  ///
  /// - Returns: nil where it is of another kind.
  static func read(_ statement: OpaquePointer, _ column: Int32) -> Self?
}

extension Int64: ColumnValue {
  package func bind(to binder: inout Binder) { binder.bind(self) }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> Int64? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, column)
  }
}

extension Int: ColumnValue {
  package func bind(to binder: inout Binder) { binder.bind(Int64(self)) }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> Int? {
    Int64.read(statement, column).flatMap { Int(exactly: $0) }
  }
}

extension UInt32: ColumnValue {
  package func bind(to binder: inout Binder) { binder.bind(Int64(self)) }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> UInt32? {
    Int64.read(statement, column).flatMap { UInt32(exactly: $0) }
  }
}

extension Bool: ColumnValue {
  package func bind(to binder: inout Binder) { binder.bind(Int64(self ? 1 : 0)) }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> Bool? {
    Int64.read(statement, column).map { $0 != 0 }
  }
}

extension Double: ColumnValue {
  package func bind(to binder: inout Binder) { binder.bind(self) }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> Double? {
    let type = sqlite3_column_type(statement, column)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
    return sqlite3_column_double(statement, column)
  }
}

extension String: ColumnValue {
  package func bind(to binder: inout Binder) { binder.bind(text: self) }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
    let start = sqlite3_column_text(statement, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension Data: ColumnValue {
  package func bind(to binder: inout Binder) { withUnsafeBytes { binder.bind(copied: $0) } }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> Data? {
    blob(statement, column).map { Data($0) }
  }
}

extension Bytes16: ColumnValue {
  package func bind(to binder: inout Binder) {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { bytes in
      store(into: bytes)
      binder.bind(copied: UnsafeRawBufferPointer(bytes))
    }
  }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> Bytes16? {
    blob(statement, column).flatMap { Bytes16($0) }
  }
}

extension Bytes32: ColumnValue {
  package func bind(to binder: inout Binder) {
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
      store(into: bytes)
      binder.bind(copied: UnsafeRawBufferPointer(bytes))
    }
  }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> Bytes32? {
    blob(statement, column).flatMap { Bytes32($0) }
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  package func bind(to binder: inout Binder) {
    if let self { self.bind(to: &binder) } else { binder.bindNull() }
  }

  package static func read(_ statement: OpaquePointer, _ column: Int32) -> Wrapped?? {
    guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return .some(nil) }
    return Wrapped.read(statement, column).map { .some($0) }
  }
}

/// The bytes of a column, until the next step of the statement; nil where it holds none.
private func blob(_ statement: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer? {
  guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
  let start = sqlite3_column_blob(statement, column)
  let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
  return UnsafeRawBufferPointer(start: start, count: count)
}
