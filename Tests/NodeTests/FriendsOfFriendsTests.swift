import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// A friend introduces a friend (row P-21), rooms for everybody who is paired (P-23), and backs of cards (G-26).
@Suite struct FriendsOfFriendsTests {
  private func introduce(
    _ world: RoomWorld, _ third: Int, to friend: Int, by number: Int = 0
  ) throws {
    let author = try world.account(friend)
    _ = try world.call(number, Methods.Rooms.make) {
      $0.people = [author.description]
      $0.direct = true
    }
    let account = try world.account(third)
    _ = try world.call(number, Methods.Introductions.make) {
      $0.to = author.description
      $0.introduction.node = world.network.nodes[third].id.data
      $0.introduction.author = account.data
      $0.introduction.name = world.network.nodes[third].name
      $0.introduction.addresses = [world.network.address(of: third)]
      $0.introduction.note = "from school"
    }
  }

  private func waiting(_ world: RoomWorld, _ number: Int, all: Bool = false) throws
    -> [IntroductionView]
  {
    try world.read(number, "lobby") { views in
      let answer = try views.read(Call(Methods.Introductions.list, .with { $0.all = all }))
      return try #require(answer as? IntroductionList).introductions
    }
  }

  @Test(
    "P-21 a friend introduces two friends, each confirms once, and nothing is taken back by itself")
  func introduction() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    try introduce(world, 2, to: 1)
    try introduce(world, 1, to: 2)
    for (number, name) in [(1, "Cyd"), (2, "Bob")] {
      let found = try waiting(world, number)
      #expect(found.map(\.name) == [name] && found[0].by == "Ada")
      #expect(found[0].note == "from school" && found[0].words.split(separator: "-").count == 4)
      #expect(
        try world.network.nodes[number].store.read { try $0.peers() }
          .allSatisfy { $0.view.name != name || !$0.view.paired })
      try world.call(number, Methods.Peers.trust) { $0.node = found[0].node }
    }
    world.network.connect(1, 2)
    #expect(world.network.isLinked(1, 2))
    for number in 1...2 { #expect(try waiting(world, number).isEmpty) }
    #expect(try waiting(world, 1, all: true).count == 1)
    // Ada falls out with Cyd: Bob's trust is Bob's.
    let cyd = world.network.nodes[2].id.description
    try world.call(0, Methods.Peers.unpair) { $0.peer = cyd }
    let peers = try world.network.nodes[1].store.read { try $0.peers() }
    #expect(peers.first { $0.view.id == cyd }?.view.paired == true)
  }

  @Test("P-21 bad introductions are refused or not shown") func badIntroductions() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    let bob = try world.account(1).description
    func make(_ fill: (inout PeerIntroduction) -> Void) -> String {
      refusal {
        _ = try world.call(0, Methods.Introductions.make) {
          $0.to = bob
          $0.introduction.node = world.network.nodes[2].id.data
          fill(&$0.introduction)
        }
      }
    }
    #expect(make { _ in }.contains("no room with"))
    _ = try world.call(0, Methods.Rooms.make) {
      $0.people = [bob]
      $0.direct = true
    }
    #expect(make { $0.node = Data([1, 2]) }.contains("whole node id"))
    #expect(make { $0.author = Data([1, 2]) }.contains("32 bytes"))
    #expect(make { $0.name = String(repeating: "x", count: 64) }.contains("shorter"))
    #expect(make { $0.addresses = (0..<9).map { "h:\($0)" } }.contains("at most 8"))
    // Somebody who is no friend any more vouches for nobody.
    try introduce(world, 2, to: 1)
    #expect(try waiting(world, 1).count == 1)
    let ada = world.network.nodes[0].id.description
    try world.call(1, Methods.Peers.unpair) { $0.peer = ada }
    #expect(try waiting(world, 1).isEmpty)
  }

  @Test("P-23 a room for everybody who is paired follows pairings") func pairedRoom() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    #expect(
      refusal {
        _ = try world.call(0, Methods.Rooms.make) {
          $0.name = "x"
          $0.paired = true
          $0.people = ["Bob"]
        }
      }.contains("name nobody"))
    let room = try world.call(0, Methods.Rooms.make) {
      $0.name = "friends"
      $0.paired = true
    }
    #expect(room.paired)
    #expect(try world.room(1, "friends").members.count == 2)
    try world.say(0, "hello", in: "friends")
    try world.pair(0, 2)
    world.network.run(milliseconds: 2_000)
    #expect(try world.texts(2, in: "friends") == ["hello"])
    let bob = world.network.nodes[1].id.description
    try world.call(0, Methods.Peers.unpair) { $0.peer = bob }
    world.network.run(milliseconds: 2_000)
    #expect(try world.room(0, "friends").members.map(\.name).sorted() == ["Ada", "Cyd"])
    try world.change(0, "friends", "Cyd", .remove)
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 2)
    world.network.run(milliseconds: 2_000)
    #expect(
      try world.room(0, "friends").members.map(\.name) == ["Ada"], "who was removed stays out")
    #expect(try world.room(0, "friends").paired)
  }

  @Test(
    "G-26 peers are told which back it is, also after a new link, and nothing else of the weather")
  func cardBack() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.match()
    #expect(try world.table(1, table).host.back == .unspecified)
    func set(_ key: String, _ value: String) throws {
      try world.call(0, Methods.Node.set) {
        $0.key = key
        $0.value = value
      }
    }
    #expect(refusal { try set("card-back", "hail-day") }.contains("clear-day"))
    try set("weather-key", "sesame")
    try set("card-back", "snow-night")
    try world.tap(table, 0)
    #expect(try world.table(1, table).host.back == .snowNight)
    world.network.cutLinks(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 1_000)
    try world.sit(table, 0, 1)
    #expect(try world.table(1, table).host.back == .snowNight)
    #expect(try world.table(0, table).host.back == .snowNight)
  }
}
