import Glibc

/// The open descriptors of this process.
public enum Descriptors {
  /// Has all but the standard streams closed when this process becomes another program: not every library does so for its descriptors.
  public static func closeAtStart() {
    for name in FolderNames.list("/proc/self/fd") {
      guard let number = Int32(name), number > STDERR_FILENO else { continue }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }
  }
}
