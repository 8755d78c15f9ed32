/// The place of a step in the log of its seat.
public struct SessionPosition: Equatable, Sendable {
  /// The number of the step's entry in its seat's log, from 1.
  public var sequence: UInt64
  /// The highest entry of the other seat's log that this log has cited up to and including
  /// this entry; 0 for none.
  public var seen: UInt64

  /// Describes where a step stands.
  public init(sequence: UInt64, seen: UInt64) {
    self.sequence = sequence
    self.seen = seen
  }
}
