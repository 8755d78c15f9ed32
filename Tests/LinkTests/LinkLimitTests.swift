import LinkTestKit
import NIOCore
import Node
import Testing

@testable import Link

/// The limits of section 10, with real sockets.
struct LinkLimitTests {
  @Test func theFifthLinkOfOneAddressIsClosedAtOnce() async throws {
    let bob = try await Side(limits: LinkLimits())
    let port = try await bob.listen()
    var clients: [RawClient] = []
    for _ in 0..<4 {
      let client = try await RawClient(port: port, tls: try RawClient.rules())
      _ = try await bob.opened()
      clients.append(client)
    }
    let fifth = try await RawClient(port: port, tls: try RawClient.rules())
    #expect(try await fifth.ended(within: 2) == [])
    #expect(bob.seen.isEmpty)
    try await clients[0].close()
    _ = try await bob.next { if case .linkClosed = $0 { true } else { nil } }
    let sixth = try await RawClient(port: port, tls: try RawClient.rules())
    _ = try await bob.opened()
    for client in clients + [sixth] { try await client.close() }
    try await bob.stop()
  }

  @Test func theEleventhLinkOfAMinuteIsClosedAtOnce() async throws {
    var limits = Side.generous
    limits.linksPerMinute = 10
    let bob = try await Side(limits: limits)
    let port = try await bob.listen()
    for _ in 0..<10 {
      let client = try await RawClient(port: port)
      try await client.close()
    }
    let late = try await RawClient(port: port)
    #expect(try await late.ended(within: 2) == [])
    try await bob.stop()
  }

  @Test func strangersDoNotTakeThePlacesOfPeers() async throws {
    var limits = Side.generous
    limits.linksToStrangers = 2
    let ada = try await Side()
    let bob = try await Side(limits: limits)
    let port = try await bob.listen()
    // A paired peer gives its stranger's place back.
    for _ in 0..<4 { _ = try await ada.link(to: bob, port: port) }
    var strangers: [RawClient] = []
    for _ in 0..<2 {
      strangers.append(try await RawClient(port: port, tls: try RawClient.rules()))
      _ = try await bob.opened()
    }
    let third = try await RawClient(port: port, tls: try RawClient.rules())
    #expect(try await third.ended(within: 2) == [])
    for stranger in strangers { try await stranger.close() }
    try await ada.stop()
    try await bob.stop()
  }

  @Test("P-13: a kept peer dials in while strangers hold every place without a Hello")
  func keptPeersFindAPlace() async throws {
    var limits = LinkLimits()
    limits.linksPerMinute = 100
    limits.linksToStrangers = 4
    let bob = try await Side(limits: limits)
    let port = try await bob.listen()
    var strangers: [RawClient] = []
    for number in 31..<35 {
      strangers.append(try await RawClient(port: port, from: "127.0.0.\(number)"))
    }
    let early = try await RawClient(port: port, from: "127.0.0.22", tls: try RawClient.rules())
    #expect(try await early.ended(within: 2) == [])
    try await bob.perform(.expect(addresses: ["127.0.0.22:4711", "ada.local:1"]))
    let kept = try await RawClient(port: port, from: "127.0.0.22", tls: try RawClient.rules())
    _ = try await bob.opened()
    for stranger in strangers + [kept] { try await stranger.close() }
    try await bob.stop()
  }

  /// Takes any Hello as the one of a stranger.
  private static let meetStrangers: @Sendable (Input, Links) -> Void = { input, links in
    switch input {
    case .linkOpened(let link, _):
      links.perform(.send(link, [0]))
      links.flush()
    case .frame(let link, [0]): links.perform(.established(link, .stranger))
    default: break
    }
  }

  /// A stranger that has said its Hello.
  private func stranger(at side: Side, port: Int, from host: String) async throws -> (
    RawClient, LinkID
  ) {
    let client = try await RawClient(port: port, from: host, tls: try RawClient.rules())
    try await client.frame([0])
    let (link, _) = try await side.opened()
    #expect(try await side.frame(link) == [0])
    return (client, link)
  }

  @Test("P-13: few addresses do not hold all places of strangers: a new one takes one of theirs")
  func crowdsGiveWay() async throws {
    var limits = LinkLimits()
    limits.linksPerMinute = 100
    limits.linksToStrangers = 4
    let bob = try await Side(limits: limits, react: Self.meetStrangers)
    let port = try await bob.listen()
    var held: [(RawClient, LinkID)] = []
    for host in ["127.0.0.41", "127.0.0.41", "127.0.0.41", "127.0.0.42"] {
      held.append(try await stranger(at: bob, port: port, from: host))
    }
    // The one with whom our person deals keeps its place.
    try await bob.perform(.engage([held[0].1]))
    let new = try await RawClient(port: port, from: "127.0.0.43", tls: try RawClient.rules())
    #expect(try await bob.closed(held[1].1) == "another stranger needs the place")
    try await new.frame([0])
    _ = try await bob.next { if case .frame(_, [0]) = $0 { true } else { nil } }
    // Now each has about as many as the next: nobody gives way at once.
    let late = try await RawClient(port: port, from: "127.0.0.41", tls: try RawClient.rules())
    #expect(try await late.ended(within: 2) == [])
    for client in held.map(\.0) + [new, late] { try await client.close() }
    try await bob.stop()
  }

  @Test("P-13: strangers that say nothing give their places to new ones")
  func idleOnesGiveWay() async throws {
    var limits = LinkLimits()
    limits.linksPerMinute = 100
    limits.linksToStrangers = 2
    limits.idle = .milliseconds(300)
    let bob = try await Side(limits: limits, react: Self.meetStrangers)
    let port = try await bob.listen()
    let one = try await stranger(at: bob, port: port, from: "127.0.0.51")
    let other = try await stranger(at: bob, port: port, from: "127.0.0.52")
    try await Task.sleep(for: .milliseconds(400))
    // What is longer than a ping is something.
    try await one.0.frame([UInt8](repeating: 7, count: 100))
    _ = try await bob.frame(one.1)
    let new = try await RawClient(port: port, from: "127.0.0.53", tls: try RawClient.rules())
    #expect(try await bob.closed(other.1) == "another stranger needs the place")
    try await new.frame([0])
    _ = try await bob.next { if case .frame(_, [0]) = $0 { true } else { nil } }
    for client in [one.0, other.0, new] { try await client.close() }
    try await bob.stop()
  }

  @Test("P-13: what our person dials is linked although strangers hold every place")
  func ownDials() async throws {
    var limits = LinkLimits()
    limits.linksPerMinute = 100
    limits.linksToStrangers = 1
    let ada = try await Side(limits: limits, react: Self.meetStrangers)
    let port = try await ada.listen()
    let held = try await stranger(at: ada, port: port, from: "127.0.0.61")
    try await ada.perform(.engage([held.1]))
    let bob = try await Side()
    let (mine, _) = try await ada.link(to: bob, port: try await bob.listen())
    try await ada.perform(.send(mine, [9]))
    _ = try await bob.next { if case .frame(_, [9]) = $0 { true } else { nil } }
    try await held.0.close()
    try await ada.stop()
    try await bob.stop()
  }

  @Test func aDialledStrangerTooManyIsToldAndClosed() async throws {
    var limits = Side.generous
    limits.linksToStrangers = 1
    let ada = try await Side(limits: limits) { input, links in
      switch input {
      case .linkOpened(let link, _):
        links.perform(.send(link, [0]))
        links.flush()
      case .frame(let link, _): links.perform(.established(link, .stranger))
      default: break
      }
    }
    let bob = try await Side()
    let port = try await bob.listen()
    let (first, _) = try await ada.link(to: bob, port: port)
    try await ada.perform(.dial(address: "127.0.0.1:\(port)", .sighting))
    let (second, _) = try await ada.opened()
    #expect(
      try await ada.closed(second)
        == "this node has as many links to strangers as it may have")
    // The first one, paired meanwhile, makes room.
    try await ada.perform(.established(first, .paired))
    let (third, _) = try await ada.link(to: bob, port: port)
    try await ada.perform(.send(third, [9]))
    _ = try await bob.next { if case .frame(_, [9]) = $0 { true } else { nil } }
    try await ada.stop()
    try await bob.stop()
  }

  @Test func aPeerThatDoesNotReadIsClosed() async throws {
    var limits = Side.generous
    limits.unsentOutput = 256 << 10
    limits.unsentOutputTime = .milliseconds(300)
    try await withGoodLink(limits: limits) { bob, port in
      let client = try await RawClient(port: port, tls: try RawClient.rules())
      try await client.frame([0])
      let (link, _) = try await bob.opened()
      #expect(try await bob.frame(link) == [0])
      try await client.stopReading()
      // Fills what the kernel keeps, then a little more than the limit.
      let end = ContinuousClock.now + .seconds(5)
      let piece = [UInt8](repeating: 1, count: 64 << 10)
      while ContinuousClock.now < end, !bob.seen.contains(where: isClosed) {
        try await bob.perform(.send(link, piece))
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(try await bob.closed(link) == "the other side reads too slowly")
      try await client.close()
    }
  }

  @Test func unsentOutputHasAHardEnd() async throws {
    var limits = Side.generous
    limits.unsentOutputTime = .hours(1)
    limits.unsentOutput = 1 << 20
    try await withGoodLink(limits: limits) { bob, port in
      let client = try await RawClient(port: port, tls: try RawClient.rules())
      try await client.frame([0])
      let (link, _) = try await bob.opened()
      #expect(try await bob.frame(link) == [0])
      try await client.stopReading()
      try await bob.run { links in
        for _ in 0..<32 {
          links.perform(.send(link, [UInt8](repeating: 1, count: 1 << 20)))
          links.flush()
        }
      }
      #expect(try await bob.closed(link) == "the other side reads too slowly")
      try await client.close()
    }
  }

  @Test func aPeerThatDoesNotEndTLSDelaysTheCloseByItsLimitOnly() async throws {
    var limits = Side.generous
    limits.closing = .milliseconds(300)
    let bob = try await Side(limits: limits)
    let client = try await RawClient(port: try await bob.listen(), tls: try RawClient.rules())
    try await client.frame([0])
    let (link, _) = try await bob.opened()
    #expect(try await bob.frame(link) == [0])
    try await client.stopReading()
    let began = ContinuousClock.now
    try await bob.perform(.close(link, reason: "enough"))
    #expect(try await bob.closed(link) == "enough")
    #expect(ContinuousClock.now - began < .seconds(3))
    try await client.close()
    try await bob.stop()
  }

  private func isClosed(_ input: Input) -> Bool {
    if case .linkClosed = input { true } else { false }
  }
}
