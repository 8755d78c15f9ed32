import Store

/// The flow of an undo that takes more than one turn.
extension Node {
  /// Does the next part of an undo that is under way, and answers after the last one.
  func resumeUndo(_ transaction: Transaction) throws {
    guard var undoing = records.state.undoing, let asker = undoing.asker else { return }
    let before = beginInput()
    defer { turn.endInput(before.turn) }
    do {
      try transaction.savepoint {
        try records.advance(&undoing, transaction)
        try settleTouched(transaction)
      }
    } catch let error as StoreError {
      throw error
    } catch {
      undo(before)
      records.state.undoing = nil
      let refused = undoing.failure(error)
      return turn.tell(.answer(asker, .failure(try records.stop(undoing, refused, transaction))))
    }
    guard undoing.done == undoing.writes.count else {
      records.state.undoing = undoing
      return
    }
    records.state.undoing = nil
    turn.tell(.answer(asker, .success(Records.answer(undoing.undone))))
  }
}
