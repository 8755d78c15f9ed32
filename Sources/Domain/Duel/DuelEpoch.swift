/// The labels of one epoch of a library, as only its owner knows them.
public struct DuelEpoch: Equatable, Sendable {
  /// The number of the epoch, from 1.
  public let number: UInt32
  /// The card of each label, by its place in the list.
  public let cards: [Int]
  /// The hashes of the tree over the labels.
  public let tree: MerkleTree

  /// Shuffles cards of a list by the secret of the epoch.
  public init(_ number: UInt32, of cards: [Int], in list: DuelList, _ secrets: DuelSecrets) {
    self.number = number
    let secret = secrets.epochSecret(number)
    // Copies of a card are the same card: their order among themselves shows nowhere.
    var shuffled = cards.sorted {
      let (first, second) = (list.cards[$0], list.cards[$1])
      return first == second ? $0 < $1 : first.lexicographicallyPrecedes(second)
    }
    var stream = DuelStream(seed: secret)
    stream.shuffle(&shuffled)
    self.cards = shuffled
    let salt = HashInput("salt").adding(secret)
    tree = MerkleTree(
      leaves: shuffled.enumerated().map { label, card in
        let label = UInt32(label)
        return Self.leaf(
          label, salt: salt.adding(label).hash(), card: list.cards[card], epoch: number,
          gameID: secrets.gameID, seat: secrets.seat)
      })
  }

  /// The salt of a label.
  public static func salt(_ label: UInt32, epochSecret: [UInt8]) -> [UInt8] {
    HashInput("salt").adding(epochSecret).adding(label).hash()
  }

  /// The leaf of a label.
  public static func leaf(
    _ label: UInt32, salt: [UInt8], card: [UInt8], epoch: UInt32, gameID: [UInt8],
    seat: SeatNumber
  ) -> [UInt8] {
    let content = HashInput("leaf").adding(gameID).adding(seat: seat).adding(epoch).adding(label)
      .adding(salt).adding(card).hash()
    return HashInput(byte: 0).adding(content).hash()
  }
}

/// A tree of hashes over leaves; the last node of an odd level moves up.
public struct MerkleTree: Equatable, Sendable {
  /// The levels, the leaves first. The last one has at most one node.
  private let levels: [[[UInt8]]]

  /// Computes all levels.
  public init(leaves: [[UInt8]]) {
    var levels = [leaves]
    while let level = levels.last, level.count > 1 {
      var above: [[UInt8]] = []
      for index in stride(from: 0, to: level.count - 1, by: 2) {
        above.append(Self.node(level[index], level[index + 1]))
      }
      if level.count % 2 == 1 { above.append(level[level.count - 1]) }
      levels.append(above)
    }
    self.levels = levels
  }

  /// The root; without a leaf the hash of nothing.
  public var root: [UInt8] { levels[levels.count - 1].first ?? HashInput(byte: 0).hash() }

  /// Returns the nodes beside the way from a leaf to the root, from below.
  public func path(of leaf: Int) -> [[UInt8]] {
    var (index, path) = (leaf, [[UInt8]]())
    for level in levels.dropLast() {
      if index ^ 1 < level.count { path.append(level[index ^ 1]) }
      index /= 2
    }
    return path
  }

  /// Computes the root from a leaf and its path; nil where the path has another length.
  public static func root(of leaf: [UInt8], at index: Int, of count: Int, path: [[UInt8]])
    -> [UInt8]?
  {
    guard index < count else { return nil }
    var (hash, index, count, rest) = (leaf, index, count, path[...])
    while count > 1 {
      if index ^ 1 < count {
        guard let beside = rest.popFirst(), beside.count == HashInput.size else { return nil }
        hash = index % 2 == 0 ? node(hash, beside) : node(beside, hash)
      }
      (index, count) = (index / 2, (count + 1) / 2)
    }
    return rest.isEmpty ? hash : nil
  }

  private static func node(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    HashInput(byte: 1).adding(left).adding(right).hash()
  }
}
