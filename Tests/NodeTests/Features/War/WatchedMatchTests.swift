import Feature
import Foundation
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// One match with all that may happen around it: people who watch, time that runs out, a concession that is taken back, and
/// another match a day later.
@Suite struct WatchedMatchTests {
  private let watchers = [2, 3, 4]

  private func stakes() -> (inout HostTable) -> Void {
    {
      $0.spectators = .everybody
      $0.moveSeconds = 20
    }
  }

  @Test(
    "G-49, G-52, G-53, G-56 three people watch a timer run out, a concession taken back, the end, and the rematch of the next day"
  )
  func evening() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan", "Eve"])
    for number in watchers { world.network.connect(0, number) }
    let table = try world.match(0, 1, stakes())
    for number in watchers {
      let before = try world.table(number, table)
      #expect(before.phase == .watchable && before.moveSeconds == 20)
      try world.call(number, Methods.Tables.watch) { $0.table = table }
    }
    world.network.run(milliseconds: 200)
    #expect(try world.table(1, table).watchers.map(\.name).sorted() == ["Cyd", "Dan", "Eve"])

    try timeRunsOut(world, table)
    try takenBack(world, table)
    try endSeenLater(world, table)
    try nextDay(world, table)
  }

  private func timeRunsOut(_ world: RoomWorld, _ table: String) throws {
    // Bob takes too long: Ada may claim, and does; his card undoes it, and everybody sees that.
    try world.tap(table, 0)
    world.network.run(milliseconds: 21_000)
    try world.call(0, Methods.Tables.claim) {
      $0.table = table
      $0.kind = .win
    }
    world.network.run(milliseconds: 200)
    #expect(try world.table(1, table).claims.map(\.seat) == [.host])
    try world.tap(table, 1)
    while try world.table(0, table).battle > 0 { try world.tap(table, 0, 1) }
    world.network.run(milliseconds: 200)
    for number in 0...4 {
      let view = try world.table(number, table)
      #expect(view.roundsDecided == 1 && view.claims.isEmpty && view.phase == .playing)
    }
  }

  private func takenBack(_ world: RoomWorld, _ table: String) throws {
    // Ada gives up, and Bob lets her take that back, also while his card lies on the table.
    try world.tap(table, 1)
    try world.call(0, Methods.Tables.giveUp) { $0.table = table }
    world.network.run(milliseconds: 200)
    for number in watchers {
      #expect(try world.table(number, table).result.ending == .conceded)
      #expect(
        refusal { try world.call(number, Methods.Tables.takeBack) { $0.table = table } }
          .contains("no chair"))
      #expect(
        refusal { try world.call(number, Methods.Tables.rematch) { $0.table = table } }
          .contains("no chair"))
    }
    try world.call(0, Methods.Tables.takeBack) { $0.table = table }
    try world.call(1, Methods.Tables.takeBack) { $0.table = table }
    world.network.run(milliseconds: 200)
    for number in 0...4 { #expect(try world.table(number, table).phase == .playing) }
  }

  private func endSeenLater(_ world: RoomWorld, _ table: String) throws {
    // One who watches is away for the rest, and sees it when its node is back, also from a host that has started again meanwhile.
    world.network.crash(3)
    try world.sit(table, 0, 1, auto: true)
    world.network.run(milliseconds: 60_000)
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    for number in watchers where number != 3 { world.network.connect(0, number) }
    try world.network.start(3)
    world.network.connect(0, 3)
    world.network.run(milliseconds: 5_000)
    let result = try world.table(0, table).result
    #expect(result.ending != .conceded && result.ending != .broken)
    for number in 0...4 {
      #expect(try world.table(number, table).result == result)
      let report = try world.verified(number, table)
      #expect(report.valid && report.hasResult && report.result == result)
    }
  }

  private func nextDay(_ world: RoomWorld, _ table: String) throws {
    // Nobody is there when the rematch is offered, nor, a day later, when it is accepted.
    for number in [1] + watchers {
      world.network.partition(0, number)
      world.network.cutLinks(0, number)
    }
    try world.call(0, Methods.Tables.rematch) { $0.table = table }
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 1_000)
    world.network.crash(0)
    world.network.run(milliseconds: 86_400_000)
    let next = try world.call(1, Methods.Tables.rematch) { $0.table = table }
    #expect(next.seat == .host && next.moveSeconds == 20 && next.spectators == .everybody)
    try world.network.start(0)
    world.network.connect(0, 1)
    for number in watchers { world.network.connect(1, number) }
    world.network.run(milliseconds: 5_000)
    try world.sit(next.id, 0, 1)
    for number in watchers { try world.call(number, Methods.Tables.watch) { $0.table = next.id } }
    try world.sit(next.id, 0, 1, auto: true)
    world.network.run(milliseconds: 60_000)
    let end = try world.table(1, next.id)
    #expect(end.phase == .finished)
    for number in 0...4 {
      #expect(try world.table(number, next.id).stateHash == end.stateHash)
      let report = try world.verified(number, next.id)
      #expect(report.valid && report.hasResult)
    }
  }

  @Test("G-53 who looks for a table sees the time for each card, and who may watch, before asking")
  func termsBeforeAsking() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    let table = try world.call(0, Methods.Tables.host, { stakes()(&$0) }).id
    let offered = try world.table(1, table)
    #expect(offered.phase == .offered && offered.moveSeconds == 20)
    #expect(offered.spectators == .everybody)
    let asked = try world.call(1, Methods.Tables.ask) { $0.table = table }
    #expect(asked.phase == .asked && asked.moveSeconds == 20 && asked.spectators == .everybody)
    // A lie about it is no offer.
    let offer = TableOffer.with {
      $0.room = Data(repeating: 9, count: 16)
      $0.host = (try? world.account(0).data) ?? Data()
      $0.rules = .standard
      $0.moveSeconds = 86_401
    }
    let frame = Frame(.tableOffers(.with { $0.offers = [offer] }))
    #expect(world.network.inject(try Coding.encode(frame), from: 0, to: 1))
    world.network.settle()
    #expect(try world.network.nodes[1].tables().map(\.id) == [table])
  }
}
