import Crypto
import CryptoExtras
import Feature
import FoundationEssentials
import Identifiers
import ProfileSchema
import Programs
import Schema

/// Hashes of passwords and recovery words by scrypt (RFC 7914), with the cost that row A-14 asks for.
enum SecretHash {
  /// N as a power of 2, r and p: 128 MiB and some 0.4 s for each try.
  static let (logN, r, p): (UInt32, UInt32, UInt32) = (17, 8, 1)
  private static let (saltBytes, hashBytes) = (16, 32)

  /// Hashes a secret with a salt of its own.
  ///
  /// - Throws: `Refused` where there is not enough memory.
  static func make(_ secret: String) async throws -> StoredHash {
    var random = RandomSource(SystemRandomNumberGenerator())
    var stored = StoredHash.with {
      ($0.logN, $0.r, $0.p) = (logN, r, p)
    }
    stored.salt = Data(random.bytes(saltBytes))
    stored.hash = try await derive(secret, stored).withUnsafeBytes { Data($0) }
    return stored
  }

  /// Whether a secret is the one that was hashed; the comparison takes as long wherever the first difference is.
  ///
  /// - Throws: `Refused` where there is not enough memory, and for a hash that nobody here has made.
  static func fits(_ secret: String, _ stored: StoredHash) async throws -> Bool {
    guard stored.logN == logN, stored.r == r, stored.p == p, stored.hash.count == hashBytes else {
      throw Refused(
        .storage, "The password of this home was stored by another program: restore a backup.")
    }
    // Two symmetric keys are compared in constant time.
    return try await derive(secret, stored) == SymmetricKey(data: stored.hash)
  }

  /// On a thread that may take its time.
  private static func derive(_ secret: String, _ stored: StoredHash) async throws -> SymmetricKey {
    let result = await withCheckedContinuation { continuation in
      OwnThread.start {
        continuation.resume(
          returning: Result {
            try KDF.Scrypt.deriveKey(
              // The library takes no empty input: so a zero byte, which no secret holds, stands behind each.
              from: Data(secret.utf8) + [0], salt: stored.salt, outputByteCount: hashBytes,
              rounds: 1 << Int(stored.logN), blockSize: Int(stored.r), parallelism: Int(stored.p))
          })
      }
    }
    do {
      return try result.get()
    } catch {
      throw Refused(
        .busy, "The password cannot be checked now, for want of memory: end other programs first.")
    }
  }
}

/// A token of a mail: 160 random bits; only their hash is kept.
enum MailToken {
  /// A new token.
  static func make() -> String {
    var random = RandomSource(SystemRandomNumberGenerator())
    return Base32.encode(random.bytes(20))
  }

  /// Returns the hash that is kept of a token; blanks around the token and the case of its letters do not matter.
  static func hash(_ token: String) -> Data {
    let plain = Text.trimmed(token).lowercased()
    return Data(SHA256.hash(data: Data("parlor.profile.token.v1\0".utf8) + Data(plain.utf8)))
  }
}
