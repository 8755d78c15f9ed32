import Foundation
import Programs
import Synchronization
import Testing

/// Threads for work that blocks.
@Suite struct OwnThreadTests {
  private final class Seen: Sendable {
    let name = Mutex("")
    let isDone = DispatchSemaphore(value: 0)
  }

  @Test("work is done on a thread with the name and the stack that were asked for")
  func work() {
    let seen = Seen()
    OwnThread.start(name: "parlor-test", stackBytes: 4 << 20) {
      // More than the least stack has room for.
      withUnsafeTemporaryAllocation(byteCount: 3 << 20, alignment: 1) { bytes in
        bytes.initializeMemory(as: UInt8.self, repeating: 1)
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        seen.name.withLock { $0 = "\(name ?? "") \(bytes[bytes.count - 1])" }
      }
      seen.isDone.signal()
    }
    #expect(seen.isDone.wait(timeout: .now() + 20) == .success)
    #expect(seen.name.withLock { $0 } == "parlor-test\n 1")
  }

  @Test("many threads start and end at the same time, and nothing of them stays")
  func many() throws {
    let done = DispatchSemaphore(value: 0)
    let count = Mutex(0)
    for _ in 0..<200 {
      OwnThread.start {
        count.withLock { $0 += 1 }
        done.signal()
      }
    }
    for _ in 0..<200 { #expect(done.wait(timeout: .now() + 20) == .success) }
    #expect(count.withLock { $0 } == 200)
  }

  @Test(
    "the folder of a path",
    arguments: [
      ("/a/b", "/a"), ("/a/b/", "/a"), ("/a", "/"), ("/", "/"), ("a/b", "a"), ("a", "."),
      ("/a//b/c", "/a/b"), ("./a", "."),
    ])
  func folder(_ path: String, _ folder: String) {
    #expect(PathText.folder(of: path) == folder)
  }
}
