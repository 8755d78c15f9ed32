import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store

/// An undo of one command.
struct Undoing {
  /// The number of the command among those that are remembered.
  let number: Int64
  /// The numbers of the later commands that it passes over, since they cannot be undone; nil for none.
  let passedOver: ClosedRange<Int64>?
  /// The sentence that tells of it when it is done.
  let undone: UndoKeeper.Undone
  /// The writes of the command, in its order.
  let writes: [OwnWrite]
  /// The command that waits for the answer.
  var asker: CommandID?
  /// Of how many writes it is known that they can be taken back, the last ones first.
  var checked = 0
  /// The number of those that are taken back, the last ones first.
  var done = 0

  /// The refusal for an error, which says how much was taken back before it.
  func failure(_ error: any Error) -> Refused {
    let refused = error as? Refused ?? Refused(.invalid, "That cannot be done: \(error).")
    guard done > 0 else { return refused }
    let part = "\(done) of \(Count.of(writes.count, "change"))"
    return refused.said(after: "\(part) were taken back, and then it stopped.")
  }
}

extension Record {
  /// Returns the record with some fields as they are in another body.
  func withFields(_ fields: Set<UInt32>, from old: Data) throws -> Record {
    let before = try FieldRegisters(old)
    var registers = try FieldRegisters(body)
    for field in fields { registers.take(field, from: before) }
    return Record(
      id: id, item: item, room: room, kind: kind, parent: parent, about: about, writers: writers,
      author: author, order: order, wall: wall, changed: changed, isDeleted: isDeleted,
      body: registers.message)
  }
}
