import Feature
import Glibc
import Node

/// The clocks of the machine, the only place where they are read.
enum Clock {
  /// The steady and the wall clock now.
  static var now: Moment {
    Moment(steady: milliseconds(CLOCK_MONOTONIC), wall: milliseconds(CLOCK_REALTIME))
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
