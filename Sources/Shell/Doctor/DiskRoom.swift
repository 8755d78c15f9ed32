import Schema

/// The space that may still be written on the disk of the home.
struct DiskRoom: Equatable, Sendable {
  /// Bytes for us.
  var free: UInt64
  /// Files for us; nil where the file system does not count them.
  var files: UInt64?

  /// Less is a full disk: the ballast and what must be free beside it (specification section 11).
  static let fullBytes: UInt64 = 5 << 20
  /// Less is nearly full.
  static let lowBytes: UInt64 = 20 << 20

  /// Whether the node can write.
  ///
  /// - Parameter complaint: what the daemon says of its storage; empty when all is well.
  func verdict(home: String, complaint: String = "") -> DoctorCheck {
    let fix = "du -xah \(SystemCommands.word(home))/.. 2>/dev/null | sort -h | tail"
    if files == 0 {
      return .problem(
        .disk, "The disk of \(home) takes no more files, so nothing can be saved: remove some.",
        fix: fix)
    }
    if free < Self.fullBytes {
      return .problem(
        .disk,
        "The disk of \(home) is full (\(Self.text(free)) free), so nothing can be saved: make room. "
          + "This shows what is large.", fix: fix)
    }
    if !complaint.isEmpty { return .problem(.disk, complaint, fix: fix) }
    if free < Self.lowBytes {
      return .problem(
        .disk,
        "The disk of \(home) is nearly full (\(Self.text(free)) free): make room before nothing can be "
          + "saved. This shows what is large.", fix: fix)
    }
    return .ok(.disk, "\(Self.text(free)) free.")
  }

  /// Bytes for people.
  static func text(_ bytes: UInt64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    var (value, unit) = (bytes, 0)
    while value >= 1024, unit + 1 < units.count { (value, unit) = (value >> 10, unit + 1) }
    return "\(value) \(units[unit])"
  }
}
