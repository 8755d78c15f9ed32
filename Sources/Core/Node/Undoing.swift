import Feature
import Identifiers
import Store

/// An undo of one command.
struct Undoing {
  /// The number of the command among those that are remembered.
  let number: Int64
  /// The numbers of the later commands that it passes over, since they cannot be undone; nil for none.
  let passedOver: ClosedRange<Int64>?
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
