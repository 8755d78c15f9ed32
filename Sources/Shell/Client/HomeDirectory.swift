#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The directory in which a person's node keeps everything.
public enum HomeDirectory {
  /// The absolute path of the home: the one named, else `PARLOR_HOME`, else the one that `parlor profile use` has chosen
  /// below the XDG data directory, else the first one there; nil when the environment names no place at all.
  public static func path(
    named: String?, environment: (String) -> String?, workingDirectory: () -> String?
  ) -> String? {
    func set(_ name: String) -> String? {
      guard let value = environment(name), !value.isEmpty else { return nil }
      return value
    }
    if let path = named ?? set("PARLOR_HOME") {
      guard !path.hasPrefix("/") else { return trimmed(path) }
      return workingDirectory().map { trimmed($0 + "/" + path) }
    }
    // The XDG specification ignores relative paths.
    if let data = set("XDG_DATA_HOME"), data.hasPrefix("/") { return usual(below: trimmed(data)) }
    return set("HOME").map { usual(below: trimmed($0 + "/.local/share")) }
  }

  /// The home that `parlor profile use` has named, as long as it is there, else the first one.
  private static func usual(below data: String) -> String {
    let first = data + "/parlor"
    guard let file = fopen(data + "/parlor-profiles/.default", "re") else { return first }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = fread(&buffer, 1, buffer.count, file)
    let line = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }
    let chosen = String(decoding: line, as: UTF8.self)
    return chosen.hasPrefix("/") && access(chosen, X_OK) == 0 ? chosen : first
  }

  /// Makes the home and what leads to it, open to its person only; an existing one is left as it is.
  ///
  /// Returns why not, as the system says it.
  public static func make(_ path: String) -> String? {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0 && errno != EEXIST {
        let reason = errno
        var information = stat()
        // A parent that exists may still not let us write, which is no harm.
        if stat(made, &information) != 0 { return String(cString: strerror(reason)) }
      }
    }
    var information = stat()
    guard stat(path, &information) == 0 else { return String(cString: strerror(errno)) }
    guard information.st_mode & S_IFMT == S_IFDIR else { return "it is not a directory" }
    return access(path, W_OK | X_OK) == 0 ? nil : String(cString: strerror(errno))
  }

  /// Whether a process holds a home, as a daemon does by its lock; false also where there is none, or where it cannot be
  /// read.
  public static func isHeld(_ path: String) -> Bool {
    let opened = open(path + "/lock", O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return false }
    defer { close(opened) }
    return flock(opened, LOCK_SH | LOCK_NB) != 0
  }

  /// Returns the sentence for a person whose home cannot be used.
  public static func unusable(_ path: String, _ reason: String) -> String {
    "The home \(path) cannot be used (\(reason)): it must be a directory that you own and can write; --home chooses "
      + "another one."
  }

  /// One way to write a path: without slashes that say nothing, as two ways would be two homes.
  private static func trimmed(_ path: String) -> String {
    "/" + path.split(separator: "/").joined(separator: "/")
  }
}
