import CSpawn
import Glibc

/// Threads for work that blocks, which must not take those of tasks.
public enum OwnThread {
  private final class Work {
    let name: String?
    let body: @Sendable () -> Void

    init(_ name: String?, _ body: @escaping @Sendable () -> Void) {
      (self.name, self.body) = (name, body)
    }
  }

  /// Does some work on a thread of its own, which ends with it; nobody waits for it.
  ///
  /// A system that starts no thread any more runs no program either: this one ends then.
  ///
  /// - Parameters:
  ///   - name: what the system calls it, at most 15 bytes; nil for the name of the program.
  ///   - stackBytes: how large its stack is; nil for what the system gives.
  public static func start(
    name: String? = nil, stackBytes: Int? = nil, _ work: @escaping @Sendable () -> Void
  ) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { pointer in
        guard let pointer else { return nil }
        let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        if let name = work.name { pthread_setname_np(pthread_self(), name) }
        work.body()
        return nil
      }, Unmanaged.passRetained(Work(name, work)).toOpaque())
    guard failure == 0 else {
      fatalError("no thread starts: \(String(cString: strerror(failure)))")
    }
  }
}
