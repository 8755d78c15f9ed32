import ChatSchema
import Events
import EventSchema
import Feature
import Features
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

extension Feature {
  /// A feature for these tests: what is said to it in the lobby, it repeats when its time comes.
  fileprivate static let parrot = Feature(
    name: "parrot", kinds: [],
    due: { home, told, now in
      let said = try home.records(of: [3], in: .lobby, limit: 10)
      guard let first = said.first, said.count == 1 else { return Due() }
      guard first.wall + 60_000 <= now else { return Due(next: first.wall + 60_000) }
      return Due(
        calls: [
          Methods.Chat.post {
            $0.room = "lobby"
            $0.text = "again"
          }
        ])
    })
}

/// Reminders and deadlines that are due for a person, from the index.
@Suite struct DueTests {
  private func due(_ world: RoomWorld, _ number: Int, told: Int64, now: Int64) throws -> Due {
    try world.read(number, "lobby") { views in
      try views.reader.registry.due(views.home, told: told, now: now)
    }
  }

  @Test(
    "E-02, E-53: the soonest events of trusted people are due when they come, and yearly ones again"
  )
  func events() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    world.network.connect(0, 2)
    let room = try world.make(0, "club", ["Bob"]).id
    var yearly = EventDraft("birthday", "in 2 days")
    yearly.repeat = "yearly"
    let birthday = try world.plan(0, yearly)
    let dinner = try world.plan(1, EventDraft("dinner", "in 4 days"), in: room)
    let later = try world.plan(0, EventDraft("later", "in 6 days"))
    // Strangers fill the beginning of the list.
    for number in 0..<9 {
      world.network.run(milliseconds: 5_000)
      _ = try world.plan(2, EventDraft("stranger \(number)", "in 1 days"), in: "lobby")
    }
    #expect(try world.read(0, "lobby") { try $0.eventLines().count } == 9)
    _ = try world.call(0, Methods.Node.set) {
      $0.key = "notify-limit"
      $0.value = "2"
    }
    let starts = [birthday, dinner, later].map(\.start.milliseconds)
    let now = starts[0] - 1
    let none = try due(world, 0, told: now - 5, now: now)
    #expect(none.notices.isEmpty && none.next == starts[0])
    let first = try due(world, 0, told: now, now: starts[0])
    #expect(first.notices.map(\.title) == ["birthday"] && first.notices[0].instant == starts[0])
    #expect(first.notices[0].text.hasPrefix("Is now: "))
    #expect(first.notices[0].variables["PARLOR_EVENT"] == "birthday")
    // Of those that were missed the soonest two, then the next.
    let missed = try due(world, 0, told: now, now: starts[2] + 120_000)
    #expect(missed.notices.map(\.title) == ["birthday", "dinner"])
    #expect(missed.notices.allSatisfy { $0.text.hasPrefix("Was on ") })
    let rest = try due(world, 0, told: starts[1], now: starts[2])
    #expect(rest.notices.map(\.title) == ["later"])
    let next = try #require(rest.next)
    #expect(next > starts[0] + 364 * 86_400_000, "the birthday of next year")
    #expect(try due(world, 0, told: next - 1, now: next).notices.map(\.title) == ["birthday"])
    // What comes once only from now on is due once only.
    _ = try world.edit(0, birthday) { $0.repeat = "once" }
    #expect(try due(world, 0, told: starts[1], now: starts[2]).next == nil)
    _ = try world.call(0, Methods.Node.set) {
      $0.key = "notify-limit"
      $0.value = "0"
    }
    #expect(try due(world, 0, told: now, now: starts[0]).notices.isEmpty)
  }

  @Test("what comes again is known after a room is made again")
  func again() throws {
    let world = try RoomWorld(["Ada"])
    var yearly = EventDraft("birthday", "in 2 days")
    yearly.repeat = "yearly"
    let birthday = try world.plan(0, yearly)
    let id = try RoomID(personal: world.account(0))
    try world.network.nodes[0].store.turn { try RecordRebuild.rebuild(id, $0) }
    let start = birthday.start.milliseconds
    #expect(try due(world, 0, told: start, now: start + 1).next != nil)
  }

  @Test("a feature has the node act for its person when a time has come")
  func acts() throws {
    let registry = Registry(beside: [.chat, .files, .events, .parrot])
    let world = try RoomWorld(["Ada"], registry: registry)
    let said = try world.say(0, "once")
    let time = said.wallMilliseconds + 60_000
    #expect(try due(world, 0, told: 0, now: time - 1).next == time)
    let found = try due(world, 0, told: 0, now: time)
    #expect(found.calls.count == 1)
    for call in found.calls { world.network.give(0, [.due(call)]) }
    #expect(try world.texts(0) == ["once", "again"])
    #expect(try due(world, 0, told: 0, now: time).calls.isEmpty)
    // What cannot be done is not done, and harms nothing.
    world.network.give(0, [.due(Methods.Chat.post { $0.room = "nowhere" })])
    world.network.give(0, [.due(Call(Method<Tap, Done>("nothing/known"), Tap()))])
    #expect(try world.texts(0) == ["once", "again"])
  }
}
