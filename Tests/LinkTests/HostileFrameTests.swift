import LinkTestKit
import NIOCore
import Node
import Schema
import Testing

@testable import Link

/// A peer that finished the handshake and then breaks the rules is told, closed, and harms no other link.
struct HostileFrameTests {
  @Test(arguments: [
    (UInt32(0), "the other side sent an empty frame"),
    (4_097, "the other side sent a frame of 4097 bytes where 4096 are allowed"),
    (0x8000_0000, "the other side sent a frame of 2147483648 bytes where 4096 are allowed"),
    (0xffff_ffff, "the other side sent a frame of 4294967295 bytes where 4096 are allowed"),
  ])
  func lengthsBeforeTheHello(length: UInt32, reason: String) async throws {
    try await withGoodLink { bob, port in
      let client = try await RawClient(port: port, tls: try RawClient.rules())
      try await client.send(bytes(length))
      let (link, _) = try await bob.opened()
      #expect(try await bob.closed(link) == reason)
      #expect(try goodbye(try await client.ended()).text == reason)
    }
  }

  @Test(arguments: [(LinkTrust.stranger, 64 << 10), (.paired, 1 << 20)])
  func lengthsAfterTheHello(trust: LinkTrust, limit: Int) async throws {
    let bob = try await Side(react: Self.trusting(trust))
    let client = try await RawClient(port: try await bob.listen(), tls: try RawClient.rules())
    try await client.frame([0])
    let (link, _) = try await bob.opened()
    #expect(try await bob.frame(link) == [0])
    let longest = [UInt8](repeating: 4, count: limit)
    try await client.frame(longest)
    #expect(try await bob.frame(link) == longest)
    try await client.send(bytes(UInt32(limit + 1)))
    let reason = "the other side sent a frame of \(limit + 1) bytes where \(limit) are allowed"
    #expect(try await bob.closed(link) == reason)
    #expect(try goodbye(try await client.ended()).reason == .protocol)
    try await bob.stop()
  }

  @Test("a link that becomes paired while it is up takes longer frames at once")
  func raised() async throws {
    let bob = try await Side(react: Self.trusting(.stranger))
    let client = try await RawClient(port: try await bob.listen(), tls: try RawClient.rules())
    try await client.frame([0])
    let (link, _) = try await bob.opened()
    #expect(try await bob.frame(link) == [0])
    try await bob.perform(.established(link, .paired))
    let longest = [UInt8](repeating: 4, count: 1 << 20)
    try await client.frame(longest)
    #expect(try await bob.frame(link) == longest)
    try await bob.stop()
  }

  @Test(arguments: [[0], [0, 0, 0], [0, 0, 0, 9], [0, 0, 0, 9, 1, 2, 3]] as [[UInt8]])
  func aFrameThatDoesNotEnd(half: [UInt8]) async throws {
    var limits = Side.generous
    limits.frame = .seconds(1)
    let bob = try await Side(limits: limits, react: Self.trusting(.paired))
    let client = try await RawClient(port: try await bob.listen(), tls: try RawClient.rules())
    try await client.frame([0])
    let (link, _) = try await bob.opened()
    #expect(try await bob.frame(link) == [0])
    // A frame that ended in time gives nothing of its time to the next one, and takes nothing from it.
    try await client.frame([1])
    try await client.send([0, 0, 0, 2, 5])
    try await Task.sleep(for: .milliseconds(300))
    let began = ContinuousClock.now
    try await client.send([5] + half)
    #expect(try await bob.frame(link) == [1])
    #expect(try await bob.frame(link) == [5, 5])
    #expect(
      try await bob.closed(link) == "the other side began a frame and did not finish it in time")
    #expect(ContinuousClock.now - began > .milliseconds(950))
    #expect(try goodbye(try await client.ended()).reason == .silence)
    try await bob.stop()
  }

  @Test func aSlowFrameInTimePasses() async throws {
    var limits = Side.generous
    limits.frame = .seconds(1)
    let bob = try await Side(limits: limits, react: Self.trusting(.paired))
    let client = try await RawClient(port: try await bob.listen(), tls: try RawClient.rules())
    try await client.frame([0])
    let (link, _) = try await bob.opened()
    _ = try await bob.frame(link)
    for number in UInt8(1)...6 {
      for byte in [0, 0, 0, 1, number] {
        try await client.send([byte])
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try await bob.frame(link) == [number])
    }
    try await client.close()
    try await bob.stop()
  }

  @Test(arguments: [[], [0, 0, 16], [0, 0, 0, 9, 1], [0, 0, 0, 1, 0]] as [[UInt8]])
  func noAcceptedHello(sent: [UInt8]) async throws {
    var limits = Side.generous
    limits.hello = .seconds(1)
    let bob = try await Side(limits: limits, react: Side.keepQuiet)
    let client = try await RawClient(port: try await bob.listen(), tls: try RawClient.rules())
    try await client.secured()
    client.push(sent)
    let (link, _) = try await bob.opened()
    #expect(try await bob.closed(link) == "the other side's Hello was not accepted in time")
    #expect(try goodbye(try await client.ended()).reason == .silence)
    try await bob.stop()
  }

  @Test func aFloodBehindTheHelloIsNotRead() async throws {
    var limits = Side.generous
    limits.hello = .seconds(1)
    let bob = try await Side(limits: limits, react: Side.keepQuiet)
    let client = try await RawClient(port: try await bob.listen(), tls: try RawClient.rules())
    try await client.frame([0])
    client.push([UInt8](repeating: 0x7f, count: 1 << 20))
    let (link, _) = try await bob.opened()
    #expect(try await bob.frame(link) == [0])
    #expect(try await bob.closed(link) == "the other side's Hello was not accepted in time")
    #expect(bob.seen.isEmpty)
    try await client.close()
    try await bob.stop()
  }

  @Test(
    "a flood of short frames on one link does not keep the frames of others waiting",
    .timeLimit(.minutes(1)))
  func aFloodWaitsForOthers() async throws {
    let bob = try await Side(react: Self.trusting(.paired))
    let port = try await bob.listen()
    let flooder = try await RawClient(port: port, tls: try RawClient.rules())
    try await flooder.frame([0])
    let (flooding, _) = try await bob.opened()
    let honest = try await RawClient(port: port, tls: try RawClient.rules())
    try await honest.frame([0])
    let (link, _) = try await bob.opened()
    #expect(try await bob.frame(link) == [0])
    let count = 200_000
    let flood = (0..<count).flatMap { _ in [0, 0, 0, 1, 9] as [UInt8] }
    flooder.push(flood + [0, 0, 0, 1, 8])
    // The honest frame comes in the middle of it, though the rest of it is in the kernel or here by then.
    while !bob.seen.contains(where: { Self.bytes($0, on: flooding) == [9] }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    try await honest.frame([7])
    #expect(try await bob.frame(link) == [7])
    while !bob.seen.contains(where: { Self.bytes($0, on: flooding) == [8] }) {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(bob.seen.count { Self.bytes($0, on: flooding) == [9] } > count / 4)
    try await flooder.close()
    try await honest.close()
    try await bob.stop()
  }

  @Test(arguments: [true, false])
  func aPeerThatVanishes(reset: Bool) async throws {
    try await withGoodLink { bob, port in
      let client = try await RawClient(port: port, tls: try RawClient.rules())
      try await client.frame([0])
      let (link, _) = try await bob.opened()
      #expect(try await bob.frame(link) == [0])
      try await client.send([0, 0, 0, 9, 1])
      if reset { try await client.reset() } else { try await client.vanish() }
      #expect(try await bob.closed(link) == "the connection broke off")
    }
  }

  @Test func framesBeforeAnUncleanEndCount() async throws {
    try await withGoodLink { bob, port in
      let client = try await RawClient(port: port, tls: try RawClient.rules())
      try await client.frame([0])
      let (link, _) = try await bob.opened()
      #expect(try await bob.frame(link) == [0])
      try await client.frame([8])
      try await client.vanish()
      #expect(try await bob.frame(link) == [8])
      #expect(try await bob.closed(link) == "the connection broke off")
    }
  }

  /// The frame that an input brings on a link.
  private static func bytes(_ input: Input, on link: LinkID) -> [UInt8]? {
    if case .frame(link, let frame) = input { frame } else { nil }
  }

  /// Accepts any first frame at this trust and sends nothing.
  private static func trusting(_ trust: LinkTrust) -> @Sendable (Input, Links) -> Void {
    { input, links in
      if case .frame(let link, [0]) = input { links.perform(.established(link, trust)) }
    }
  }

  private func bytes(_ length: UInt32) -> [UInt8] {
    withUnsafeBytes(of: length.bigEndian, Array.init)
  }

  /// The last frame of what a client received.
  private func goodbye(_ received: [UInt8]?) throws -> Goodbye {
    var buffer = ByteBuffer(bytes: try #require(received))
    var decoder = FrameDecoder(limit: 1 << 20)
    var last: [UInt8]?
    while let frame = try decoder.decode(buffer: &buffer) { last = frame }
    return try Frame(serializedBytes: try #require(last)).goodbye
  }
}
