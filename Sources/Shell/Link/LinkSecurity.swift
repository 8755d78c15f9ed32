import Crypto
import NIOCore
import NIOSSL
import SwiftASN1

/// The TLS rules of all links: 1.3, a certificate from both sides, ALPN, P-256 keys (specification section 2).
///
/// Nothing is verified here but the proof of the key: identity is the key, so there is no authority to ask.
struct LinkSecurity: Sendable {
  /// The application protocol that both sides must name.
  static let protocolName = "parlor/1"

  private let dialling: NIOSSLContext
  private let accepting: NIOSSLContext

  /// Builds the contexts, which reads keys and takes about a millisecond: not on a busy event loop.
  ///
  /// A fresh one forgets the tickets of all sessions before it.
  init(identity: NodeIdentity, limits: LinkLimits) throws {
    var rules = TLSConfiguration.makeClientConfiguration()
    rules.minimumTLSVersion = .tlsv13
    rules.certificateVerification = .noHostnameVerification
    rules.trustRoots = .certificates([])
    rules.applicationProtocols = [Self.protocolName]
    // One kind of key keeps an expensive one (RSA of 16,384 bits) out of the handshake.
    rules.verifySignatureAlgorithms = [.ecdsaSecp256R1Sha256]
    rules.signingSignatureAlgorithms = [.ecdsaSecp256R1Sha256]
    rules.certificateChain = [.certificate(identity.certificate)]
    rules.privateKey = .privateKey(identity.key)
    rules.shutdownTimeout = limits.closing
    dialling = try NIOSSLContext(configuration: rules)
    accepting = try NIOSSLContext(configuration: rules)
  }

  /// The handler for one connection that this node dialled or accepted.
  func handler(dialled: Bool) throws -> NIOSSLHandler {
    if dialled {
      return try NIOSSLClientHandler(
        context: dialling, serverHostname: nil, customVerificationCallback: Self.judge)
    }
    return NIOSSLServerHandler(context: accepting, customVerificationCallback: Self.judge)
  }

  /// Runs before the peer has proven its key, so it only turns away what can never be a node.
  private static func judge(
    chain: [NIOSSLCertificate], verdict: EventLoopPromise<NIOSSLVerificationResult>
  ) {
    verdict.succeed(chain.count == 1 ? .certificateVerified : .failed)
  }

  /// The node behind a finished handshake: SHA-256 of its public key, 32 bytes.
  ///
  /// Read from the session and not from the callback, which a resumed session skips.
  static func node(provenBy handler: NIOSSLHandler) throws -> [UInt8] {
    guard let certificate = handler.peerCertificate else { throw LinkSecurityProblem.noCertificate }
    return try node(ofCertificate: certificate.toDERBytes())
  }

  /// SHA-256 of the SPKI bytes of a DER certificate, exactly as they stand in it.
  static func node(ofCertificate certificate: [UInt8]) throws -> [UInt8] {
    Array(SHA256.hash(data: try publicKey(ofCertificate: certificate)))
  }

  /// The SubjectPublicKeyInfo of a DER certificate (RFC 5280 section 4.1).
  ///
  /// By hand, because the TLS library ends the process over a key that it cannot read.
  static func publicKey(ofCertificate certificate: [UInt8]) throws -> ArraySlice<UInt8> {
    var fields = try members(of: DER.parse(certificate)).makeIterator()
    guard let signed = fields.next() else { throw LinkSecurityProblem.malformedCertificate }
    let version = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
    let signedFields = try members(of: signed).filter { $0.identifier != version }
    // serial number, signature algorithm, issuer, validity, subject, public key
    guard signedFields.count > 5, signedFields[5].identifier == .sequence else {
      throw LinkSecurityProblem.malformedCertificate
    }
    return signedFields[5].encodedBytes
  }

  private static func members(of node: ASN1Node) throws -> [ASN1Node] {
    guard node.identifier == .sequence, case .constructed(let members) = node.content else {
      throw LinkSecurityProblem.malformedCertificate
    }
    return Array(members)
  }
}

/// A certificate that names nobody.
enum LinkSecurityProblem: Error, CustomStringConvertible {
  case noCertificate
  case malformedCertificate

  var description: String {
    switch self {
    case .noCertificate: "the other side showed no certificate"
    case .malformedCertificate: "the other side's certificate cannot be read"
    }
  }
}
