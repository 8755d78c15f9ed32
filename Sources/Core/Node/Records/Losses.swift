import Feature
import Identifiers
import Wire

/// The losses of our person by deletions of others, from one turn to the next.
///
/// A tree of records is deleted one record after the other, which may come in several turns. And a node that was just restored
/// writes nothing: its reactions come when it may.
struct Losses {
  /// A part belongs to the deletion of what it is below for so long.
  private static let partMilliseconds: Int64 = 60_000
  /// So many of each are kept.
  private static let most = 1_000

  private struct Part {
    let room: RoomID
    let parent: RecordID
    let part: RecordApplier.LostPart
    /// The time until which it is kept (steady milliseconds).
    let until: Int64
  }

  private var parts: [Part] = []
  /// The deletions that were not reacted to.
  private var deletions: [(room: RoomID, change: RecordApplier.Change)] = []

  /// Begins the reactions of a turn: adds to its changes what is left of the turns before.
  ///
  /// - Returns: whether reactions may be written; if not, the deletions of this turn are kept.
  mutating func begin(_ marks: inout RecordMarks, _ writing: WriteCondition, at now: Int64) -> Bool
  {
    parts.removeAll { $0.until <= now }
    let isAllowed = writing == .allowed
    if !isAllowed { keepDeletions(of: marks) }
    let before = parts
    keepParts(of: marks, isAllowed: isAllowed, until: now + Self.partMilliseconds)
    guard isAllowed else { return false }
    for part in before {
      marks.lostParts[part.room, default: [:]][part.parent, default: []].append(part.part)
    }
    for (room, changes) in Dictionary(grouping: deletions, by: \.room) {
      marks.changes[room, default: []].insert(contentsOf: changes.map(\.change), at: 0)
    }
    deletions = []
    return true
  }

  private mutating func keepDeletions(of marks: RecordMarks) {
    for (room, changes) in marks.changes.sorted(by: { $0.key < $1.key }) {
      let deleted = changes.filter { $0.last != nil }.prefix(Self.most - deletions.count)
      deletions += deleted.map { (room: room, change: $0) }
    }
  }

  /// Keeps the parts of a turn for those after it, without those of which our person is told by themselves.
  private mutating func keepParts(of marks: RecordMarks, isAllowed: Bool, until: Int64) {
    for (room, lost) in marks.lostParts.sorted(by: { $0.key < $1.key }) {
      for (parent, all) in lost.sorted(by: { $0.key < $1.key }) {
        for part in all where !isAllowed || !part.isUnseen {
          guard parts.count < Self.most else { return }
          parts.append(Part(room: room, parent: parent, part: part, until: until))
        }
      }
    }
  }
}

extension RecordApplier.Change {
  /// Returns it as features see it.
  ///
  /// - Parameter parts: the records of our person that are lost, by what they belong to.
  /// - Returns: nil for a record that is not shown any more, or a deletion that does not count.
  func seen(
    in views: RoomViews, _ home: any Snapshot, _ parts: [RecordID: [RecordApplier.LostPart]]?
  ) throws -> RecordChange? {
    guard let last else {
      guard let record = try home.record(self.record, in: views.id) else { return nil }
      return RecordChange(
        record: record, effect: effect, by: views.logKeys[writer]?.author ?? record.author)
    }
    let now = try views.reader.record(self.record, in: views.room.stored.records)
    guard now?.state == .deleted else { return nil }
    let before = (parts?[self.record] ?? []).filter { $0.writer == nil || $0.writer == writer }
    let record = views.record(last)
    return RecordChange(
      record: record, effect: effect, by: views.logKeys[writer]?.author ?? record.author,
      written: written, lost: (before.map(\.record) + lost).map { views.record($0) },
      isUnseen: isUnseen)
  }
}
