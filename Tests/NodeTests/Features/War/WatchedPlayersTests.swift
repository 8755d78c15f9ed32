import Feature
import Foundation
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// The players of a match as those see them who watch it (row G-49).
@Suite struct WatchedPlayersTests {
  private final class Counter { var count = 0 }

  private func watch(_ world: RoomWorld, _ number: Int, _ table: String) throws {
    try world.call(number, Methods.Tables.watch) { $0.table = table }
    world.network.run(milliseconds: 100)
  }

  @Test("42.1 G-49 who watches is told within a second where both players are, as they see it")
  func presence() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    let table = try world.match { $0.spectators = .everybody }
    try watch(world, 2, table)
    try world.call(2, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .here
    }
    world.network.run(milliseconds: 1_000)
    var seen = try world.table(2, table)
    #expect(seen.host.here && seen.joiner.here && seen.host.online && seen.joiner.online)
    #expect(seen.paused.isEmpty)

    for (number, name) in [(1, "Bob"), (0, "Ada")] {
      try world.call(number, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .lost
      }
      world.network.run(milliseconds: 1_000)
      seen = try world.table(2, table)
      #expect(seen.host.here == (number == 1) && seen.joiner.here == (number == 0))
      #expect(seen.paused == "\(name) is not at the table.")
      try world.sit(table, number)
      world.network.run(milliseconds: 1_000)
      seen = try world.table(2, table)
      #expect(seen.host.here && seen.joiner.here && seen.paused.isEmpty, "\(name) is back")
    }

    // Bob's cable is out: the host notices, and with it the spectator.
    world.network.partition(0, 1)
    world.network.run(milliseconds: 1_000)
    #expect(try world.table(2, table).paused == "Bob is not at the table.")
    // The spectator's own is out: it knows of nobody where they are.
    world.network.partition(0, 2)
    world.network.run(milliseconds: 1_000)
    seen = try world.table(2, table)
    #expect(seen.paused == "The connection to Ada is lost." && !seen.host.here && !seen.host.online)
    world.network.heal(0, 2)
    world.network.heal(0, 1)
    world.network.connect(0, 2)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 1_500)
    #expect(try world.table(2, table).paused.isEmpty)
  }

  @Test(
    "42.1 G-49 a cable of a spectator that carries nothing is noticed as soon as that of a player")
  func silence() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    let table = try world.match { $0.spectators = .everybody }
    try watch(world, 2, table)
    try world.call(2, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .here
    }
    world.network.run(milliseconds: 1_000)
    world.network.partition(from: 0, to: 2)
    world.network.partition(from: 2, to: 0)
    world.network.run(milliseconds: Limits.watchedSilenceMilliseconds + 1_000)
    #expect(try world.table(2, table).paused == "The connection to Ada is lost.")
  }

  @Test("42.1 a player who comes and goes a hundred times is told of four times a second at most")
  func flapping() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    let table = try world.match { $0.spectators = .everybody }
    try watch(world, 2, table)
    world.network.run(milliseconds: 1_000)
    let told = Counter()
    world.network.tamper = { passing in
      if passing.from == 0, passing.to == 2,
        let frame = try? Coding.decode(Frame.self, from: passing.bytes),
        case .presence? = frame.body
      {
        told.count += 1
      }
      return [passing.bytes]
    }
    for number in 0..<100 {
      try world.call(1, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = number % 2 == 0 ? .lost : .here
      }
      world.network.run(milliseconds: 10)
    }
    world.network.run(milliseconds: 1_000)
    #expect(try world.table(2, table).joiner.here)
    #expect((2...20).contains(told.count), "\(told.count) words in two seconds, two for each time")
  }

  @Test("42.1 G-53 a claim in the middle of a round is told to those who watch, and its undoing")
  func claims() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    let table = try world.match {
      $0.spectators = .everybody
      $0.moveSeconds = 20
    }
    try watch(world, 2, table)
    try world.tap(table, 0)
    world.network.run(milliseconds: 21_000)
    #expect(try world.table(2, table).claims.isEmpty)
    try world.call(0, Methods.Tables.claim) {
      $0.table = table
      $0.kind = .win
    }
    world.network.run(milliseconds: 1_000)
    let (seen, hosts) = (try world.table(2, table), try world.table(0, table))
    #expect(seen.claims == hosts.claims && seen.claims.count == 1)
    #expect(seen.roundsDecided == 0, "the cards of the round are not told")
    try world.tap(table, 1)
    world.network.run(milliseconds: 1_000)
    let after = try world.table(2, table)
    #expect(after.claims.isEmpty && after.roundsDecided == 1)
  }

  @Test("42.1 G-49 who was sent away is not listed in its own view any more")
  func dismissed() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    let table = try world.match { $0.spectators = .everybody }
    try watch(world, 2, table)
    #expect(try world.table(2, table).watchers.map(\.name) == ["Cyd"])
    try world.call(0, Methods.Tables.dismiss) {
      $0.table = table
      $0.person = "Cyd"
    }
    world.network.run(milliseconds: 1_000)
    let view = try world.table(2, table)
    #expect(view.watchers.isEmpty && !view.watching && view.phase == .closed)
    #expect(view.closedReason == "the host no longer lets you watch")
  }

  @Test("42.7 G-63 who offers the deciding twice is told that it was done, and how it is taken")
  func hostingTwice() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.match()
    let offer = { _ = try world.call(0, Methods.Tables.moveHosting) { $0.table = table } }
    #expect(
      refusal {
        _ = try world.call(1, Methods.Tables.moveHosting) { ($0.table, $0.take) = (table, true) }
      } == "Ada does not offer it: ask them to run `parlor war hosting`.")
    try offer()
    #expect(
      refusal { try offer() }
        == "You have offered it already: Bob takes it with `parlor war hosting --take`.")
  }
}
