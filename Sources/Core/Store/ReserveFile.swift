import FoundationEssentials
import Glibc

/// Room on the disk that is set aside, and given up for the last commits before it is full.
///
/// A file of zeros in the home. Not thread-safe in effect: for the thread that writes.
struct ReserveFile: Sendable {
  /// The size set aside: about as much as the write-ahead log takes before it begins again.
  static let bytes = 4 << 20
  /// The space that must be free besides, so that a nearly full disk does not count as one with room.
  static let spareBytes = 1 << 20

  private let path: String
  private let home: String

  init(home: String) {
    self.home = home
    path = home + "/ballast"
  }

  /// Whether it is set aside now.
  var isHeld: Bool { access(path, F_OK) == 0 }

  /// Bytes that may still be written to the disk of the home; nil when the system does not say.
  var freeBytes: Int? {
    var information = statvfs()
    guard statvfs(home, &information) == 0 else { return nil }
    return Int(clamping: UInt64(information.f_bavail) &* UInt64(information.f_frsize))
  }

  /// Sets it aside, unless it is already.
  ///
  /// - Returns: false for want of room. A disk that knows no setting aside counts as one with room.
  func hold() -> Bool {
    if !isHeld, let freeBytes, freeBytes < Self.bytes + Self.spareBytes { return false }
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return ![ENOSPC, EDQUOT].contains(errno) }
    defer { close(file) }
    let problem = posix_fallocate(file, 0, off_t(Self.bytes))
    guard [ENOSPC, EDQUOT].contains(problem) else { return true }
    unlink(path)
    return false
  }

  /// Gives the room up.
  ///
  /// - Returns: whether there was any.
  @discardableResult
  func release() -> Bool { unlink(path) == 0 }
}
