import Dispatch
import FoundationEssentials
import Programs
import Synchronization

/// A look at something that may hang, such as a disk of a server that is gone. It has begun on a thread of its own.
final class Probe<Value: Sendable>: Sendable {
  private let found: Found

  /// The thread's result; it may come when nobody waits for it any more.
  private final class Found: Sendable {
    let value = Mutex<Value?>(nil)
    let done = DispatchGroup()
  }

  /// Begins.
  init(_ look: @escaping @Sendable () -> Value) {
    let found = Found()
    self.found = found
    found.done.enter()
    OwnThread.start {
      let value = look()
      found.value.withLock { $0 = value }
      found.done.leave()
    }
  }

  /// The result; nil when that takes longer, and the thread is left alone.
  func value(by deadline: ContinuousClock.Instant) -> Value? {
    let rest = max(.zero, deadline - ContinuousClock.now)
    _ = found.done.wait(timeout: .now() + (rest / .seconds(1)))
    return found.value.withLock { $0 }
  }
}
