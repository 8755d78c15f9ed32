/// The statements of turns and reads: the text of the statement, then the values of its parameters.
///
/// Each throws `DatabaseError`, `StoreError.damaged` for a row that none of our writes makes, and what its closure throws.
extension Database {
  /// Runs a statement to its end.
  ///
  /// - Returns: how many rows it wrote.
  @discardableResult
  package func run<each Value: ColumnValue>(_ sql: String, _ values: repeat each Value) throws
    -> Int
  {
    let statement = try statement(sql)
    var binder = statement.binder
    repeat (each values).bind(to: &binder)
    return try statement.run(binder)
  }

  /// Visits rows until `read` returns false.
  package func visit<each Value: ColumnValue>(
    _ sql: String, _ values: repeat each Value, read: (Columns) throws -> Bool
  ) throws {
    let statement = try statement(sql)
    var binder = statement.binder
    repeat (each values).bind(to: &binder)
    try statement.visit(binder, read: read)
  }

  /// Returns the value that `read` makes of the first row; nil if there is no row.
  package func first<each Value: ColumnValue, Result>(
    _ sql: String, _ values: repeat each Value, read: (Columns) throws -> Result?
  ) throws -> Result? {
    var result: Result?
    try visit(sql, repeat each values) { row in
      result = try read(row)
      return false
    }
    return result
  }

  /// Returns the values that `read` makes of all rows, without the nil ones.
  package func all<each Value: ColumnValue, Result>(
    _ sql: String, _ values: repeat each Value, read: (Columns) throws -> Result?
  ) throws -> [Result] {
    var results: [Result] = []
    try visit(sql, repeat each values) { row in
      if let result = try read(row) { results.append(result) }
      return true
    }
    return results
  }

  /// The first column of the first row; nil for NULL, and where there is no row.
  package func value<each Value: ColumnValue, Result: ColumnValue>(
    _ sql: String, _ values: repeat each Value
  ) throws -> Result? {
    try first(sql, repeat each values) { try $0.value(0) as Result? }
  }

  /// The first column of all rows.
  package func values<each Value: ColumnValue, Result: ColumnValue>(
    _ sql: String, _ values: repeat each Value
  ) throws -> [Result] {
    try all(sql, repeat each values) { try $0.value(0) as Result }
  }
}
