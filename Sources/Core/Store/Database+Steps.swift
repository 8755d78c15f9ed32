import CSQLite

extension Database {
  /// After so many steps of SQLite's machine it is looked whether more may be taken.
  private static let stepsBetweenLooks: Int32 = 500

  /// Steps that are left, where a function without a context of its own finds them.
  private final class Steps {
    var left: Int

    init(_ left: Int) { self.left = left }
  }

  /// Reads within steps of SQLite's machine; for reads alone, as a write that is given up takes its transaction back.
  ///
  /// - Parameter left: steps that may be taken; those that were are taken from it.
  /// - Returns: nil where it was given up.
  func limited<T>(to left: inout Int, _ read: () throws -> T) throws -> T? {
    guard left > 0 else { return nil }
    let steps = Steps(left)
    sqlite3_progress_handler(
      connection, Self.stepsBetweenLooks,
      { raw in
        guard let raw else { return 0 }
        let steps = Unmanaged<Steps>.fromOpaque(raw).takeUnretainedValue()
        steps.left -= Int(Database.stepsBetweenLooks)
        return steps.left < 0 ? 1 : 0
      }, Unmanaged.passUnretained(steps).toOpaque())
    defer {
      sqlite3_progress_handler(connection, 0, nil, nil)
      left = max(0, steps.left)
    }
    do {
      let found = try read()
      return steps.left < 0 ? nil : found
    } catch let error as DatabaseError where error.code == SQLITE_INTERRUPT {
      return nil
    }
  }
}

extension Reader {
  /// Reads within steps of SQLite's machine, in the middle of a turn.
  ///
  /// - Parameter left: steps that may be taken; those that were are taken from it.
  /// - Returns: nil where it takes more.
  /// - Throws: `StoreError`; what `read` throws.
  public func limited<T>(to left: inout Int, _ read: () throws -> T) throws -> T? {
    try db.limited(to: &left, read)
  }
}
