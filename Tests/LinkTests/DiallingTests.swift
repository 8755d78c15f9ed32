import Node
import Schema
import Testing

@testable import Link

struct DiallingTests {
  @Test(arguments: [
    ("127.0.0.1:1", "nothing listens there"),
    ("nobody.invalid:1", "the name cannot be found"),
    ("[fe80::1%nolink]:1", "the address cannot be used on this machine"),
    ("somewhere", "the port is missing: write HOST:PORT, for example 192.168.1.20:7711"),
  ])
  func failures(address: String, reason: String) async throws {
    let ada = try await Side()
    try await ada.perform(.dial(address: address))
    #expect(try await ada.dialFailed(address) == reason)
    try await ada.stop()
  }

  @Test("a way is tried for a peer, what came of it is told, and no link is left (45.4)")
  func ways() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let port = try await bob.listen()
    let link = LinkID(77)
    for (address, expected) in [
      ("127.0.0.1:\(port)", WayBack.open), ("127.0.0.1:1", .refused),
      ("[fe80::1%nolink]:1", .failed),
    ] {
      try await ada.perform(.tryWay(link, address: address))
      let wayBack = try await ada.next {
        if case .tried(link, address, let wayBack) = $0 { wayBack } else { nil }
      }
      #expect(wayBack == expected, "\(address)")
    }
    // A node is still linked with as before: the try took no place of it.
    _ = try await ada.link(to: bob, port: port)
    try await ada.stop()
    try await bob.stop()
  }

  @Test func aFailedDialGivesItsPlaceBack() async throws {
    var limits = Side.generous
    limits.links = 1
    let (ada, bob) = (try await Side(limits: limits), try await Side())
    for address in ["127.0.0.1:1", "[fe80::1%nolink]:1", "nonsense", "127.0.0.1:1"] {
      try await ada.perform(.dial(address: address))
      #expect(try await ada.dialFailed(address) != "this node has as many links as it may have")
    }
    let port = try await bob.listen()
    let (mine, _) = try await ada.link(to: bob, port: port)
    try await ada.perform(.dial(address: "127.0.0.1:\(port)"))
    #expect(
      try await ada.dialFailed("127.0.0.1:\(port)") == "this node has as many links as it may have")
    try await ada.perform(.close(mine, reason: "done"))
    _ = try await ada.closed(mine)
    _ = try await ada.link(to: bob, port: port)
    try await ada.stop()
    try await bob.stop()
  }

  @Test func aPortInUseIsNamed() async throws {
    let (ada, bob) = (try await Side(), try await Side())
    let port = try await ada.listen()
    await #expect(throws: LinkError.portInUse(host: "127.0.0.1", port: port)) {
      try await bob.listen(port: port)
    }
    await #expect(throws: LinkError.portInUse(host: "this machine", port: port)) {
      try await bob.listen(host: nil, port: port)
    }
    try await ada.stop()
    try await bob.stop()
  }

  @Test func whatIsNoAddressHereIsNamed() async throws {
    let ada = try await Side()
    for host in ["192.0.2.1", "not a host", "name.example"] {
      await #expect(throws: LinkError.notHere(host: host)) { try await ada.listen(host: host) }
    }
    await #expect(
      throws: LinkError.cannotListen(
        host: "127.0.0.1", port: 70_000, reason: "ports are 0 to 65535")
    ) { try await ada.listen(port: 70_000) }
    try await ada.shutdown()
    await #expect(throws: LinkError.stopped) { try await ada.listen() }
    try await ada.perform(.dial(address: "127.0.0.1:1"))
    #expect(try await ada.dialFailed("127.0.0.1:1") == "this node is stopping")
    try await ada.stop()
  }

  @Test func oneselfCanBeReachedAndIsRecognised() async throws {
    let ada = try await Side()
    try await ada.perform(.dial(address: "127.0.0.1:\(try await ada.listen())"))
    #expect(try await ada.opened().1.node == ada.identity.node)
    #expect(try await ada.opened().1.node == ada.identity.node)
    try await ada.stop()
  }
}
