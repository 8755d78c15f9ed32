import CSQLite
import FoundationEssentials

/// A statement as SQLite has compiled it. Belongs to its connection.
final class CompiledStatement {
  private let raw: OpaquePointer

  /// Takes over what `sqlite3_prepare_v3` has made.
  init(_ raw: OpaquePointer) { self.raw = raw }

  deinit { sqlite3_finalize(raw) }

  /// Whether its rows are being visited.
  var isBusy: Bool { sqlite3_stmt_busy(raw) != 0 }

  /// To give the parameters their values.
  var binder: Binder { Binder(raw) }

  /// Runs it once, to its end.
  ///
  /// - Parameter bind: gives the parameters their values; what it points at must live until this returns.
  /// - Returns: how many rows it wrote.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func run(_ bind: (inout Binder) -> Void) throws -> Int {
    var binder = binder
    bind(&binder)
    return try run(binder)
  }

  /// The same with values that were given before.
  func run(_ binder: Binder) throws -> Int {
    try visit(binder) { _ in true }
    return Int(sqlite3_changes(sqlite3_db_handle(raw)))
  }

  /// Visits its rows until `read` returns false.
  ///
  /// - Throws: `DatabaseError`; what `read` throws.
  func visit(_ binder: Binder, read: (Columns) throws -> Bool) throws {
    defer { release(binder) }
    guard binder.code == SQLITE_OK else { throw failure(binder.code) }
    while true {
      let code = sqlite3_step(raw)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code) }
      guard try read(Columns(raw)) else { return }
    }
  }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(sqlite3_db_handle(raw), code, sql: String(cString: sqlite3_sql(raw)))
  }

  /// Nothing may point at values that are gone, and nothing large is kept. Room for small copies is used again.
  private func release(_ binder: Binder) {
    sqlite3_reset(raw)
    if binder.mustBeCleared { sqlite3_clear_bindings(raw) }
  }
}

/// Gives the parameters of a statement their values, one after the other.
package struct Binder {
  private static let mostKept = 256
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private let statement: OpaquePointer
  private var index: Int32 = 0
  /// SQLite's word on the values so far.
  private(set) var code = SQLITE_OK
  /// Some value is not a copy, or is large.
  private(set) var mustBeCleared = false

  init(_ statement: OpaquePointer) { self.statement = statement }

  /// A number.
  mutating func bind(_ value: Int64) {
    index += 1
    note(sqlite3_bind_int64(statement, index, value))
  }

  /// A number with a fraction.
  mutating func bind(_ value: Double) {
    index += 1
    note(sqlite3_bind_double(statement, index, value))
  }

  /// NULL.
  mutating func bindNull() {
    index += 1
    note(sqlite3_bind_null(statement, index))
  }

  /// Bytes that stay where they are until the statement has run; nil for NULL.
  mutating func bind(_ bytes: UnsafeRawBufferPointer?) {
    guard let bytes else { return bindNull() }
    mustBeCleared = true
    bind(bytes, nil)
  }

  /// Bytes, which are copied.
  mutating func bind(copied bytes: UnsafeRawBufferPointer) {
    if bytes.count > Self.mostKept { mustBeCleared = true }
    bind(bytes, Self.copied)
  }

  private mutating func bind(_ bytes: UnsafeRawBufferPointer, _ end: sqlite3_destructor_type?) {
    index += 1
    // Without an address SQLite would take no bytes for NULL.
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return note(sqlite3_bind_zeroblob(statement, index, 0))
    }
    note(sqlite3_bind_blob(statement, index, start, Int32(clamping: bytes.count), end))
  }

  /// A text, which is copied.
  mutating func bind(text: String) {
    index += 1
    if text.utf8.count > Self.mostKept { mustBeCleared = true }
    note(sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count), Self.copied))
  }

  /// Binds the value of a column of another statement's row, which is copied.
  mutating func bind(_ column: Int, of row: Columns) {
    index += 1
    mustBeCleared = true
    note(sqlite3_bind_value(statement, index, row.anyValue(column)))
  }

  private mutating func note(_ result: Int32) {
    if code == SQLITE_OK { code = result }
  }
}

/// The columns of the row at which a statement stands; valid only while it is visited.
///
/// On a damaged page anything may stand: SQLite looks at the form of a row when it is written, not when it is read.
package struct Columns {
  private let statement: OpaquePointer

  fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

  /// The value of a column, counted from 0.
  ///
  /// - Throws: `StoreError.damaged` where it is of another kind, or missing.
  package func value<Value: ColumnValue>(_ column: Int) throws -> Value {
    guard let value = Value.read(statement, Int32(truncatingIfNeeded: column)) else {
      throw StoreError.ofAnotherForm
    }
    return value
  }

  /// Whether a number stands in a column that is below zero.
  func isNegative(_ column: Int) -> Bool {
    let number = try? value(column) as Double
    return (number ?? 0) < 0
  }

  fileprivate func anyValue(_ column: Int) -> OpaquePointer? {
    sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
  }

  /// A number that counts something, from 0 to 2^63 - 1.
  ///
  /// - Throws: `StoreError.damaged` for any other one.
  func count(_ column: Int) throws -> UInt64 {
    guard let count = UInt64(exactly: try value(column) as Int64) else {
      throw StoreError.ofAnotherForm
    }
    return count
  }
}

extension StoreError {
  /// A row that none of our writes makes.
  static let ofAnotherForm = StoreError.damaged("a row is not as it was made")
}

extension Optional<Data> {
  /// The bytes in place; nil for none.
  func withBytes<T>(_ body: (UnsafeRawBufferPointer?) throws -> T) rethrows -> T {
    switch self {
    case .some(let data): try data.withUnsafeBytes { try body($0) }
    case .none: try body(nil)
    }
  }
}
