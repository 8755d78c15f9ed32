import NIOCore
import Node
import Testing

@testable import Link

struct LinksTests {
  @Test("P-08, P-32: two nodes without an account know each other by their keys, over TLS")
  func bothSidesKnowEachOther() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let port = try await bob.listen()
    try await ada.perform(.dial(address: "127.0.0.1:\(port)"))
    let (_, toBob) = try await ada.opened()
    let (_, toAda) = try await bob.opened()
    #expect(toBob == LinkPeer(node: bob.identity.node, address: "127.0.0.1:\(port)", dialled: true))
    #expect(toAda.node == ada.identity.node)
    #expect(!toAda.dialled)
    #expect(toAda.address.hasPrefix("127.0.0.1:"))
    try await ada.stop()
    try await bob.stop()
  }

  @Test(arguments: [
    (nil, "[::1]"), (nil, "127.0.0.1"), (nil, "localhost"), ("::1", "[::1]"),
    ("127.0.0.1", "localhost"),
  ])
  func addresses(listening: String?, dialled: String) async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let port = try await bob.listen(host: listening)
    try await ada.perform(.dial(address: "\(dialled):\(port)"))
    #expect(try await ada.opened().1.node == bob.identity.node)
    let address = try await bob.opened().1.address
    #expect(
      address.hasPrefix(dialled == "[::1]" ? "[::1]:" : "127.0.0.1:") || dialled == "localhost")
    try await ada.stop()
    try await bob.stop()
  }

  @Test("a node that listens at one loopback address dials from there: limits count by address")
  func ownAddress() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    _ = try await ada.listen(host: "127.0.0.31")
    let port = try await bob.listen(host: "127.0.0.32")
    try await ada.perform(.dial(address: "127.0.0.32:\(port)"))
    #expect(try await bob.opened().1.address.hasPrefix("127.0.0.31:"))
    try await ada.stop()
    try await bob.stop()
  }

  @Test func framesArriveInOrderBothWays() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let (mine, theirs) = try await ada.link(to: bob, port: try await bob.listen())
    for turn in 0..<20 {
      try await ada.run { links in
        for index in 0..<50 { links.perform(.send(mine, Self.body(turn * 50 + index))) }
        links.flush()
      }
      try await bob.run { links in
        for index in 0..<50 { links.perform(.send(theirs, Self.body(turn * 50 + index))) }
        links.flush()
      }
    }
    for number in 0..<1000 {
      #expect(try await bob.frame(theirs) == Self.body(number))
      #expect(try await ada.frame(mine) == Self.body(number))
    }
    try await ada.stop()
    try await bob.stop()
  }

  @Test func theLongestFramesPass() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let (mine, theirs) = try await ada.link(to: bob, port: try await bob.listen())
    let long = [UInt8](repeating: 9, count: 1 << 20)
    try await ada.perform(.send(mine, long), .send(mine, [1]), .send(mine, long))
    #expect(try await bob.frame(theirs) == long)
    #expect(try await bob.frame(theirs) == [1])
    #expect(try await bob.frame(theirs) == long)
    try await ada.stop()
    try await bob.stop()
  }

  @Test func framesBehindTheHelloWaitForItsAcceptance() async throws {
    let ada = try await Side { input, links in
      guard case .linkOpened(let link, _) = input else { return }
      links.perform(.send(link, [0]))
      links.perform(.send(link, [UInt8](repeating: 5, count: 900_000)))
      links.perform(.send(link, [6]))
      links.flush()
    }
    let bob = try await Side(react: Side.keepQuiet)
    try await ada.perform(.dial(address: "127.0.0.1:\(try await bob.listen())"))
    let (theirs, _) = try await bob.opened()
    #expect(try await bob.frame(theirs) == [0])
    try await Task.sleep(for: .milliseconds(50))
    #expect(bob.seen.isEmpty)
    try await bob.perform(.established(theirs, .paired))
    #expect(try await bob.frame(theirs).count == 900_000)
    #expect(try await bob.frame(theirs) == [6])
    try await ada.stop()
    try await bob.stop()
  }

  @Test func whatWasSentLeavesBeforeTheClose() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let (mine, theirs) = try await ada.link(to: bob, port: try await bob.listen())
    try await ada.run { links in
      for index in 0..<200 { links.perform(.send(mine, Self.body(index))) }
      links.perform(.close(mine, reason: "enough"))
      links.perform(.send(mine, [66]))
    }
    for index in 0..<200 { #expect(try await bob.frame(theirs) == Self.body(index)) }
    #expect(try await bob.closed(theirs) == "the other side closed the link")
    #expect(try await ada.closed(mine) == "enough")
    #expect(ada.seen.isEmpty)
    #expect(bob.seen.isEmpty)
    try await ada.stop()
    try await bob.stop()
  }

  @Test func outputsForALinkThatIsGoneDoNothing() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let (mine, theirs) = try await ada.link(to: bob, port: try await bob.listen())
    try await ada.perform(.close(mine, reason: "bye"))
    _ = try await ada.closed(mine)
    _ = try await bob.closed(theirs)
    try await ada.perform(
      .send(mine, [1]), .established(mine, .paired), .close(mine, reason: "again"),
      .send(LinkID(999), [1]))
    #expect(ada.seen.isEmpty)
    try await ada.stop()
    try await bob.stop()
  }

  @Test func aStoppingNodeClosesItsLinks() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let port = try await bob.listen()
    let (mine, theirs) = try await ada.link(to: bob, port: port)
    try await bob.shutdown()
    #expect(try await bob.closed(theirs) == "this node stops")
    #expect(try await ada.closed(mine) == "the other side closed the link")
    try await ada.perform(.dial(address: "127.0.0.1:\(port)"))
    #expect(try await ada.dialFailed("127.0.0.1:\(port)") == "nothing listens there")
    try await ada.stop()
    try await bob.stop()
  }

  @Test func aRenewedSecurityKeepsLinksAndTakesNewOnes() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let port = try await bob.listen()
    let (mine, theirs) = try await ada.link(to: bob, port: port)
    let renewal = try await bob.run { $0.renewSecurity() }
    try await renewal.get()
    try await ada.perform(.send(mine, [3]))
    #expect(try await bob.frame(theirs) == [3])
    _ = try await ada.link(to: bob, port: port)
    try await bob.perform(.renewSecurity)
    _ = try await ada.link(to: bob, port: port)
    try await ada.stop()
    try await bob.stop()
  }

  private static func body(_ number: Int) -> [UInt8] {
    [1] + withUnsafeBytes(of: UInt32(number).bigEndian, Array.init)
      + [UInt8](repeating: 7, count: number % 97)
  }
}
