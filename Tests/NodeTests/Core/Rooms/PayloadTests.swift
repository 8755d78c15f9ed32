import Feature
import Features
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Payloads that no honest program writes, and answers to asks for payloads that no honest program gives.
@Suite struct PayloadTests {
  /// Bob vouches for a log of Cyd, who is away. What Bob answers when it is asked for payloads is `forged`.
  private func world(_ forged: @escaping () -> [Data]) throws -> RoomWorld {
    let world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan"])
    for (one, other) in [(0, 1), (0, 2), (0, 3)] { try world.pair(one, other) }
    for away in [2, 3] { world.network.crash(away) }
    var ask = PayloadAsk()
    world.network.tamper = { passing in
      guard let frame = try? Frame(serializedBytes: passing.bytes) else { return [passing.bytes] }
      switch frame.body {
      case .payloadAsk(let asked)? where passing.from == 0: ask = asked
      case .payloadAnswer(var answer)? where passing.from == 1:
        answer.payloads = zip(ask.places, forged()).map { place, payload in
          .with {
            $0.place = place
            $0.payload = payload
          }
        }
        return [(try? Coding.encode(Frame(.payloadAnswer(answer)))) ?? []]
      default: break
      }
      return [passing.bytes]
    }
    return world
  }

  @Test("P-30: a payload that is none says nothing, whether it came with its entry or later")
  func undecodable() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2)] { try world.pair(one, other) }
    world.network.tamper = { _ in [] }
    var pen = try Pen(of: 1, in: .lobby, world)
    try pen.write([pen.message("one")])
    for bytes in [Data([0x0a, 0xff]), Data(repeating: 0xff, count: 52), Data()] {
      try pen.write(bytes: bytes)
    }
    try pen.write([pen.message("two")])
    try world.send(pen.batch, from: 1, to: 0)
    try world.send(pen.batch(of: 0..<5, withheld: [1, 2, 3]), from: 1, to: 2)
    #expect(try (world.withheld(0), world.withheld(2)) == (0, 3))
    for one in [0, 2] { world.network.cutLinks(1, one) }
    world.network.tamper = nil
    world.network.crash(1)
    world.network.connect(0, 2)
    world.network.run(milliseconds: 130_000)
    for number in [0, 2] {
      #expect(try world.texts(number) == ["one", "two"])
      #expect(try world.withheld(number) == 0)
      #expect(try world.state(number) == world.state(0))
      try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(.lobby, $0) }
      #expect(try world.state(number) == world.state(0))
    }
    #expect(world.network.isLinked(0, 2))
  }

  @Test("P-30: a payload that is none says nothing at a table, to its players and to who checks it")
  func undecodableAtTable() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    let table = try VirtualSeating.seat(world.network, host: 0, joiner: 1, rules: .standard)
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    _ = try world.call(0, Methods.Tables.start) { $0.table = table }
    world.network.tamper = { _ in [] }
    var pen = try Pen(of: 1, in: id, world)
    try pen.write(bytes: Data(repeating: 0xff, count: 52))
    try world.send(pen.batch, from: 1, to: 0)
    let store = world.network.nodes[0].store
    #expect(try store.read { try Room.payloads(of: id, $0) }.contains(pen.payloads[0]))
    try RebuildChecker().compare(0, in: world.network)
    let file = try #require(try store.read { try Transcript.export(id, $0) })
    #expect(Transcript.verify(file, Registry.parlor.games).report.valid)
  }

  @Test(
    "P-30: a payload that nobody would have taken with its entry is not taken later",
    arguments: [(9, 8), (Limits.payload + 1, Limits.payload + 1)])
  func size(payload: Int, said: Int) throws {
    var pen: Pen?
    let world = try world { pen?.payloads ?? [] }
    var writer = try Pen(of: 2, in: .lobby, world)
    try writer.write(bytes: Data(repeating: 0, count: payload), size: said)
    pen = writer
    try world.send(writer.batch(of: 0..<1, withheld: [0]), from: 1, to: 0)
    world.network.run(milliseconds: 130_000)
    #expect(try world.withheld(0) == 1)
    // Whoever had it with its payload would be taken for a cheat by all others.
    try world.network.start(3)
    world.network.connect(0, 3)
    world.network.run(milliseconds: 10_000)
    #expect(world.network.isLinked(0, 3))
    #expect(try world.state(3) == world.state(0))
  }

  @Test("P-30: what is right of an answer counts at once, whatever follows it") func mixedAnswer()
    throws
  {
    var pen: Pen?
    let world = try world { (pen?.payloads.prefix(1) ?? []) + [Data([1])] }
    var writer = try Pen(of: 2, in: .lobby, world)
    for text in ["one", "two"] { try writer.write([writer.message(text)]) }
    pen = writer
    try world.send(writer.batch(of: 0..<2, withheld: [0, 1]), from: 1, to: 0)
    world.network.run(milliseconds: 130_000)
    #expect(try world.withheld(0) == 1)
    #expect(try world.texts(0) == ["one"])
  }
}
