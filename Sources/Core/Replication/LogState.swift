import Identifiers
import Schema
import Wire

/// The position of a node in one log.
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
  /// The hash of the last entry before the fork; zero where the log forked at its first. Nil until that entry is stored.
  public var hashBelowFork: EntryHash?

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

  /// Takes note of a fork.
  ///
  /// - Parameter known: the hash of an entry that is stored.
  public mutating func fork(
    from sequence: UInt64, known: (_ sequence: UInt64) throws -> EntryHash?
  ) rethrows {
    forkedFrom = sequence
    guard hasAllThatCounts else { return hashBelowFork = nil }
    hashBelowFork =
      sequence == next ? hash : sequence > 1 ? try known(sequence - 1) : .zero
  }

  /// Appends one entry.
  public mutating func append(_ entry: VerifiedEntry) {
    next = entry.place.sequence + 1
    hash = entry.hash
    order = entry.order
    if next == forkedFrom { hashBelowFork = hash }
  }

  /// Whether the entry with this sequence counts.
  public func counts(_ sequence: UInt64) -> Bool {
    forkedFrom.map { sequence < $0 } ?? true
  }

  /// Whether the log is forked and everything before the fork is stored. Then nothing that is missing can count.
  public var hasAllThatCounts: Bool { forkedFrom.map { $0 <= next } ?? false }
}
