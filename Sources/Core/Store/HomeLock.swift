import Glibc

/// Holds a home for one process: an advisory lock on `<home>/lock`.
///
/// The kernel lets go of it when the process ends, however it ends.
public final class HomeLock: Sendable {
  private let descriptor: Int32

  /// Makes the home (mode 0700) where it is missing and locks it.
  ///
  /// - Throws: `StoreError.locked` or `.unwritable`.
  public init(home: String) throws {
    guard Self.make(home) else {
      throw StoreError.unwritable(home: home, reason: String(cString: strerror(errno)))
    }
    let opened = open(home + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw StoreError.unwritable(home: home, reason: String(cString: strerror(errno)))
    }
    var tries = 0
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      tries += 1
      guard tries < Self.tries else {
        close(opened)
        throw StoreError.locked(home: home)
      }
      usleep(1_000)
    }
    descriptor = opened
  }

  /// Makes a folder and those that it is in; false, with `errno`, where it is not there then.
  private static func make(_ path: String) -> Bool {
    for (place, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && place > 0 {
      mkdir(String(Substring(path.utf8.prefix(place))), 0o700)
    }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  /// Whoever asks whether it is held holds a free home for that instant; it is tried again after a millisecond.
  private static let tries = 3

  deinit { close(descriptor) }
}
