import Identifiers
import Store

/// The changes that a turn made to rooms, beside those of records, until they are told.
struct TurnMarks {
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

  /// Has all blobs weighed again: many records are gone, or are made again.
  mutating func weighBlobs() {
    hasUnreferencedBlobs = true
    weighsBlobs = true
  }

  /// Forgets a deleted room.
  mutating func forget(_ id: RoomID) {
    membership.remove(id)
    presence.remove(id)
    weighBlobs()
  }
}
