import Schema

extension Change {
  /// Whether it is about what a home keeps, and not about a match being played or somebody's presence.
  var isLasting: Bool {
    switch what {
    case .table, .tableEvent, .tableGone, .pairing, .notice, .ephemeral, nil: false
    default: true
    }
  }
}
