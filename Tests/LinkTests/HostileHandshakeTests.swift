import Crypto
import Foundation
import LinkTestKit
import NIOSSL
import Node
import TestKit
import Testing
import X509

@testable import Link

/// Hostile bytes in the place of a handshake: they are closed, open no link and harm none.
struct HostileHandshakeTests {
  @Test(arguments: [
    Array("GET / HTTP/1.1\r\nHost: parlor\r\n\r\n".utf8),
    Array("parlor/1\n".utf8),
    [UInt8](repeating: 0, count: 5_000),
    [UInt8](repeating: 0xff, count: 70_000),
    // A TLS record that declares more than a record may hold, and a handshake message of 16 MiB.
    [22, 3, 1, 0xff, 0xff, 1, 0xff, 0xff, 0xff],
    [22, 3, 1, 0x3f, 0xff, 1, 0xff, 0xff, 0xff] + [UInt8](repeating: 3, count: 20_000),
    // A frame as it would be without TLS, and an alert.
    [0, 0, 0, 1, 0], [21, 3, 3, 0, 2, 2, 0],
  ])
  func plainText(bytes: [UInt8]) async throws {
    try await withGoodLink { _, port in
      let client = try await RawClient(port: port)
      client.push(bytes)
      #expect(try await client.ended() != nil)
    }
  }

  @Test(arguments: [UInt64(11), 12, 13, 14, 15, 16])
  func garbage(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let length = Int.random(in: 64...40_000, using: &random)
    var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    // Half of the seeds look like a handshake record at first.
    if seed.isMultiple(of: 2) { bytes.replaceSubrange(..<6, with: [22, 3, 1, 0, 50, 1]) }
    let sent = bytes
    try await withGoodLink { _, port in
      let client = try await RawClient(port: port)
      client.push(sent)
      #expect(try await client.ended() != nil, "seed \(seed)")
    }
  }

  @Test(arguments: [[], ["h2"], ["parlor/2"], ["parlor/"], ["h2", "parlor/10"]])
  func anotherProtocol(names: [String]) async throws {
    try await refuses { $0.applicationProtocols = names }
  }

  @Test("P-32: nothing older than TLS 1.3 is spoken") func oldTLS() async throws {
    try await refuses {
      $0.minimumTLSVersion = .tlsv1
      $0.maximumTLSVersion = .tlsv12
    }
  }

  @Test func noCertificate() async throws {
    try await refuses {
      $0.certificateChain = []
      $0.privateKey = nil
    }
  }

  @Test func moreThanOneCertificate() async throws {
    let other = try NodeIdentity.ephemeral().certificate
    try await refuses { $0.certificateChain.append(.certificate(other)) }
  }

  @Test func anotherKindOfKey() async throws {
    let key = Curve25519.Signing.PrivateKey()
    let name = try DistinguishedName { CommonName("parlor") }
    let made = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: Date(timeIntervalSince1970: 0),
      notValidAfter: Date(timeIntervalSince1970: 4e9), issuer: name, subject: name,
      extensions: .init(), issuerPrivateKey: .init(key))
    let certificate = try NIOSSLCertificate(
      bytes: Array(made.serializeAsPEM().pemString.utf8), format: .pem)
    let secret = try NIOSSLPrivateKey(
      bytes: Array(Certificate.PrivateKey(key).serializeAsPEM().pemString.utf8), format: .pem)
    try await refuses {
      $0.certificateChain = [.certificate(certificate)]
      $0.privateKey = .privateKey(secret)
      $0.signingSignatureAlgorithms = [.ed25519]
      $0.verifySignatureAlgorithms = [.ed25519, .ecdsaSecp256R1Sha256]
    }
  }

  @Test func anotherNodesCertificate() async throws {
    // The TLS library refuses a key that does not fit on its own, so a server's word is needed too: the id comes
    // from the certificate that the key has proven.
    let (thief, victim) = (try NodeIdentity.ephemeral(), try NodeIdentity.ephemeral())
    var rules = try RawClient.rules(thief)
    rules.certificateChain = [.certificate(victim.certificate)]
    #expect(throws: (any Error).self) { try NIOSSLContext(configuration: rules) }
  }

  @Test func aHandshakeThatDoesNotEnd() async throws {
    var limits = Side.generous
    limits.hello = .seconds(1)
    try await withGoodLink(limits: limits) { _, port in
      let silent = try await RawClient(port: port)
      let half = try await RawClient(port: port)
      half.push([22, 3, 1, 0, 200, 1, 0])
      #expect(try await silent.ended(within: 4) == [])
      #expect(try await half.ended(within: 4) != nil)
    }
  }

  @Test func aResetInTheHandshake() async throws {
    try await withGoodLink { _, port in
      for bytes: [UInt8] in [[], [22], [22, 3, 1, 0, 200, 1, 0]] {
        let client = try await RawClient(port: port)
        client.push(bytes)
        try await client.reset()
      }
    }
  }

  @Test(arguments: [[UInt8]("SSH-2.0-x\r\n".utf8), []])
  func aServerThatIsNoNode(greeting: [UInt8]) async throws {
    var limits = Side.generous
    limits.hello = .seconds(1)
    let ada = try await Side(limits: limits)
    let server = try await RawServer(greeting: greeting)
    let address = "127.0.0.1:\(server.port)"
    try await ada.perform(.dial(address: address))
    let reason = try await ada.dialFailed(address)
    #expect(
      reason
        == (greeting.isEmpty
          ? "the other side did not finish the TLS handshake in time"
          : "the TLS handshake failed: the other side is not a Parlor node, or refused this one"))
    try await server.stop()
    try await ada.stop()
  }

  private func refuses(_ change: (inout TLSConfiguration) -> Void) async throws {
    var rules = try RawClient.rules()
    change(&rules)
    let changed = rules
    try await withGoodLink { _, port in
      let client = try await RawClient(port: port, tls: changed)
      #expect(try await client.ended() != nil)
    }
  }
}

/// Runs `body` against a node that has a link, and then asks whether the link still works and no other was opened.
func withGoodLink(
  limits: LinkLimits = Side.generous, _ body: (Side, Int) async throws -> Void
) async throws {
  let (ada, bob) = (try await Side(), try await Side(limits: limits))
  let port = try await bob.listen()
  let (mine, theirs) = try await ada.link(to: bob, port: port)
  try await body(bob, port)
  #expect(bob.seen.isEmpty)
  try await ada.perform(.send(mine, [42]))
  #expect(try await bob.frame(theirs) == [42])
  try await bob.perform(.send(theirs, [43]))
  #expect(try await ada.frame(mine) == [43])
  #expect(bob.seen.isEmpty)
  try await ada.stop()
  try await bob.stop()
}
