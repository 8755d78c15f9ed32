import Foundation
import Identifiers
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// The pace at which others may have a node write (specification section 10).
@Suite struct PaceTests {
  private static let second: Int64 = 1_000
  private static let kibibyte: Int64 = 1 << 10
  private static let mebibyte: Int64 = 1 << 20

  /// Batches of a pen, each with so many entries.
  private func frames(of pen: Pen, each count: Int) throws -> [[UInt8]] {
    try stride(from: 0, to: pen.count, by: count).map {
      try Coding.encode(Frame(pen.batch(of: $0..<min($0 + count, pen.count))))
    }
  }

  /// Bytes that the nodes of others fill of a node's disk.
  private func used(_ world: RoomWorld, _ number: Int = 0) throws -> Int64 {
    try world.shares(number).reduce(0) { $0 + Int64($1.used) }
  }

  /// Starts a node again, which then lets others write so much.
  private func restart(
    _ number: Int, _ world: RoomWorld, _ change: (inout WriteRates) -> Void
  ) throws {
    change(&world.network.writeRates)
    world.network.crash(number)
    try world.network.start(number)
    world.network.settle()
  }

  @Test(
    "42.h: a stranger at a table has 5.5 MiB written in 2 s, however much it sends, and the rest later"
  )
  func stranger() throws {
    let world = try RoomWorld(["Ada", "Eve"])
    world.network.connect(0, 1)
    let table = try world.call(0, Methods.Tables.host) { $0.description_p = "t" }.id
    _ = try world.call(1, Methods.Tables.ask) { $0.table = table }
    _ = try world.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    var pen = try Pen(of: 1, in: id, world)
    let text = String(repeating: "x", count: 1_000)
    for _ in 0..<6_000 { try pen.write([pen.message(text)]) }
    let sent = try frames(of: pen, each: 40)
    #expect(world.network.transmit(sent, from: 1, to: 0))
    world.network.run(milliseconds: 2 * Self.second)
    let early = try used(world)
    #expect(early > 3 * Self.mebibyte, "\(early) bytes")
    #expect(early < 5_500 * Self.kibibyte, "\(early) bytes")
    // Its link is not closed for that: the rest is read later.
    #expect(world.network.isLinked(0, 1))
    world.network.run(milliseconds: 20 * Self.second)
    #expect(try used(world) > 7 * Self.mebibyte)
    #expect(world.network.isLinked(0, 1))
    let given: Int64 = Limits.writesTable.burst + 22 * Limits.writesTable.perSecond
    let most: Int64 = given + 2 * Self.mebibyte
    #expect(try used(world) < most)
  }

  @Test(
    "42.h: a friend has 1 MiB and 256 KiB a second written, and what a link may have on its way")
  func friend() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    try world.say(1, "hello", in: room)
    try restart(0, world) {
      $0.paired = WriteRate(burst: Self.mebibyte, perSecond: 256 * Self.kibibyte)
    }
    world.network.connect(0, 1)
    var pen = try Pen(of: 1, in: id, world)
    let text = String(repeating: "x", count: 8_000)
    for _ in 0..<600 { try pen.write([pen.message(text)]) }
    let sent = try frames(of: pen, each: 20)
    #expect(world.network.transmit(sent, from: 1, to: 0))
    world.network.run(milliseconds: 2 * Self.second)
    let early = try used(world)
    // The burst, two seconds, eight seconds of debt, and the last frame.
    let most: Int64 = Self.mebibyte + 2_560 * Self.kibibyte + 512 * Self.kibibyte
    #expect(early > Self.mebibyte, "\(early) bytes")
    #expect(early < most, "\(early) bytes")
    #expect(world.network.isLinked(0, 1))
    // A new link brings no new budget.
    world.network.cutLinks(0, 1)
    world.network.connect(0, 1)
    #expect(world.network.transmit(sent, from: 1, to: 0))
    world.network.run(milliseconds: 2 * Self.second)
    let later: Int64 = most + 1_024 * Self.kibibyte
    #expect(try used(world) < later)
  }

  @Test("42.h: strangers in the lobby have one budget together, whatever keys they have")
  func crowd() throws {
    let world = try RoomWorld(["Ada", "Eve", "Mallory", "Trudy"])
    try restart(0, world) {
      $0.crowd = WriteRate(burst: 64 * Self.kibibyte, perSecond: 8 * Self.kibibyte)
    }
    for number in 1...3 {
      world.network.connect(0, number)
      try world.say(number, "hello")
    }
    let before = try used(world)
    for number in 1...3 {
      var pen = try Pen(of: number, in: .lobby, world)
      for _ in 0..<100 { try pen.write([pen.message(String(repeating: "x", count: 4_000))]) }
      #expect(world.network.transmit(try frames(of: pen, each: 5), from: number, to: 0))
    }
    world.network.run(milliseconds: 2 * Self.second)
    let grown = try used(world) - before
    // The burst, two seconds, eight seconds of debt, and a last frame of each.
    #expect(grown > 64 * Self.kibibyte, "\(grown) bytes")
    #expect(grown < 290 * Self.kibibyte, "\(grown) bytes")
    for number in 1...3 { #expect(world.network.isLinked(0, number)) }
  }

  @Test(
    "42.h: an honest first sync ends as soon as its rate allows, and its link is read all the time")
  func firstSync() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    let room = try world.make(1, "club", ["Ada", "Cyd"]).id
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    try world.say(2, "hello", in: room)
    world.network.partition(0, 1)
    var pen = try Pen(of: 2, in: id, world)
    for _ in 0..<1_500 { try pen.write([pen.message(String(repeating: "x", count: 1_000))]) }
    #expect(world.network.transmit(try frames(of: pen, each: 100), from: 2, to: 1))
    world.network.settle()
    let wanted = try world.state(1, room)
    #expect(wanted.entries > 1_500)
    let rate = WriteRate(burst: 256 * Self.kibibyte, perSecond: 512 * Self.kibibyte)
    try restart(0, world) { $0.paired = rate }
    let before = try used(world)
    world.network.heal(0, 1)
    let began = world.network.now
    world.network.connect(0, 1)
    var wasHeld = false
    while try world.state(0, room).entries < wanted.entries {
      #expect(world.network.now < began + 60 * Self.second)
      guard world.network.now < began + 60 * Self.second, world.network.step() else { break }
      let node = try #require(world.network.nodes[0].node)
      for link in node.links.ids {
        wasHeld = wasHeld || node.heldUntil(link, at: world.network.now) != nil
      }
    }
    #expect(!wasHeld)
    let grown: Int64 = try used(world) - before - rate.burst
    let needed: Int64 = grown * Self.second / rate.perSecond
    let took: Int64 = world.network.now - began
    // What may be on its way comes before its time.
    #expect(took > needed / 2, "\(took) ms for \(needed) ms")
    #expect(took < needed + Self.second, "\(took) ms for \(needed) ms")
    world.network.run(milliseconds: 2 * Limits.digestMilliseconds)
    #expect(try world.state(0, room).hash == world.state(1, room).hash)
  }

  @Test(
    "42.h: a room of 100,000 entries comes from a friend within a second more than without a rate")
  func large() {
    // A message of 196 bytes: its entry, its payload twice.
    let bytes: Int = 100_000 * (Limits.shareOfEntry + 520)
    let rest: Int64 = Int64(bytes) - Limits.writesPaired.burst
    #expect(rest <= Limits.writesPaired.perSecond)
  }

  @Test(
    "42.h: a match of strangers whose nodes play by themselves uses less than half of a table's budget"
  )
  func match() throws {
    let world = try RoomWorld(["Ada", "Eve"])
    let table = try world.match()
    try world.sit(table, 0, 1, auto: true)
    for _ in 0..<20_000 where try world.table(0, table).phase == .playing {
      guard world.network.step() else { break }
    }
    #expect(try world.table(0, table).phase == .finished)
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    for number in 0...1 {
      let node = try #require(world.network.nodes[number].node)
      let left = try #require(node.writes[.table(id)]?.left(at: world.network.now))
      #expect(left > Limits.writesTable.burst / 2, "\(left)")
    }
  }

  @Test(
    "42.h: a budget goes into debt and is paid in time, and a clock that goes back gives nothing")
  func budget() {
    var budget = WriteBudget(WriteRate(burst: 1_000, perSecond: 100), at: 500)
    #expect(budget.isFull(at: 500))
    #expect(budget.left(at: 500) == 1_000)
    budget.spend(1_500, at: 500)
    #expect(budget.left(at: 500) == -500)
    #expect([0, 400, 500].map { budget.readyAt(debt: $0) } == [5_500, 1_500, 500])
    #expect([100, 5_500].map { budget.left(at: $0) } == [-500, 0])
    budget.spend(1, at: 5_505)
    #expect(budget.readyAt() == 5_510)
    #expect(budget.isFull(at: 20_000))
    var budgets = WriteBudgets()
    let rates = WriteRates()
    budgets.spend(1, of: .crowd, rates, at: .init(steady: 0, wall: 0))
    budgets.forgetFull(at: .init(steady: 0, wall: 0))
    #expect(budgets[.crowd] != nil)
    budgets.forgetFull(at: .init(steady: 1, wall: 0))
    #expect(budgets[.crowd] == nil)
  }

  @Test("42.h: acknowledgements wait for their time, each room for its own") func pace() throws {
    var pace = LinkPace()
    let (one, other) = (RoomID.lobby, try #require(RoomID([UInt8](repeating: 7, count: 16))))
    pace.withhold(10, of: one, until: 200)
    pace.withhold(10, of: other, until: 100)
    pace.withhold(5, of: one, until: 150)
    #expect(pace.bytes == 25)
    #expect(pace.withholds(one))
    #expect(pace.nextWake == 100)
    #expect(pace.takeDue(at: 150) == [other])
    #expect(pace.takeDue(at: 200) == [one])
    #expect(pace.bytes == 0)
    #expect(pace.nextWake == nil)
    pace.hold(until: .max, at: 1_000)
    #expect(pace.heldUntil == 1_000 + Limits.unreadMilliseconds)
    pace.rest(until: 300)
    #expect(pace.rests(at: 299))
    #expect(pace.rests(at: 300) == false)
    #expect(pace.nextWake == 300)
    #expect(pace.takeDue(at: 300) == [])
    #expect(pace.nextWake == nil)
  }
}
