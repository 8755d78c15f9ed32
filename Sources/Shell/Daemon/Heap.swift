import CHeap
import Glibc
import NIOCore
import Synchronization

/// What becomes of memory that is freed: it is used again, and goes back to the system once there was time for that.
final class Heap: Sendable {
  /// From this size on, in bytes, a block comes from the system and goes back to it at once.
  private static let returned: Int32 = 4 << 20
  /// How much free memory may stay at the end of an arena, in bytes, while it may be used again soon.
  private static let kept: Int32 = 16 << 20
  /// How much free memory may stay for longer.
  private static let keptIdle = 4 << 20
  private static let time = TimeAmount.seconds(10)

  private let loop: any EventLoop
  private let isScheduled = Atomic<Bool>(false)

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Holds the sizes, which begin lower there.
  ///
  /// glibc raises them by itself, with the size of the largest block that was freed (mallopt(3), `M_MMAP_THRESHOLD`): after a
  /// flood of long frames more than 100 MiB stayed, all of it free.
  static func holdThresholds() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, returned)
      _ = mallopt(M_TRIM_THRESHOLD, kept)
    #endif
    // SQLite takes a lock for each of its blocks where it counts them. To be said before it is used.
    _ = sqlite3_count_no_memory()
  }

  /// Notes that memory was used; from any thread.
  func noteUse() {
    guard !isScheduled.exchange(true, ordering: .relaxed) else { return }
    loop.scheduleTask(in: Self.time) {
      self.isScheduled.store(false, ordering: .relaxed)
      Self.returnFree()
    }
  }

  /// Gives back what is free, where that is much.
  static func returnFree() {
    #if canImport(Glibc)
      if mallinfo2().fordblks > keptIdle { _ = malloc_trim(0) }
    #endif
  }
}
