/// The times for which discovery waits.
public struct Timing: Sendable {
  /// Waits before the program is started again, doubling from the first to the last.
  public var backoff: ClosedRange<Duration>
  /// A program that ran this long starts again with the shortest wait when it dies.
  public var steady: Duration
  /// The time between two questions to the program whether it still runs.
  public var checkInterval: Duration
  /// The longest time that its answer may take; two calls to D-Bus may block it for 25 s each.
  public var checkPatience: Duration
  /// After an interruption, instances not seen again for this long are lost.
  public var settling: Duration
  /// The longest time that the program may take to end by itself when discovery stops.
  public var farewell: Duration

  /// Makes the waits of a real daemon; tests take shorter ones.
  public init(
    backoff: ClosedRange<Duration> = .seconds(1)...(.seconds(30)), steady: Duration = .seconds(30),
    checkInterval: Duration = .seconds(60), checkPatience: Duration = .seconds(90),
    settling: Duration = .seconds(10), farewell: Duration = .seconds(1)
  ) {
    self.backoff = backoff
    self.steady = steady
    self.checkInterval = checkInterval
    self.checkPatience = checkPatience
    self.settling = settling
    self.farewell = farewell
  }
}
