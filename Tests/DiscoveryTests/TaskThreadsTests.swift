import Dispatch
import Glibc
import Testing

@testable import Programs

/// The threads on which the tasks of a daemon run.
@Suite struct TaskThreadsTests {
  private static var thread: UInt { UInt(pthread_self()) }

  @Test("every task is done, on as many threads as there may be at most")
  func all() async {
    let seen = await withTaskExecutorPreference(TaskThreads(most: 3)) {
      await withTaskGroup(of: (number: Int, thread: UInt).self) { group in
        for number in 1...500 {
          group.addTask {
            await Task.yield()
            return (number, Self.thread)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(seen.reduce(0) { $0 + $1.number } == 500 * 501 / 2)
    #expect((1...3).contains(Set(seen.map(\.thread)).count))
  }

  @Test("a task that waits for another one on its thread keeps nobody from the other threads")
  func oneThatBlocks() async {
    let threads = TaskThreads(most: 2)
    let other = DispatchSemaphore(value: 0)
    let blocked = Task(executorPreference: threads) { Self.wait(other) }
    let free = Task(executorPreference: threads) { _ = other.signal() }
    await free.value
    #expect(await blocked.value)
  }

  private static func wait(_ semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + .seconds(30)) == .success
  }
}
