/// The bytes from which one round's cards are picked, or a pile is shuffled.
///
/// Block `i`, from 0, is `SHA-256("parlor.war.stream.v1\0" seed i)`; bytes are used in order and
/// never twice (protocol section 8).
public struct CardStream: Sendable {
  private let seed: [UInt8]
  private var blocks: UInt32 = 0
  private var bytes: ArraySlice<UInt8> = []

  /// Starts the stream of a seed of 32 bytes.
  public init(seed: [UInt8]) { self.seed = seed }

  /// The seed of a round from both links.
  public static func roundSeed(
    gameID: [UInt8], round: UInt32, hostLink: [UInt8], joinerLink: [UInt8]
  ) -> [UInt8] {
    digest("parlor.war.round.v1", gameID, round.bigEndianBytes, hostLink, joinerLink)
  }

  /// The cards that are shuffled; a number in the shuffle's seed, so that no two shuffles are the same.
  enum ShufflePurpose: UInt32 {
    case winnings = 0
    case hostSecondPile = 1
    case joinerSecondPile = 2
  }

  /// The seed of a shuffle, bound to the newest round seed (32 zero bytes before the first).
  static func shuffleSeed(
    lastRoundSeed: [UInt8], round: UInt32, battle: UInt32, purpose: ShufflePurpose
  ) -> [UInt8] {
    digest(
      "parlor.war.shuffle.v1", lastRoundSeed, round.bigEndianBytes, battle.bigEndianBytes,
      purpose.rawValue.bigEndianBytes)
  }

  /// A uniform number below `count`, which is 1 to 256.
  ///
  /// A byte that would favour low numbers is dropped and the next one taken.
  public mutating func pick(below count: Int) -> Int {
    let range = min(max(count, 1), 256)
    let limit = 256 - 256 % range
    while true {
      let byte = Int(nextByte())
      if byte < limit { return byte % range }
    }
  }

  /// Shuffles in place, from the end (Fisher and Yates).
  mutating func shuffle(_ cards: inout [UInt8]) {
    for index in stride(from: cards.count - 1, to: 0, by: -1) {
      cards.swapAt(index, pick(below: index + 1))
    }
  }

  private mutating func nextByte() -> UInt8 {
    if let byte = bytes.popFirst() { return byte }
    bytes = digest("parlor.war.stream.v1", seed, blocks.bigEndianBytes)[...]
    blocks &+= 1
    return bytes.popFirst() ?? 0
  }
}
