/// The SQLite transactions and savepoints that a turn has opened.
///
/// A turn begins to write with its first statement that writes. The first input that does so needs no savepoint: all that there
/// is to undo is its own. An input that only reads needs none at all.
final class Writing {
  private enum Input {
    /// No input is under way.
    case none
    /// It has not written yet.
    case reading
    /// It has written, as the first in this turn.
    case first
    /// It has written after others, behind a savepoint.
    case later
  }

  private let db: Database
  private var input = Input.none
  /// Whether anything was written in this turn.
  private(set) var hasWritten = false

  init(_ db: Database) { self.db = db }

  private func run(_ sql: String) throws { try db.run(sql) }

  /// Begins a turn; nothing is locked by that.
  func beginTurn() throws { try run("BEGIN") }

  /// Ends a turn.
  func endTurn() throws { try run("COMMIT") }

  /// To be called before each statement that writes.
  func begin() throws {
    if case .reading = input {
      if hasWritten { try run("SAVEPOINT input") }
      input = hasWritten ? .later : .first
    }
    hasWritten = true
  }

  /// An input follows.
  func beginInput() { input = .reading }

  /// Keeps what an input has written.
  func endInput() throws {
    if case .later = input { try run("RELEASE input") }
    input = .none
  }

  /// Undoes the writes of an input.
  func undoInput() throws {
    switch input {
    case .none, .reading: break
    case .first:
      try run("ROLLBACK")
      try run("BEGIN")
      hasWritten = false
    case .later:
      try run("ROLLBACK TO input")
      try run("RELEASE input")
    }
    input = .none
  }
}
