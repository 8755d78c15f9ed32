import ChatSchema
import Foundation
import Identifiers
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Attacks of a peer on rooms: all fail, in the same way on every node.
@Suite struct RoomAttackTests {
  @Test("C-19: two histories of one author count for nothing, everywhere")
  func twoHistoriesOfOneAuthorCountForNothingEverywhere() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2)] { world.network.connect(one, other) }
    // Bob's key writes one thing to Ada and another to Cyd, who do not hear of each other.
    world.network.tamper = { passing in
      passing.from == 1 || passing.to == 1 ? [] : [passing.bytes]
    }
    for (number, text) in [(0, "yes"), (2, "no")] {
      var pen = try Pen(of: 1, in: .lobby, world)
      try pen.write([pen.message(text)])
      try world.send(pen.batch, from: 1, to: number)
      #expect(try world.texts(number) == [text])
      try world.say(number, "I heard \(text)")
    }
    world.network.tamper = nil
    world.network.cutLinks(0, 1)
    world.network.cutLinks(1, 2)
    world.network.connect(0, 2)
    world.network.run(milliseconds: 130_000)
    for number in [0, 2] {
      #expect(Set(try world.texts(number)) == ["I heard yes", "I heard no"])
      #expect(try world.state(number).hash == world.state(0).hash)
    }
    // Bob himself learns it as well, and people can go on.
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
    try world.say(2, "on with it")
    #expect(try world.texts(0).last == "on with it")
    #expect(try world.texts(0) == world.texts(2))
  }

  @Test("invariant 10: a proof of a fork at the highest number is refused, signed or not")
  func highestNumber() throws {
    let highest: [UInt64] = [.max, .max - 1, UInt64(Int64.max)]
    for first in highest {
      let world = try RoomWorld(["Ada", "Bob"])
      world.network.connect(0, 1)
      let batch = Batch.with { batch in
        batch.room = RoomID.lobby.data
        batch.forks = [
          .with { proof in
            proof.room = batch.room
            proof.previous = Data(repeating: 0, count: 32)
            proof.left.log.author = Data(repeating: 1, count: 32)
            proof.left.first = first
            proof.left.entries = Array(repeating: .with { $0.payload = Data() }, count: 2)
            proof.right = proof.left
          }
        ]
      }
      world.network.inject(
        try Coding.encode(Frame.with { $0.batch = batch }), from: 1, to: 0)
      world.network.settle()
      #expect(!world.network.isLinked(0, 1))
    }
  }

  @Test("C-19: who is not in a room cannot write into it") func whoIsNotInARoomCannotWriteIntoIt()
    throws
  {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    let view = try world.make(0, "club", ["Bob"])
    let room = try #require(Base32.decode(view.id).flatMap { RoomID($0) })
    var pen = try Pen(of: 2, in: room, world)
    try pen.write([pen.message("let me in")])
    // From outside it is refused; smuggled in by a member it closes the member's link and stays out.
    try world.send(pen.batch, from: 2, to: 1)
    #expect(try world.texts(1, in: view.id).isEmpty)
    #expect(world.network.isLinked(1, 2))
    try world.send(pen.batch, from: 1, to: 0)
    #expect(try world.texts(0, in: view.id).isEmpty)
    #expect(!world.network.isLinked(0, 1))
  }

  @Test("P-30: nobody changes or deletes what somebody else made") func othersRecords() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    let message = try world.say(0, "mine")
    let id = try #require(Base32.decode(message.id).flatMap { RecordID($0) })
    var pen = try Pen(of: 1, in: .lobby, world)
    try pen.write([
      .with {
        $0.put.record = id.data
        $0.put.body = (try? ChatMessage.with { $0.text = "yours" }.serializedData()) ?? Data()
      },
      .with {
        $0.delete.record = id.data
        $0.delete.erased = [
          .with {
            $0.log = (try? Pen(of: 0, in: .lobby, world).log.message) ?? LogID()
            $0.sequence = 2
          }
        ]
      },
    ])
    try world.send(pen.batch, from: 1, to: 0)
    #expect(try world.texts(0) == ["mine"])
    #expect(try world.state(0).entries == 3)
    #expect(try Set(world.payloadCounts(0)) == [0])
  }

  @Test("P-29: unknown kinds, fields and operations are kept and passed on byte for byte")
  func unknown() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    world.network.connect(1, 2)
    var pen = try Pen(of: 0, in: .lobby, world)
    // Field 900 of a message, a record of kind 4711, and an operation of another time.
    let unknownField = Data([0xa2, 0x38, 0x03, 0x61, 0x62, 0x63])
    var message = pen.message("known")
    message.put.body += unknownField
    var later = Schema.Operation()
    try later.merge(serializedBytes: Data([0xa2, 0x38, 0x02, 0x68, 0x69]))
    try pen.write([
      message, later,
      .with {
        $0.put.nonce = Data(repeating: 9, count: 16)
        $0.put.kind = 4_711
        $0.put.body = unknownField
      },
    ])
    try world.send(pen.batch, from: 0, to: 1)
    #expect(try world.texts(2) == ["known"])
    let payloads = try world.network.nodes[2].store.read { try Room.payloads(of: .lobby, $0) }
    #expect(payloads == pen.payloads)
    #expect(try world.state(2) == world.state(1))
    #expect(try world.state(2).records == 1)
  }

  @Test("P-14: nobody fills a node with rooms") func manyRooms() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let author = try world.author(1)
    var frame = RoomsDigest()
    for number in 0..<(Limits.roomsOfOthers + 200) {
      let nonce = Data((0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) })
      frame.rooms.append(
        .with {
          $0.room = RoomID(privateOf: author, nonce: nonce).data
          $0.digest = Data(repeating: 1, count: 32)
          $0.opener = author.data
          $0.nonce = nonce
        })
    }
    try world.send(.roomsDigest(frame), from: 1, to: 0)
    let own = try world.author(0)
    let rooms = try world.network.nodes[0].store.read { try $0.privateRooms(without: own) }
    #expect(rooms.count <= Limits.roomsOfOthers)
    // The lobby goes on, on this link or the next.
    world.network.run(milliseconds: 60_000)
    world.network.connect(0, 1)
    try world.say(0, "all is well")
    #expect(try world.texts(1) == ["all is well"])
  }

  @Test("P-13: forks of people that a stranger makes up keep nobody out of the lobby")
  func madeUpForks() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    for number in 0..<(Limits.logsPerRoom + 20) {
      // A few a minute: a link bears only so much at once.
      if number % 100 == 99 { world.network.run(milliseconds: 60_000) }
      if !world.network.isLinked(0, 1) { world.network.connect(0, 1) }
      var batch = Batch()
      batch.room = RoomID.lobby.data
      batch.forks = [try madeUpFork(number)]
      try world.send(.batch(batch), from: 1, to: 0)
    }
    let room = try world.network.nodes[0].store.read { try Room.load(.lobby, $0) }
    #expect((room?.logs.count ?? 0) <= Limits.strangersInLobby + 3)
    // Somebody who is trusted and writes here for the first time.
    try world.pair(0, 2)
    try world.say(2, "I am new here")
    world.network.run(milliseconds: 130_000)
    #expect(try world.texts(0).contains("I am new here"))
  }

  @Test("invariant 2: a proof of a fork keeps nobody from the entries before it")
  func proofBeforeEntries() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    var (one, other) = (try Pen(of: 2, in: .lobby, world), try Pen(of: 2, in: .lobby, world))
    for text in ["first", "second"] { try one.write([one.message(text)]) }
    for index in 0..<2 { other.copy(index, of: one) }
    try one.write([one.message("of one machine")])
    try other.write([other.message("of the other")])
    let proof = try one.fork(from: other, at: 2)
    try world.send(
      .batch(
        .with {
          $0.room = RoomID.lobby.data
          $0.forks = [proof]
        }), from: 1, to: 0)
    try world.send(one.batch(of: 0..<1), from: 1, to: 0)
    // Whoever gets an acknowledgement of what it did not send itself ends the link.
    if !world.network.isLinked(0, 1) { world.network.connect(0, 1) }
    // One of them hears the rest, and of the fork by the other.
    try world.send(other.batch, from: 0, to: 1)
    if !world.network.isLinked(0, 1) { world.network.connect(0, 1) }
    world.network.run(milliseconds: 200_000)
    #expect(try world.texts(0) == ["first", "second"])
    #expect(try world.texts(1) == ["first", "second"])
  }

  @Test("invariant 10: who is known to have forked may have forked before that, and all find out")
  func forkBelowFork() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    var pens = try (0..<3).map { _ in try Pen(of: 2, in: .lobby, world) }
    try pens[0].write([pens[0].message("first")])
    for index in 1...2 { pens[index].copy(0, of: pens[0]) }
    try pens[0].write([pens[0].message("second")])
    try pens[2].write([pens[2].message("another second")])
    pens[1].copy(1, of: pens[0])
    try pens[0].write([pens[0].message("third")])
    try pens[1].write([pens[1].message("another third")])
    let proof = try pens[0].fork(from: pens[1], at: 2)
    // Each knows of the later fork, and has another history below it.
    for (number, pen) in [(0, pens[0]), (1, pens[2])] {
      world.network.connect(2, number)
      try world.send(
        .batch(
          .with {
            $0.room = RoomID.lobby.data
            $0.forks = [proof]
          }), from: 2, to: number)
      for index in 0..<pen.count {
        if !world.network.isLinked(2, number) { world.network.connect(2, number) }
        try world.send(pen.batch(of: index..<index + 1), from: 2, to: number)
      }
      world.network.partition(2, number)
    }
    world.network.connect(0, 1)
    world.network.run(milliseconds: 200_000)
    for number in 0...1 { #expect(try world.texts(number) == ["first"]) }
  }

  /// A proof that an author who is nobody signed two histories.
  private func madeUpFork(_ number: Int) throws -> ForkProof {
    let key = try SigningKey(
      secret: (0..<32).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 7) })
    let state = LogState(key: LogKey(author: key.author, incarnation: 0))
    func side(_ text: String) throws -> Slice {
      let entry = try EntryWriter.write(
        .with { $0.operations = [.with { $0.put.body = Data(text.utf8) }] }, room: .lobby,
        state: state, dependencies: [], dependencyOrder: 0, wallMilliseconds: 1)
      return try .with {
        $0.log = state.key.message
        $0.first = 1
        $0.entries = [entry.message]
        $0.signature = try key.signHeads([entry.hash])[0]
      }
    }
    return try .with {
      $0.room = RoomID.lobby.data
      $0.previous = EntryHash.zero.data
      $0.left = try side("one")
      $0.right = try side("other")
    }
  }

  @Test("P-13: a stranger cannot fill the lobby") func lobbyQuota() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    var pen = try Pen(of: 1, in: .lobby, world)
    for number in 0..<(Int(Limits.strangerEntries) + 500) {
      try pen.write([pen.message("spam \(number)")])
      if number % 100 == 99 {
        try world.send(pen.batch, from: 1, to: 0)
        world.network.run(milliseconds: 600_000)
        if !world.network.isLinked(0, 1) { world.network.connect(0, 1) }
      }
    }
    #expect(try world.state(0).entries <= Limits.strangerEntries)
    try world.say(0, "still here")
    #expect(try world.texts(0).last == "still here")
  }

  @Test("P-13: what a stranger wrote while apart comes, also when it is more than comes at once")
  func muchWhileApart() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(1, "before")
    world.network.cutLinks(0, 1)
    let apart = (1...30).map { "apart \($0)" }
    for text in apart { try world.say(1, text) }
    world.network.connect(0, 1)
    world.network.run(milliseconds: 10_000)
    #expect(try world.texts(0) == ["before"] + apart)
  }

  @Test(
    "P-13: what a stranger wrote between the words of others comes like what it wrote in one go")
  func muchBetween() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(1, 2)
    for number in 0..<35 {
      try world.say(number == 5 || number == 9 ? 2 : 1, "word \(number)")
    }
    world.network.connect(0, 1)
    world.network.run(milliseconds: 2_000)
    #expect(try world.texts(0) == (0..<35).map { "word \($0)" })
  }

  @Test("P-13: nobody uses up what a stranger may write in its name") func foreignQuota() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    world.network.connect(0, 1)
    try world.say(1, "one")
    for number in 0..<30 {
      if !world.network.isLinked(2, 0) { world.network.connect(2, 0) }
      var pen = try Pen(of: 1, in: .lobby, world)
      for _ in 0..<6 { try pen.write([pen.message(String(repeating: "x", count: 8_000))]) }
      guard case .batch(var batch) = try pen.batch else { return }
      batch.slices[0].signature = Data(repeating: UInt8(number), count: 64)
      try world.send(.batch(batch), from: 2, to: 0)
      world.network.run(milliseconds: 60_000)
    }
    if !world.network.isLinked(0, 1) { world.network.connect(0, 1) }
    try world.say(1, "two")
    world.network.run(milliseconds: 2_000)
    #expect(try world.texts(0) == ["one", "two"])
  }
}

extension RoomWorld {
  func author(_ number: Int) throws -> Author {
    try #require(try network.nodes[number].store.read { try $0.accounts() }.first?.author)
  }

  func send(_ body: Frame.OneOf_Body, from: Int, to: Int) throws {
    #expect(network.inject(try Coding.encode(Frame(body)), from: from, to: to))
    network.settle()
  }

  /// For each entry of the lobby that is here, 1 where its payload is gone.
  func payloadCounts(_ number: Int) throws -> [Int] {
    try network.nodes[number].store.read { reader in
      var erased: [Int] = []
      let logs = try Room.load(.lobby, reader).map { Array($0.logs.values) } ?? []
      try reader.entries(in: .lobby, of: logs) { _, entry in
        erased.append(entry.payload == nil ? 1 : 0)
        return true
      }
      return erased
    }
  }
}
