import Feature
import Identifiers
import Schema
import Store
import Testing
import Wire

@testable import Node

/// A turn as a value: what it has to tell and to do, and what is undone with an input.
@Suite struct TurnTests {
  private static let now = Moment(steady: 1_000, wall: 2_000)

  private func room(_ number: UInt8) throws -> RoomID {
    try #require(RoomID([UInt8](repeating: number, count: 16)))
  }

  private func entry(in room: RoomID) -> Written {
    Written(room: room, log: 1, sequence: 1, position: 1, hash: .zero)
  }

  @Test("design 4: of an input that is undone nothing is left, and all of those before it")
  func undoneAlone() throws {
    let (one, other) = (try room(1), try room(2))
    var turn = Turn(at: Self.now)
    let first = turn.beginInput()
    turn.tell(.renewSecurity)
    turn.touch(one)
    turn.settle(one)
    turn.wrote(entry(in: one))
    turn.changes.rebuilt.insert(one)
    turn.endInput(first)
    let second = turn.beginInput()
    turn.tell(.engage([]))
    turn.touch(other)
    turn.sync(one)
    turn.settle(other)
    turn.wrote(entry(in: other))
    turn.changes.rebuilt.insert(other)
    #expect(turn.undo(second) == [one, other])
    turn.endInput(second)
    #expect(turn.outputs.count == 1)
    #expect(turn.written.map(\.room) == [one])
    #expect(turn.changes.rebuilt == [one])
    #expect(turn.touched == [one])
    #expect(turn.roomsToSync.isEmpty)
    // What was owed before is owed still.
    #expect(turn.tablesToSettle == [one])
  }

  @Test("design 4: an input that is undone names the rooms that it touched, and no others")
  func undoneRooms() throws {
    let (one, other) = (try room(1), try room(2))
    var turn = Turn(at: Self.now)
    let first = turn.beginInput()
    turn.touch(one)
    turn.endInput(first)
    let second = turn.beginInput()
    turn.sync(other)
    #expect(turn.undo(second) == [other])
    turn.endInput(second)
    #expect(turn.touched == [one])
  }

  @Test("design 4: a match on which a step of an undone input was tried is replayed")
  func undoneStep() throws {
    let table = Table(
      id: try room(1), host: .zero, created: 0, person: .zero, Games([]))
    var proposed = ProposedSteps()
    proposed.add(.accepted([]), at: table)
    proposed.undo()
    #expect(table.needsReload && table.access.needsReload)
    #expect(proposed.take(at: table.id).isEmpty)
  }

  @Test("steps that were tried at a table are told once") func proposedOnce() throws {
    let games = Games([])
    let one = Table(id: try room(1), host: .zero, created: 0, person: .zero, games)
    let other = Table(id: try room(2), host: .zero, created: 0, person: .zero, games)
    var proposed = ProposedSteps()
    proposed.add(.accepted([]), at: one)
    proposed.add(.accepted([]), at: other)
    #expect(proposed.take(at: one.id).map(\.table.id) == [one.id])
    #expect(proposed.take(at: one.id).isEmpty)
    #expect(proposed.take(at: other.id).map(\.table.id) == [other.id])
  }

  @Test("design 4: the next turn does what the last one has left, and tells nothing of it")
  func nextTurn() throws {
    let (one, other) = (try room(1), try room(2))
    var turn = Turn(at: Self.now)
    turn.touch(one)
    turn.settle(other)
    turn.tell(.renewSecurity)
    turn.changes.presence.insert(one)
    #expect(turn.end() == [one])
    let next = Turn(at: Moment(steady: 1_001, wall: 2_001), after: turn)
    #expect(next.now.steady == 1_001)
    #expect(next.outputs.isEmpty && next.touched.isEmpty)
    #expect(next.changes.presence.isEmpty)
    #expect(next.tablesToSettle == [other])
  }

  @Test("specification 10: a link has so many answers in a turn, also where its inputs are undone")
  func answersAreCounted() {
    var turn = Turn(at: Self.now)
    let (link, other) = (LinkID(1), LinkID(2))
    for _ in 0..<Limits.answersPerTurn {
      let input = turn.beginInput()
      #expect(turn.spendAnswer(to: link) == true)
      _ = turn.undo(input)
      turn.endInput(input)
    }
    #expect(turn.spendAnswer(to: link) == false)
    #expect(turn.spendAnswer(to: other) == true)
    turn = Turn(at: Self.now, after: turn)
    #expect(turn.spendAnswer(to: link) == true)
  }

  @Test("a deleted room is not signed, synced or told any more") func deletedRoom() throws {
    let (one, other) = (try room(1), try room(2))
    var turn = Turn(at: Self.now)
    for id in [one, other] {
      turn.touch(id)
      turn.sync(id)
      turn.wrote(entry(in: id))
      turn.changes.rebuilt.insert(id)
    }
    turn.forget(one)
    #expect(turn.touched == [other] && turn.roomsToSync == [other])
    #expect(turn.written.map(\.room) == [other])
    #expect(turn.changes.rebuilt == [other])
  }

  @Test("E-70: only what a command of our person wrote is remembered") func ownWrites() throws {
    let id = try room(1)
    let write = OwnWrite(
      effect: .made, room: id, record: try #require(RecordID([UInt8](repeating: 3, count: 16))),
      log: 1, sequence: 1)
    var turn = Turn(at: Self.now)
    turn.remember(write)
    #expect(turn.endOwnWrites().isEmpty)
    turn.beginOwnWrites()
    turn.remember(write)
    #expect(turn.endOwnWrites().map(\.room) == [id])
    #expect(turn.endOwnWrites().isEmpty)
  }

  @Test(
    "design 4: the number of a change that is undone is not used again, and the next turn counts on"
  )
  func changeNumbers() {
    func numbers(_ turn: Turn) -> [UInt64] {
      turn.outputs.compactMap { output -> UInt64? in
        if case .publish(let change) = output { change.number } else { nil }
      }
    }
    var turn = Turn(at: Self.now)
    turn.publish(.roomGone("one"))
    let input = turn.beginInput()
    turn.publish(.roomGone("two"))
    #expect(turn.undo(input).isEmpty)
    turn.endInput(input)
    turn.publish(.roomGone("three"))
    #expect(numbers(turn) == [1, 3])
    var next = Turn(at: Self.now, after: turn)
    #expect(next.outputs.isEmpty)
    next.publish(.roomGone("four"))
    #expect(numbers(next) == [4])
    next.tellNothing()
    next.publish(.roomGone("five"))
    #expect(numbers(next) == [5])
  }

  @Test("design 4: a table that is touched is also settled") func touchedTable() throws {
    let (one, other) = (try room(1), try room(2))
    var turn = Turn(at: Self.now)
    turn.touch(one)
    turn.touch(table: other)
    #expect(turn.touched == [one, other] && turn.tablesToSettle == [other])
  }
}
