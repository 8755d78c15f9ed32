import Feature
import FileSchema
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

extension RoomWorld {
  /// Sets how many MiB of its disk a node gives to each node of a role.
  func setShare(_ number: Int, _ role: NodeRole, _ mebibytes: Int) throws {
    _ = try call(number, Methods.Node.set) {
      $0.key = "share-\(role)"
      $0.value = "\(mebibytes)"
    }
  }

  /// Returns a node's views of the shares of others.
  func shares(_ number: Int) throws -> [ShareView] {
    try network.nodes[number].store.read { reader in
      let account = try #require(try reader.accounts().first)
      return try RoomSurroundings(reader).shares(reader, own: account.author)
    }
  }

  /// Returns the bytes that another node keeps of this one's, once that is not enough; 0 while it is.
  func shareUsedUp(_ number: Int, at other: Int) throws -> UInt64 {
    let id = network.nodes[other].id.description
    return try network.nodes[number].store.read { reader in
      try reader.peers().first { $0.view.id == id }?.view.shareUsedUp ?? 0
    }
  }

  /// Whether the person of a node was told something.
  func wasTold(_ number: Int, _ words: String) -> Bool {
    network.nodes[number].changes.contains {
      $0.notice.contains(words) || $0.tableEvent.notice.contains(words)
    }
  }
}

/// The part of a disk that another node may fill (specification section 10).
@Suite struct ShareTests {
  private static let mebibyte: UInt64 = 1 << 20

  @Test("P-35: a paired peer fills no more than its share, and both sides are told why")
  func paired() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    try world.setShare(0, .paired, 1)
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    var pen = try Pen(of: 1, in: id, world)
    let text = String(repeating: "x", count: 8_000)
    for _ in 0..<200 { try pen.write([pen.message(text)]) }
    for first in stride(from: 0, to: 200, by: 20) {
      try world.send(pen.batch(of: first..<first + 20), from: 1, to: 0)
    }
    let share = try #require(try world.shares(0).first)
    #expect(share.role == "paired" && share.limit == Self.mebibyte && share.name == "Bob")
    #expect(share.used > Self.mebibyte / 2 && share.used <= Self.mebibyte)
    let kept = try world.state(0, room).entries
    #expect(kept > 30 && kept < 80)
    #expect(world.wasTold(0, "Bob has used up the 1 MiB"))
    #expect(try world.shareUsedUp(1, at: 0) == Self.mebibyte)
    #expect(world.wasTold(1, "Ada's node keeps no more"))
    #expect(world.network.isLinked(0, 1))
    // It counts after a restart as well, and others are not in its way.
    world.network.crash(0)
    try world.network.start(0)
    world.network.settle()
    let before = try world.state(0, room).entries
    try world.send(pen.batch(of: 0..<80), from: 1, to: 0)
    #expect(try world.state(0, room).entries <= before + 4)
    try world.say(0, "still here", in: room)
    #expect(try world.texts(0, in: room).last == "still here")
  }

  @Test("P-35: authors cost nothing, so what they wrote counts against the node that sends it")
  func madeUpAuthors() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve", "Eve", "Eve"])
    try world.pair(0, 1)
    try world.setShare(0, .paired, 1)
    // So that there is a batch to be acknowledged.
    try world.say(1, "hello")
    let text = String(repeating: "x", count: 8_000)
    for number in 2...4 {
      var pen = try Pen(of: number, in: .lobby, world)
      for _ in 0..<40 { try pen.write([pen.message(text)]) }
      for first in stride(from: 0, to: 40, by: 10) {
        try world.send(pen.batch(of: first..<first + 10), from: 1, to: 0)
      }
    }
    let shares = try world.shares(0)
    #expect(shares.map(\.node) == [world.network.nodes[1].id.description])
    #expect(shares.allSatisfy { $0.used <= Self.mebibyte })
    #expect(try world.state(0).entries < 80)
  }

  @Test("P-35: what a stranger writes at a table counts, and then it gets no further table")
  func table() throws {
    let world = try RoomWorld(["Ada", "Eve"])
    world.network.connect(0, 1)
    try world.setShare(0, .stranger, 1)
    let table = try world.call(0, Methods.Tables.host) { $0.description_p = "t" }.id
    _ = try world.call(1, Methods.Tables.ask) { $0.table = table }
    _ = try world.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    var pen = try Pen(of: 1, in: id, world)
    let text = String(repeating: "x", count: 1_000)
    for _ in 0..<1_200 { try pen.write([pen.message(text)]) }
    for first in stride(from: 0, to: 1_200, by: 30) {
      try world.send(pen.batch(of: first..<first + 30), from: 1, to: 0)
      world.network.run(milliseconds: 100)
    }
    let share = try #require(try world.shares(0).first)
    #expect(share.role == "stranger")
    #expect(share.used > Self.mebibyte / 2 && share.used <= Self.mebibyte)
    #expect(world.wasTold(0, "Eve has used up the 1 MiB"))
    #expect(world.wasTold(0, "so its moves are not taken"))
    #expect(world.wasTold(1, "Ada's node keeps no more"))
    #expect(world.network.isLinked(0, 1))
    let next = try world.call(0, Methods.Tables.host) { $0.description_p = "u" }.id
    _ = try world.call(1, Methods.Tables.ask) { $0.table = next }
    let asked = try world.network.nodes[1].tables().first { $0.id == next }
    #expect(asked?.closedReason.contains("share of this disk") == true)
  }

  @Test("P-35: files fill the share too; a larger share or a deleted file lets the rest come")
  func files() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    try world.setShare(0, .paired, 2)
    var files: [FileView] = []
    for number in 0..<4 {
      files.append(
        try world.share(
          1, RoomWorld.bytes(700_000, seed: UInt64(number)), as: "\(number)", in: room))
      world.network.settle()
    }
    func whole() throws -> Int {
      try world.files(0, in: room).count { $0.received == $0.size }
    }
    #expect(try whole() == 2)
    let left = try #require(try world.files(0, in: room).first { $0.received == 0 })
    #expect(left.problem.contains("share"))
    #expect(try world.shareUsedUp(1, at: 0) == 2 * Self.mebibyte)
    _ = try world.call(1, Methods.Files.delete) {
      $0.room = room
      $0.file = files[0].id
    }
    world.network.run(milliseconds: 2 * Limits.digestMilliseconds)
    #expect(try whole() == 2)
    try world.setShare(0, .paired, 20)
    world.network.run(milliseconds: 2 * Limits.digestMilliseconds)
    #expect(try whole() == 3)
    #expect(try world.shareUsedUp(1, at: 0) == 0)
  }

  @Test("P-35: what was written in a room counts no more once the room is deleted")
  func deletedRoom() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    var pen = try Pen(of: 1, in: id, world)
    let text = String(repeating: "x", count: 8_000)
    for _ in 0..<42 { try pen.write([pen.message(text)]) }
    // Much is written down at once, and the little at the end later.
    for part in [0..<20, 20..<40, 40..<42] {
      try world.send(pen.batch(of: part), from: 1, to: 0)
    }
    #expect(try world.shares(0).first?.used ?? 0 > Self.mebibyte / 2)
    try world.change(0, room, "Bob", .remove)
    _ = try world.call(0, Methods.Rooms.delete) { $0.room = room }
    world.network.run(milliseconds: 2 * Limits.digestMilliseconds)
    #expect(try world.shares(0).first?.used ?? 0 < 16 << 10)
  }

  @Test("P-35: who is in a private room with us has another share than a stranger")
  func roles() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    world.network.connect(0, 2)
    try world.say(2, "hello")
    world.network.run(milliseconds: 2 * Limits.digestMilliseconds)
    let cyd = world.network.nodes[2].id.description
    func role() throws -> String? { try world.shares(0).first { $0.node == cyd }?.role }
    #expect(try role() == "stranger")
    let room = try world.make(1, "club", ["Ada", "Cyd"]).id
    try world.say(2, "hello", in: room)
    world.network.run(milliseconds: 2 * Limits.digestMilliseconds)
    #expect(try role() == "member")
    let limits = try Set(world.shares(0).map(\.limit))
    #expect(limits == [UInt64(Limits.shareMember), UInt64(Limits.sharePaired)])
  }

  @Test("P-35: who is in a private room with us fills the share of a member, and no more")
  func member() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    world.network.connect(0, 2)
    try world.setShare(0, .stranger, 1)
    try world.setShare(0, .member, 2)
    let room = try world.make(1, "club", ["Ada", "Cyd"]).id
    try world.say(2, "hello", in: room)
    world.network.run(milliseconds: 2 * Limits.digestMilliseconds)
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    var pen = try Pen(of: 2, in: id, world)
    let text = String(repeating: "x", count: 8_000)
    for _ in 0..<200 { try pen.write([pen.message(text)]) }
    for first in stride(from: 0, to: 200, by: 4) {
      try world.send(pen.batch(of: first..<first + 4), from: 2, to: 0)
    }
    let cyd = world.network.nodes[2].id.description
    let share = try #require(try world.shares(0).first { $0.node == cyd })
    #expect(share.role == "member" && share.limit == 2 * Self.mebibyte)
    #expect(share.used > Self.mebibyte * 3 / 2 && share.used <= 2 * Self.mebibyte)
  }

  @Test("P-35: a share is a number of MiB", arguments: ["0", "-1", "x", "1048577", "1.5", ""])
  func refused(_ value: String) throws {
    let world = try RoomWorld(["Ada"])
    #expect {
      try world.call(0, Methods.Node.set) {
        $0.key = "share-stranger"
        $0.value = value
      }
    } throws: { error in
      (error as? Refused)?.refusal.message.contains("MiB") == true
    }
  }
}
