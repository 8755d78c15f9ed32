import Schema

/// The outputs of a turn so far, in order, and the number of the last change on the stream.
struct Outbox {
  private(set) var outputs: [Output] = []
  /// It is not put back when an input fails: a number is used once.
  private var changeNumber: UInt64 = 0

  /// Begins an empty one.
  ///
  /// - Parameter last: the one before, after whose changes the next ones are numbered.
  init(after last: Outbox? = nil) {
    changeNumber = last?.changeNumber ?? 0
  }

  /// Adds an output.
  mutating func tell(_ output: Output) { outputs.append(output) }

  /// Puts something on the stream of changes.
  mutating func publish(_ what: Change.OneOf_What) {
    changeNumber += 1
    var change = Change()
    change.number = changeNumber
    change.what = what
    tell(.publish(change))
  }

  /// Drops what came after the first outputs.
  mutating func keep(_ count: Int) { outputs.removeSubrange(count...) }

  /// Drops all of them.
  mutating func clear() { outputs = [] }
}
