import Feature
import Foundation
import Identifiers
import IntroductionSchema
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// A friend introduces a friend (row P-21), rooms for everybody who is paired (P-23), and backs of cards (G-26).
@Suite struct FriendsOfFriendsTests {
  /// - Parameter node: whose node is named; nil for the third person's own.
  private func introduce(
    _ world: RoomWorld, _ third: Int, to friend: Int, by number: Int = 0, node: Int? = nil
  ) throws {
    let author = try world.account(friend)
    _ = try world.call(number, Methods.Rooms.make) {
      $0.people = [author.description]
      $0.direct = true
    }
    let account = try world.account(third)
    _ = try world.call(number, Methods.Introductions.make) {
      $0.to = author.description
      $0.introduction.node = world.network.nodes[node ?? third].id.data
      $0.introduction.author = account.data
      $0.introduction.name = world.network.nodes[third].name
      $0.introduction.addresses = [world.network.address(of: node ?? third)]
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

  /// Our person says yes to somebody who is introduced.
  private func meet(_ world: RoomWorld, _ number: Int, _ view: IntroductionView) throws -> PeerView
  {
    try world.call(number, Methods.Peers.trust) {
      $0.node = view.node
      $0.author = view.author
      $0.name = view.name
      $0.addresses = view.addresses
    }
  }

  private func peer(_ world: RoomWorld, _ other: Int, of number: Int) throws -> PeerView? {
    let id = world.network.nodes[other].id.description
    return try world.network.nodes[number].store.read { try $0.peers() }.map(\.view)
      .first { $0.id == id }
  }

  private func notices(_ world: RoomWorld, _ number: Int) -> [String] {
    world.network.nodes[number].changes.compactMap { change in
      if case .notice(let text)? = change.what { text } else { nil }
    }
  }

  @Test("52.2 P-21 somebody introduced with the node of another person is not trusted there")
  func wrongNode() throws {
    let world = try RoomWorld(["Ada", "Mallory", "Carol", "Eve"])
    try world.pair(0, 1)
    try introduce(world, 2, to: 0, by: 1, node: 3)
    let carol = try #require(try waiting(world, 0).first)
    world.network.partition(0, 3)
    let answer = try meet(world, 0, carol)
    #expect(!answer.paired && answer.awaitedWords == carol.words)
    #expect(try waiting(world, 0).isEmpty, "our person has said yes")
    #expect(try waiting(world, 0, all: true).first?.awaited == true)
    // The node is there, and calls itself Carol.
    _ = try world.call(3, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Carol"
    }
    world.network.heal(0, 3)
    world.network.connect(0, 3)
    world.network.settle()
    let eve = try #require(try peer(world, 3, of: 0))
    #expect(eve.online && !eve.paired && eve.awaitedAuthor.isEmpty)
    #expect(eve.trustProblem.contains(carol.words) && eve.trustProblem.contains(eve.words))
    #expect(notices(world, 0).contains { $0.contains(eve.trustProblem) })
    let grant = world.network.nodes[0].trusts.max { $0.key < $1.key }?.value
    #expect(grant == .stranger)
    // Nor is it trusted when our person says yes again.
    #expect(refusal { _ = try meet(world, 0, carol) }.contains("another account"))
    #expect(try peer(world, 3, of: 0)?.paired == false)
  }

  @Test(
    "52.2 P-21 somebody introduced is trusted once the node shows the account, with its words")
  func rightNode() throws {
    let world = try RoomWorld(["Ada", "Bob", "Carol"])
    try world.pair(0, 1)
    _ = try world.call(0, Methods.Node.set) {
      $0.key = "quiet"
      $0.value = "on"
    }
    try introduce(world, 2, to: 0, by: 1)
    let carol = try #require(try waiting(world, 0).first)
    #expect(try !meet(world, 0, carol).paired)
    // The address came with the introduction.
    world.network.run(milliseconds: 5_000)
    let met = try #require(try peer(world, 2, of: 0))
    #expect(met.online && met.paired && met.awaitedAuthor.isEmpty && met.trustProblem.isEmpty)
    #expect(met.words == carol.words)
    #expect(notices(world, 0).contains { $0.contains(carol.words) })
    let grant = world.network.nodes[0].trusts.max { $0.key < $1.key }?.value
    #expect(grant == .paired)
    #expect(try peer(world, 0, of: 2)?.name == "Ada", "who is quiet tells its name to friends")
    #expect(try waiting(world, 0).isEmpty)
  }

  @Test("52.2 P-21 our person may take it back before the node is there") func takenBack() throws {
    let world = try RoomWorld(["Ada", "Bob", "Carol"])
    try world.pair(0, 1)
    try introduce(world, 2, to: 0, by: 1)
    let carol = try #require(try waiting(world, 0).first)
    world.network.partition(0, 2)
    _ = try meet(world, 0, carol)
    _ = try world.call(0, Methods.Peers.unpair) { $0.peer = carol.node }
    world.network.heal(0, 2)
    world.network.connect(0, 2)
    world.network.settle()
    #expect(try peer(world, 2, of: 0)?.paired == false)
    #expect(try waiting(world, 0).count == 1, "the introduction is still there")
  }

  @Test("52.2 P-12 who is introduced by a name that is taken is marked") func takenName() throws {
    let world = try RoomWorld(["Ada", "Bob", "Carol", "Eve", "Dora"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    func rename(_ number: Int, _ name: String) throws {
      _ = try world.call(number, Methods.Node.set) {
        $0.key = "name"
        $0.value = name
      }
    }
    try rename(0, "Ada")
    let names = ["Carol", "ada", "Eve", "Dora"]
    for (name, isTaken) in zip(names, [true, true, false, false]) {
      world.network.run(milliseconds: 10)
      try rename(3, name)
      let author = try world.account(0)
      _ = try world.call(1, Methods.Rooms.make) {
        $0.people = [author.description]
        $0.direct = true
      }
      let eve = try world.account(3)
      _ = try world.call(1, Methods.Introductions.make) {
        $0.to = author.description
        $0.introduction.node = world.network.nodes[3].id.data
        $0.introduction.author = eve.data
        $0.introduction.name = name
      }
      #expect(try waiting(world, 0).last?.name == name)
      #expect(try waiting(world, 0).last?.nameIsTaken == isTaken, "\(name)")
    }
    // A stranger of that name that our node has seen has it, too.
    world.network.connect(0, 4)
    world.network.settle()
    #expect(try waiting(world, 0).last?.nameIsTaken == true)
  }

  @Test("52.2 P-16 a paired node that shows another account is trusted no more, and says why")
  func anotherAccount() throws {
    let world = try RoomWorld(["Ada"])
    let network = world.network
    let keys = try [1, 2].map { try SigningKey(secret: [UInt8](repeating: $0, count: 32)) }
    let (node, other) = (keys[0], keys[1])
    let link = LinkID(900)
    network.admit(node, to: 0, on: link)
    try network.greet(0, on: link, as: "Carol", node)
    let id = node.author.description
    _ = try world.call(0, Methods.Peers.trust) { $0.node = id }
    #expect(network.nodes[0].trusts[link] == .paired)
    // The account that was trusted comes back in the end: that is for our person to say.
    let turns = [(node, LinkTrust.paired), (other, .stranger), (node, .stranger)]
    for (number, (account, trust)) in turns.enumerated() {
      let link = LinkID(UInt64(901 + number))
      network.admit(node, to: 0, on: link)
      try network.greet(0, on: link, as: "Carol", node, account: account)
      network.settle()
      #expect(network.nodes[0].trusts[link] == trust)
    }
    let view = try #require(try network.nodes[0].store.read { try $0.peers() }.first?.view)
    #expect(!view.paired && view.unpaired)
    #expect(view.trustProblem.contains(KeyWords.words(of: node.author)))
    #expect(notices(world, 0).count { $0.contains(view.trustProblem) } == 1)
  }

  @Test("42.11 P-21 our person is called once when a friend introduces somebody, with the note")
  func called() throws {
    let world = try RoomWorld(["Ada", "Bob", "Carol"])
    try world.pair(0, 1)
    for (key, value) in [("notify-command", "notify-send"), ("notify-text", "on")] {
      _ = try world.call(0, Methods.Node.set) {
        $0.key = key
        $0.value = value
      }
    }
    try introduce(world, 2, to: 0, by: 1)
    let calls = world.network.nodes[0].calls
    #expect(calls.map(\.sender) == ["Bob"])
    #expect(calls.map(\.text) == ["introduces Carol to you: from school"])
    let shown = world.network.nodes[0].changes.compactMap { change in
      if case .record(let record)? = change.what {
        try? IntroductionView(unpackingAny: record.view)
      } else {
        nil
      }
    }
    #expect(shown.map(\.name) == ["Carol"], "the page is told as well")
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
