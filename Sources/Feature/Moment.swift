/// The time of a turn, given to the node by the shell.
public struct Moment: Equatable, Sendable {
  /// Milliseconds of a clock that never goes back; decides about waiting.
  public var steady: Int64
  /// Milliseconds since 1970; a label for people.
  public var wall: Int64

  /// Puts the two clocks together.
  public init(steady: Int64, wall: Int64) {
    self.steady = steady
    self.wall = wall
  }
}
