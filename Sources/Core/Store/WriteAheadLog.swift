import FoundationEssentials
import Glibc

/// The file of the write-ahead log beside a database.
enum WriteAheadLog {
  /// The size at which SQLite copies it into the database and begins it again, and a little more (`wal_autocheckpoint`, 1,000
  /// pages).
  static let bytes = 4_300_000

  /// With this many pages it is copied into the database, beside the turns.
  static let pages: Int32 = 1_000
  /// The most pages that are copied between two turns, so that SQLite can start a new log.
  static let fewPages: Int32 = 256
  /// The number of pages at which copying resumes. Pages that were written again are then copied only once.
  static let bulkPages: Int32 = 4_000
  /// With this many pages in the log, the rest is copied between two turns, however much it is.
  static let manyPages: Int32 = 12_000
  /// Pages from which on a commit does not wait for that any longer.
  static let mostPages: Int32 = 16_000

  /// Makes the file as large as it will become, so that commits overwrite it in place.
  ///
  /// A commit that grows a file costs the disk about twice as much. Zeros after the last frame are none to SQLite, which
  /// may write beside this: they are put behind all that it has written until then. Where the disk has no room the file
  /// stays as it is.
  static func grow(of database: String) {
    let file = open(database + "-wal", O_RDWR | O_APPEND | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var missing = bytes - Int(lseek(file, 0, SEEK_END))
    let zeros = [UInt8](repeating: 0, count: 1 << 18)
    while missing > 0 {
      let written = write(file, zeros, min(missing, zeros.count))
      guard written > 0 else { return }
      missing -= written
    }
    // Here, and not with the first commit.
    fdatasync(file)
  }
}
