import DeckSchema
import Feature
import Identifiers
import Schema

/// The copies of a collection from which the lines of a list take, each once.
///
/// The copies of a card are read when its first line comes: a card may stand on a thousand lines.
struct CopyPool {
  private let collection: Collection
  private let isWanted: (Collection.Copy) -> Bool
  /// The rest of each card, by the name on the lines.
  private var left: [String: [Collection.Copy]] = [:]
  /// Names that mean one card share its copies.
  private var used: Set<RecordID> = []

  /// - Parameter isWanted: whether a copy may be taken at all.
  init(_ collection: Collection, where isWanted: @escaping (Collection.Copy) -> Bool) {
    (self.collection, self.isWanted) = (collection, isWanted)
  }

  /// Takes copies that fit a line: plain ones before foils and those with marks on them, each in the order in which they came.
  ///
  /// - Parameters:
  ///   - most: the most copies.
  ///   - isFirst: which of them are taken first; nil for none.
  mutating func take(
    _ line: DeckLine, most: Int, first isFirst: ((Collection.Copy) -> Bool)? = nil
  ) throws -> [Collection.Copy] {
    guard most > 0 else { return [] }
    let all = try left[line.name] ?? plainFirst(collection.copies(named: line.name))
    var taken: [Collection.Copy] = []
    func take(where isTaken: (Collection.Copy) -> Bool) {
      for copy in all where isTaken(copy) && !used.contains(copy.record.id) {
        guard taken.count < most else { return }
        guard line.fits(copy.card) else { continue }
        taken.append(copy)
        used.insert(copy.record.id)
      }
    }
    if let isFirst { take(where: isFirst) }
    take { _ in true }
    left[line.name] = taken.isEmpty ? all : all.filter { !used.contains($0.record.id) }
    return taken
  }

  /// The copies that may be taken.
  private func plainFirst(_ copies: [Collection.Copy]) -> [Collection.Copy] {
    let wanted = copies.filter(isWanted)
    func isPlain(_ copy: Collection.Copy) -> Bool {
      copy.card.finish == .unspecified && copy.card.marks.isEmpty
    }
    return wanted.filter(isPlain) + wanted.filter { !isPlain($0) }
  }
}
