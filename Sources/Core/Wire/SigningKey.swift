import Crypto
import FoundationEssentials
import Identifiers
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

  /// The author's word for several heads at once: one signature over the root of a tree of their hashes.
  ///
  /// - Returns: for each hash, in order, 64 bytes and the path from it to the root (specification section 4).
  /// - Throws: an error of the cryptography library, which no input can cause.
  public func signHeads(_ hashes: [EntryHash]) throws -> [Data] {
    let tree = HashTree(hashes)
    let word = try key.signature(for: HashTag.head.rawValue.utf8Bytes + tree.root.bytes)
    return hashes.indices.map { word + tree.path(of: $0) }
  }

  /// The account's word that it lives on a node: 64 bytes over the domain tag and the node id.
  ///
  /// - Throws: an error of the cryptography library, which no input can cause.
  public func signBinding(to node: NodeID) throws -> Data {
    try key.signature(for: HashTag.binding.rawValue.utf8Bytes + node.bytes)
  }

  /// The signature of a statement of a roster: 64 bytes over its hash, which names its kind and its room.
  ///
  /// - Throws: an error of the cryptography library, which no input can cause.
  public func signStatement(_ hash: Bytes32) throws -> Data {
    try key.signature(for: hash.bytes)
  }

  /// The account's word that it wants the other chair of a table: 64 bytes.
  ///
  /// - Throws: an error of the cryptography library, which no input can cause.
  public func signAsk(for table: RoomID) throws -> Data {
    try key.signature(for: HashTag.carriedAsk.rawValue.utf8Bytes + table.bytes)
  }
}

/// Checks of signatures; false for anything malformed.
public enum Signatures {
  /// Whether `author` said that it lives on `node`.
  public static func isBinding(_ signature: Data, to node: NodeID, by author: Author) -> Bool {
    isValid(signature, of: HashTag.binding.rawValue.utf8Bytes + node.bytes, by: author)
  }

  /// Whether `author` wants the other chair of a table.
  public static func isAsk(_ signature: Data, for table: RoomID, by author: Author) -> Bool {
    isValid(signature, of: HashTag.carriedAsk.rawValue.utf8Bytes + table.bytes, by: author)
  }

  /// Whether `author` has signed a statement of a roster with this hash.
  public static func isStatement(_ signature: Data, _ hash: Bytes32, by author: Author) -> Bool {
    isValid(signature, of: hash.bytes, by: author)
  }

  static func isValid(_ signature: Data, of message: [UInt8], by author: Author) -> Bool {
    guard signature.count == 64,
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: author.bytes)
    else { return false }
    return key.isValidSignature(signature, for: message)
  }
}
