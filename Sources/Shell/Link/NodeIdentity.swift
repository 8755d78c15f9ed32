import Crypto
import FoundationEssentials
import NIOSSL
import SwiftASN1
import X509

/// The TLS key of a node and the certificate that carries it: who the node is, and nothing else.
public struct NodeIdentity: Sendable {
  /// The node id: SHA-256 of the key's SubjectPublicKeyInfo, 32 bytes.
  public let node: [UInt8]

  package let certificate: NIOSSLCertificate
  package let key: NIOSSLPrivateKey

  /// A new identity that is kept nowhere, for tests, simulations and throw-away nodes.
  public static func ephemeral() throws -> NodeIdentity {
    let key = P256.Signing.PrivateKey()
    let certificate = try Self.certificate(for: key)
    return try NodeIdentity(
      keyText: key.pemRepresentation, certificateText: certificate.serializeAsPEM().pemString)
  }

  /// Reads what `certificate(for:)` and the key's PEM form wrote.
  ///
  /// Throws `Damage`, which says which of the two texts is at fault.
  init(keyText: String, certificateText: String) throws {
    let signing: P256.Signing.PrivateKey
    do {
      signing = try P256.Signing.PrivateKey(pemRepresentation: keyText)
      key = try NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem)
    } catch { throw Damage.key }
    let publicKey: ArraySlice<UInt8>
    do {
      let document = try PEMDocument(pemString: certificateText)
      publicKey = try LinkSecurity.publicKey(ofCertificate: document.derBytes)
      certificate = try NIOSSLCertificate(bytes: document.derBytes, format: .der)
    } catch { throw Damage.certificate }
    guard publicKey.elementsEqual(signing.publicKey.derRepresentation) else {
      throw Damage.mismatch
    }
    node = Array(SHA256.hash(data: publicKey))
  }

  /// A self-signed certificate for a key.
  ///
  /// Its dates are fixed: nobody here judges them, and a machine whose clock is wrong at first start would
  /// otherwise make one that other implementations refuse.
  static func certificate(for key: P256.Signing.PrivateKey) throws -> Certificate {
    let name = try DistinguishedName { CommonName("parlor") }
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
      notValidBefore: Date(timeIntervalSince1970: 1_577_836_800),  // 2020-01-01
      notValidAfter: Date(timeIntervalSince1970: 4_733_510_400),  // 2120-01-01
      issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions(), issuerPrivateKey: .init(key))
  }

  /// The part of a stored identity that cannot be used.
  enum Damage: Error, Equatable {
    case key
    case certificate
    case mismatch
  }
}
