import Identifiers
import Store
import Wire

/// The changes that a turn made to rooms, until they are told.
struct TurnMarks {
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
  /// Rooms whose members changed in this input.
  var membership: Set<RoomID> = []

  /// Rooms in which somebody else may be here now, or be gone.
  var presence: Set<RoomID> = []

  /// The uses of blobs for which it is not decided yet whether the blob is fetched.
  var newBlobs: Set<BlobUse> = []
  /// There may be blobs that nothing points at, and with them gone room for others.
  var hasUnreferencedBlobs = false

  /// The blobs that are not fetched are to be weighed again: somebody is trusted, or records were made anew.
  var weighsBlobs = false
  /// Rows of blobs of which all is here now.
  var wholeBlobs: Set<Int64> = []

  /// Moves the applier's findings into the turn and resets it.
  mutating func collect() {
    guard let applier else { return }
    if !applier.changes.isEmpty { changes[applier.room.id, default: []] += applier.changes }
    if !applier.lostParts.isEmpty {
      lostParts[applier.room.id, default: [:]].merge(applier.lostParts, uniquingKeysWith: +)
    }
    newBlobs.formUnion(applier.blobs)
    if applier.hasUnreferencedBlobs { hasUnreferencedBlobs = true }
    self.applier = nil
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
    hasUnreferencedBlobs = true
    weighsBlobs = true
  }

  /// Forgets a deleted room.
  mutating func forget(_ id: RoomID) {
    collect()
    changes[id] = nil
    lostParts[id] = nil
    rebuilt.remove(id)
    membership.remove(id)
    presence.remove(id)
    hasUnreferencedBlobs = true
    weighsBlobs = true
  }
}
