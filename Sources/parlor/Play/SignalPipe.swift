#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The descriptor that the handler writes to; set once before the handlers are installed.
nonisolated(unsafe) private var writeEnd: Int32 = -1

/// Signals as bytes to poll for.
final class SignalPipe {
  /// The descriptor to poll for reading.
  let descriptor: Int32

  /// Catches what ends a session or changes the screen's size.
  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writeEnd = ends[1]
    for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT] {
      signal(number) { number in
        let reason = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(writeEnd, &byte, 1)
        errno = reason
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// The signals that came.
  func take() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &buffer, buffer.count)
    return count > 0 ? buffer[..<count].map(Int32.init) : []
  }
}
