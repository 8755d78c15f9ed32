/// The key of an entry's row: its log's row in the upper bits, its sequence in the lower forty.
///
/// So the entries of a log stand side by side in one b-tree with integer keys.
struct EntryKey {
  /// As it is stored.
  let value: Int64

  /// The entry of a log's row with a sequence; sequences above 2^40 - 1 have no row.
  init(log: Int64, sequence: UInt64) {
    value = log << 40 | Int64(min(sequence, 1 << 40 - 1))
  }

  /// A stored key.
  init(_ value: Int64) { self.value = value }

  /// The log's row.
  var log: Int64 { value >> 40 }
  /// The sequence in its log.
  var sequence: UInt64 { UInt64(value & (1 << 40 - 1)) }
  /// The key behind the last entry that a log can have.
  static func end(of log: Int64) -> Int64 { (log &+ 1) << 40 }
}
