import Feature
import Schema
import Store
import Wire

/// An undo of much takes several turns: others are answered between them, and no turn is long.
///
/// First all of it is checked, so that it is refused before anything is taken back. What was taken back is forgotten in the same turn:
/// after a crash the next undo goes on with the rest.
extension UndoKeeper {
  /// Writes that are taken back in one turn.
  static let undoneInOneTurn = 256
  /// Writes that are checked in one turn.
  private static let checkedInOneTurn = 1_024

  /// Begins an undo of more than one turn takes.
  ///
  /// - Returns: false for an undo of less.
  func begin(_ asker: CommandID, _ transaction: Transaction) throws -> Bool {
    guard self.undoing == nil else {
      throw Refused(.busy, "An undo is still under way: wait until it is done.")
    }
    var undoing = try prepare(transaction)
    guard undoing.writes.count > Self.undoneInOneTurn else { return false }
    undoing.asker = asker
    self.undoing = undoing
    return true
  }

  /// Does the next part of an undo that is under way.
  func advance(_ undoing: inout Undoing, _ transaction: Transaction) throws {
    let count = undoing.writes.count
    if undoing.checked < count {
      let next = min(undoing.checked + Self.checkedInOneTurn, count)
      for write in undoing.writes[(count - next)..<(count - undoing.checked)] {
        try check(write, transaction)
      }
      undoing.checked = next
      return
    }
    let next = min(undoing.done + Self.undoneInOneTurn, count)
    try takeBack(undoing.writes[(count - next)..<(count - undoing.done)], transaction)
    try transaction.removeOwnWrites(of: undoing.number, from: count - next)
    try forgetPassedOver(undoing, transaction)
    undoing.done = next
  }

  /// Notes that an undo has stopped at what cannot be taken back.
  func stop(
    _ undoing: Undoing, _ refused: Refused, _ transaction: Transaction
  ) throws -> Refused {
    // A command that came meanwhile is what the next undo takes back.
    let newest = try transaction.reader.lastOwnWrites()?.command ?? 0
    guard newest <= undoing.passedOver?.upperBound ?? undoing.number else { return refused }
    self.passedOver = undoing.passedOver
    return try passOver(undoing.number, refused, transaction)
  }

  /// The answer to an undo.
  static func answer(_ undone: Undone) -> UndoneView {
    .with {
      $0.title = undone.title
      $0.room = undone.room.description
      $0.record = undone.record.description
    }
  }
}
