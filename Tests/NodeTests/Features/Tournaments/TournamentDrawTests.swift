import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Draws that members of a room witness.
@Suite struct TournamentDrawTests {
  private func world(_ names: [String]) throws -> RoomWorld {
    let world = try RoomWorld(names)
    for one in names.indices { for other in 0..<one { try world.pair(other, one) } }
    _ = try world.make(0, "friends", Array(names.dropFirst()))
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.entrants = (0..<7).map { "P\($0)" }.joined(separator: "\n")
      $0.room = "friends"
    }
    return world
  }

  private func show(_ world: RoomWorld, _ number: Int) throws -> TournamentView {
    try world.call(number, Methods.Tournaments.show) { $0.tournament = "Cup" }
  }

  @discardableResult
  private func draw(_ world: RoomWorld, lots: Bool = false) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.draw) {
      $0.tournament = "Cup"
      $0.lots = lots
    }
  }

  /// The organiser's node closes what is due.
  private func close(_ world: RoomWorld) throws {
    world.network.run(milliseconds: 10_001)
    let made = try #require(show(world, 0).draws.last).made
    let due = try world.read(0, "lobby") {
      try $0.reader.registry.due($0.home, told: 0, now: made + 10_000)
    }
    for call in due.calls { world.network.give(0, [.due(call)]) }
    world.network.settle()
  }

  @Test(
    "T-10, T-11, T-25: all who are there take part, the same follows everywhere, and changes are shown"
  )
  func witnessed() throws {
    let world = try world(["Ada", "Bob", "Cleo"])
    #expect(try draw(world).draws.map(\.state) == [.open])
    #expect(try show(world, 2).draws[0].people.count == 3)
    try close(world)
    let views = try (0..<3).map { try show(world, $0) }
    #expect(views.allSatisfy { $0.draws[0].state == .done && $0.draws[0].people.count == 3 })
    #expect(Set(views.map(\.draws[0].seed)).count == 1 && Set(views.map(\.hash)).count == 1)
    let names = views[1].groups.flatMap(\.slots).filter { $0 != "--leave empty--" }
    #expect(names == views[1].draws[0].order && views[1].draws[0].changed.isEmpty)
    _ = try world.call(0, Methods.Tournaments.setGroups) {
      $0.tournament = "Cup"
      $0.swap = "A1"
      $0.with = "B1"
    }
    let changed = try show(world, 2).draws[0].changed
    #expect(changed.count == 2 && changed[0].hasPrefix("A1: "), "\(changed)")
    let other = refusal { try world.call(1, Methods.Tournaments.draw) { $0.tournament = "Cup" } }
    #expect(other.contains("Ada"), "\(other)")
  }

  @Test("T-10: who promises and does not show is named, and does not take part again")
  func withheld() throws {
    let world = try world(["Ada", "Bob", "Cleo"])
    try draw(world)
    // Bob's node is cut off before it hears that the draw is closed.
    world.network.partition(0, 1)
    world.network.partition(1, 2)
    try close(world)
    let view = try show(world, 0)
    #expect(
      view.draws[0].state == .closed && view.draws[0].missing == ["Bob"] && view.groups.isEmpty)
    let early = refusal { try draw(world) }
    #expect(early.contains("still running"), "\(early)")
    world.network.run(milliseconds: 30_000)
    try draw(world)
    try close(world)
    let second = try show(world, 2)
    #expect(second.draws.count == 2 && second.draws[1].state == .done)
    #expect(second.draws[1].people.sorted() == ["Ada", "Cleo"] && !second.groups.isEmpty)
  }

  @Test(
    "T-10, T-25: one who is alone draws without a witness, and lots decide what nothing else does")
  func alone() throws {
    let world = try RoomWorld(["Ada"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = "league"
      $0.entrants = "P0\nP1\nP2"
    }
    _ = try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
    #expect(try show(world, 0).groups[0].rows.allSatisfy(\.tied))
    try draw(world, lots: true)
    let view = try show(world, 0)
    #expect(view.draws[0].state == .done && view.draws[0].people == ["Ada"])
    #expect(view.groups[0].rows.map(\.name) == view.draws[0].order)
    #expect(view.groups[0].rows.map(\.rank) == [1, 2, 3])
  }

  @Test(
    "43 T-5: the first draw of lots counts; another one needs a reason, and all see it where it decides"
  )
  func again() throws {
    let world = try RoomWorld(["Ada"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = "league"
      $0.entrants = "P0\nP1\nP2"
    }
    _ = try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
    try draw(world, lots: true)
    let first = try show(world, 0)
    #expect(first.groups[0].rows.allSatisfy { $0.lot == "by lot, draw 1 of 1" })
    let refused = refusal { try draw(world, lots: true) }
    #expect(refused.contains("--reason") && refused.contains("draw 1 of 1"), "\(refused)")
    #expect(try show(world, 0).draws.count == 1)
    try world.call(0, Methods.Tournaments.draw) {
      $0.tournament = "Cup"
      $0.lots = true
      $0.reason = "P1 was not there"
    }
    let second = try show(world, 0)
    #expect(second.draws.map(\.decides) == [false, true])
    #expect(second.draws[1].reason == "P1 was not there")
    #expect(second.groups[0].rows.map(\.name) == second.draws[1].order)
    #expect(second.groups[0].rows.allSatisfy { $0.lot == "by lot, draw 2 of 2" })
  }

  @Test("43 T-5: who deletes a tournament with draws and begins again is seen to have done so")
  func deleted() throws {
    let world = try world(["Ada", "Bob"])
    try draw(world)
    try close(world)
    _ = try world.call(0, Methods.Tournaments.delete) { $0.tournament = "Cup" }
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Other"
      $0.room = "friends"
    }
    _ = try world.call(0, Methods.Tournaments.delete) { $0.tournament = "Other" }
    for number in 0...1 {
      let list = try world.call(number, Methods.Tournaments.list).tournaments
      #expect(
        list.map(\.deleted) == [true] && list.map(\.draws) == [1], "a draft without draws is gone")
    }
  }

  @Test("43 T-11: a deleted tournament comes back with its scores, unless it is erased")
  func deletedAndBack() throws {
    let world = try world(["Ada", "Bob"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Liga"
      $0.format = "league"
      $0.entrants = "Ann\nBen\nCleo"
      $0.room = "friends"
    }
    try world.call(0, Methods.Tournaments.start) { $0.tournament = "Liga" }
    let before = try world.call(0, Methods.Tournaments.score) {
      ($0.tournament, $0.match, $0.score) = ("Liga", "R1.1", "2:1")
    }
    func show(_ number: Int) throws -> TournamentView {
      try world.call(number, Methods.Tournaments.show) { $0.tournament = "Liga" }
    }
    func delete(_ name: String, erase: Bool = false) throws {
      _ = try world.call(0, Methods.Tournaments.delete) {
        ($0.tournament, $0.erase) = (name, erase)
      }
    }
    #expect(
      refusal { _ = try world.call(1, Methods.Tournaments.delete) { $0.tournament = "Liga" } } != ""
    )
    try delete("Liga")
    for number in 0...1 {
      #expect(throws: Refused.self) { try show(number) }
      #expect(try world.call(number, Methods.Tournaments.list).tournaments.map(\.name) == ["Cup"])
    }
    #expect(refusal { try delete(before.id) }.contains("is deleted"))
    _ = try world.call(0, Methods.Rooms.undo)
    for number in 0...1 { #expect(try show(number).hash == before.hash, "person \(number)") }
    // Another one may have its name meanwhile.
    try delete("Liga")
    try world.call(0, Methods.Tournaments.make) { $0.name = "Liga" }
    #expect(try show(0).id != before.id)
    try delete(before.id, erase: true)
    #expect(refusal { _ = try world.call(0, Methods.Rooms.undo) }.contains("erases"))
  }
}
