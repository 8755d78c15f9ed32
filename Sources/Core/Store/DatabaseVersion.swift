import FoundationEssentials
import Glibc

/// The version of a home's database, read without opening it.
public enum DatabaseVersion {
  /// The newest version that this program knows.
  public static var known: Int { Migrations.newest }

  /// The oldest version that this program knows.
  public static var oldest: Int { Migrations.first }

  /// The content of the file `parlor.sqlite`.
  public enum Found: Equatable, Sendable {
    /// There is no such file, or it is empty.
    case none
    /// The file cannot be read, for a reason in the system's words.
    case unreadable(String)
    /// The file is something else.
    case foreign
    /// `PRAGMA user_version`, as of the last checkpoint: 0 while all that was written is in the log.
    case version(Int)
  }

  /// Reads the header of the database file (SQLite file format, section 1.3); takes no locks.
  public static func read(home: String) -> Found {
    let file = open(home + "/parlor.sqlite", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      return errno == ENOENT ? .none : .unreadable(String(cString: strerror(errno)))
    }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = pread(file, &header, header.count, 0)
    if count == 0 { return .none }
    guard count == header.count, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return .foreign
    }
    return .version(header[60..<64].reduce(0) { $0 << 8 | Int($1) })
  }
}
