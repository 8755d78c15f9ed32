import Wire

/// The place of a write in the total order of a room. It decides which of two writes is newer.
public struct RecordStamp: Comparable, Hashable, Sendable {
  /// The causal order of the entry.
  public var order: UInt64
  /// The log of the entry.
  public var log: LogKey

  /// The stamp of an entry.
  public init(order: UInt64, log: LogKey) {
    self.order = order
    self.log = log
  }

  /// Orders by causal order, then author, then incarnation.
  public static func < (left: RecordStamp, right: RecordStamp) -> Bool {
    (left.order, left.log) < (right.order, right.log)
  }
}
