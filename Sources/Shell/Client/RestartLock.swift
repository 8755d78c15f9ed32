#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A lock on a home's directory for the command that has its daemon begin again: meanwhile no other command starts one. It goes with
/// the process that holds it.
enum RestartLock {
  /// The longest time that others wait, in milliseconds.
  private static let patienceMilliseconds = DaemonStarter.patienceMilliseconds + 1000

  /// Does something while no other command does the same; where the lock is not had in time, all the same.
  static func hold<Value>(_ home: String, _ work: () throws -> Value) rethrows -> Value {
    let descriptor = take(home, LOCK_EX)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try work()
  }

  /// Waits until no command holds it.
  static func wait(_ home: String) {
    let descriptor = take(home, LOCK_SH)
    if descriptor >= 0 { close(descriptor) }
  }

  private static func take(_ home: String, _ kind: Int32) -> Int32 {
    let descriptor = open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    for _ in 0..<patienceMilliseconds / 5 {
      if flock(descriptor, kind | LOCK_NB) == 0 || errno != EWOULDBLOCK { break }
      usleep(5000)
    }
    return descriptor
  }
}
