import Crypto
import DuelSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema
import SwiftProtobuf

/// The keys of a judge, which follow from a secret of 32 bytes that only the judge has.
public struct DuelJudgeKeys: Sendable {
  private let key: Curve25519.Signing.PrivateKey
  /// The secret of the box for which openings are sealed.
  private let boxSecret: [UInt8]

  /// Derives the keys; nil where the secret has another length.
  public init?(secret: [UInt8]) {
    guard secret.count == HashInput.size,
      let key = try? Curve25519.Signing.PrivateKey(
        rawRepresentation: HashInput("judge key").adding(secret).hash())
    else { return nil }
    self.key = key
    boxSecret = HashInput("judge box").adding(secret).hash()
  }

  /// Makes the value that names a judge to players; nil where the name is not valid.
  public func judge(name: String) -> DuelJudge? {
    var judge = DuelJudge.with {
      $0.key = key.publicKey.rawRepresentation
      $0.boxKey = .init(DuelBoxes.publicKey(of: boxSecret))
      $0.name = name
    }
    guard let signature = try? key.signature(for: judge.signed) else { return nil }
    judge.signature = signature
    return judge.isSigned ? judge : nil
  }

  /// The key that verdicts are checked with.
  var publicKey: Data { key.publicKey.rawRepresentation }

  /// Signs a verdict on the entries of a match.
  func sign(
    _ verdict: DuelStep.Verdict, gameID: [UInt8], _ entries: [DuelEntry]
  ) -> DuelStep.Verdict? {
    var verdict = verdict
    guard let signature = try? key.signature(for: verdict.signed(gameID, entries)) else {
      return nil
    }
    verdict.signature = signature
    return verdict
  }

  /// Opens the box that stands in place of a part of an opening; nil where it holds no such part.
  func open(
    _ step: DuelStep.OpenMatch, of seat: SeatNumber, gameID: [UInt8]
  ) -> DuelStep.OpenMatch? {
    let info = DuelBoxes.judgeInfo(gameID: gameID, from: seat, part: step.part)
    guard let box = DuelBoxes.open(Array(step.judgeBox), with: boxSecret, info),
      let part = try? DuelStep.OpenMatch(serializedBytes: box.opening),
      part.part == step.part, part.parts == step.parts, part.judgeBox.isEmpty
    else { return nil }
    return part
  }
}

extension DuelJudge {
  /// The name and words of the key, by which people know a judge again.
  public var title: String { "\(name) (\(KeyWords.words(of: key.prefix(6))))" }

  /// The text that a judge gives to people.
  public var text: String { base32 }

  /// Reads the text that a judge has given; nil where it is not one, or was changed.
  public init?(text: String) {
    self.init(base32: text)
    guard isSigned else { return nil }
  }

  /// The hash that the signature of a judge is over.
  fileprivate var signed: [UInt8] {
    HashInput("judge").adding(Array(boxKey)).adding(Array(name.utf8)).hash()
  }

  /// Whether the name is one, and the judge has signed it and the key of the box.
  var isSigned: Bool {
    guard boxKey.count == HashInput.size, !name.isEmpty,
      Label.clean(name, limit: Label.nameLimit) == name,
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key)
    else { return false }
    return key.isValidSignature(signature, for: signed)
  }

  /// Whether the judge has signed a verdict on the entries of a match.
  func hasSigned(_ verdict: DuelStep.Verdict, gameID: [UInt8], _ entries: [DuelEntry]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else { return false }
    return key.isValidSignature(verdict.signature, for: verdict.signed(gameID, entries))
  }
}

extension DuelStep.Verdict {
  /// The text that a judge gives to the players.
  public var text: String { base32 }

  /// Reads the text that a judge has given; nil where it is not one.
  public init?(text: String) {
    self.init(base32: text)
    guard !signature.isEmpty else { return nil }
  }

  /// The hash that the signature of a verdict is over: the result, and all entries that the judge has seen.
  fileprivate func signed(_ gameID: [UInt8], _ entries: [DuelEntry]) -> [UInt8] {
    var input = HashInput("verdict").adding(gameID).adding(winner).adding(failing)
      .adding(entry.bigEndianBytes)
    for (index, last) in last.enumerated() {
      let seen = entries.filter { Int($0.seat) == index + 1 && $0.place.sequence <= last }
      input = input.adding(last.bigEndianBytes).adding(UInt32(seen.count))
      for entry in seen {
        input = input.adding(entry.place.sequence.bigEndianBytes)
          .adding(entry.place.seen.bigEndianBytes)
        for step in entry.steps {
          let bytes: [UInt8] = (try? step.serializedBytes()) ?? []
          input = input.adding(UInt32(bytes.count)).adding(bytes)
        }
      }
    }
    return input.hash()
  }
}

extension Message {
  /// The bytes as people copy them.
  fileprivate var base32: String {
    (try? serializedBytes()).map { Base32.encode($0 as Data) } ?? ""
  }

  /// Reads them again; nil for anything else.
  fileprivate init?(base32 text: String) {
    guard let bytes = Base32.decode(text), let message = try? Self(serializedBytes: bytes) else {
      return nil
    }
    self = message
  }
}

extension DuelBoxes {
  /// The words that bind a box for the judge to its place.
  static func judgeInfo(gameID: [UInt8], from seat: SeatNumber, part: UInt32) -> [UInt8] {
    HashInput("judge info").adding(gameID).adding(seat: seat).adding(part).hash()
  }
}
