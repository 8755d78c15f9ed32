import FoundationEssentials
import Identifiers

/// Checks signatures of heads, and each signature that vouches for several heads only once.
public struct HeadVerifier {
  /// Signatures that are remembered.
  private static let memory = 64

  private struct Word: Equatable {
    var root: EntryHash
    var signature: Data
    var author: Author
  }

  private var valid: [Word] = []
  #if DEBUG
    /// Whether every signature holds, on purpose.
    public var believesAll = false
  #endif
  private var oldest = 0

  /// Remembers nothing yet.
  public init() {}

  /// Whether `author` signed the head with this hash; false for anything malformed.
  public mutating func isHead(_ signature: Data, of hash: EntryHash, by author: Author) -> Bool {
    #if DEBUG
      if believesAll { return true }
    #endif
    guard let root = HashTree.root(above: hash, path: signature.dropFirst(64)) else { return false }
    let word = Word(root: root, signature: Data(signature.prefix(64)), author: author)
    if valid.contains(word) { return true }
    guard
      Signatures.isValid(
        word.signature, of: HashTag.head.rawValue.utf8Bytes + root.bytes, by: author)
    else { return false }
    // Whoever signs one head at a time gains nothing by being remembered.
    guard signature.count > 64 else { return true }
    if valid.count < Self.memory {
      valid.append(word)
    } else {
      valid[oldest] = word
      oldest = (oldest + 1) % Self.memory
    }
    return true
  }
}
