import Feature
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// The known peers, as values: names, trust, addresses, and the services that DNS-SD shows.
@Suite struct PeerTableTests {
  private func node(_ number: Int) throws -> NodeID {
    let bytes = (0..<32).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 9) }
    return try #require(NodeID(bytes))
  }

  private func peer(
    _ node: NodeID, _ name: String = "", kept: Bool = true,
    _ fill: (inout PeerView) -> Void = { _ in }
  ) -> Peer {
    var view = PeerView()
    view.id = node.description
    view.name = name
    fill(&view)
    return Peer(view: view, version: 2, isKept: kept)
  }

  @Test("a peer that is set is known, and one that is removed is not") func setAndRemoved() throws {
    let ada = try node(1)
    var peers = PeerTable()
    #expect(peers.set(peer(ada, "Ada"), of: ada) == true)
    #expect(peers.set(peer(ada, "Ada") { $0.paired = true }, of: ada) == false)
    #expect(peers.isPaired(ada) && !peers.isBlocked(ada))
    #expect(peers.named("ada") == [ada] && peers.named(String(ada.description.prefix(9))) == [ada])
    peers.remove(ada)
    #expect(peers[ada] == nil && peers.named("ada").isEmpty)
  }

  @Test("who lives where is known anew once a peer changes") func people() throws {
    let (ada, author) = (try node(1), try node(7))
    var peers = PeerTable()
    #expect(try peers.people().byAuthor().isEmpty)
    _ = peers.set(peer(ada) { $0.accounts = [author.description] }, of: ada)
    #expect(try peers.people().byAuthor()[author]?.paired == false)
    _ = peers.set(
      peer(ada) {
        $0.accounts = [author.description]
        $0.paired = true
      }, of: ada)
    #expect(try peers.people().byAuthor()[author]?.paired == true)
    peers.remove(ada)
    #expect(try peers.people().byAuthor().isEmpty)
  }

  @Test("P-12: a stranger takes our name and that of a paired peer, whoever was there first")
  func names() throws {
    let (first, second, friend) = (try node(1), try node(2), try node(3))
    var peers = PeerTable([first: peer(first, "Cyd")])
    #expect(!peers.takesName("Cyd", first, own: "Ada"))
    #expect(peers.takesName("cyd", second, own: "Ada"))
    #expect(peers.takesName("ada", first, own: "Ada"))
    _ = peers.set(peer(friend, "Cyd") { $0.paired = true }, of: friend)
    #expect(peers.takesName("Cyd", first, own: "Ada"))
    #expect(!peers.takesName("Cyd", friend, own: "Ada") && !peers.takesName("", first, own: ""))
  }

  @Test("only so many strangers are remembered: the one that was away longest goes")
  func strangers() throws {
    var peers = PeerTable()
    let nodes = try (0...Limits.strangersRemembered).map { try node($0) }
    for (number, node) in nodes.enumerated() {
      _ = peers.set(
        peer(node, kept: false) { $0.lastSeenMilliseconds = Int64((number + 5) % nodes.count) },
        of: node)
    }
    let oldest = nodes[nodes.count - 5]
    _ = peers.set(peer(nodes[0], kept: true), of: nodes[0])
    peers.forgetStranger()
    #expect(peers[oldest] != nil, "as many as are remembered")
    _ = peers.set(peer(nodes[0], kept: false) { $0.lastSeenMilliseconds = 5 }, of: nodes[0])
    peers.forgetStranger()
    #expect(peers[oldest] == nil && peers.peers.count == Limits.strangersRemembered)
  }

  @Test("P-13: links are expected from kept peers that are not blocked, of paired ones first")
  func expected() throws {
    let nodes = try (1...4).map { try node($0) }
    let peers = PeerTable([
      nodes[0]: peer(nodes[0]) { $0.addresses = ["10.0.0.1:1"] },
      nodes[1]: peer(nodes[1]) {
        $0.addresses = ["10.0.0.2:1", "10.0.0.1:1"]
        $0.paired = true
      },
      nodes[2]: peer(nodes[2]) {
        $0.addresses = ["10.0.0.3:1"]
        $0.blocked = true
      },
      nodes[3]: peer(nodes[3], kept: false) { $0.addresses = ["10.0.0.4:1"] },
    ])
    #expect(peers.expectedAddresses == ["10.0.0.1:1", "10.0.0.2:1"])
    #expect(peers.blocked == [nodes[2]])
    #expect(peers.peer(at: "10.0.0.3:1")?.view.id == nodes[2].description)
  }

  @Test("a back that nobody knows is a plain one, and what a peer told of it ends with its link")
  func back() throws {
    let ada = try node(1)
    var peers = PeerTable()
    peers.note(look: .with { $0.back = .UNRECOGNIZED(99) }, of: ada)
    #expect(peers.look(of: ada) == Profile())
    peers.note(look: .with { ($0.name, $0.back) = ("Ada", .clearDay) }, of: ada)
    #expect(peers.look(of: ada) == .with { $0.back = .clearDay })
    peers.part(from: ada)
    #expect(peers.look(of: ada) == Profile())
  }

  @Test("44.16: a peer has its colour from the first second, and keeps it while it is away")
  func colour() throws {
    let network = VirtualNetwork(seed: 16)
    let (ada, bob) = (try network.add("Ada"), try network.add("Bob"))
    func paint(_ colour: String) throws {
      _ = try network.call(bob, Methods.Node.set) { ($0.key, $0.value) = ("colour", colour) }.get()
    }
    func seen() throws -> [String] {
      try network.nodes[ada].store.read { try $0.peers() }.map(\.view.colour)
    }
    let (one, other) = (try #require(Settings.colours.first), try #require(Settings.colours.last))
    try paint(one)
    network.connect(ada, bob)
    network.settle()
    #expect(try seen() == [one])
    try paint(other)
    network.settle()
    #expect(try seen() == [other])
    network.partition(ada, bob)
    network.run(milliseconds: 70_000)
    #expect(!network.isLinked(ada, bob))
    #expect(try seen() == [other])
    var view = PeerView()
    view.note(colour: "no colour")
    #expect(view.colour.isEmpty)
  }

  @Test("P-13: an instance is dialled at addresses of our networks alone") func sightings() throws {
    let (own, ada) = (try node(1), try node(2))
    let prefix = String(ada.description.prefix(16))
    var peers = PeerTable()
    let addresses = ["10.0.0.9:1", "192.0.2.1:1"]
    #expect(
      peers.discover(
        Sighting(
          instance: "Me", nodePrefix: String(own.description.prefix(16)), addresses: addresses),
        own: own) == nil)
    #expect(
      peers.discover(Sighting(instance: "x", nodePrefix: "abc", addresses: []), own: own) == nil)
    #expect(
      peers.discover(
        Sighting(instance: "Ada", nodePrefix: prefix, addresses: addresses), own: own) == prefix)
    #expect(peers.shown == ["Ada"] && peers.shows(id: ada.description))
    #expect(peers.addresses(of: "Ada")?.addresses == addresses, "nobody has said which networks")
    peers.take([Subnet(try Address("10.0.0.1:1").host, length: 24)])
    #expect(peers.addresses(of: "Ada")?.addresses == ["10.0.0.9:1"])
    #expect(peers.lose("Ada") == prefix && peers.lose("Ada") == nil)
    #expect(!peers.shows(prefix: prefix) && peers.addresses(of: "Ada") == nil)
  }
}

/// Facts that the shell is told, each once.
@Suite struct AdvertisingTests {
  @Test("what DNS-SD says is told only when it changes") func advertised() {
    var advertising = Advertising()
    func isNew(_ isQuiet: Bool, _ table: RoomID?) -> Bool {
      advertising.isNew(Advertising.Subject(name: "Ada", isQuiet: isQuiet, table: table))
    }
    #expect([isNew(false, nil), isNew(false, nil)] == [true, false])
    #expect([isNew(false, .lobby), isNew(false, .lobby)] == [true, false])
    #expect([isNew(true, nil), isNew(true, nil)] == [true, false])
  }

  @Test("a table is announced once, and once more when it is gone") func announced() {
    var advertising = Advertising()
    #expect(advertising.announce(.lobby, isOffered: false) == false)
    #expect(advertising.announce(.lobby, isOffered: true) && advertising.table == .lobby)
    #expect(advertising.announce(.lobby, isOffered: true) == false)
    #expect(advertising.announce(.lobby, isOffered: false) && advertising.table == nil)
  }

  @Test("from where links are expected is looked at only after peers have changed")
  func expected() throws {
    let node = try #require(NodeID([UInt8](repeating: 1, count: 32)))
    var view = PeerView()
    view.addresses = ["10.0.0.1:1"]
    let peers = PeerTable([node: Peer(view: view, version: 2, isKept: true)])
    var advertising = Advertising()
    #expect(advertising.expect(PeerTable()) == nil, "nothing was expected before")
    #expect(advertising.expect(peers) == nil, "nobody has said that peers changed")
    advertising.peersHaveChanged()
    guard case .expect(let addresses)? = advertising.expect(peers) else {
      Issue.record("nothing is expected")
      return
    }
    #expect(addresses == ["10.0.0.1:1"])
    advertising.peersHaveChanged()
    #expect(advertising.expect(peers) == nil)
  }

  @Test("with which strangers our person deals is told once") func engaged() {
    var advertising = Advertising()
    #expect(advertising.engage([]) == nil)
    #expect(advertising.engage([LinkID(1)]) != nil)
    #expect(advertising.engage([LinkID(1)]) == nil)
    #expect(advertising.engage([]) != nil)
  }
}
