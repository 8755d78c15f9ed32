import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Node
import Testing

@testable import Link

/// One node's links on a loop of their own, with everything they reported.
final class Side: Sendable {
  let identity: NodeIdentity
  let loop: any EventLoop
  private let group: MultiThreadedEventLoopGroup
  private let links: NIOLoopBound<Links>
  private let inputs = NIOLockedValueBox<[Input]>([])

  /// `react` runs on the loop with each input, in the place of a node.
  init(
    limits: LinkLimits = Side.generous, identity: NodeIdentity? = nil,
    react: @escaping @Sendable (Input, Links) -> Void = Side.shakeHands
  ) async throws {
    let identity = try identity ?? .ephemeral()
    self.identity = identity
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    self.loop = loop
    let inputs = inputs
    links = try await loop.submit {
      let box = WeakLinks()
      let links = try Links(loop: loop, identity: identity, limits: limits) { input in
        inputs.withLockedValue { $0.append(input) }
        if let links = box.links { react(input, links) }
      }
      box.links = links
      return NIOLoopBound(links, eventLoop: loop)
    }.get()
  }

  /// Many connections from one address, as only tests make them.
  static var generous: LinkLimits {
    var limits = LinkLimits()
    limits.linksPerAddress = 64
    limits.linksPerMinute = 10_000
    return limits
  }

  /// Sends a Hello of one byte and takes any as the one of a paired peer.
  static let shakeHands: @Sendable (Input, Links) -> Void = { input, links in
    switch input {
    case .linkOpened(let link, _):
      links.perform(.send(link, [0]))
      links.flush()
    case .frame(let link, [0]):
      links.perform(.established(link, .paired))
    default: break
    }
  }

  static let keepQuiet: @Sendable (Input, Links) -> Void = { _, _ in }

  func run<Value: Sendable>(_ body: @escaping @Sendable (Links) throws -> Value) async throws
    -> Value
  {
    let links = links
    return try await loop.submit { try body(links.value) }.get()
  }

  func perform(_ outputs: Output...) async throws {
    try await run { links in
      for output in outputs { links.perform(output) }
      links.flush()
    }
  }

  func listen(host: String? = "127.0.0.1", port: Int = 0) async throws -> Int {
    let links = links
    return try await loop.flatSubmit { links.value.listen(host: host, port: port) }.get()
  }

  func shutdown() async throws {
    let links = links
    try await loop.flatSubmit { links.value.shutdown() }.get()
  }

  /// Closes all sockets and ends the thread.
  func stop() async throws {
    try await shutdown()
    try await group.shutdownGracefully()
  }

  var seen: [Input] { inputs.withLockedValue { $0 } }

  /// Waits for the first input that `match` takes, and forgets everything up to it.
  func next<Value>(
    within seconds: Int = 10, _ match: (Input) -> Value?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Value {
    let end = NIODeadline.now() + .seconds(Int64(seconds))
    while NIODeadline.now() < end {
      let found: Value? = inputs.withLockedValue { inputs in
        for (index, input) in inputs.enumerated() {
          if let value = match(input) {
            inputs.removeSubrange(...index)
            return value
          }
        }
        return nil
      }
      if let found { return found }
      try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record(
      "nothing fitting came within \(seconds) s: \(seen)", sourceLocation: sourceLocation)
    throw Missing()
  }

  struct Missing: Error {}
}

/// Lets the reaction reach the links that call it, without holding them.
private final class WeakLinks {
  weak var links: Links?
}

extension Side {
  func opened() async throws -> (LinkID, LinkPeer) {
    try await next { if case .linkOpened(let link, let peer) = $0 { (link, peer) } else { nil } }
  }

  func closed(_ link: LinkID) async throws -> String {
    try await next {
      if case .linkClosed(link, let reason) = $0 { reason } else { nil }
    }
  }

  func frame(_ link: LinkID) async throws -> [UInt8] {
    try await next { if case .frame(link, let frame) = $0 { frame } else { nil } }
  }

  func dialFailed(_ address: String) async throws -> String {
    try await next {
      if case .dialFailed(address, let reason) = $0 { reason } else { nil }
    }
  }

  /// Dials a listening side; both have taken each other's Hello when this returns.
  func link(to other: Side, port: Int) async throws -> (mine: LinkID, theirs: LinkID) {
    try await perform(.dial(address: "127.0.0.1:\(port)"))
    let (mine, _) = try await opened()
    let (theirs, _) = try await other.opened()
    #expect(try await frame(mine) == [0])
    #expect(try await other.frame(theirs) == [0])
    return (mine, theirs)
  }
}
