import Glibc

/// The names of what is in a folder.
public enum FolderNames {
  /// The names, in no order; none where the folder cannot be read.
  public static func list(_ path: String) -> [String] {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return [] }
    defer { close(folder) }
    var names: [String] = []
    _ = visit(folder) { name, _ in names.append(name) }
    return names
  }

  /// Visits the names in an open folder, in no order; those that are not UTF-8 are left out.
  ///
  /// - Parameter body: takes a name, and whether it may be that of a folder: some file systems do not say.
  /// - Returns: 0, or the error of the system for which not all could be read.
  public static func visit<Failure: Error>(
    _ folder: Int32, _ body: (_ name: String, _ mayBeFolder: Bool) throws(Failure) -> Void
  ) throws(Failure) -> Int32 {
    // A descriptor of its own, as the place in the folder belongs to it.
    let again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0 else { return errno }
    guard let stream = fdopendir(again) else {
      defer { close(again) }
      return errno
    }
    defer { closedir(stream) }
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      let mayBeFolder = [DT_DIR, DT_UNKNOWN].contains { $0 == Int(entry.pointee.d_type) }
      if let name { try body(name, mayBeFolder) }
      errno = 0
    }
    return errno
  }
}
