import Feature
import Identifiers
import Schema
import Store
import Wire

/// An undo of one command.
struct Undoing {
  /// The number of the command among those that are remembered.
  let number: Int64
  /// The sentence that tells of it when it is done.
  let undone: Node.Undone
  /// The writes of the command, in its order.
  let writes: [OwnWrite]
  /// The command that waits for the answer.
  var asker: CommandID?
  /// Of how many writes it is known that they can be taken back, the last ones first.
  var checked = 0
  /// The number of those that are taken back, the last ones first.
  var done = 0
}

/// An undo of much takes several turns: others are answered between them, and no turn is long.
///
/// First all of it is checked, so that it is refused before anything is taken back. What was taken back is forgotten in the same turn:
/// after a crash the next undo goes on with the rest.
extension Node {
  /// Writes that are taken back in one turn.
  static let undoneInOneTurn = 256
  /// Writes that are checked in one turn.
  private static let checkedInOneTurn = 1_024

  /// Begins an undo of more than one turn takes.
  ///
  /// - Returns: false for an undo of less.
  func beginUndo(_ asker: CommandID, _ transaction: Transaction) throws -> Bool {
    guard turn.undoing == nil else {
      throw Refused(.busy, "An undo is still under way: wait until it is done.")
    }
    var undoing = try undoing(transaction)
    guard undoing.writes.count > Self.undoneInOneTurn else { return false }
    undoing.asker = asker
    turn.undoing = undoing
    return true
  }

  /// Does the next part of an undo that is under way, and answers after the last one.
  func resumeUndo(_ transaction: Transaction) throws {
    guard var undoing = turn.undoing, let asker = undoing.asker else { return }
    let before = beginInput()
    defer { turn.endInput(before.turn) }
    do {
      try transaction.savepoint {
        try advance(&undoing, transaction)
        try settleTouched(transaction)
      }
    } catch let error as StoreError {
      throw error
    } catch {
      undo(before)
      turn.undoing = nil
      return turn.tell(.answer(asker, .failure(Self.failure(of: undoing, error))))
    }
    guard undoing.done == undoing.writes.count else {
      turn.undoing = undoing
      return
    }
    turn.undoing = nil
    turn.tell(.answer(asker, .success(Self.answer(undoing.undone))))
  }

  private func advance(_ undoing: inout Undoing, _ transaction: Transaction) throws {
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
    undoing.done = next
  }

  /// The answer to an undo.
  static func answer(_ undone: Undone) -> UndoneView {
    .with {
      $0.title = undone.title
      $0.room = undone.room.description
      $0.record = undone.record.description
    }
  }

  private static func failure(of undoing: Undoing, _ error: any Error) -> Refused {
    let refused = error as? Refused ?? Refused(.invalid, "That cannot be done: \(error).")
    guard undoing.done > 0 else { return refused }
    let part = "\(undoing.done) of \(Count.of(undoing.writes.count, "change"))"
    return Refused(
      refused.refusal.code,
      "\(part) were taken back, and then it stopped. \(refused.refusal.message)")
  }
}
