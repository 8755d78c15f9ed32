import Schema
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
}
