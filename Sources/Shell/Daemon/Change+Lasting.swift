import Schema

extension Change {
  /// It is about what a home keeps, and not about a match that goes on or about somebody who comes and goes.
  var isLasting: Bool {
    switch what {
    case .table, .tableEvent, .tableGone, .pairing, .notice, .ephemeral, nil: false
    default: true
    }
  }
}
