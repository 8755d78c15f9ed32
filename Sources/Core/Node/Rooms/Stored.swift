import Identifiers
import Replication
import Schema
import Store
import Wire

/// Entries of one log that were just stored. Whoever had them stored has them applied.
struct Stored {
  let room: RoomID
  let kind: RoomKind
  /// The row of the log.
  let log: Int64
  let entries: [VerifiedEntry]

  #if DEBUG
    /// Entries that were here before, to be applied once more by a planted bug.
    var repeated: [VerifiedEntry] = []
  #endif
}
