import Feature
import Foundation
import Identifiers
import Node
import Schema
import TestKit
import Testing
import Wire

/// Decisions about keys: trusted, not trusted, not wanted; and what strangers may see.
@Suite struct TrustTests {
  @Test("P-16, P-22: trust by id is each side's own, and takes a whole id")
  func byID() throws {
    let pair = try PairedNodes()
    try pair.call(pair.ada, Methods.Peers.trust) { $0.node = pair.id(pair.bob) }
    #expect(try pair.isPaired(pair.ada, with: pair.bob))
    #expect(try !pair.isPaired(pair.bob, with: pair.ada))
    #expect(pair.grants(pair.ada) == .paired && pair.grants(pair.bob) == .stranger)
    for text in ["Ada", String(pair.id(pair.ada).prefix(20)), "", pair.id(pair.bob)] {
      #expect(throws: Refused.self) {
        try pair.call(pair.bob, Methods.Peers.trust) { $0.node = text }
      }
    }
    let unknown = Bytes32([UInt8](repeating: 9, count: 32)) ?? .zero
    let answer = try pair.call(pair.bob, Methods.Peers.trust) { $0.node = unknown.description }
    #expect(answer.paired && answer.id == unknown.description)
  }

  @Test("P-22: unpairing closes the link and its sessions; the peer comes back as a stranger")
  func unpair() throws {
    let pair = try PairedNodes()
    try pair.trust()
    #expect(throws: Refused.self) {
      try pair.call(pair.ada, Methods.Peers.unpair) { $0.peer = "Cyd" }
    }
    try pair.call(pair.ada, Methods.Peers.unpair) { $0.peer = "bOB" }
    #expect(!pair.network.isLinked(pair.ada, pair.bob))
    #expect(pair.network.nodes[pair.ada].securityRenewals == 1)
    pair.network.run(milliseconds: 10_000)
    #expect(pair.network.isLinked(pair.ada, pair.bob))
    #expect(pair.grants(pair.ada) == .stranger)
    #expect(try pair.isPaired(pair.bob, with: pair.ada), "the other side decides for itself")
    #expect(throws: Refused.self) {
      try pair.call(pair.ada, Methods.Peers.unpair) { $0.peer = "Bob" }
    }
  }

  @Test("P-22: who is unpaired or blocked while words are compared is not paired by a late yes")
  func duringPairing() throws {
    for isBlocked in [false, true] {
      let pair = try PairedNodes()
      try pair.trust()
      try pair.compare()
      try pair.say(true, pair.bob, to: pair.ada)
      try pair.call(
        pair.ada,
        isBlocked
          ? Methods.Peers.block { $0.peer = "Bob" } : Methods.Peers.unpair { $0.peer = "Bob" })
      #expect(pair.told(pair.ada, about: pair.bob)?.state == .failed)
      #expect(pair.told(pair.bob, about: pair.ada)?.state == .failed)
      #expect(throws: Refused.self) { try pair.say(true, pair.ada, to: pair.bob) }
      #expect(try !pair.isPaired(pair.ada, with: pair.bob))
    }
  }

  @Test("P-14, P-22: a blocked node gets no Hello, is not dialled, and stays blocked")
  func block() throws {
    let pair = try PairedNodes()
    pair.network.startDiscovery()
    pair.network.settle()
    try pair.trust()
    try pair.call(pair.ada, Methods.Peers.block) { $0.peer = "Bob" }
    #expect(!pair.network.isLinked(pair.ada, pair.bob))
    #expect(pair.network.nodes[pair.ada].securityRenewals == 1)
    pair.network.crash(pair.ada)
    try pair.network.start(pair.ada)
    var dials = 0
    var said: [GoodbyeReason] = []
    pair.network.trace = { if $0.contains("\(pair.ada) dials") { dials += 1 } }
    pair.network.tamper = { passing in
      guard passing.from == pair.ada else { return [passing.bytes] }
      let frame = try? Coding.decode(Frame.self, from: passing.bytes)
      if case .goodbye(let goodbye)? = frame?.body {
        said.append(goodbye.reason)
      } else {
        Issue.record("a blocked node was sent \(String(describing: frame))")
      }
      return [passing.bytes]
    }
    pair.network.run(milliseconds: 120_000)
    #expect(dials == 0)
    #expect(!said.isEmpty && said.allSatisfy { $0 == .unwanted })
    #expect(said.count < 20, "the one who is not wanted backs off")
    let view = try #require(try pair.peer(pair.bob, of: pair.ada))
    #expect(view.blocked && !view.paired && !view.online)
    let other = try #require(try pair.peer(pair.ada, of: pair.bob))
    #expect(other.problem.contains("blocked"))
    pair.network.tamper = nil
    #expect(throws: Refused.self) {
      try pair.call(pair.ada, Methods.Peers.trust) { $0.node = pair.id(pair.bob) }
    }
    try pair.call(pair.ada, Methods.Peers.unblock) { $0.peer = "Bob" }
    pair.network.run(milliseconds: 60_000)
    #expect(pair.network.isLinked(pair.ada, pair.bob))
    #expect(pair.grants(pair.ada) == .stranger)
  }

  @Test("P-14: a key can be blocked before it was ever met")
  func blockUnknown() throws {
    let network = VirtualNetwork(seed: 8)
    let ada = try network.add("Ada")
    let bob = try network.add("Bob")
    let id = network.nodes[bob].id.description
    _ = try network.call(ada, Methods.Peers.block) { $0.peer = id }.get()
    network.connect(bob, ada)
    network.settle()
    #expect(!network.isLinked(ada, bob))
    #expect(throws: Refused.self) {
      try network.call(ada, Methods.Peers.block) { $0.peer = network.nodes[ada].id.description }
        .get()
    }
  }

  @Test("P-12: an unknown key with a known name is flagged, the one that had it first is not")
  func names() throws {
    let pair = try PairedNodes()
    let impostor = try pair.network.add("bob")
    pair.network.connect(impostor, pair.ada)
    pair.network.settle()
    #expect(try pair.peer(impostor, of: pair.ada)?.nameIsTaken == true)
    #expect(try pair.peer(pair.bob, of: pair.ada)?.nameIsTaken == false)
    pair.network.cutLinks(pair.ada, pair.bob)
    pair.network.connect(pair.ada, pair.bob)
    #expect(try pair.peer(pair.bob, of: pair.ada)?.nameIsTaken == false, "also when it comes back")
    // Another name is nobody's; and a new one can be somebody's again.
    for (name, isTaken) in [("Cyd", false), ("BOB", true)] {
      try pair.call(impostor, Methods.Node.set) {
        $0.key = "name"
        $0.value = name
      }
      #expect(try pair.peer(impostor, of: pair.ada)?.nameIsTaken == isTaken)
    }
    let table = try pair.call(pair.ada, Methods.Tables.host) { $0 = HostTable() }.id
    try pair.call(impostor, Methods.Tables.ask) { $0.table = table }
    let asks = try #require(try pair.network.nodes[pair.ada].tables().first).asks
    #expect(asks.count == 1 && asks[0].nameIsTaken && !asks[0].paired)
  }

  @Test("People 7: a stranger with our own name is marked for us, until one of us has another name")
  func ownName() throws {
    let network = VirtualNetwork(seed: 5)
    for name in ["Ada", "ada"] { _ = try network.add(name) }
    network.connect(0, 1)
    network.settle()
    func isTaken() throws -> Bool? {
      try network.nodes[0].store.read { try $0.peers() }.first?.view.nameIsTaken
    }
    #expect(try isTaken() == true)
    _ = try network.call(0, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Cyd"
    }.get()
    #expect(try isTaken() == false)
    _ = try network.call(0, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Ada"
    }.get()
    #expect(try isTaken() == true)
  }

  @Test("42.18 P-12 a friend who takes our name, or that of another friend, is marked everywhere")
  func friendsName() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    try world.say(1, "hello")
    func rename(_ name: String) throws {
      _ = try world.call(1, Methods.Node.set) {
        $0.key = "name"
        $0.value = name
      }
    }
    func marks() throws -> [Bool] {
      let author = try world.account(1).description
      let peer = try world.network.nodes[0].store.read { try $0.peers() }.map(\.view)
        .first { $0.accounts == [author] }
      let member = try world.room(0, "lobby").members.first { $0.author == author }
      let message = try world.read(0, "lobby") { try $0.messages().messages }.first
      return [peer?.nameIsTaken, member?.nameIsTaken, message?.nameIsTaken].map { $0 == true }
    }
    for (name, isTaken) in [("Bob", false), ("ada", true), ("Dora", false), ("Cyd", true)] {
      try rename(name)
      #expect(try marks() == [isTaken, isTaken, isTaken], "\(name)")
    }
    let words = try world.words(of: 2)
    let cyd = try world.room(0, "lobby").members.first { $0.words == words }
    #expect(cyd?.nameIsTaken != true, "the one who had it first keeps it")
    let id = world.network.nodes[1].id.description
    try rename("Ada")
    _ = try world.call(0, Methods.Peers.unpair) { $0.peer = id }
    _ = try world.call(0, Methods.Peers.trust) { $0.node = id }
    world.network.run(milliseconds: 2_000)
    #expect(try marks() == [true, true, true], "also right after the pairing")
  }

  @Test("People 7: who has our own name is marked at a table, also while the cable is pulled")
  func ownNameAtTable() throws {
    let network = VirtualNetwork(seed: 5)
    for name in ["Ada", "ada"] { _ = try network.add(name) }
    network.connect(0, 1)
    let table = try network.call(0, Methods.Tables.host) { $0 = HostTable() }.get().id
    network.settle()
    _ = try network.call(1, Methods.Tables.ask) { $0.table = table }.get()
    network.settle()
    _ = try network.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }.get()
    network.settle()
    func joiner() throws -> PlayerView { try #require(network.nodes[0].tables().first).joiner }
    #expect(try joiner().online && joiner().nameIsTaken)
    network.partition(0, 1)
    network.settle()
    #expect(try !joiner().online && joiner().nameIsTaken)
  }

  @Test("P-12: trust decides whose a name is, whoever came first")
  func trustedName() throws {
    let pair = try PairedNodes()
    let real = try pair.network.add("Bob ")
    _ = try pair.network.call(real, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Bob"
    }.get()
    pair.network.connect(real, pair.ada)
    #expect(try pair.peer(real, of: pair.ada)?.nameIsTaken == true)
    try pair.call(pair.ada, Methods.Peers.trust) { $0.node = pair.id(real) }
    #expect(try pair.peer(real, of: pair.ada)?.nameIsTaken == false)
    #expect(try pair.peer(pair.bob, of: pair.ada)?.nameIsTaken == true)
  }

  @Test("P-14: a stranger's questions to join are limited, a paired peer's are not")
  func tableQuestions() throws {
    for isPaired in [false, true] {
      let pair = try PairedNodes()
      if isPaired { try pair.trust() }
      let table = try pair.call(pair.ada, Methods.Tables.host) { $0 = HostTable() }.id
      for _ in 0..<30 {
        try pair.call(pair.bob, Methods.Tables.ask) { $0.table = table }
        _ = try? pair.call(pair.bob, Methods.Tables.ask) {
          $0.table = table
          $0.withdrawn = true
        }
      }
      let asked = pair.network.nodes[pair.ada].changes.count { change in
        if case .asked? = change.tableEvent.what { true } else { false }
      }
      #expect(asked == (isPaired ? 30 : 20))
    }
  }

  @Test("P-33: in quiet mode only paired peers are told the name")
  func quiet() throws {
    let pair = try PairedNodes()
    func isNamed(_ frame: Frame) -> Bool {
      switch frame.body {
      case .hello(let hello):
        !hello.nodeName.isEmpty || hello.accounts.contains { !$0.name.isEmpty }
      case .profile, .batch: true
      case .tableOffers(let offers): !offers.offers.isEmpty
      default: false
      }
    }
    try pair.call(pair.ada, Methods.Node.set) {
      $0.key = "quiet"
      $0.value = "on"
    }
    let advertisement = try #require(pair.network.nodes[pair.ada].advertisement)
    #expect(pair.id(pair.ada).hasPrefix(advertisement.name) && advertisement.name.count == 16)
    var told: Set<Int> = []
    pair.network.tamper = { passing in
      if passing.from == pair.ada, let frame = try? Coding.decode(Frame.self, from: passing.bytes),
        isNamed(frame)
      {
        told.insert(passing.to)
      }
      return [passing.bytes]
    }
    try pair.call(pair.ada, Methods.Tables.host) { $0 = HostTable() }
    let eve = try pair.network.add("Eve")
    pair.network.connect(eve, pair.ada)
    pair.network.cutLinks(pair.ada, pair.bob)
    pair.network.connect(pair.bob, pair.ada)
    try pair.call(pair.ada, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Adele"
    }
    #expect(told.isEmpty)
    #expect(try pair.peer(pair.ada, of: eve)?.name == "")
    try pair.call(pair.ada, Methods.Peers.trust) { $0.node = pair.id(pair.bob) }
    #expect(told == [pair.bob])
    #expect(try pair.peer(pair.ada, of: pair.bob)?.name == "Adele")
    #expect(try pair.network.nodes[pair.bob].tables().count == 1, "and of the open table")
    pair.network.cutLinks(pair.ada, pair.bob)
    pair.network.connect(pair.bob, pair.ada)
    #expect(told == [pair.bob])
  }

  @Test(
    "42.12 P-12 members of a private room are known by the owner who added them, others are strangers"
  )
  func added() throws {
    let world = try RoomWorld(["Anna", "Bob", "Cyd", "Dora"])
    for other in 1...2 { try world.pair(0, other) }
    try world.pair(1, 3)
    _ = try world.make(0, "club", ["Bob", "Cyd"])
    world.network.connect(1, 2)
    world.network.run(milliseconds: 2_000)
    func adders(_ number: Int) throws -> [String: String] {
      let members = try world.room(number, "club").members
      return Dictionary(members.map { ($0.name, $0.addedBy) }) { one, _ in one }
    }
    func said(_ number: Int, in room: String) throws -> [String: Bool] {
      let messages = try world.read(number, room) { try $0.messages().messages }
      return Dictionary(messages.map { ($0.name, $0.added) }) { one, _ in one }
    }
    for room in ["club", "lobby"] { try world.say(2, "hello", in: room) }
    try world.say(0, "welcome", in: "club")
    #expect(try world.room(1, "club").members.first { $0.name == "Cyd" }?.paired == false)
    #expect(try adders(1) == ["Anna": "", "Bob": "Anna", "Cyd": "Anna"])
    #expect(try said(1, in: "club") == ["Anna": true, "Cyd": true])
    #expect(try said(1, in: "lobby") == ["Cyd": false])
    // Another owner adds another one.
    try world.change(0, "club", "Bob", .owner)
    world.network.run(milliseconds: 2_000)
    try world.change(1, "club", "Dora", .add)
    world.network.run(milliseconds: 2_000)
    #expect(try adders(2) == ["Anna": "", "Bob": "Anna", "Cyd": "Anna", "Dora": "Bob"])
  }

  @Test("P-09: somebody has the same four words among peers as in rooms")
  func sameWords() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(0, "hello")
    world.network.settle()
    let members = try world.read(1, "lobby") { try $0.roomView().members }
    let peers = try world.network.nodes[1].store.read { try $0.peers() }.map(\.view)
    #expect(members.first { !$0.own }?.words == peers.first?.words && peers.count == 1)
  }
}
