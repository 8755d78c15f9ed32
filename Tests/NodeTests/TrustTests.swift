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
    try pair.command(pair.ada) { $0.trustPeer.node = pair.id(pair.bob) }
    #expect(try pair.isPaired(pair.ada, with: pair.bob))
    #expect(try !pair.isPaired(pair.bob, with: pair.ada))
    #expect(pair.grants(pair.ada) == .paired && pair.grants(pair.bob) == .stranger)
    for text in ["Ada", String(pair.id(pair.ada).prefix(20)), "", pair.id(pair.bob)] {
      #expect(throws: Refused.self) { try pair.command(pair.bob) { $0.trustPeer.node = text } }
    }
    let unknown = Bytes32([UInt8](repeating: 9, count: 32)) ?? .zero
    let answer = try pair.command(pair.bob) { $0.trustPeer.node = unknown.description }
    #expect(answer.peer.paired && answer.peer.id == unknown.description)
  }

  @Test("P-22: unpairing closes the link and its sessions; the peer comes back as a stranger")
  func unpair() throws {
    let pair = try PairedNodes()
    try pair.trust()
    #expect(throws: Refused.self) { try pair.command(pair.ada) { $0.unpairPeer.peer = "Cyd" } }
    try pair.command(pair.ada) { $0.unpairPeer.peer = "bOB" }
    #expect(!pair.network.isLinked(pair.ada, pair.bob))
    #expect(pair.network.nodes[pair.ada].securityRenewals == 1)
    pair.network.run(milliseconds: 10_000)
    #expect(pair.network.isLinked(pair.ada, pair.bob))
    #expect(pair.grants(pair.ada) == .stranger)
    #expect(try pair.isPaired(pair.bob, with: pair.ada), "the other side decides for itself")
    #expect(throws: Refused.self) { try pair.command(pair.ada) { $0.unpairPeer.peer = "Bob" } }
  }

  @Test("P-22: who is unpaired or blocked while words are compared is not paired by a late yes")
  func duringPairing() throws {
    for isBlocked in [false, true] {
      let pair = try PairedNodes()
      try pair.trust()
      try pair.compare()
      try pair.say(true, pair.bob, to: pair.ada)
      try pair.command(pair.ada) { command in
        if isBlocked { command.blockPeer.peer = "Bob" } else { command.unpairPeer.peer = "Bob" }
      }
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
    try pair.command(pair.ada) { $0.blockPeer.peer = "Bob" }
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
      try pair.command(pair.ada) { $0.trustPeer.node = pair.id(pair.bob) }
    }
    try pair.command(pair.ada) { $0.unblockPeer.peer = "Bob" }
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
    _ = try network.command(ada) { $0.blockPeer.peer = id }.get()
    network.connect(bob, ada)
    network.settle()
    #expect(!network.isLinked(ada, bob))
    #expect(throws: Refused.self) {
      try network.command(ada) { $0.blockPeer.peer = network.nodes[ada].id.description }.get()
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
      try pair.command(impostor) { command in
        command.changeSetting.key = "name"
        command.changeSetting.value = name
      }
      #expect(try pair.peer(impostor, of: pair.ada)?.nameIsTaken == isTaken)
    }
    let table = try pair.command(pair.ada) { $0.hostTable = HostTable() }.table.id
    try pair.command(impostor) { $0.askToJoin.table = table }
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
    _ = try network.command(0) {
      $0.changeSetting.key = "name"
      $0.changeSetting.value = "Cyd"
    }.get()
    #expect(try isTaken() == false)
    _ = try network.command(0) {
      $0.changeSetting.key = "name"
      $0.changeSetting.value = "Ada"
    }.get()
    #expect(try isTaken() == true)
  }

  @Test("People 7: who has our own name is marked at a table, also while the cable is pulled")
  func ownNameAtTable() throws {
    let network = VirtualNetwork(seed: 5)
    for name in ["Ada", "ada"] { _ = try network.add(name) }
    network.connect(0, 1)
    let table = try network.command(0) { $0.hostTable = HostTable() }.get().table.id
    network.settle()
    _ = try network.command(1) { $0.askToJoin.table = table }.get()
    network.settle()
    _ = try network.command(0) {
      $0.answerAsk.table = table
      $0.answerAsk.accept = true
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
    _ = try pair.network.command(real) { command in
      command.changeSetting.key = "name"
      command.changeSetting.value = "Bob"
    }.get()
    pair.network.connect(real, pair.ada)
    #expect(try pair.peer(real, of: pair.ada)?.nameIsTaken == true)
    try pair.command(pair.ada) { $0.trustPeer.node = pair.id(real) }
    #expect(try pair.peer(real, of: pair.ada)?.nameIsTaken == false)
    #expect(try pair.peer(pair.bob, of: pair.ada)?.nameIsTaken == true)
  }

  @Test("P-14: a stranger's questions to join are limited, a paired peer's are not")
  func tableQuestions() throws {
    for isPaired in [false, true] {
      let pair = try PairedNodes()
      if isPaired { try pair.trust() }
      let table = try pair.command(pair.ada) { $0.hostTable = HostTable() }.table.id
      for _ in 0..<30 {
        try pair.command(pair.bob) { $0.askToJoin.table = table }
        _ = try? pair.command(pair.bob) { command in
          command.askToJoin.table = table
          command.askToJoin.withdrawn = true
        }
      }
      let asked = pair.network.nodes[pair.ada].changes.count { change in
        if case .asked? = change.event.what { true } else { false }
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
    try pair.command(pair.ada) { command in
      command.changeSetting.key = "quiet"
      command.changeSetting.value = "on"
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
    try pair.command(pair.ada) { $0.hostTable = HostTable() }
    let eve = try pair.network.add("Eve")
    pair.network.connect(eve, pair.ada)
    pair.network.cutLinks(pair.ada, pair.bob)
    pair.network.connect(pair.bob, pair.ada)
    try pair.command(pair.ada) { command in
      command.changeSetting.key = "name"
      command.changeSetting.value = "Adele"
    }
    #expect(told.isEmpty)
    #expect(try pair.peer(pair.ada, of: eve)?.name == "")
    try pair.command(pair.ada) { $0.trustPeer.node = pair.id(pair.bob) }
    #expect(told == [pair.bob])
    #expect(try pair.peer(pair.ada, of: pair.bob)?.name == "Adele")
    #expect(try pair.network.nodes[pair.bob].tables().count == 1, "and of the open table")
    pair.network.cutLinks(pair.ada, pair.bob)
    pair.network.connect(pair.bob, pair.ada)
    #expect(told == [pair.bob])
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
