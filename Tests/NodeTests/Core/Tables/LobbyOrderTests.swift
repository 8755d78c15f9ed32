import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// The lobby is the same on every node that has the same entries, whenever they came.
@Suite struct LobbyOrderTests {
  /// Sam writes more than strangers may, and Bob, who has paired with him, answers: Ada gets the answer before what it
  /// answers.
  private func world() throws -> RoomWorld {
    let world = try RoomWorld(["Ada", "Bob", "Sam"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    world.network.connect(0, 2)
    let long = String(repeating: "a", count: 8_000)
    for _ in 0..<140 { try world.say(2, long) }
    try world.say(2, "the last of it")
    try world.say(1, "I have read all of it")
    try world.say(0, "I have not")
    try world.say(1, "you will")
    return world
  }

  @Test(
    "P-13: when a quota is lifted the orders that others gave are made again, the same on all nodes"
  )
  func lifted() throws {
    let world = try world()
    #expect(try world.texts(0).contains("you will"))
    #expect(try !world.texts(0).contains("the last of it"))
    #expect(try world.state(0).hash != world.state(1).hash)
    let sam = world.network.nodes[2].id.description
    _ = try world.call(0, Methods.Peers.trust) { $0.node = sam }
    world.network.run(milliseconds: 200_000)
    #expect(try world.state(0).entries == world.state(1).entries)
    #expect(try world.state(0) == world.state(1))
    #expect(try world.state(2) == world.state(1))
    #expect(
      try world.texts(0).suffix(4) == [
        "the last of it", "I have read all of it", "I have not", "you will",
      ])
    // Nothing is left to do.
    let late = try world.network.nodes[0].store.read { try $0.unresolvedDependencies(in: .lobby) }
    #expect(late.isEmpty)
  }

  @Test("P-13: what was missing is known after a start, and the same comes of it") func restarted()
    throws
  {
    let world = try world()
    let before = try world.network.nodes[0].store.read { try $0.unresolvedDependencies(in: .lobby) }
    #expect(before.count == 1)
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    let sam = world.network.nodes[2].id.description
    _ = try world.call(0, Methods.Peers.trust) { $0.node = sam }
    world.network.run(milliseconds: 200_000)
    #expect(try world.state(0) == world.state(1))
    // And what is made again from the logs alone is no other.
    let kept = try world.state(0)
    try world.network.nodes[0].store.turn { try RecordRebuild.rebuild(.lobby, $0) }
    #expect(try world.state(0) == kept)
  }

  @Test("P-13: citations of what does not exist are bounded") func bounded() throws {
    var late = LateCitations()
    for number in 0..<2_000 {
      var bytes = [UInt8](repeating: 0, count: 32)
      (bytes[0], bytes[1]) = (UInt8(number & 255), UInt8(number >> 8))
      late.add(LogKey(author: try #require(Author(bytes)), incarnation: 0), 7)
    }
    #expect(late.missing.count == Limits.logsPerRoom && late.isFull)
  }
}
