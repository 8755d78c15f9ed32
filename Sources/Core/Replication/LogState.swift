import Schema
import Wire

/// Where a node stands in one log.
public struct LogState: Equatable, Sendable {
  /// The log.
  public let key: LogKey
  /// The sequence of the next entry, from 1.
  public var next: UInt64
  /// The hash of the newest entry; zero before the first.
  public var hash: EntryHash
  /// The causal order of the newest entry; 0 before the first.
  public var order: UInt64
  /// The first sequence at which the author signed two histories; entries from there count for nothing.
  public var forkedFrom: UInt64?

  /// An empty log, or one as it was stored.
  public init(
    key: LogKey, next: UInt64 = 1, hash: EntryHash = .zero, order: UInt64 = 0,
    forkedFrom: UInt64? = nil
  ) {
    self.key = key
    self.next = next
    self.hash = hash
    self.order = order
    self.forkedFrom = forkedFrom
  }

  /// Whether the entry with this sequence counts.
  public func counts(_ sequence: UInt64) -> Bool {
    forkedFrom.map { sequence < $0 } ?? true
  }

  /// Whether the log is forked and everything before the fork is here: nothing of it can count that is missing.
  public var hasAllThatCounts: Bool { forkedFrom.map { $0 <= next } ?? false }
}
