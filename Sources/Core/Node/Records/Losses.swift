import Feature
import Identifiers
import Store
import Wire

/// The losses of our person by deletions of others, from one turn to the next and over a restart.
///
/// A tree of records is deleted one record after the other, which may come in several turns. And a node that was just restored
/// writes nothing: its reactions come when it may, and what our person wrote may come back behind the deletion.
struct Losses {
  /// A loss is kept for so long after it may be told: what belongs together comes within that time.
  private static let milliseconds: Int64 = 60_000
  /// So many deletions are kept, and so many parts.
  private static let most = 1_000

  private struct Kept {
    /// The number of its last row.
    let row: Int64
    let loss: StoredLoss
    /// The time until which it is kept (steady milliseconds); nil before it may be told.
    var until: Int64?
  }

  /// In the order in which they came, which is that of their rows and times.
  private var kept: [Kept] = []
  /// The number of those that came in turns before this one.
  private var countBefore = 0

  /// Nothing is lost.
  init() {}

  /// Reads the losses that were kept when the node ended.
  ///
  /// - Throws: `StoreError`.
  init(_ reader: Reader) throws {
    kept = try reader.losses().map { Kept(row: $0.row, loss: $0.loss, until: nil) }
  }

  /// Begins the reactions of a turn: adds to its changes the deletions of turns before that are to be told.
  ///
  /// - Returns: whether reactions may be written; if not, the deletions of this turn are kept.
  /// - Throws: `StoreError`.
  mutating func begin(
    _ marks: inout RecordMarks, _ writing: WriteCondition, at now: Int64,
    _ transaction: Transaction
  ) throws -> Bool {
    let isAllowed = writing == .allowed
    let found = parts(of: marks, isAllowed: isAllowed) + (isAllowed ? [] : deletions(of: marks))
    if isAllowed {
      try forget(at: now, transaction)
      tell(&marks, at: now)
    }
    countBefore = kept.count
    for loss in found {
      let row = try transaction.add(loss)
      kept.append(
        Kept(row: row, loss: loss, until: isAllowed ? now + Self.milliseconds : nil))
    }
    return isAllowed
  }

  /// The records of our person that were lost below a record in turns before this one.
  func parts(below record: RecordID, in room: RoomID) -> [RecordApplier.LostPart] {
    kept.prefix(countBefore).compactMap { kept in
      let loss = kept.loss
      guard loss.what == .part, loss.record.parent == record, loss.room == room else { return nil }
      return RecordApplier.LostPart(
        record: loss.record, writer: loss.writer, isUnseen: loss.isUnseen)
    }
  }

  private mutating func forget(at now: Int64, _ transaction: Transaction) throws {
    let count = kept.prefix { $0.until.map { $0 <= now } ?? false }.count
    guard count > 0 else { return }
    try transaction.removeLosses(through: kept[count - 1].row)
    kept.removeFirst(count)
  }

  /// Adds the deletions that were not told, and again those of which something has come in this turn.
  private mutating func tell(_ marks: inout RecordMarks, at now: Int64) {
    guard let last = kept.last, last.until == nil || !marks.lostParts.isEmpty else { return }
    var told: [RoomID: [RecordApplier.Change]] = [:]
    for place in kept.indices {
      let isNew = kept[place].until == nil
      if isNew { kept[place].until = now + Self.milliseconds }
      let loss = kept[place].loss
      guard isNew || marks.lostParts[loss.room]?[loss.record.id] != nil,
        let change = RecordApplier.Change(loss)
      else { continue }
      told[loss.room, default: []].append(change)
    }
    for (room, changes) in told {
      marks.changes[room, default: []].insert(contentsOf: changes, at: 0)
    }
  }

  /// The deletions of a turn in which nothing may be written.
  private func deletions(of marks: RecordMarks) -> [StoredLoss] {
    let all = marks.changes.sorted { $0.key < $1.key }.flatMap { room, changes in
      changes.lazy.compactMap { $0.loss(in: room) }.prefix(Self.most)
    }
    return Array(all.prefix(left { $0.what != .part }))
  }

  /// The parts of a turn, without those of which our person is told by themselves.
  private func parts(of marks: RecordMarks, isAllowed: Bool) -> [StoredLoss] {
    guard !marks.lostParts.isEmpty else { return [] }
    let all = marks.lostParts.sorted { $0.key < $1.key }.flatMap { room, lost in
      lost.sorted { $0.key < $1.key }.flatMap(\.value)
        .filter { !isAllowed || !$0.isUnseen }
        .map { part in
          StoredLoss(
            room: room, record: part.record, writer: part.writer, isUnseen: part.isUnseen,
            what: .part)
        }
    }
    return Array(all.prefix(left { $0.what == .part }))
  }

  /// The number of losses of a kind that may still be kept.
  private func left(_ isMeant: (StoredLoss) -> Bool) -> Int {
    max(0, Self.most - kept.count { isMeant($0.loss) })
  }
}

extension RecordApplier.Change {
  /// The deletion behind a loss; nil for a part.
  init?(_ loss: StoredLoss) {
    guard case .deletion(let written, let lost) = loss.what, let writer = loss.writer else {
      return nil
    }
    let last = loss.record
    self.init(
      record: last.id, kind: last.kind, effect: .deleted, log: last.log, order: last.order,
      writer: writer)
    (self.last, self.written, self.lost, isUnseen) = (last, written, lost, loss.isUnseen)
  }

  /// The loss by a deletion to which something reacts; nil for any other change.
  func loss(in room: RoomID) -> StoredLoss? {
    last.map {
      StoredLoss(
        room: room, record: $0, writer: writer, isUnseen: isUnseen,
        what: .deletion(written: written, lost: lost))
    }
  }

  /// Returns it as features see it.
  ///
  /// - Parameter parts: finds the records of our person that are lost below it.
  /// - Returns: nil for a record that is not shown any more, or a deletion that does not count.
  func seen(
    in views: RoomViews, _ home: any Snapshot, _ parts: () -> [RecordApplier.LostPart]
  ) throws -> RecordChange? {
    guard let last else {
      guard let record = try home.record(self.record, in: views.id) else { return nil }
      return RecordChange(
        record: record, effect: effect, by: views.logKeys[writer]?.author ?? record.author)
    }
    let now = try views.reader.record(self.record, in: views.room.stored.records)
    guard now?.state == .deleted else { return nil }
    let before = parts().filter { $0.writer == nil || $0.writer == writer }
    let record = views.record(last)
    return RecordChange(
      record: record, effect: effect, by: views.logKeys[writer]?.author ?? record.author,
      written: written, lost: (before.map(\.record) + lost).map { views.record($0) },
      isUnseen: isUnseen)
  }
}
