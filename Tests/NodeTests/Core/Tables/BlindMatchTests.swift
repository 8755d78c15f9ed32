import Chat
import Events
import Feature
import Files
import Foundation
import Identifiers
import Schema
import Store
import SwiftProtobuf
import TestKit
import Testing
import Wire

@testable import Node

/// A game with hidden cards, played between two nodes by the core that plays War.
@Suite struct BlindMatchTests {
  /// Three linked people whose nodes know no other game, and a match of the first two that the third watches.
  private func begun(
    _ list: [UInt8] = [11, 22, 33, 44], draws: UInt8 = 2
  ) throws -> (world: RoomWorld, table: String) {
    let world = try RoomWorld(
      ["Ada", "Bob", "Cyd"], registry: Registry(beside: [.chat, .files, .events, .blind]))
    for number in 0...1 { world.network.connect(number, 2) }
    world.network.connect(0, 1)
    let table = try world.call(0, Methods.Tables.host) {
      $0.game = "blind"
      $0.terms = Data([draws])
      $0.choice = Data(list)
      $0.spectators = .everybody
    }.id
    #expect(try world.table(1, table).terms == Data([draws]))
    try world.call(1, Methods.Tables.ask) {
      $0.table = table
      $0.choice = Data([50, 60, 70, 80])
    }
    try world.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    try world.call(0, Methods.Tables.start) { $0.table = table }
    try world.sit(table, 0, 1)
    try world.call(2, Methods.Tables.watch) { $0.table = table }
    world.network.run(milliseconds: 100)
    return (world, table)
  }

  private func tap(_ world: RoomWorld, _ table: String, _ number: Int, _ move: UInt8) throws {
    try world.call(number, Methods.Tables.tap) {
      $0.table = table
      $0.move = Data([move])
    }
    // Spectators are served a little later.
    world.network.run(milliseconds: 100)
  }

  private func room(_ table: String) throws -> RoomID {
    try #require(Base32.decode(table).flatMap { RoomID($0) })
  }

  /// The cards that somebody holds, by what its node shows; empty where it shows none.
  private func hand(_ world: RoomWorld, _ number: Int, _ table: String) throws -> [UInt8] {
    let notice = try world.table(number, table).notice
    guard let held = notice.firstRange(of: " You hold ") else { return [] }
    return notice[held.upperBound...].prefix { $0 != "." }.split(separator: " ").compactMap {
      UInt8($0)
    }
  }

  private func report(_ world: RoomWorld, _ number: Int, _ table: String) throws -> VerifyReport {
    let id = try room(table)
    let file = try world.network.nodes[number].store.read { try Transcript.export(id, $0) }
    return Transcript.verify(try #require(file), Games([.blind])).report
  }

  @Test(
    "Seam: each seat sees its own hidden cards alone, to the end, and everybody can check them then"
  )
  func toTheEnd() throws {
    let (world, table) = try begun()
    let id = try room(table)
    for number in [0, 1, 0, 1] { try tap(world, table, number, 0) }
    let hands = try [hand(world, 0, table), hand(world, 1, table)]
    #expect(hands[0].count == 2 && Set(hands[0]).isSubset(of: [11, 22, 33, 44]))
    #expect(hands[1].count == 2 && Set(hands[1]).isSubset(of: [50, 60, 70, 80]))
    let watched = try world.table(2, table)
    #expect(watched.watching && watched.notice == "Ada has 2. Bob has 2.")
    // The list is in no entry, nor is the secret, and a file holds no more than the entries.
    let secret = try #require(try world.network.nodes[0].store.read { try $0.chainSecret(id) })
    for payload in try world.network.nodes[0].store.read({ try Room.payloads(of: id, $0) }) {
      #expect(payload.firstRange(of: Data([11, 22, 33, 44])) == nil)
      #expect(payload.firstRange(of: Data(secret)) == nil)
    }
    let half = try report(world, 2, table)
    #expect(half.valid && half.text == "Every step follows; the match is not over.")

    #expect(refusal { try tap(world, table, 0, 99) } == "You do not hold 99.")
    for card in hands[0] { try tap(world, table, 0, card) }
    #expect(try hand(world, 0, table).isEmpty)
    #expect(try world.network.nodes[0].store.read { try $0.chainSecret(id) } != nil)
    for card in hands[1] { try tap(world, table, 1, card) }
    for number in 0...2 {
      let view = try world.table(number, table)
      #expect(view.phase == .finished && view.result.winner == .joiner)
      #expect(try report(world, number, table).valid)
    }
    // Nothing depends on the secrets any more.
    for number in 0...1 {
      let store = world.network.nodes[number].store
      #expect(try store.read { try $0.chainSecret(id) } == nil)
    }
    // It goes on as a match that is over after a start, too: no secret is missed.
    world.network.crash(0)
    try world.network.start(0)
    #expect(try world.table(0, table).result.winner == .joiner)
    #expect(refusal { try tap(world, table, 0, 0) } == "The match is not going on.")
  }

  @Test(
    "Seam: a node that ended in the middle has its hidden cards again, and answers while its person is away"
  )
  func resumed() throws {
    let (world, table) = try begun()
    try tap(world, table, 0, 0)
    try world.call(0, Methods.Tables.tap) {
      $0.table = table
      $0.move = Data([0])
      $0.choice = Data([44])
    }
    let before = try world.table(0, table).notice
    #expect(try hand(world, 0, table).count == 2 && before.hasSuffix(" You hope for 44."))
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    #expect(try world.table(0, table).notice == before)
    try world.sit(table, 0, 1)

    // Ada's node is killed before Bob's draw reaches it.
    world.network.tamper = { _ in [] }
    try world.call(1, Methods.Tables.tap) {
      $0.table = table
      $0.move = Data([0])
    }
    #expect(try hand(world, 1, table).isEmpty)
    world.network.crash(0)
    world.network.tamper = nil
    try world.network.start(0)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 1_000)
    #expect(try world.table(0, table).host.here == false)
    #expect(try hand(world, 1, table).count == 1)
    let now = before.replacingOccurrences(of: "Bob has 0.", with: "Bob has 1.")
    #expect(try world.table(0, table).notice == now && now != before)
  }

  @Test("Seam: others see the same, byte for byte, whatever a seat hides")
  func sameViews() throws {
    let worlds = try [begun([11, 22, 33, 44]), begun([99, 88, 77, 66])]
    for (world, table) in worlds {
      for number in [0, 1, 0] { try tap(world, table, number, 0) }
    }
    for number in 1...2 {
      let views = try worlds.map { try $0.world.table(number, $0.table).serializedBytes() as Data }
      #expect(views[0] == views[1])
    }
    let hands = try worlds.map { try hand($0.world, 0, $0.table) }
    #expect(hands[0].count == 2 && hands[1].count == 2 && hands[0] != hands[1])
  }

  @Test("Seam: what a node owes and what a tap plays is written in as many entries as it needs")
  func largeSteps() throws {
    let (world, table) = try begun()
    let id = try room(table)
    func sizes() throws -> [Int] {
      try world.network.nodes[1].store.read { try Room.payloads(of: id, $0) }.map(\.count)
    }
    let before = try sizes().count
    // Each is a step of some 700 bytes, and an entry has at most 2,048 with its header.
    try world.call(0, Methods.Tables.tap) {
      $0.table = table
      $0.choice = Data([0, 3])
    }
    let owed = try sizes().dropFirst(before)
    #expect(owed.count == 2 && owed.allSatisfy { $0 < 1_900 } && owed.reduce(0, +) > 2_100)
    #expect(try world.table(1, table).notice.hasPrefix("Ada has 0, boasted 3 times. Bob has 0."))
    func boast(_ times: UInt8) -> String {
      refusal {
        try world.call(0, Methods.Tables.tap) {
          $0.table = table
          $0.move = Data([200, times])
        }
      }
    }
    #expect(boast(3) == "(not refused)")
    #expect(boast(2) == "(not refused)")
    #expect(try sizes().count == before + 5)
    #expect(try sizes().allSatisfy { $0 < 1_900 })
    #expect(try world.table(1, table).notice.hasPrefix("Ada has 0, boasted 8 times. Bob has 0."))
    // The choice is remembered.
    world.network.crash(0)
    try world.network.start(0)
    #expect(try world.table(0, table).notice.hasPrefix("Ada has 0, boasted 8 times. Bob has 0."))
  }

  @Test("Seam: every tip of a seat counts as used, on all nodes")
  func tips() throws {
    let (world, table) = try begun()
    let id = try room(table)
    for number in 0...1 {
      let store = world.network.nodes[number].store
      let secret = try #require(try store.read { try $0.chainSecret(id) })
      for asker in [Seat.host, .joiner] {
        let tip = Data(BlindMatch.chain(secret, for: asker)[0])
        for other in 0...2 {
          #expect(try world.network.nodes[other].store.read { try $0.roomOfTip(tip) } == id)
        }
      }
    }
  }

  @Test("Seam: terms and choices that do not fit are refused before anything is written")
  func refused() throws {
    let world = try RoomWorld(
      ["Ada", "Bob"], registry: Registry(beside: [.chat, .files, .events, .blind]))
    world.network.connect(0, 1)
    func host(_ terms: [UInt8], _ choice: [UInt8]) -> String {
      refusal {
        try world.call(0, Methods.Tables.host) {
          $0.game = "blind"
          ($0.terms, $0.choice) = (Data(terms), Data(choice))
        }
      }
    }
    #expect(host([4], [1, 2, 3, 4, 5]) == "Draw 1 to 3 cards.")
    #expect(host([3], [1, 2, 3]) == "Bring more than 3 different cards.")
    #expect(host([], []) == "Bring more than 2 different cards.")
    #expect(host([], [UInt8](repeating: 1, count: 65_537)).contains("up to 65536 are possible"))
    #expect(try world.network.nodes[0].tables().isEmpty)
    #expect(host([], [1, 2, 3]) == "(not refused)")
    let table = try #require(try world.network.nodes[1].tables().first).id
    #expect(try world.table(1, table).terms == Data([2]))
    let asked = refusal { try world.call(1, Methods.Tables.ask) { $0.table = table } }
    #expect(asked == "Bring more than 2 different cards.")
    #expect(try world.table(1, table).phase == .offered)
    // A question that is taken back leaves no choice behind.
    let id = try room(table)
    for isWithdrawn in [false, true] {
      try world.call(1, Methods.Tables.ask) {
        ($0.table, $0.withdrawn) = (table, isWithdrawn)
        $0.choice = Data([4, 5, 6])
      }
      let kept = try world.network.nodes[1].store.read { try $0.choices(id) }
      #expect(kept == (isWithdrawn ? [] : [[4, 5, 6]]))
    }
  }

  @Test("Seam: War takes neither terms of its own nor a choice") func none() throws {
    let world = try RoomWorld(["Ada"])
    #expect(
      refusal { try world.call(0, Methods.Tables.host) { $0.terms = Data([1]) } }
        == "That game has no terms of its own: leave them out.")
    #expect(
      refusal { try world.call(0, Methods.Tables.host) { $0.choice = Data([1]) } }
        == "There is nothing to choose before a match of that game.")
    #expect(try world.network.nodes[0].tables().isEmpty)
  }
}
