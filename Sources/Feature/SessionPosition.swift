import Schema

/// The place of a step in the log of its seat.
public struct SessionPosition: Equatable, Sendable {
  /// The number of the step's entry in its seat's log, from 1.
  public var sequence: UInt64
  /// By seat, the highest entry of its log that this log has cited up to and including this entry. A seat that was not cited is
  /// not there.
  public var seen: [Seat: UInt64]

  /// Describes where a step stands.
  public init(sequence: UInt64, seen: [Seat: UInt64]) {
    self.sequence = sequence
    self.seen = seen
  }

  /// The highest entry of another seat's log that this log has cited; 0 for none.
  public func seen(of seat: Seat) -> UInt64 { seen[seat] ?? 0 }
}
