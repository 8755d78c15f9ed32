import Foundation
import Schema
import Synchronization
import Testing

@testable import Daemon

/// The readers of the stream of changes, fast and slow.
@Suite struct ChangeBoardTests {
  private static func change(_ number: Int) -> Change {
    .with {
      $0.number = UInt64(number)
      $0.notice = "change \(number)"
    }
  }

  @Test("a reader that falls behind ends alone: it has what fits, and the others everything")
  func behind() async {
    let board = ChangeBoard()
    let slow = board.changes()
    var fast = board.changes().makeAsyncIterator()
    for number in 1...ChangeBoard.bufferLimit + 100 {
      board.publish(Self.change(number))
      #expect(await fast.next()?.number == UInt64(number))
    }
    var kept: [UInt64] = []
    for await change in slow { kept.append(change.number) }
    #expect(kept == (1...UInt64(ChangeBoard.bufferLimit)).map { $0 })
    #expect(board.hasReaders, "the fast one")
    board.close()
    #expect(!board.hasReaders)
  }

  @Test("every reader's stream ends with the board") func close() async {
    let board = ChangeBoard()
    let readers = [board.changes(), board.changes()]
    board.publish(Self.change(1))
    board.close()
    for reader in readers {
      var read = 0
      for await _ in reader { read += 1 }
      #expect(read == 1)
    }
    #expect(!board.hasReaders)
  }

  /// The state that the threads of a test share until it is over.
  private final class Work: Sendable {
    let isOver = Atomic(false)
    let cancelled = Atomic(0)
  }

  @Test("G-15, G-37: readers that go away while changes come stop nobody") func goingAway() async {
    let board = ChangeBoard()
    let work = Work()
    let wanted = 3_000
    // Threads of their own: should they wait for each other for ever, the other tests can go on.
    Thread {
      while !work.isOver.load(ordering: .relaxed) { board.publish(Self.change(1)) }
    }.start()
    for _ in 0..<2 {
      Thread {
        while !work.isOver.load(ordering: .relaxed) {
          let stream = board.changes()
          let reading = Task { for await _ in stream {} }
          usleep(50)
          reading.cancel()
          // The threads end by themselves: while other tests are busy, this one may not be resumed for minutes.
          if work.cancelled.add(1, ordering: .relaxed).newValue >= wanted {
            work.isOver.store(true, ordering: .relaxed)
          }
        }
      }.start()
    }
    let deadline = ContinuousClock.now + .seconds(60)
    while work.cancelled.load(ordering: .relaxed) < wanted, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(10))
    }
    work.isOver.store(true, ordering: .relaxed)
    #expect(work.cancelled.load(ordering: .relaxed) >= wanted)
  }
}
