import NIOCore
import Programs

/// Runs the tasks of a server on the loop of its connections: from a request to its answer no other thread is woken.
///
/// Long work, such as reading much from the store, would hold up every connection: see `besideConnections`.
final class ConnectionTasks: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Has a job done after what the loop does now.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Does what may take long on threads of its own, so that the loop of the connections never waits.
///
/// - Parameter takesLong: false for what is done where we are.
func besideConnections<T: Sendable>(
  _ takesLong: Bool = true, _ work: () async throws -> T
) async throws -> T {
  guard takesLong else { return try await work() }
  return try await withTaskExecutorPreference(TaskThreads.shared) { try await work() }
}
