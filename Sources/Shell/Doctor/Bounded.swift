import Dispatch
import FoundationEssentials
import Programs
import Synchronization

/// Work that may hang, such as a look at a disk of a server that is gone.
enum Bounded {
  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// Does the work on a thread of its own, which is left alone when it takes longer: nil then.
  static func run<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () -> Value
  ) -> Value? {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    OwnThread.start {
      let value = work()
      box.value.withLock { $0 = value }
      done.signal()
    }
    _ = done.wait(timeout: .now() + (limit / .seconds(1)))
    return box.value.withLock { $0 }
  }
}
