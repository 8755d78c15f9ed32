import CSQLite

@testable import Store

extension Database {
  /// The steps that SQLite's machine has taken for all statements since this was last asked.
  func stepsTaken() -> Int {
    var steps = 0
    var statement = sqlite3_next_stmt(connection, nil)
    while let next = statement {
      steps += Int(sqlite3_stmt_status(next, SQLITE_STMTSTATUS_VM_STEP, 1))
      statement = sqlite3_next_stmt(connection, next)
    }
    return steps
  }
}
