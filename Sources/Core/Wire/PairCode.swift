import Identifiers
import Schema

/// The digits and words that both screens show while two people pair, and the hashes behind them (specification section 16).
///
/// `asker` is the node that asked to pair, `answerer` the other one; TLS has proven their node ids.
public struct PairCode: Equatable, Sendable {
  /// Six decimal digits.
  public let digits: String
  /// Four words joined by hyphens.
  public let words: String

  /// The code of two nodes and their nonces.
  public init(asker: NodeID, answerer: NodeID, askersNonce: Bytes32, answerersNonce: Bytes32) {
    let hash = Hashing.digest(
      .pairCode, asker.bytes, answerer.bytes, askersNonce.bytes, answerersNonce.bytes
    ).bytes
    let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let text = String(number % 1_000_000)
    digits = String(repeating: "0", count: 6 - text.count) + text
    words = KeyWords.words(of: hash[8..<12])
  }

  /// Makes the commitment of the asker to its nonce, sent before it has seen the other one.
  public static func commitment(asker: NodeID, answerer: NodeID, nonce: Bytes32) -> Bytes32 {
    Hashing.digest(.pairCommitment, asker.bytes, answerer.bytes, nonce.bytes)
  }
}
