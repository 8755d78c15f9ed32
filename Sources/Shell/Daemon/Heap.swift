import CHeap
import Glibc
import NIOCore
import Synchronization

/// The treatment of memory that is not needed any more. It may be used again at first, and goes back to the system after a time. Code goes
/// back too: while nobody does anything, a daemon needs little of it.
final class Heap: Sendable {
  /// From this size on, in bytes, a block comes from the system and goes back to it at once.
  private static let returned: Int32 = 4 << 20
  /// The most free memory that may stay at the end of an arena, in bytes, while it may be used again soon.
  private static let kept: Int32 = 16 << 20
  /// The most free memory that may stay for longer, in bytes.
  private static let keptIdle = 4 << 20
  /// The number of arenas that all threads share. Four strangers' drawings took 82 to 88 MiB with one for each thread, and 35 to 51 with
  /// two.
  private static let arenas: Int32 = 2
  private static let time = TimeAmount.seconds(10)
  /// A read that takes longer has used much memory, or will not feel that it is given back.
  private static let longRead = Duration.milliseconds(10)

  private let loop: any EventLoop
  private let isScheduled = Atomic<Bool>(false)
  private let isResting = Atomic<Bool>(false)
  private let uses = Atomic<Int>(0)
  private let signs = Atomic<Int>(0)
  /// The signs of life that count as a use: giving code back after each would cost more than they do, where somebody floods us.
  private static let mostSigns = 16

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Holds the sizes, which begin lower there.
  ///
  /// glibc raises them by itself, with the size of the largest block that was freed (mallopt(3), `M_MMAP_THRESHOLD`): after a
  /// flood of long frames more than 100 MiB stayed, all of it free.
  static func holdThresholds() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, returned)
      _ = mallopt(M_TRIM_THRESHOLD, kept)
      // Readers share two arenas: with one for each thread, each keeps free what its largest read needed.
      _ = mallopt(M_ARENA_MAX, arenas)
    #endif
    // SQLite takes a lock for each of its blocks where it counts them. To be said before it is used.
    _ = sqlite3_count_no_memory()
  }

  /// Keeps the process's memory, in which both keys are, from core files and from other programs of the user.
  ///
  /// With SWIFT_BACKTRACE set somebody looks for a fault: its program reads the memory of the one that has died.
  static func hide() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    guard getenv("SWIFT_BACKTRACE") == nil else { return }
    _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    _ = process_forbid_dumps()
  }

  /// Notes that memory was used; from any thread.
  func noteUse() {
    uses.add(1, ordering: .relaxed)
    isResting.store(false, ordering: .relaxed)
    guard !isScheduled.exchange(true, ordering: .relaxed) else { return }
    schedule()
  }

  /// After each time in which memory was used what is free goes back, and after one in which it was not, the code that ran.
  private func schedule() {
    let before = uses.load(ordering: .relaxed)
    loop.scheduleTask(in: Self.time) {
      Self.returnFree()
      guard self.uses.load(ordering: .relaxed) == before else { return self.schedule() }
      self.isScheduled.store(false, ordering: .relaxed)
      self.isResting.store(true, ordering: .relaxed)
      ProgramText.release()
    }
  }

  /// Nothing happened but a sign of life: what ran for it will not run again soon.
  func noteSignOfLife() {
    guard isResting.load(ordering: .relaxed) else { return }
    if signs.add(1, ordering: .relaxed).newValue % Self.mostSigns == 0 { return noteUse() }
    ProgramText.release()
  }

  /// Gives back at once what a long read used. Each thread that reads has an arena of its own, and each keeps what was free
  /// there: readers that take turns would keep as much as all of them need together.
  static func noteEnd(of read: Duration) {
    if read > longRead { returnFree() }
  }

  /// Gives back what is free, where that is much.
  static func returnFree() {
    #if canImport(Glibc)
      if mallinfo2().fordblks > keptIdle { _ = malloc_trim(0) }
    #endif
  }
}
