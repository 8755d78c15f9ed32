import Glibc

/// The open descriptors of this process.
public enum Descriptors {
  /// Has all but the standard streams closed when this process becomes another program: not every library says so of its own.
  public static func closeAtStart() {
    guard let folder = opendir("/proc/self/fd") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { raw in
        String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let number = Int32(name), number > STDERR_FILENO else { continue }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }
  }
}
