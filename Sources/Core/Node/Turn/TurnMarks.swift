import Identifiers
import Store
import Wire

/// The changes that a turn made to rooms, until they are told.
struct TurnMarks {
  /// The applier of entries to the current room; reset after each input.
  var applier: RecordApplier?
  /// Records that are not what they were.
  var changes: [RoomID: [RecordApplier.Change]] = [:]
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
    newBlobs.formUnion(applier.blobs)
    if applier.hasUnreferencedBlobs { hasUnreferencedBlobs = true }
    self.applier = nil
  }

  /// Forgets a deleted room.
  mutating func forget(_ id: RoomID) {
    collect()
    changes[id] = nil
    rebuilt.remove(id)
    membership.remove(id)
    presence.remove(id)
    hasUnreferencedBlobs = true
    weighsBlobs = true
  }
}
