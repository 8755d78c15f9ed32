import GRDB

/// Columns as they come from a page on which anything may stand: SQLite looks at the form of a row when it is written,
/// and not when it is read, and GRDB's own subscripts end the process where a value does not fit.
extension Row {
  /// The value of a column, counted from 0.
  ///
  /// - Throws: `StoreError.damaged` where it is of another kind, or missing.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: Int
  ) throws -> Value {
    do {
      return try decode(Value.self, atIndex: column)
    } catch is RowDecodingError {
      throw StoreError.ofAnotherForm
    }
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
