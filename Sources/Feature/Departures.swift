import Identifiers

/// The entries with which one seat's log left the table and came back, in turns.
public struct Departures: Equatable, Sendable {
  private var turns: [UInt64] = []

  /// A seat that has not left.
  public init() {}

  /// Leaves, or comes back.
  /// - Parameter sequence: The entry, at or behind the last one.
  public mutating func turn(at sequence: UInt64) { turns.append(sequence) }

  /// Whether the seat has left, as known by somebody who has seen the log up to an entry. The cost grows with the logarithm of the
  /// number of turns, which nothing limits but the log.
  public func isAway(asOf sequence: UInt64) -> Bool {
    turns.partitioningIndex { $0 > sequence } % 2 == 1
  }
}
