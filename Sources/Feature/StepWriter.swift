import Schema

/// The writer of a step at a table of two: its seat, its entry, and the newest entry of the other seat that it knew.
public struct StepWriter: Sendable {
  /// The seat in whose log the step stands.
  public let seat: Seat
  /// The number of its entry.
  public let sequence: UInt64
  /// The highest entry of the other seat's log that this log has cited; 0 for none.
  public let seen: UInt64

  /// Describes a writer.
  public init(seat: Seat, sequence: UInt64, seen: UInt64) {
    (self.seat, self.sequence, self.seen) = (seat, sequence, seen)
  }

  /// Whether the writer knew an entry of some seat's log; of its own log it knows all.
  public func knows(_ entry: UInt64?, of owner: Seat) -> Bool {
    guard let entry else { return false }
    return owner == seat || entry <= seen
  }
}
