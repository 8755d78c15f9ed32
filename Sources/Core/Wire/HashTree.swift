import FoundationEssentials
import Identifiers

/// A Merkle tree over hashes, as those of heads, so that one signature vouches for all of them.
///
/// A hash without a neighbour goes up a level as it is. The tree of one hash is that hash.
public struct HashTree {
  /// The most levels below a root: 65,536 heads.
  static let levelLimit = 16
  /// Bytes that one level adds to a signature: the side and the neighbour's hash.
  static let levelSize = 33

  private let levels: [[EntryHash]]

  /// Builds the tree; of no hash it is the zero hash.
  ///
  /// - Parameter tag: the kind of tree, so that no inner hash of one stands for that of another.
  public init(_ hashes: [EntryHash], _ tag: HashTag = .heads) {
    var levels = [hashes]
    while let level = levels.last, level.count > 1 {
      levels.append(
        stride(from: 0, to: level.count, by: 2).map { index in
          index + 1 < level.count ? Self.parent(level[index], level[index + 1], tag) : level[index]
        })
    }
    self.levels = levels
  }

  /// The hash that is signed.
  public var root: EntryHash { levels.last?.first ?? .zero }

  /// For each level with a neighbour: 0 when it stands to the right, 1 to the left, then its hash.
  func path(of index: Int) -> Data {
    var path = Data()
    var index = index
    for level in levels.dropLast() {
      let neighbour = index ^ 1
      if neighbour < level.count {
        path.append(UInt8(index & 1))
        path.append(contentsOf: level[neighbour].bytes)
      }
      index /= 2
    }
    return path
  }

  /// The root that a path leads to; nil for bytes that are no path.
  static func root(above hash: EntryHash, path: Data) -> EntryHash? {
    guard path.count.isMultiple(of: levelSize), path.count <= levelLimit * levelSize else {
      return nil
    }
    var hash = hash
    var rest = path[...]
    while let side = rest.popFirst() {
      guard side <= 1, let neighbour = EntryHash(Data(rest.prefix(levelSize - 1))) else {
        return nil
      }
      hash = side == 0 ? parent(hash, neighbour, .heads) : parent(neighbour, hash, .heads)
      rest = rest.dropFirst(levelSize - 1)
    }
    return hash
  }

  private static func parent(
    _ left: EntryHash, _ right: EntryHash, _ tag: HashTag
  ) -> EntryHash {
    Hashing.digest(tag, left.bytes, right.bytes)
  }
}
