import Identifiers
import Store

/// The changes that a turn made to records, until they are told.
struct RecordMarks {
  /// The applier of entries to the current room; reset after each input.
  var applier: RecordApplier?
  /// Records that are not what they were.
  var changes: [RoomID: [RecordApplier.Change]] = [:]
  /// The records of our person that are lost, by room and by what they belong to.
  var lostParts: [RoomID: [RecordID: [RecordApplier.LostPart]]] = [:]
  /// Rooms whose records were made again.
  var rebuilt: Set<RoomID> = []
  /// The number of these changes that were reacted to, by room; below, the rebuilt rooms that were.
  var reactedChanges: [RoomID: Int] = [:]
  var reacted: Set<RoomID> = []

  /// Resets the applier, and keeps what it has changed.
  ///
  /// - Returns: the applier, of which blobs are not kept here; nil where there was none.
  mutating func takeApplier() -> RecordApplier? {
    guard let applier else { return nil }
    if !applier.changes.isEmpty { changes[applier.room.id, default: []] += applier.changes }
    if !applier.lostParts.isEmpty {
      lostParts[applier.room.id, default: [:]].merge(applier.lostParts, uniquingKeysWith: +)
    }
    self.applier = nil
    return applier
  }

  /// Notes that the records of a room were made again. Of what changed before, only the deletions to which something reacts are
  /// kept: nothing of what was deleted is left from which they could be told later.
  ///
  /// - Parameter deletions: those that take effect with it.
  mutating func rebuild(_ id: RoomID, _ deletions: [RecordApplier.Change]) {
    let before = changes[id] ?? []
    let reacted = before.prefix(reactedChanges[id] ?? 0)
    reactedChanges[id] = reacted.count { $0.last != nil }
    changes[id] = before.filter { $0.last != nil } + deletions
    rebuilt.insert(id)
  }

  /// Forgets a deleted room.
  mutating func forget(_ id: RoomID) {
    changes[id] = nil
    lostParts[id] = nil
    rebuilt.remove(id)
  }
}

extension Records {
  /// Moves the findings of the applier into the turn and resets it.
  func collect() {
    guard let applier = marks.takeApplier() else { return }
    turn.changes.newBlobs.formUnion(applier.blobs)
    if applier.hasUnreferencedBlobs { turn.changes.hasUnreferencedBlobs = true }
  }
}
