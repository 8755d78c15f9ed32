import Wire

/// What a turn did to rooms, until it is told.
struct RoomWork {
  /// What applies entries to the room whose turn it is; ends with the input.
  var applier: RecordApplier?
  /// Records that are not what they were.
  var changes: [RoomID: [RecordApplier.Change]] = [:]
  /// Rooms whose records were made again.
  var rebuilt: Set<RoomID> = []
  /// Rooms whose members changed in this input.
  var membership: Set<RoomID> = []

  /// Rooms in which somebody else may be here now, or be gone.
  var presence: Set<RoomID> = []

  /// Takes over what the applier has seen, and lets it go.
  mutating func collect() {
    guard let applier else { return }
    if !applier.changes.isEmpty { changes[applier.room.id, default: []] += applier.changes }
    self.applier = nil
  }
}
