import Node
import Schema
import Synchronization
import Testing

@testable import API

/// Whether a person is at a table follows from the screens that are open, whatever the order of threads.
@Suite struct AttendingScreensTests {
  @Test func aScreenThatOpensWhileTheLastOneClosesIsNotTakenForGone() async {
    let node = FakeNode()
    let isClosing = Mutex(false)
    node.pause { call in
      guard (call.request as? Attend)?.attendance == .lost else { return }
      isClosing.withLock { $0 = true }
      try? await Task.sleep(for: .milliseconds(100))
    }
    let screens = AttendingScreens(node: node)
    _ = await screens.opened(.table("t"), auto: false)
    let closing = Task { await screens.closed(.table("t")) }
    while !isClosing.withLock({ $0 }) { await Task.yield() }
    _ = await screens.opened(.table("t"), auto: true)
    await closing.value
    #expect(node.attends.map(\.attendance) == [.here, .lost, .here])
    #expect(node.attends.last?.auto == true)
  }
}
