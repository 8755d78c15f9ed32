import Crypto
import Foundation
import Schema

/// An account's secret signing key (Ed25519, RFC 8032).
public struct SigningKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey

  /// The public half: the account's author key.
  public let author: Author

  /// Takes the 32 secret bytes.
  ///
  /// - Throws: `WireError.malformed` for any other count.
  public init(secret: [UInt8]) throws {
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: secret),
      let author = Author(key.publicKey.rawRepresentation)
    else { throw WireError.malformed("a signing key of \(secret.count) bytes; it has 32") }
    self.key = key
    self.author = author
  }

  /// The author's word for a head: 64 bytes over the domain tag and the entry hash.
  ///
  /// - Throws: an error of the cryptography library, which no input can cause.
  public func signHead(_ hash: EntryHash) throws -> Data {
    try key.signature(for: HashTag.head.rawValue.utf8Bytes + hash.bytes)
  }

  /// The account's word that it lives on a node: 64 bytes over the domain tag and the node id.
  ///
  /// - Throws: an error of the cryptography library, which no input can cause.
  public func signBinding(to node: NodeID) throws -> Data {
    try key.signature(for: HashTag.binding.rawValue.utf8Bytes + node.bytes)
  }
}

/// Checks of signatures; false for anything malformed.
public enum Signatures {
  /// Whether `author` signed the head with this hash.
  public static func isHead(_ signature: Data, of hash: EntryHash, by author: Author) -> Bool {
    isValid(signature, of: HashTag.head.rawValue.utf8Bytes + hash.bytes, by: author)
  }

  /// Whether `author` said that it lives on `node`.
  public static func isBinding(_ signature: Data, to node: NodeID, by author: Author) -> Bool {
    isValid(signature, of: HashTag.binding.rawValue.utf8Bytes + node.bytes, by: author)
  }

  private static func isValid(_ signature: Data, of message: [UInt8], by author: Author) -> Bool {
    guard signature.count == 64,
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: author.bytes)
    else { return false }
    return key.isValidSignature(signature, for: message)
  }
}
