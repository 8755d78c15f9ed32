import Crypto
import Programs
import SwiftASN1

extension NodeIdentity {
  /// The names of the files in the home.
  static let keyFile = "node-key.pem"
  package static let certificateFile = "node-certificate.pem"
  /// The names of the files of a home that say who its node is.
  public static let files = [keyFile, certificateFile]

  /// The node id that a certificate's PEM form stands for; nil when it is none.
  package static func node(certificateText: String) -> [UInt8]? {
    guard let document = try? PEMDocument(pemString: certificateText) else { return nil }
    return try? LinkSecurity.node(ofCertificate: document.derBytes)
  }

  /// Reads the identity kept in a home, or makes and keeps a new one on first start.
  ///
  /// The key is on disk before the certificate is; a certificate that is missing is made again from the key,
  /// so a crash in between changes nothing. Throws `NodeIdentityError`.
  public static func loadOrCreate(in directory: String) throws -> NodeIdentity {
    let keyPath = directory + "/" + keyFile
    let certificatePath = directory + "/" + certificateFile
    let certificateText = try read(certificatePath)
    guard let keyText = try read(keyPath) else {
      guard certificateText == nil else {
        throw NodeIdentityError.keyMissing(key: keyPath, certificate: certificatePath)
      }
      let key = P256.Signing.PrivateKey()
      try write(key.pemRepresentation, to: keyPath)
      return try finish(key, keyText: key.pemRepresentation, certificatePath: certificatePath)
    }
    guard let certificateText else {
      guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyText) else {
        throw NodeIdentityError.damaged(path: keyPath)
      }
      return try finish(key, keyText: keyText, certificatePath: certificatePath)
    }
    do {
      return try NodeIdentity(keyText: keyText, certificateText: certificateText)
    } catch Damage.key {
      throw NodeIdentityError.damaged(path: keyPath)
    } catch Damage.certificate {
      throw NodeIdentityError.certificateDamaged(path: certificatePath)
    } catch Damage.mismatch {
      throw NodeIdentityError.mismatch(key: keyPath, certificate: certificatePath)
    }
  }

  private static func finish(
    _ key: P256.Signing.PrivateKey, keyText: String, certificatePath: String
  ) throws -> NodeIdentity {
    let text = try certificate(for: key).serializeAsPEM().pemString
    try write(text, to: certificatePath)
    return try NodeIdentity(keyText: keyText, certificateText: text)
  }

  private static func read(_ path: String) throws -> String? {
    do {
      return try PrivateFile.read(path)
    } catch {
      throw NodeIdentityError.unreadable(path: path, reason: error.reason)
    }
  }

  private static func write(_ text: String, to path: String) throws {
    do {
      try PrivateFile.write(text, to: path)
    } catch {
      throw NodeIdentityError.unwritable(path: path, reason: error.reason)
    }
  }
}

/// The reason why a node has no identity that it can use; the description tells the person what to do.
public enum NodeIdentityError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file is there but cannot be read.
  case unreadable(path: String, reason: String)
  /// A file cannot be written.
  case unwritable(path: String, reason: String)
  /// The key file holds something else.
  case damaged(path: String)
  /// The certificate file holds something else.
  case certificateDamaged(path: String)
  /// The two files belong to different nodes.
  case mismatch(key: String, certificate: String)
  /// There is a certificate without its key.
  case keyMissing(key: String, certificate: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path) cannot be read (\(reason)): make it readable for the user who runs the daemon."
    case .unwritable(let path, let reason):
      "\(path) cannot be written (\(reason)): make room, or the directory writable, and start again."
    case .damaged(let path):
      "\(path) does not hold the node's key: restore it from a backup, or remove it together with "
        + "\(NodeIdentity.certificateFile) to begin as a new node."
    case .certificateDamaged(let path):
      "\(path) does not hold a certificate: remove it, and it is made again from the node's key."
    case .mismatch(let key, let certificate):
      "\(certificate) does not belong to \(key): remove \(certificate), and it is made again, or "
        + "restore both files from one backup."
    case .keyMissing(let key, let certificate):
      "\(key) is missing: restore it from a backup, or remove \(certificate) to begin as a new node."
    }
  }
}
