import Crypto
import DuelSchema
import FoundationEssentials

/// Boxes that only one seat opens: HPKE with X25519, HKDF-SHA256 and ChaCha20-Poly1305.
public enum DuelBoxes {
  private static var suite: HPKE.Ciphersuite { .Curve25519_SHA256_ChachaPoly }
  /// The bytes of the key that begins a box.
  private static let keyBytes = 32
  /// The encoding of a content is filled up to a multiple.
  private static let step = 256

  /// The public key of the box of a seat.
  public static func publicKey(of secret: [UInt8]) -> [UInt8] {
    guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret) else {
      return []
    }
    return Array(key.publicKey.rawRepresentation)
  }

  /// The words that bind a box to its place: the number of the ShowTo or Grant in the log of its author, from 1.
  static func info(gameID: [UInt8], from: SeatNumber, to: SeatNumber, number: UInt32) -> [UInt8] {
    HashInput("box info").adding(gameID).adding(seat: from).adding(seat: to).adding(number).hash()
  }

  /// Seals a content for a seat; nil where its key is not valid.
  static func seal(_ content: DuelBox, for key: [UInt8], _ info: [UInt8]) -> [UInt8]? {
    guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: key),
      let plain = padded(content),
      var sender = try? HPKE.Sender(recipientKey: key, ciphersuite: suite, info: Data(info)),
      let sealed = try? sender.seal(plain)
    else { return nil }
    return Array(sender.encapsulatedKey) + Array(sealed)
  }

  /// Opens a box; nil where it is not for this secret and place.
  static func open(_ box: [UInt8], with secret: [UInt8], _ info: [UInt8]) -> DuelBox? {
    guard box.count > keyBytes,
      let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret),
      var recipient = try? HPKE.Recipient(
        privateKey: key, ciphersuite: suite, info: Data(info),
        encapsulatedKey: Data(box.prefix(keyBytes))),
      let plain = try? recipient.open(Data(box.dropFirst(keyBytes)))
    else { return nil }
    return try? DuelBox(serializedBytes: plain)
  }

  /// The encoding of a content, filled up so that its length tells no name.
  static func padded(_ content: DuelBox) -> Data? {
    var content = content
    content.padding = Data()
    guard let bare: Data = try? content.serializedBytes() else { return nil }
    // A field of zeros has a tag, its length in one or two bytes, and itself.
    let rest = step - (bare.count + 2) % step
    // With 128 left neither length fits: another multiple does.
    content.padding = Data(count: rest < 128 ? rest : rest == 128 ? rest + step - 1 : rest - 1)
    return try? content.serializedBytes()
  }
}
