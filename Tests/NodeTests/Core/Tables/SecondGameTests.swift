import Chat
import Events
import Feature
import Features
import Files
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import War
import Wire

@testable import Node
@testable import RockPaperScissors

/// Rock, paper, scissors, played between two nodes by the core that plays War.
@Suite struct SecondGameTests {
  private typealias Hand = HandMatch.Hand

  /// Two linked people whose nodes know no other game, and a match that has begun.
  private func begun() throws -> (world: RoomWorld, table: String) {
    let world = try RoomWorld(
      ["Ada", "Bob"], registry: Registry(beside: [.chat, .files, .events, .rockPaperScissors]))
    let table = try world.match { $0.game = "rock-paper-scissors" }
    return (world, table)
  }

  private func play(_ world: RoomWorld, _ table: String, _ number: Int, _ hand: Hand) throws {
    try world.call(number, Methods.Tables.tap) {
      $0.table = table
      $0.move = Data([hand.rawValue])
    }
  }

  private func room(_ table: String) throws -> RoomID {
    try #require(Base32.decode(table).flatMap { RoomID($0) })
  }

  private func report(_ world: RoomWorld, _ number: Int, _ table: String) throws -> VerifyReport {
    let id = try room(table)
    let file = try world.network.nodes[number].store.read { try Transcript.export(id, $0) }
    return Transcript.verify(try #require(file), Games([.rockPaperScissors])).report
  }

  @Test("Seam: another game is played to its end, and goes on after a node ended in the middle")
  func toTheEnd() throws {
    let (world, table) = try begun()
    #expect(try world.table(0, table).game == "rock-paper-scissors")
    try play(world, table, 0, .rock)
    #expect(try world.table(0, table).canPlay == false)
    #expect(refusal { try play(world, table, 0, .paper) }.contains("wait for the other player"))
    try play(world, table, 1, .scissors)
    for number in 0...1 { #expect(try world.table(number, table).roundsDecided == 1) }

    // What she has chosen is on the disk before the other side knows that she has chosen.
    try play(world, table, 0, .paper)
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    try world.sit(table, 0, 1)
    try play(world, table, 1, .rock)
    for number in 0...1 {
      let view = try world.table(number, table)
      #expect(view.phase == .finished && view.result.winner == .host)
      #expect(view.result.text == "Ada won. Two rounds are won.")
      let report = try report(world, number, table)
      #expect(report.valid && report.result == view.result && report.rounds == 2)
    }
    let events = try world.network.nodes[1].store.read { try Transcript.events(room(table), $0) }
    let shown = (events ?? []).map(\.notice).filter { !$0.isEmpty }
    #expect(Set(shown.prefix(2)) == ["Ada shows rock.", "Bob shows scissors."])
    #expect(Set(shown.dropFirst(2)) == ["Ada shows paper.", "Bob shows rock."])
    // A program without the game cannot vouch for the file.
    let id = try room(table)
    let file = try world.network.nodes[0].store.read { try Transcript.export(id, $0) }
    let foreign = Transcript.verify(try #require(file), Games([.war])).report
    #expect(!foreign.valid && foreign.text.contains("does not know the game"))
  }

  @Test("Seam: a step that does not follow by the rules of another game ends its match")
  func cheat() throws {
    let (world, table) = try begun()
    let id = try room(table)
    try play(world, table, 0, .rock)
    // From now on Bob's node is not heard: what is sent in its name is the pen's.
    world.network.tamper = { _ in [] }
    var pen = try Pen(of: 1, in: id, world)
    try pen.write([.with { $0.step.move = Data(repeating: 7, count: 32) }])
    try pen.write([
      .with { $0.step.move = Data([Hand.paper.rawValue] + [UInt8](repeating: 1, count: 32)) }
    ])
    try world.send(pen.batch, from: 1, to: 0)
    let view = try world.table(0, table)
    #expect(view.phase == .finished && view.result.ending == .broken)
    #expect(view.result.winner == .host && view.result.text.contains("another hand"))
    #expect(try report(world, 0, table).text.contains("does not follow"))
  }

  @Test("Seam: every game has claims by time and concessions")
  func claimAndConcession() throws {
    let (world, table) = try begun()
    try play(world, table, 0, .rock)
    #expect(
      refusal {
        try world.call(0, Methods.Tables.claim) { $0.table = table }
      }.contains("nothing to claim yet"))
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.run(milliseconds: 61_000)
    try world.call(0, Methods.Tables.claim) {
      $0.table = table
      $0.kind = .win
    }
    #expect(try world.table(0, table).claims.map(\.seat) == [.host])
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 2_000)
    try world.call(1, Methods.Tables.claim) {
      $0.table = table
      $0.accept = true
    }
    for number in 0...1 {
      #expect(try world.table(number, table).result.text == "Ada won. Bob accepted the claim.")
    }
    let next = try world.match { $0.game = "rock-paper-scissors" }
    try world.call(0, Methods.Tables.giveUp) { $0.table = next }
    for number in 0...1 {
      #expect(try world.table(number, next).result.text == "Bob won. Ada conceded.")
    }
  }

  @Test("Seam: a rematch begins at a table of its own, and may be taken back before")
  func rematch() throws {
    let (world, table) = try begun()
    try world.call(0, Methods.Tables.giveUp) { $0.table = table }
    try world.call(0, Methods.Tables.rematch) { $0.table = table }
    #expect(try world.table(1, table).rematchOffers == [.host])
    try world.call(0, Methods.Tables.rematch) {
      $0.table = table
      $0.withdraw = true
    }
    #expect(try world.table(1, table).rematchOffers.isEmpty)
    try world.call(1, Methods.Tables.rematch) { $0.table = table }
    try world.call(0, Methods.Tables.rematch) { $0.table = table }
    let next = try world.table(1, table).rematch
    #expect(!next.isEmpty && next != table)
    try world.sit(next, 0, 1)
    let view = try world.table(1, next)
    #expect(view.phase == .playing && view.game == "rock-paper-scissors")
  }

  @Test("Seam: a game that a program does not know is not offered to its person, nor hosted")
  func unknown() throws {
    let (world, _) = try begun()
    #expect(
      refusal { try world.call(1, Methods.Tables.host) { $0.game = "chess" } }.contains(
        "no game chess"))
    #expect(refusal { try world.call(1, Methods.Tables.host) }.contains("no game"))
    let author = try world.network.nodes[1].store.read { try $0.accounts() }[0].author
    let offers = ["chess", "rock-paper-scissors"].enumerated().map { number, game in
      TableOffer.with {
        $0.room = Data(repeating: UInt8(number), count: 16)
        $0.host = author.data
        $0.name = "Bob"
        $0.game = game
      }
    }
    try world.send(.tableOffers(.with { $0.offers = offers }), from: 1, to: 0)
    let offered = try world.network.nodes[0].tables().filter { $0.phase == .offered }
    #expect(offered.map(\.game) == ["rock-paper-scissors"])
  }
}
