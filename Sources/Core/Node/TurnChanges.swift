import Identifiers
import Store
import Wire

/// What a turn did to rooms, until it is told.
struct TurnChanges {
  /// What applies entries to the room whose turn it is; ends with the input.
  var applier: RecordApplier?
  /// Records that are not what they were.
  var changes: [RoomID: [RecordApplier.Change]] = [:]
  /// Rooms whose records were made again.
  var rebuilt: Set<RoomID> = []
  /// How many of these changes were reacted to, by room, and which of these rooms.
  var reactedChanges: [RoomID: Int] = [:]
  var reacted: Set<RoomID> = []
  /// Rooms whose members changed in this input.
  var membership: Set<RoomID> = []

  /// Rooms in which somebody else may be here now, or be gone.
  var presence: Set<RoomID> = []

  /// Who points at blobs of which it is not decided yet whether they are fetched.
  var newBlobs: Set<BlobUse> = []
  /// There may be blobs that nothing points at, and with them gone room for others.
  var hasUnreferencedBlobs = false

  /// The blobs that are not fetched are to be weighed again: somebody is trusted, or records were made anew.
  var weighsBlobs = false
  /// Rows of blobs of which all is here now.
  var wholeBlobs: Set<Int64> = []

  /// Takes over what the applier has seen, and lets it go.
  mutating func collect() {
    guard let applier else { return }
    if !applier.changes.isEmpty { changes[applier.room.id, default: []] += applier.changes }
    newBlobs.formUnion(applier.blobs)
    if applier.hasUnreferencedBlobs { hasUnreferencedBlobs = true }
    self.applier = nil
  }

  /// Lets go of a room that is deleted.
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
