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

/// Authors that somebody makes up take nobody's place in the lobby.
@Suite struct LobbyPlacesTests {
  private func key(_ number: Int) throws -> SigningKey {
    try SigningKey(
      secret: (0..<32).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 9) })
  }

  /// Returns an entry of a made-up author.
  private func slice(_ number: Int, _ text: String = "I was made up") throws -> Slice {
    let key = try key(number)
    let state = LogState(key: LogKey(author: key.author, incarnation: 0))
    let put = Schema.Operation.with {
      $0.put.nonce = Data(repeating: UInt8(truncatingIfNeeded: number), count: 16)
      $0.put.kind = RecordKind.chatMessage.rawValue
      $0.put.body =
        (try? ChatMessage.with { $0.text = "\(text) \(number)" }.serializedData()) ?? Data()
    }
    let entry = try EntryWriter.write(
      .with { $0.operations = [put] }, room: .lobby, state: state, dependencies: [],
      dependencyOrder: 0, wallMilliseconds: 1)
    return try .with {
      $0.log = state.key.message
      $0.first = 1
      $0.entries = [entry.message]
      $0.signature = try key.signHeads([entry.hash])[0]
    }
  }

  /// People whose nodes do not mind being thanked for what they did not send.
  private func people(_ names: [String]) throws -> RoomWorld {
    let world = try RoomWorld(names)
    world.network.tamper = { passing in
      guard passing.from == 0, passing.to == 1,
        let frame = try? Coding.decode(Frame.self, from: passing.bytes),
        case .acknowledge? = frame.body
      else { return [passing.bytes] }
      return []
    }
    return world
  }

  /// One sends a crowd of made-up authors to another one.
  private func send(_ numbers: Range<Int>, from: Int, to: Int, _ world: RoomWorld) throws {
    for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 64) {
      let batch = try Batch.with { batch in
        batch.room = RoomID.lobby.data
        batch.slices = try (first..<min(first + 64, numbers.upperBound)).map { try slice($0) }
      }
      try world.send(.batch(batch), from: from, to: to)
    }
  }

  private func logs(_ number: Int, _ world: RoomWorld) throws -> Set<LogKey> {
    let room = try world.network.nodes[number].store.read { try Room.load(.lobby, $0) }
    return try Set(#require(room).logs.keys)
  }

  @Test(
    "P-13: a link brings no more than its share of unknown authors, and the next stranger is heard")
  func quota() throws {
    let world = try people(["Ada", "Bob", "Cyd", "Dan"])
    world.network.connect(0, 1)
    try world.pair(0, 3)
    try send(0..<Limits.strangersInLobby, from: 1, to: 0, world)
    #expect(try logs(0, world).count <= Limits.strangersPerLink + 4)
    #expect(try logs(3, world).count <= Limits.strangersPerLink + 4, "and it does not spread")
    world.network.connect(0, 2)
    try world.say(2, "I am real")
    #expect(try world.texts(0).contains("I am real"))
  }

  @Test(
    "P-13: whoever was silent longest gives a full link's place up, and all is as if it had not been here"
  )
  func givenUp() throws {
    let world = try people(["Ada", "Bob"])
    world.network.connect(0, 1)
    try send(0..<Limits.strangersPerLink, from: 1, to: 0, world)
    let before = try logs(0, world)
    world.network.run(milliseconds: 10_000)
    try send(100..<102, from: 1, to: 0, world)
    let after = try logs(0, world)
    #expect(after.count == before.count)
    let first = LogKey(author: try key(0).author, incarnation: 0)
    let late = LogKey(author: try key(101).author, incarnation: 0)
    #expect(!after.contains(first) && after.contains(late))
    #expect(try !world.texts(0).contains("I was made up 0"))
    world.network.run(milliseconds: 130_000)
    let kept = try world.state(0)
    try world.network.nodes[0].store.turn { try RecordRebuild.rebuild(.lobby, $0) }
    #expect(try world.state(0) == kept)
    // Others do not bring it back.
    try send(0..<1, from: 1, to: 0, world)
    #expect(try !logs(0, world).contains(first))
    // After a start the same holds.
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    #expect(try logs(0, world).count == after.count)
  }

  @Test("P-13: when all places are taken, the link that brought the most gives one up")
  func fairness() throws {
    var places = LobbyPlaces()
    places.settle([])
    func log(_ number: Int) throws -> LogKey {
      LogKey(author: try key(number).author, incarnation: 0)
    }
    for number in 0..<Limits.strangersInLobby {
      let link = LinkID(number < 30 ? 1 : UInt64(2 + number / 16))
      places.note(try log(number), from: link, isOwn: false)
    }
    let quota = 64
    let victim = places.victim(for: LinkID(99), quota: quota) { _, _ in false }
    #expect(victim == (try log(0)))
    // It wrote again, so the next one is another one.
    places.note(try log(0), from: LinkID(1), isOwn: false)
    #expect(places.victim(for: LinkID(99), quota: quota) { _, _ in false } == (try log(1)))
    // Links that are gone are one crowd.
    for link in 3..<9 { places.release(LinkID(UInt64(link))) }
    let gone = places.victim(for: LinkID(99), quota: quota) { _, _ in false }
    #expect(gone == (try log(30)))
    // Its own share goes first.
    #expect(places.victim(for: LinkID(1), quota: 30) { _, _ in false } == (try log(1)))
  }

  @Test("P-13: a slice of somebody unknown that holds nothing takes no place")
  func unproven() throws {
    let world = try people(["Ada", "Bob"])
    world.network.connect(0, 1)
    var late = try slice(7)
    late.first = 9
    try world.send(
      .batch(
        .with {
          $0.room = RoomID.lobby.data
          $0.slices = [late]
        }), from: 1, to: 0)
    let log = LogKey(author: try key(7).author, incarnation: 0)
    #expect(try !logs(0, world).contains(log))
  }

  @Test("invariant 10: a stranger's batch of more slices than a turn bears closes the link")
  func manySlices() throws {
    let world = try people(["Ada", "Bob"])
    world.network.connect(0, 1)
    let one = try slice(1)
    func send(_ count: Int) throws {
      try world.send(
        .batch(
          .with {
            $0.room = RoomID.lobby.data
            $0.slices = Array(repeating: one, count: count)
          }), from: 1, to: 0)
    }
    try send(Limits.slicesStranger)
    #expect(world.network.isLinked(0, 1))
    try send(Limits.slicesStranger + 1)
    #expect(!world.network.isLinked(0, 1))
  }

  @Test("invariant 10: slices that bring nothing new have a budget") func useless() throws {
    let world = try people(["Ada", "Bob"])
    world.network.connect(0, 1)
    let one = try slice(1)
    let bytes = try Coding.encode(
      Frame(
        .batch(
          .with {
            $0.room = RoomID.lobby.data
            $0.slices = Array(repeating: one, count: Limits.slicesStranger)
          })))
    let frames = Limits.uselessSlices.burst / Limits.slicesStranger
    for _ in 0..<frames / 2 { world.network.inject(bytes, from: 1, to: 0) }
    world.network.settle()
    #expect(world.network.isLinked(0, 1), "some do no harm")
    for _ in 0..<frames { world.network.inject(bytes, from: 1, to: 0) }
    world.network.settle()
    #expect(!world.network.isLinked(0, 1))
  }
}
