import Feature
import Schema
import TestKit
import Testing

@testable import Node

/// Another match, a concession taken back, time for each card, and what came of it all.
@Suite struct RematchTests {
  @Test("G-56 a rematch is accepted a day later, while the other player is away, and is played")
  func rematchWhileAway() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.match {
      $0.rules.faceDown = 2
      $0.moveSeconds = 40
    }
    #expect(
      refusal { try world.call(0, Methods.Tables.rematch) { $0.table = table } }.contains(
        "not over"))
    try world.tap(table, 0, 1)
    try world.call(0, Methods.Tables.giveUp) { $0.table = table }
    try world.call(0, Methods.Tables.rematch) { $0.table = table }
    #expect(
      refusal { try world.call(0, Methods.Tables.rematch) { $0.table = table } }.contains("wait"))
    #expect(try world.table(1, table).rematchOffers == [.host])
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.run(milliseconds: 86_400_000)
    let next = try world.call(1, Methods.Tables.rematch) { $0.table = table }
    #expect(next.phase == .seated && next.seat == .host)
    #expect(next.rules.faceDown == 2 && next.moveSeconds == 40)
    // Another question is not kept waiting by an agreed rematch.
    world.network.crash(1)
    try world.network.start(1)
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 2_000)
    for number in 0...1 {
      let view = try world.table(number, next.id)
      #expect(view.phase == .playing)
      #expect(try world.table(number, table).rematch == next.id)
    }
    try world.sit(next.id, 0, 1, auto: true)
    world.network.run(milliseconds: 60_000)
    #expect(try world.table(0, next.id).phase == .finished)
    for number in 0...1 {
      #expect(try world.verified(number, next.id).valid)
      #expect(try world.verified(number, table).valid)
    }
  }

  @Test("G-56 both offer at once: the host opens one table; an offer that was taken back is none")
  func bothOffer() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.match()
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    world.network.partition(0, 1)
    for number in 0...1 { try world.call(number, Methods.Tables.rematch) { $0.table = table } }
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 5_000)
    let views = try (0...1).map { try world.table($0, table) }
    #expect(!views[0].rematch.isEmpty && views[0].rematch == views[1].rematch)
    for number in 0...1 {
      #expect(try world.network.nodes[number].tables().count == 2)
      #expect(try world.table(number, views[0].rematch).phase == .playing)
    }
    let other = try world.match()
    try world.call(1, Methods.Tables.giveUp) { $0.table = other }
    try world.call(1, Methods.Tables.rematch) { $0.table = other }
    try world.call(1, Methods.Tables.rematch) {
      $0.table = other
      $0.withdraw = true
    }
    #expect(try world.table(0, other).rematchOffers.isEmpty)
  }

  @Test("G-52 a concession is taken back across a restart, and the file verifies")
  func takeBack() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.match()
    let ask: () throws -> Void = { try world.call(1, Methods.Tables.takeBack) { $0.table = table } }
    #expect(refusal(ask).contains("only a concession of it can be taken back"))
    try world.tap(table, 0, 1)
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    #expect(
      refusal { try world.call(0, Methods.Tables.takeBack) { $0.table = table } }
        .contains("nothing of yours"))
    try ask()
    #expect(refusal(ask).contains("asked already"))
    #expect(try world.table(0, table).takeBack == .joiner)
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    try world.call(0, Methods.Tables.takeBack) { $0.table = table }
    for number in 0...1 { #expect(try world.table(number, table).phase == .playing) }
    try world.sit(table, 0, 1, auto: true)
    world.network.run(milliseconds: 60_000)
    for number in 0...1 {
      #expect(try world.table(number, table).result.ending != .conceded)
      #expect(try world.table(number, table).phase == .finished)
      let report = try world.verified(number, table)
      #expect(report.valid && report.hasResult)
    }
  }

  @Test(
    "G-53 who takes too long can be claimed against, nothing ends by itself, and a card undoes it")
  func moveTimer() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    #expect(
      refusal { try world.call(0, Methods.Tables.host) { $0.moveSeconds = 90_000 } }
        .contains("90000"))
    let table = try world.match { $0.moveSeconds = 20 }
    let claim: () throws -> Void = {
      try world.call(0, Methods.Tables.claim) {
        $0.table = table
        $0.kind = .win
      }
    }
    #expect(try world.table(0, table).moveEndsMilliseconds == 0)
    try world.tap(table, 0)
    let ends = try world.table(0, table).moveEndsMilliseconds
    #expect(ends > 0)
    let others = try world.table(1, table).moveEndsMilliseconds
    #expect(abs(others - ends) < 1_000)
    world.network.run(milliseconds: 19_000)
    #expect(refusal(claim).contains("nothing to claim"))
    world.network.run(milliseconds: 2_000)
    let view = try world.table(0, table)
    #expect(view.canClaim && view.notice.contains("within 20 seconds"))
    world.network.run(milliseconds: 3_600_000)
    #expect(try world.table(0, table).phase == .playing)
    try claim()
    try world.tap(table, 1)
    #expect(try world.table(0, table).claims.isEmpty)
    #expect(try world.table(1, table).roundsDecided == 1)
    // While somebody is away the time stands still.
    try world.tap(table, 0)
    try world.call(1, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .lost
    }
    world.network.run(milliseconds: 21_000)
    #expect(try !world.table(0, table).canClaim)
    #expect(try world.verified(0, table).valid)
  }

  @Test("44.18 the view says from when one may claim, whenever one looks")
  func claimFrom() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.match()
    let from = { try world.table(0, table).claimFromMilliseconds }
    try world.tap(table, 0)
    #expect(try from() == 0, "who is here is waited for")
    try world.call(1, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .lost
    }
    let first = try from()
    // A minute from now, on the wall clock of the network.
    let minute: Int64 = 1_700_000_000_000 + world.network.now + 60_000
    #expect(abs(first - minute) < 1_000)
    world.network.run(milliseconds: 50_000)
    #expect(try !world.table(0, table).canClaim)
    // Also where one looks for the first time now.
    #expect(try from() == first)
    world.network.run(milliseconds: 11_000)
    #expect(try world.table(0, table).canClaim)
    #expect(try from() == first)
    try world.sit(table, 1)
    try world.tap(table, 1)
    #expect(try from() == 0)
  }

  @Test("G-67 statistics count verified matches, by person, and no match that goes on")
  func statistics() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    let first = try world.match(0, 1)
    try world.sit(first, 0, 1, auto: true)
    world.network.run(milliseconds: 60_000)
    let second = try world.match(1, 0)
    try world.call(0, Methods.Tables.giveUp) { $0.table = second }
    let third = try world.match(0, 2)
    try world.call(2, Methods.Tables.giveUp) { $0.table = third }
    _ = try world.match(0, 1)
    let store = world.network.nodes[0].store
    let all = try store.read { try MatchRecords.statistics("", $0) }
    #expect(all.people.map(\.name) == ["Bob", "Cyd"])
    #expect(all.total.played == 3 && all.unverified == 0)
    #expect(all.people[0].played == 2 && all.people[0].conceded == 1)
    #expect(all.people[1].won == 1 && all.people[1].concededByOther == 1)
    #expect(all.total.won + all.total.lost + all.total.drawn == 3)
    let rounds = try world.table(0, first).roundsDecided
    #expect(all.people[0].rounds == UInt64(rounds))
    let cyd = try store.read { try MatchRecords.statistics("cyd", $0) }
    #expect(cyd.total.played == 1)
    #expect(
      refusal { _ = try store.read { try MatchRecords.statistics("Dora", $0) } }
        .contains("no verified match against Dora"))
    // A view that says otherwise than the logs counts for nothing.
    try store.turn { transaction in
      var view = try #require(try transaction.reader.tables(.finished).first { $0.id == third })
      view.result.winner = .joiner
      try transaction.setTable(try #require(view.room), view)
    }
    let lied = try store.read { try MatchRecords.statistics("", $0) }
    #expect(lied.total.played == 2 && lied.unverified == 1)
  }
}
