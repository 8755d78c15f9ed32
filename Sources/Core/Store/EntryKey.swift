/// A log's row and a sequence in one number. The row has the upper bits, the sequence the lower forty.
///
/// So the runs of a log stand side by side in one b-tree with integer keys.
struct EntryKey {
  /// The highest sequence that has a key.
  static let lastSequence: UInt64 = 1 << 40 - 1

  /// As it is stored.
  let value: Int64

  /// The entry of a log's row with a sequence; sequences above the last one have no row.
  init(log: Int64, sequence: UInt64) {
    value = log << 40 | Int64(min(sequence, Self.lastSequence))
  }

  /// A stored key.
  init(_ value: Int64) { self.value = value }

  /// The log's row.
  var log: Int64 { value >> 40 }
  /// The sequence in its log.
  var sequence: UInt64 { UInt64(value & Int64(Self.lastSequence)) }
  /// The key behind the last entry that a log can have.
  static func end(of log: Int64) -> Int64 { (log &+ 1) << 40 }
}
