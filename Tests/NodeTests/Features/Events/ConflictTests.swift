import EventSchema
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Changes by two people at once: both are kept for somebody to choose (row P-26).
@Suite struct ConflictTests {
  /// Two nodes with an event in a room of theirs, which do not hear each other.
  private func apart() throws -> (world: RoomWorld, room: String, event: EventView) {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat", ["Bob"]).id
    let event = try world.plan(0, EventDraft("Trip"), in: room)
    world.network.partition(0, 1)
    return (world, room, event)
  }

  @Test("P-26: of two names given at once both are kept, and who chooses does so for everybody")
  func twoNames() throws {
    let (world, room, event) = try apart()
    _ = try world.edit(0, event) { $0.name = "Trip to Rome" }
    _ = try world.edit(1, event) { $0.name = "Trip to Paris" }
    _ = try world.edit(0, event) { $0.notes = "by boat" }
    _ = try world.edit(1, event) { $0.countUp = true }
    world.join([0, 1])
    let shown = try world.event(0, event).name
    let other = shown == "Trip to Rome" ? "Trip to Paris" : "Trip to Rome"
    for number in 0...1 {
      let conflicts = try world.conflicts(number, room)
      #expect(conflicts.map(\.fieldName) == ["name"], "node \(number)")
      #expect(conflicts.first?.title == shown && conflicts.first?.maySettle == true)
      #expect(conflicts.first?.sides.map(\.value) == ["\"\(shown)\"", "\"\(other)\""])
      #expect(Set(conflicts.first?.sides.map(\.name) ?? []) == ["Ada", "Bob"])
    }
    #expect(refusal { try world.settle(1, event, side: 3) }.contains("1 to 2"))
    #expect(refusal { try world.settle(1, event, "notes", side: 1) }.contains("nothing to settle"))
    try world.settle(1, event, side: 2)
    for number in 0...1 { #expect(try world.conflicts(number, room).isEmpty) }
    // An undo of the choice brings both back.
    _ = try world.call(1, Methods.Rooms.undo)
    for number in 0...1 {
      let sides = try world.conflicts(number, room).first?.sides.map(\.value)
      #expect(sides == ["\"\(shown)\"", "\"\(other)\""], "node \(number)")
    }
    try world.settle(1, event, side: 2)
    for number in 0...1 {
      #expect(try world.event(number, event).name == other)
      #expect(try world.conflicts(number, room).isEmpty)
      #expect(try world.event(number, event).notes == "by boat")
    }
    #expect(refusal { try world.settle(1, event, side: 1) }.contains("nothing to settle"))
  }

  @Test(
    "43 C-2: what a program wrote without having seen a person's change stands beside it, for all")
  func program() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat", ["Bob"]).id
    let event = try world.plan(0, EventDraft("Trip"), in: room)
    _ = try world.edit(0, event) { ($0.name, $0.place) = ("Trip to Rome", "Harbour") }
    _ = try world.edit(0, event) {
      ($0.name, $0.notes, $0.unseen) = ("Trip to Oslo", "by boat", [1])
    }
    let id = try #require(RoomID(Base32.decode(room) ?? []))
    for number in 0...1 {
      try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(id, $0) }
      let conflicts = try world.conflicts(number, room)
      #expect(conflicts.map(\.fieldName) == ["name"], "node \(number)")
      #expect(conflicts.first?.sides.map(\.value) == ["\"Trip to Oslo\"", "\"Trip to Rome\""])
      #expect(try world.event(number, event).place == "Harbour")
    }
    // So it is with what somebody else had written.
    _ = try world.edit(1, event) { $0.notes = "by train" }
    _ = try world.edit(0, event) { ($0.notes, $0.unseen) = ("on foot", [4]) }
    #expect(try world.conflicts(1, room).map(\.fieldName) == ["name", "notes"])
    try world.settle(0, event, "notes", side: 1)
    // Nothing else stands beside itself.
    _ = try world.edit(0, event) { ($0.place, $0.unseen) = ("Station", [1, 4]) }
    #expect(try world.conflicts(0, room).map(\.fieldName) == ["name"])
    try world.settle(1, event, "name", side: 2)
    for number in 0...1 {
      #expect(try world.event(number, event).name == "Trip to Rome")
      #expect(try world.conflicts(number, room).isEmpty)
    }
    // Whoever writes the field again has seen both.
    _ = try world.edit(0, event) { ($0.name, $0.unseen) = ("Trip to Bonn", [1]) }
    #expect(try world.conflicts(1, room).count == 1)
    _ = try world.edit(0, event) { $0.name = "Trip to Kiel" }
    for number in 0...1 { #expect(try world.conflicts(number, room).isEmpty) }
  }

  @Test("P-26: the same name given twice is no conflict, nor is a name given by who saw the other")
  func alike() throws {
    let (world, room, event) = try apart()
    for number in 0...1 { _ = try world.edit(number, event) { $0.name = "Trip to Rome" } }
    world.join([0, 1])
    for number in 0...1 { #expect(try world.conflicts(number, room).isEmpty) }
    _ = try world.edit(0, event) { $0.name = "Trip to Oslo" }
    _ = try world.edit(1, event) { $0.name = "Trip to Bonn" }
    for number in 0...1 { #expect(try world.conflicts(number, room).isEmpty) }
  }

  @Test(
    "P-26: what was set aside goes with what it belonged to, and is chosen by who may change it")
  func deleted() throws {
    let (world, room, event) = try apart()
    for number in 0...1 { _ = try world.edit(number, event) { $0.name = "Trip \(number)" } }
    world.join([0, 1])
    _ = try world.call(1, Methods.Events.delete) {
      $0.room = room
      $0.event = event.id
    }
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      let kept = try world.network.nodes[number].store.read { try $0.contendedRooms() }
      #expect(kept.isEmpty, "nothing of it is on the disk")
    }
  }

  static let seeds: Range<UInt64> = {
    let count = ProcessInfo.processInfo.environment["PARLOR_SEEDS"].flatMap { UInt64($0) }
    return 1..<(count ?? 24) + 1
  }()

  @Test(
    "P-26: everybody sees the same conflicts, also once the room was made again", arguments: seeds)
  func anyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try RoomWorld(["Ada", "Bob", "Cyd"], seed: seed)
    let pairs = [(0, 1), (1, 2), (0, 2)]
    for (one, other) in pairs { try world.pair(one, other) }
    let room = try world.make(0, "boat", ["Bob", "Cyd"]).id
    var draft = EventDraft("Trip")
    draft.repeat = "every day for 9 times"
    let event = try world.plan(0, draft, in: room)
    for _ in 0..<4 {
      for (one, other) in pairs where Bool.random(using: &random) {
        world.network.partition(one, other)
      }
      for step in 0..<Int.random(in: 1...5, using: &random) {
        let number = Int.random(in: 0..<3, using: &random)
        // A program's write says for itself that it has seen nothing (43 C-2).
        let isUnseen = Int.random(in: 0..<4, using: &random) == 0
        if Bool.random(using: &random) {
          let place = Int.random(in: 0..<3, using: &random)
          try world.edit(number, event, date: place) { $0.name = "Trip \(number) \(step)" }
          continue
        }
        _ = try world.edit(number, event) {
          if Bool.random(using: &random) {
            $0.name = "Trip \(number) \(step)"
            if isUnseen { $0.unseen = [1] }
          } else {
            $0.minutes = UInt32(10 * number + step + 1)
            if isUnseen { $0.unseen = [3] }
          }
        }
      }
      if Bool.random(using: &random) { world.join([0, 1]) }
    }
    world.join([0, 1, 2])
    let conflicts = try world.conflicts(0, room)
    let state = try world.read(0, room) { try $0.state().hash }
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    for number in 0..<3 {
      #expect(try world.read(number, room) { try $0.state().hash } == state, "seed \(seed)")
      #expect(try world.conflicts(number, room) == conflicts, "seed \(seed), node \(number)")
      let copy = try world.network.nodes[number].store.copy()
      try copy.turn { try RecordRebuild.rebuild(id, $0) }
      let again = try copy.read { reader in
        let own = try #require(try reader.accounts().first).author
        let views = try #require(try RoomViews(id, reader, own: own))
        return (try views.conflicts(), try views.state().hash)
      }
      #expect(again.0 == conflicts && again.1 == state, "seed \(seed), node \(number), made again")
    }
  }
}

extension RoomWorld {
  /// Ends what keeps these nodes apart, and lets them talk.
  func join(_ numbers: [Int]) {
    for one in numbers {
      for other in numbers where one < other {
        network.heal(one, other)
        if !network.isLinked(one, other) { network.connect(one, other) }
      }
    }
    network.run(milliseconds: 70_000)
  }

  func conflicts(_ number: Int, _ room: String) throws -> [ConflictView] {
    try read(number, room) { try $0.conflicts() }
  }

  func settle(
    _ number: Int, _ event: EventView, _ field: String = "", side: UInt32
  ) throws {
    _ = try call(number, Methods.Rooms.settle) {
      $0.room = event.room
      $0.record = event.id
      $0.field = field
      $0.side = side
    }
  }
}
