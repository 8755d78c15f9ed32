import Feature

/// Whether a node may write entries of its own now, and otherwise why not.
enum WriteCondition {
  /// Entries are written.
  case allowed
  /// The disk is full: nothing is written, neither our entries nor those of others. It goes before a recovery.
  case diskFull
  /// The node was restored and waits for what it had written since the backup: it writes no entry, but takes those of others.
  case recovering

  /// The refusal of what would write an entry; nil where it is written.
  var refusal: Refused? {
    switch self {
    case .allowed: nil
    case .diskFull: DiskFull.refused
    case .recovering: Recovery.refused
    }
  }
}
