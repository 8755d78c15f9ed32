import Glibc

/// Holds a home for one process: an advisory lock on `<home>/lock`.
///
/// The kernel releases it when the process ends, however it ends.
public final class HomeLock: Sendable {
  private let descriptor: Int32

  /// Makes the home where it is missing, keeps others of the machine out of it (mode 0700), and locks it.
  ///
  /// - Throws: `StoreError.locked`, `.unlockable` or `.unwritable`.
  public init(home: String) throws {
    guard Self.make(home) else {
      throw StoreError.unwritable(home: home, reason: String(cString: strerror(errno)))
    }
    // Homes of earlier programs were as the mask of their person had them. Where the system refuses, `parlor doctor` tells.
    chmod(home, 0o700)
    let opened = open(home + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw StoreError.unwritable(home: home, reason: String(cString: strerror(errno)))
    }
    var tries = 0
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let refusal = Self.refusal(errno, home: home)
      tries += 1
      guard refusal == .locked(home: home), tries < Self.tries else {
        close(opened)
        throw refusal
      }
      usleep(1_000)
    }
    descriptor = opened
  }

  /// The refusal where the system has not locked a home, for this reason of flock(2).
  static func refusal(_ reason: Int32, home: String) -> StoreError {
    reason == EWOULDBLOCK || reason == EINTR
      ? .locked(home: home)
      : .unlockable(home: home, reason: String(cString: strerror(reason)))
  }

  /// Makes a folder and those that it is in; false, with `errno`, where it is not there then.
  private static func make(_ path: String) -> Bool {
    for (place, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && place > 0 {
      mkdir(String(Substring(path.utf8.prefix(place))), 0o700)
    }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  /// The most attempts. A process that checks the lock holds a free home for that instant, so locking retries after 1 ms.
  private static let tries = 3

  deinit { close(descriptor) }
}
