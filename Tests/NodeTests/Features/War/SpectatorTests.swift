import Feature
import Foundation
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import WarSchema
import Wire

@testable import Node

/// People who watch a match (row G-49).
@Suite struct SpectatorTests {
  private func watch(_ world: RoomWorld, _ number: Int, _ table: String) throws {
    try world.call(number, Methods.Tables.watch) { $0.table = table }
    world.network.run(milliseconds: 100)
  }

  private func phases(_ world: RoomWorld, _ number: Int) throws -> [TablePhase] {
    try world.network.nodes[number].tables().map(\.phase)
  }

  @Test("G-49 the host allows none, paired people or everybody") func policies() throws {
    for policy in [SpectatorPolicy.unspecified, .paired, .everybody] {
      let world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan"])
      try world.pair(0, 2)
      world.network.connect(0, 3)
      let table = try world.match { $0.spectators = policy }
      #expect(try phases(world, 2) == (policy == .unspecified ? [] : [.watchable]))
      #expect(try phases(world, 3) == (policy == .everybody ? [.watchable] : []))
      if policy != .unspecified {
        try watch(world, 2, table)
        let view = try world.table(2, table)
        #expect(view.phase == .playing && view.watching && view.seat == .unspecified)
        #expect(try world.table(0, table).watchers.map(\.name) == ["Cyd"])
      }
      if policy != .everybody {
        #expect(refusal { try watch(world, 3, table) }.contains("no table"))
        // Whoever asks all the same is told no.
        var ask = Ask()
        ask.room = try #require(Base32.decode(table).map { Data($0) })
        ask.author = try world.account(3).data
        ask.watch = true
        let frame = try Coding.encode(Frame(.ask(ask)))
        #expect(world.network.inject(frame, from: 3, to: 0))
        world.network.settle()
        #expect(try world.table(0, table).watchers.allSatisfy { $0.name != "Dan" })
      }
    }
  }

  @Test("G-49 a round is seen once it is decided, at most 50 ms late, and no card before")
  func delay() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    world.network.connect(1, 2)
    let table = try world.match { $0.spectators = .everybody }
    try watch(world, 2, table)
    for round in UInt32(1)...8 {
      try world.tap(table, 0)
      world.network.run(milliseconds: 3_000)
      let before = try world.table(2, table)
      #expect(before.round == round && !before.host.played)
      #expect(try world.table(1, table).host.hasUp, "the players know it")
      try world.tap(table, 1)
      while try world.table(0, table).round == round { try world.tap(table, 0, 1) }
      world.network.run(milliseconds: 60)
      let after = try world.table(2, table)
      #expect(after.roundsDecided == round)
      #expect(try after.stateHash == world.table(0, table).stateHash)
    }
    try world.sit(table, 0, 1, auto: true)
    world.network.run(milliseconds: 60_000)
    #expect(try world.table(2, table).result == world.table(0, table).result)
    #expect(try world.table(2, table).phase == .finished)
    #expect(try world.verified(2, table).valid, "the spectator has a file that verifies")
  }

  @Test("G-49 who has asked to watch never sees a match that goes on as one with a chair in it")
  func beforeBeingLetIn() throws {
    // Each entry comes alone: the match is there before the step that lets Cyd watch.
    let world = try RoomWorld(["Ada", "Bob", "Cyd"], batchBytes: 1)
    world.network.connect(0, 2)
    let table = try world.match { $0.spectators = .everybody }
    try world.tap(table, 0, 1)
    _ = try world.network.call(2, Methods.Tables.watch) { $0.table = table }.get()
    var steps = 0
    while try !world.table(2, table).watching {
      #expect(try world.table(2, table).phase == .watchable)
      steps += 1
      try #require(world.network.step() && steps < 10_000)
    }
    #expect(try world.table(2, table).phase == .playing)
  }

  @Test("G-49 spectators talk where the host lets them, and nowhere else") func talk() throws {
    for mayTalk in [true, false] {
      let world = try RoomWorld(["Ada", "Bob", "Cyd"])
      world.network.connect(0, 2)
      let table = try world.match {
        $0.spectators = .everybody
        $0.spectatorsTalk = mayTalk
      }
      try watch(world, 2, table)
      guard mayTalk else {
        #expect(refusal { try world.say(2, "hm", in: table) }.contains("watch and not talk"))
        continue
      }
      try world.say(2, "go Bob", in: table)
      try world.say(0, "thanks", in: table)
      world.network.run(milliseconds: 1_000)
      for number in 0...2 { #expect(try said(world, number, table) == ["go Bob", "thanks"]) }
      try world.call(0, Methods.Tables.giveUp) { $0.table = table }
      #expect(try world.verified(1, table).valid)
    }
  }

  @Test(
    "G-49 a spectator who signs two histories changes nothing of the match, also after a restart")
  func spectatorForks() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    world.network.connect(1, 2)
    let table = try world.match {
      $0.spectators = .everybody
      $0.spectatorsTalk = true
    }
    try watch(world, 2, table)
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    var (one, other) = (try Pen(of: 2, in: id, world), try Pen(of: 2, in: id, world))
    try one.write([one.message("of one machine")])
    try other.write([other.message("of the other")])
    let proof = try one.fork(from: other, at: 0)
    for number in 0...1 {
      if !world.network.isLinked(2, number) { world.network.connect(2, number) }
      try world.send(
        .batch(
          .with {
            $0.room = id.data
            $0.forks = [proof]
          }), from: 2, to: number)
    }
    world.network.partition(0, 2)
    world.network.partition(1, 2)
    try world.tap(table, 0, 1)
    for number in 0...1 { #expect(try world.table(number, table).phase == .playing) }
    world.network.crash(1)
    try world.network.start(1)
    world.network.connect(0, 1)
    try world.sit(table, 0, 1)
    try world.tap(table, 0, 1)
    for number in 0...1 { #expect(try world.table(number, table).roundsDecided == 2) }
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    for number in 0...1 {
      #expect(try world.table(number, table).result.winner == .host)
      #expect(try world.verified(number, table).valid)
      let events = try world.network.nodes[number].store.read { try Transcript.events(id, $0) }
      #expect(try #require(events).allSatisfy { !$0.notice.contains("two different entries") })
    }
  }

  private func said(_ world: RoomWorld, _ number: Int, _ table: String) throws -> [String] {
    try world.network.nodes[number].store.read { reader in
      let account = try #require(try reader.accounts().first)
      let id = try RoomNames.chatRoom(table, reader, own: account.author)
      return try #require(try RoomViews(id, reader, own: account.author)?.messages(limit: 9))
        .messages.map(\.text)
    }
  }

  @Test(
    "G-49 a spectator who is sent away sees nothing more, says nothing more and does not come back")
  func dismissed() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    world.network.connect(1, 2)
    let table = try world.match {
      $0.spectators = .everybody
      $0.spectatorsTalk = true
    }
    try watch(world, 2, table)
    try world.tap(table, 0, 1)
    world.network.run(milliseconds: 100)
    #expect(
      refusal {
        try world.call(1, Methods.Tables.dismiss) {
          $0.table = table
          $0.person = "Cyd"
        }
      }.contains("Only the host"))
    try world.call(0, Methods.Tables.dismiss) {
      $0.table = table
      $0.person = "Cyd"
    }
    world.network.run(milliseconds: 100)
    #expect(try world.table(2, table).phase == .closed)
    let known = try world.table(2, table).roundsDecided
    try world.tap(table, 0, 1)
    world.network.run(milliseconds: 90_000)
    #expect(try world.table(2, table).roundsDecided == known)
    #expect(try world.table(0, table).watchers.isEmpty)
    world.network.cutLinks(0, 2)
    world.network.connect(0, 2)
    world.network.run(milliseconds: 70_000)
    #expect(try world.table(0, table).watchers.isEmpty)
    #expect(try world.table(1, table).phase == .playing)
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    #expect(try world.verified(0, table).valid)
  }

  @Test("G-49 a spectator that is cut off catches up, and one that lies changes nothing")
  func behindAndLying() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    let table = try world.match { $0.spectators = .everybody }
    try watch(world, 2, table)
    world.network.partition(0, 2)
    world.network.cutLinks(0, 2)
    for _ in 0..<4 where try world.table(0, table).war.battle == 0 { try world.tap(table, 0, 1) }
    while try world.table(0, table).war.battle > 0 { try world.tap(table, 0, 1) }
    world.network.heal(0, 2)
    world.network.connect(0, 2)
    world.network.run(milliseconds: 5_000)
    #expect(try world.table(2, table).stateHash == world.table(0, table).stateHash)
    #expect(refusal { try world.tap(table, 2) }.contains("no chair"))
    // Steps in its own log are none: it has no chair.
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    let cyd = try #require(world.network.nodes[2].node)
    try world.network.nodes[2].store.turn { transaction in
      _ = try cyd.rooms.room(id, transaction.reader)
      try cyd.tables.write([.with { $0.concede = Concede() }], at: id, transaction)
      try cyd.rooms.signWritten(transaction)
    }
    world.network.cutLinks(0, 2)
    world.network.connect(0, 2)
    world.network.run(milliseconds: 70_000)
    for number in 0...1 { #expect(try world.table(number, table).phase == .playing) }
    try world.tap(table, 0, 1)
    #expect(try world.verified(0, table).valid)
  }

  @Test("G-49 a spectator who floods fills no log of the players, and the match goes on")
  func floods() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 2)
    world.network.connect(1, 2)
    let table = try world.match { $0.spectators = .everybody }
    try watch(world, 2, table)
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    func written() throws -> UInt64 {
      try world.network.nodes[0].store.read { reader in
        let account = try #require(try reader.accounts().first)
        let log = LogKey(author: account.author, incarnation: account.incarnation)
        return try #require(try Room.load(id, reader)?.logs[log]?.state.next)
      }
    }
    let before = try written()
    // Comes and goes as fast as its machine can.
    for number in 0..<400 {
      var ask = Ask()
      ask.room = id.data
      ask.author = try world.account(2).data
      ask.watch = true
      ask.withdrawn = number.isMultiple(of: 2)
      let frame = try Coding.encode(Frame(.ask(ask)))
      if !world.network.inject(frame, from: 2, to: 0) { world.network.connect(0, 2) }
      world.network.run(milliseconds: 10)
    }
    // Twenty questions at once and one in ten seconds, two steps for each.
    #expect(try written() - before < 50)
    // Says as much as fits, although nobody lets it talk.
    var pen = try Pen(of: 2, in: id, world)
    for number in 0..<300 {
      try pen.write([pen.message(String(repeating: "x", count: 1_000) + "\(number)")])
    }
    for start in stride(from: 0, to: 300, by: 20) {
      let frame = try Coding.encode(Frame(pen.batch(of: start..<(start + 20))))
      if !world.network.inject(frame, from: 2, to: 0) { world.network.connect(0, 2) }
      world.network.run(milliseconds: 100)
    }
    for _ in 0..<3 {
      world.network.cutLinks(0, 2)
      world.network.connect(0, 2)
      world.network.run(milliseconds: 70_000)
    }
    try world.sit(table, 0, 1)
    let round = try world.table(0, table).roundsDecided
    while try world.table(0, table).roundsDecided == round { try world.tap(table, 0, 1) }
    #expect(try said(world, 0, table).isEmpty)
    for number in 0...1 {
      #expect(try world.table(number, table).phase == .playing)
      #expect(try world.verified(number, table).valid)
    }
  }

  @Test("G-49 fifty spectators see a match to its end, and the players play the same") func fifty()
    throws
  {
    let names = ["Ada", "Bob"] + (1...50).map { "S\($0)" }
    let world = try RoomWorld(names)
    let table = try world.match { $0.spectators = .everybody }
    for number in 2..<names.count { world.network.connect(0, number) }
    let linked = (2..<names.count).filter { world.network.isLinked(0, $0) }
    #expect(linked.count >= 10)
    for number in linked { try world.call(number, Methods.Tables.watch) { $0.table = table } }
    world.network.run(milliseconds: 1_000)
    try world.sit(table, 0, 1, auto: true)
    world.network.run(milliseconds: 60_000)
    let result = try world.table(0, table)
    #expect(result.phase == .finished)
    for number in linked where try !world.network.nodes[number].tables().isEmpty {
      #expect(try world.table(number, table).stateHash == result.stateHash)
    }
  }

  @Test("G-49 a spectator stops watching") func stops() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 2)
    let table = try world.match { $0.spectators = .everybody }
    try watch(world, 2, table)
    try world.call(2, Methods.Tables.watch) {
      $0.table = table
      $0.stop = true
    }
    #expect(try world.table(0, table).watchers.isEmpty)
    #expect(
      refusal {
        try world.call(2, Methods.Tables.watch) {
          $0.table = table
          $0.stop = true
        }
      }.contains("do not watch"))
    // Who has stopped by itself may come back.
    try watch(world, 2, table)
    #expect(try world.table(0, table).watchers.map(\.name) == ["Cyd"])
    try world.tap(table, 0, 1)
    world.network.run(milliseconds: 100)
    #expect(try world.table(2, table).watching)
  }
}
