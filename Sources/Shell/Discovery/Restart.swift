/// The schedule for starts of the program: at once, then after waits that double while it keeps failing.
struct Restart {
  /// Failures in a row, without a steady run between them.
  private(set) var failures = 0
  /// Not before this moment.
  private(set) var startAt: ContinuousClock.Instant
  private let timing: Timing
  private var wait: Duration

  /// Allows the first start at once.
  init(timing: Timing, now: ContinuousClock.Instant) {
    self.timing = timing
    startAt = now
    wait = timing.backoff.lowerBound
  }

  /// Notes a failure; `ranFor` is nil when the program did not even start.
  mutating func failed(now: ContinuousClock.Instant, ranFor: Duration?) {
    if let ranFor, ranFor >= timing.steady {
      failures = 0
      wait = timing.backoff.lowerBound
    }
    failures += 1
    startAt = now + wait
    wait = min(wait * 2, timing.backoff.upperBound)
  }
}
