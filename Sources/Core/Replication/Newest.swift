import Identifiers
import Wire

/// The statements of the highest generation about one thing. Of more than a few those with the lowest hashes are kept, so that
/// everybody keeps the same and nobody fills a disk.
struct Newest: Sendable {
  let generation: UInt64
  private(set) var statements: [SignedStatement]

  init(_ statement: SignedStatement, generation: UInt64) {
    self.generation = generation
    statements = [statement]
  }

  /// The statements beside one more that was kept with them.
  static func restored(
    _ statement: SignedStatement, _ generation: UInt64, beside old: Newest?
  ) -> Newest? {
    adding(statement, generation, to: old, most: Limits.rosterVersions) ?? old
  }

  /// Returns the statements after one more; nil where it changes nothing.
  static func adding(
    _ statement: SignedStatement, _ generation: UInt64, to old: Newest?, most: Int
  ) -> Newest? {
    guard var newest = old, generation <= newest.generation else {
      return Newest(statement, generation: generation)
    }
    guard generation == newest.generation, !newest.statements.contains(statement) else {
      return nil
    }
    newest.statements.append(statement)
    newest.statements.sort { $0.hash < $1.hash }
    guard newest.statements.count > most else { return newest }
    return newest.statements.removeLast() == statement ? nil : newest
  }
}

extension [Bytes32: Newest] {
  /// All statements.
  var statements: [SignedStatement] { values.flatMap(\.statements) }

  /// Removes the highest of the keys that were counted, where there are too many.
  ///
  /// - Returns: the key that went.
  @discardableResult
  mutating func shrink(to most: Int, counting: (Bytes32) -> Bool = { _ in true }) -> Bytes32? {
    guard count > most else { return nil }
    let counted = keys.filter(counting)
    guard counted.count > most, let last = counted.max() else { return nil }
    removeValue(forKey: last)
    return last
  }
}
