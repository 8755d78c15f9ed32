import Identifiers
import Wire

/// An entry of ours that waits for the signature of its turn.
struct Written {
  var room: RoomID
  /// The log's row.
  var log: Int64
  var sequence: UInt64
  var position: Int64
  var hash: EntryHash
}
