import Identifiers
import Schema
import Testing
import Wire

@testable import Node
@testable import Store

/// The count of the entries in a piece of a room's file.
@Suite struct BundleCountTests {
  private func room(_ next: [LogKey: UInt64]) throws -> Room {
    let id = try #require(RoomID([UInt8](repeating: 1, count: 16)))
    let stored = StoredRoom(number: 1, kind: .private, opener: .zero, position: 0, records: 1)
    var room = Room(id: id, stored: stored)
    for (key, next) in next {
      var log = StoredLog(without: key)
      log.state.next = next
      room.logs[key] = log
    }
    return room
  }

  private func slice(_ log: LogKey, from first: UInt64, _ count: Int) -> Slice {
    .with {
      ($0.log, $0.first) = (log.message, first)
      $0.entries = Array(repeating: Schema.Entry(), count: count)
    }
  }

  @Test(
    "specification 11: what was known, what is new and what was left out of a file are counted apart"
  )
  func counts() throws {
    let (one, other) = (
      LogKey(author: .zero, incarnation: 0), LogKey(author: .zero, incarnation: 1)
    )
    // Entries 2 to 5 of one log, of which 2 was here and 3 and 4 were taken; two of another one, and numbers that do not exist.
    let bundle = Schema.Bundle.with {
      $0.slices = [slice(one, from: 2, 4), slice(other, from: 1, 2), slice(one, from: .max, 1)]
    }
    let view = BundleCount(before: try room([one: 3]))
      .view(of: bundle, after: try room([one: 5]))
    #expect([view.known, view.taken, view.left] == [1, 2, 3])
    let new = BundleCount(before: nil).view(of: bundle, after: try room([one: 6, other: 3]))
    #expect([new.known, new.taken, new.left] == [0, 6, 0])
  }
}
