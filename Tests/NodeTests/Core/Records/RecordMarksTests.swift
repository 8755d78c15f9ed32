import Feature
import Identifiers
import Testing

@testable import Node

/// The changes of a turn to records, as a value.
@Suite struct RecordMarksTests {
  private func room(_ number: UInt8) throws -> RoomID {
    try #require(RoomID([UInt8](repeating: number, count: 16)))
  }

  private func change(_ number: UInt8) throws -> RecordApplier.Change {
    RecordApplier.Change(
      record: try #require(RecordID([UInt8](repeating: number, count: 16))),
      kind: RecordKind(rawValue: 1), effect: .made, log: 1, order: UInt64(number), writer: 1)
  }

  @Test(
    "where the records of a room were made again, what was changed before is told with all of it")
  func rebuilt() throws {
    let (one, other) = (try room(1), try room(2))
    var marks = RecordMarks()
    marks.changes = [one: [try change(1), try change(2)], other: [try change(3)]]
    marks.reactedChanges = [one: 1]
    marks.rebuild(one, [try change(4)])
    #expect(marks.changes == [one: [try change(4)], other: [try change(3)]])
    #expect(marks.reactedChanges == [one: 0] && marks.rebuilt == [one])
    marks.forget(one)
    #expect(marks.changes == [other: [try change(3)]] && marks.rebuilt.isEmpty)
    #expect(marks.takeApplier() == nil)
  }
}
