import LinkTestKit
import NIOSSL
import Schema
import Testing

extension EndToEndTests {
  /// Hostile bytes from the network: the daemon stays up and a match goes on.
  @Suite struct HostileLinkTests {
    @Test("invariant 10: garbage, wrong TLS and wrong frames in the middle of a match")
    func hostile() async throws {
      let pair = try await Pair.linked()
      let (host, joiner) = try await pair.seated()
      try await play([host, joiner]) { host.events.filter(\.isDecided).count >= 2 }
      let port = pair.adasDaemon.port
      var plain: [RawClient] = []
      for bytes in Self.plainBytes {
        let client = try await RawClient(port: port, apart: true)
        client.push(bytes)
        plain.append(client)
      }
      var framed: [RawClient] = []
      for bytes in Self.framedBytes {
        let client = try await RawClient(port: port, tls: try RawClient.rules(), apart: true)
        try await client.secured()
        client.push(bytes)
        framed.append(client)
      }
      for rules in try Self.wrongRules() {
        let client = try await RawClient(port: port, tls: rules, apart: true)
        try? await client.secured()
        #expect(try await client.isClosed())
      }
      // Everything above is still open or being closed while the match goes on.
      let decided = host.events.filter(\.isDecided).count
      try await play([host, joiner]) { host.events.filter(\.isDecided).count >= decided + 5 }
      for (index, client) in (plain + framed).enumerated() {
        #expect(try await client.isClosed(), "client \(index)")
      }
      #expect(pair.adasDaemon.program.poll() == nil)
      #expect(pair.adasDaemon.program.complaints.isEmpty)
      let peers = try await pair.ada.ask("peer", "list", as: PeerList.self).peers
      #expect(peers.count == 1 && peers[0].online, "\(peers)")
      joiner.program.say("concede")
      try await play([host, joiner]) { host.result != nil && joiner.result != nil }
    }

    @Test("a flood of connections from one address is turned away, and known peers come back")
    func flood() async throws {
      let pair = try await Pair.linked()
      var clients: [RawClient] = []
      for _ in 0..<80 {
        clients.append(try await RawClient(port: pair.adasDaemon.port, apart: true))
      }
      #expect(pair.adasDaemon.program.poll() == nil)
      try await pair.ada.done("status")
      for client in clients { #expect(try await client.isClosed()) }
      try await pair.bertasDaemon.program.destroy()
      _ = try await pair.berta.daemon()
      try await pair.isLinked()
    }

    /// Bytes that are sent without TLS: another protocol, nothing but noise, lengths without end, half a handshake.
    private static let plainBytes: [[UInt8]] = [
      Array("GET / HTTP/1.1\r\nHost: parlor\r\n\r\n".utf8),
      [UInt8](repeating: 0, count: 5_000), [UInt8](repeating: 0xff, count: 70_000),
      [22, 3, 1, 0xff, 0xff, 1, 0xff, 0xff, 0xff], [22, 3, 1], [0x7f, 0xff, 0xff, 0xff, 8, 1],
    ]

    /// Bytes that are sent within TLS: oversize, half a frame, an empty one, noise, an unknown one.
    private static let framedBytes: [[UInt8]] = [
      [0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff] + [UInt8](repeating: 0x41, count: 60_000),
      [0, 0, 16, 1], [0, 0, 0, 200, 1, 2, 3], [0, 0, 0, 0],
      [0, 0, 0, 8] + [UInt8](repeating: 0xff, count: 8), [0, 0, 0, 3, 0xf8, 0x7f, 1],
      [0, 0],
    ]

    private static func wrongRules() throws -> [TLSConfiguration] {
      [
        try RawClient.rules {
          $0.minimumTLSVersion = .tlsv12
          $0.maximumTLSVersion = .tlsv12
        },
        try RawClient.rules { $0.applicationProtocols = ["h2"] },
        try RawClient.rules { $0.applicationProtocols = [] },
        try RawClient.rules {
          $0.certificateChain = []
          $0.privateKey = nil
        },
      ]
    }
  }
}
