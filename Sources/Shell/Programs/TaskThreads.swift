import Dispatch
import Glibc
import Synchronization

/// Runs the tasks of a daemon, on threads that only sleep while there is nothing to do.
///
/// The threads that Swift runs tasks on by itself are those of libdispatch. From the first one on it wakes the process every
/// second, for as long as it lives, to see how many of them run. So every task of a daemon is begun with this executor as its
/// preference, and what waits for files or programs is done on threads of its own (`OwnThread`).
public final class TaskThreads: TaskExecutor {
  /// Those of this process.
  public static let shared = TaskThreads(most: max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  private struct State {
    var jobs: [UnownedJob] = []
    var threads = 0
    /// The number of threads that wait for a job, or were woken for one and did not take it yet.
    var idle = 0
  }

  private let most: Int
  private let state = Mutex(State())
  /// Is signalled once for each job.
  private let waiting = DispatchSemaphore(value: 0)

  /// - Parameter most: how many threads there may be; each is started when the others are busy for the first time.
  init(most: Int) { self.most = most }

  /// Has a job done once a thread is free.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let startsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.jobs.count > state.idle, state.threads < most else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    waiting.signal()
    if startsThread { OwnThread.start(name: "tasks") { self.run() } }
  }

  private func run() -> Never {
    while true {
      waiting.wait()
      let job = state.withLock { state in
        state.idle -= 1
        return state.jobs.removeFirst()
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { $0.idle += 1 }
    }
  }
}
