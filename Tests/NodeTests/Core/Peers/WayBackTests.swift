import Feature
import Node
import Schema
import TestKit
import Testing
import Wire

/// The way back over a link: whether a node that dials others can be dialled by them (row 45.4).
@Suite struct WayBackTests {
  /// Ada has dialled Bob.
  private func world(port: UInt16 = 27_567, firewall: Int? = nil) throws -> VirtualNetwork {
    let network = VirtualNetwork(seed: 11)
    network.firstPort = port
    _ = try network.add("Ada")
    _ = try network.add("Bob")
    if let firewall { network.firewalls.insert(firewall) }
    network.connect(0, 1)
    network.settle()
    return network
  }

  /// The ends of the link between them.
  private static let (adas, bobs) = (LinkID(1), LinkID(2))

  private func peer(of number: Int, _ network: VirtualNetwork) throws -> PeerView {
    try #require(try network.nodes[number].store.read { try $0.peers() }.first).view
  }

  /// The number of answers that Bob gives when Ada asks so many times more.
  private func answers(toAsks count: Int, _ network: VirtualNetwork) throws -> Int {
    var answers = 0
    network.tamper = { passing in
      if let frame = try? Coding.decode(Frame.self, from: passing.bytes),
        case .wayBackAnswer? = frame.body
      {
        answers += 1
      }
      return [passing.bytes]
    }
    var ask = Frame(.wayBackAsk(WayBackAsk()))
    ask.optional = true
    network.give(1, Array(repeating: .frame(Self.bobs, try Coding.encode(ask)), count: count))
    network.settle()
    return answers
  }

  @Test("who was dialled tries the way back and tells what came of it; who dialled has shown it")
  func open() throws {
    let network = try world()
    let (bob, ada) = (try peer(of: 0, network), try peer(of: 1, network))
    #expect(bob.name == "Bob" && bob.wayBack == .open)
    #expect(bob.wayBackAddress == network.address(of: 0))
    #expect(ada.name == "Ada" && ada.wayBack == .open && ada.wayBackAddress.isEmpty)
  }

  @Test("a firewall before the one that dialled is seen from the other side")
  func firewall() throws {
    let bob = try peer(of: 0, try world(firewall: 0))
    #expect(bob.online && bob.wayBack == .silent && bob.wayBackAddress == "10.0.0.1:27567")
  }

  @Test("ports below 1024 are nobody's program: they are not asked for, and not tried")
  func low() throws {
    let network = try world(port: 22)
    #expect(try peer(of: 0, network).wayBack == .unspecified)
    #expect(try answers(toAsks: 1, network) == 0)
  }

  @Test("a link has its way back tried once, however often it asks")
  func once() throws {
    #expect(try answers(toAsks: 5, try world()) == 0)
  }

  @Test("an answer that nobody asked for, or of a kind that is not known, says nothing")
  func uncalled() throws {
    let network = try world()
    for wayBack in [WayBack.silent, .UNRECOGNIZED(9)] {
      var frame = Frame(
        .wayBackAnswer(
          .with {
            $0.wayBack = wayBack
            $0.address = "10.0.0.1:1"
          }))
      frame.optional = true
      network.give(0, [.frame(Self.adas, try Coding.encode(frame))])
    }
    network.settle()
    #expect(try peer(of: 0, network).wayBack == .open)
  }
}
