import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// A match that is carried on a stick (row G-70), tables with a password (G-48), and seeds (G-47).
@Suite struct CarriedMatchTests {
  private func file(_ world: RoomWorld, _ number: Int, _ table: String) throws -> Data {
    try world.call(number, Methods.Tables.carry) { $0.table = table }.file
  }

  @discardableResult
  private func carry(
    _ world: RoomWorld, _ number: Int, _ file: Data, accept: Bool = false
  ) throws -> CarriedMatch {
    let blob = try world.call(number, Node.keepBlob) { $0.content = file }.blob
    return try world.call(number, Methods.Tables.carry) {
      $0.blob = blob
      $0.accept = accept
    }
  }

  @Test("G-70 two homes that never meet play a match through files, and it verifies") func match()
    throws
  {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    let table = try world.call(0, Methods.Tables.host).id
    var stick = try file(world, 0, table)
    #expect(try carry(world, 1, stick).asks, "nothing is done before Bob accepts")
    #expect(try world.network.nodes[1].tables().isEmpty)
    try carry(world, 1, stick, accept: true)
    stick = try file(world, 1, table)
    let question = stick
    #expect(try carry(world, 0, stick).asks)
    #expect(try world.table(0, table).phase == .open)
    try carry(world, 0, stick, accept: true)
    var files = 0
    while try world.table(0, table).phase != .finished || world.table(1, table).phase != .finished {
      stick = try file(world, files % 2, table)
      try carry(world, 1 - files % 2, stick)
      files += 1
      try #require(files < 200)
    }
    let (ada, bob) = (try world.table(0, table), try world.table(1, table))
    #expect(ada.result == bob.result && ada.stateHash == bob.stateHash)
    for number in 0...1 {
      let report = try world.verified(number, table)
      #expect(report.valid && report.hasResult)
    }
    // What was carried before brings nothing, and nobody else can come in by a file.
    try carry(world, 0, question)
    #expect(refusal { try carry(world, 2, stick, accept: true) }.contains("taken"))
    #expect(try world.network.nodes[2].tables().isEmpty)
  }

  @Test(
    "G-70 whatever the cards, a war in which the last of them are seen goes on round by round",
    arguments: 1...40 as ClosedRange<UInt64>)
  func lastCards(_ seed: UInt64) throws {
    let world = try RoomWorld(["Ada", "Bob"], seed: seed)
    let table = try world.call(0, Methods.Tables.host).id
    try carry(world, 1, try file(world, 0, table), accept: true)
    try carry(world, 0, try file(world, 1, table), accept: true)
    for trip in 0..<200 where try world.table(0, table).phase != .finished {
      try carry(world, 1 - trip % 2, try file(world, trip % 2, table))
    }
    #expect(try world.table(0, table).phase == .finished)
  }

  @Test("G-70 a damaged or foreign file changes nothing") func damaged() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.call(0, Methods.Tables.host).id
    let stick = try file(world, 0, table)
    #expect(refusal { try carry(world, 1, Data("hello".utf8)) }.contains("no file of a match"))
    #expect(refusal { try carry(world, 1, stick.dropLast(3)) }.contains("damaged"))
    for place in stride(from: 20, to: stick.count, by: 7) {
      var bad = stick
      bad[place] ^= 4
      #expect(refusal { try carry(world, 1, bad, accept: true) }.contains("damaged"))
    }
    #expect(refusal { try carry(world, 0, stick) }.contains("Nobody asks"))
    #expect(try world.network.nodes[1].tables().isEmpty)
    try carry(world, 1, stick, accept: true)
    #expect(try world.table(1, table).phase == .asked)
  }

  @Test("G-48 a table with a password lets in who knows it, and guesses are counted")
  func password()
    throws
  {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    let table = try world.call(0, Methods.Tables.host) { $0.password = "rosebud" }.id
    #expect(try world.table(1, table).needsPassword)
    #expect(
      refusal { try world.call(1, Methods.Tables.ask) { $0.table = table } }
        .contains("has a password"))
    func guess(_ password: String) throws -> String {
      try world.call(1, Methods.Tables.ask) {
        $0.table = table
        $0.password = password
      }
      return try world.table(1, table).closedReason
    }
    #expect(try guess("Rosebud").contains("not the table's password"))
    var answer = ""
    for number in 0..<20 { answer = try guess("guess \(number)") }
    #expect(answer.contains("too many wrong passwords"))
    #expect(try world.table(0, table).asks.isEmpty)
    // It is known also after a restart, and nobody is shown what it is compared with.
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 120_000)
    #expect(try world.table(1, table).needsPassword)
    #expect(world.network.nodes[0].published[table]?.passwordKey.isEmpty != false)
    _ = try guess("rosebud")
    #expect(try world.table(0, table).asks.map(\.name) == ["Bob"])
  }

  @Test("G-48 a table for paired people is neither shown nor given to others") func pairedOnly()
    throws
  {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    world.network.connect(0, 2)
    let table = try world.call(0, Methods.Tables.host) { $0.pairedOnly = true }.id
    #expect(try world.table(1, table).pairedOnly)
    #expect(try world.network.nodes[2].tables().isEmpty)
    try world.call(1, Methods.Tables.ask) { $0.table = table }
    #expect(try world.table(0, table).asks.map(\.name) == ["Bob"])
  }

  @Test("G-47 copies of the same two homes play the same cards from the same seeds") func seeds()
    throws
  {
    func cards(_ seeds: (UInt64, UInt64)) throws -> String {
      let world = try RoomWorld(["Ada", "Bob"], seed: 3)
      world.network.connect(0, 1)
      // What else happened there makes no difference.
      if seeds.1 == 9 { try world.say(0, "hello") }
      let table = try world.call(0, Methods.Tables.host) { $0.seed = seeds.0 }.id
      try world.call(1, Methods.Tables.ask) {
        $0.table = table
        $0.seed = seeds.1
      }
      try world.call(0, Methods.Tables.answer) {
        $0.table = table
        $0.accept = true
      }
      try world.call(0, Methods.Tables.start) { $0.table = table }
      try world.sit(table, 0, 1)
      try world.tap(table, 0, 1)
      #expect(
        refusal { try world.call(0, Methods.Tables.host) { $0.seed = seeds.0 } }
          .contains("with the seed \(seeds.0) before"))
      return try world.table(0, table).stateHash
    }
    let first = try cards((7, 9))
    #expect(try cards((7, 9)) == first)
    #expect(try cards((7, 8)) != first)
  }
}
