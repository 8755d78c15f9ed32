import Schema

/// Whether other nodes have used up the part of the disk that they may fill.
enum ShareVerdict {
  /// The space below which the next file or message may not fit, in bytes.
  private static let little: UInt64 = 1 << 20

  static func check(_ shares: [ShareView], command: String) -> DoctorCheck {
    let full = shares.filter { $0.used.addingReportingOverflow(little).partialValue > $0.limit }
    guard let first = full.first else {
      let bytes = shares.reduce(UInt64(0)) { $0 &+ $1.used }
      return .ok(
        .shares,
        "Other nodes fill \(bytes >> 20) MiB of this disk, and none has used up its share.")
    }
    let name = first.name.isEmpty ? String(first.node.prefix(8)) : first.name
    let others = full.count > 1 ? " (and \(full.count - 1) more)" : ""
    return .problem(
      .shares,
      "\(name)\(others) has used up the \(first.limit >> 20) MiB of this disk that its node may fill, so nothing more of it is kept: delete what it wrote, or give it more.",
      fix: "\(command) settings set share-\(first.role) \(2 * (first.limit >> 20))")
  }
}
