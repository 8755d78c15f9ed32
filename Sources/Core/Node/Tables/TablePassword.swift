import Identifiers

/// The password of a table: the asker shows that it knows it and does not send it (protocol section 7).
///
/// Somebody who guesses can try as many passwords on a proof as a machine can hash; the rounds make that slower.
enum TablePassword {
  /// Hashes between a password and its key.
  static let rounds = 20_000

  /// Derives the key of a password, 32 bytes; it is the same for all tables of a host.
  /// - Parameter host: the author key of the host, 32 bytes.
  static func key(_ password: String, host: [UInt8]) -> [UInt8] {
    var key = Hashing.digest(.tablePassword, host, Array(password.utf8)).bytes
    for _ in 1..<rounds { key = Hashing.digest(.tablePassword, key).bytes }
    return key
  }

  /// Makes the proof that an asker sends with its question, 32 bytes; it fits one table and one asker.
  static func proof(_ key: [UInt8], table: [UInt8], asker: [UInt8]) -> [UInt8] {
    Hashing.digest(.tableProof, key, table, asker).bytes
  }
}
