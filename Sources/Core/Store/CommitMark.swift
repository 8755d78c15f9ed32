import FoundationEssentials
import Glibc
import CSQLite

/// Notes beside the database how far its write-ahead log was committed. So a log that lost its end is noticed.
///
/// SQLite takes a log for ended where a checksum does not fit, which is right after a power cut; the same after a damaged
/// sector undoes commits that others have seen, and the node would sign a second history. The file `commits` in the home holds
/// the salts of the log's header and how many frames were committed. It is written after each commit and never waited for:
/// what it says was on the disk before, so it never says too much.
///
/// Belongs to the connection that writes.
final class CommitMark: @unchecked Sendable {
  /// Nothing was committed since they were copied.
  private var isCopied = false

  private static let length = 12
  private let log: String
  private let descriptor: Int32
  private var salts: [UInt8] = []
  private var frames: Int32 = .max

  /// Opens the file of a home, where there is room for it; without it nothing is noticed.
  init(home: String) {
    log = Self.log(home)
    descriptor = open(Self.path(home), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func path(_ home: String) -> String { home + "/commits" }
  private static func log(_ home: String) -> String { home + "/parlor.sqlite-wal" }

  /// Notes every commit of a connection from now on. `self` must outlive the connection.
  func follow(_ db: Database) {
    // It takes the place of SQLite's own, which copies the log into the database.
    sqlite3_wal_hook(
      db.connection,
      { context, connection, _, frames in
        guard let context else { return SQLITE_OK }
        let mark = Unmanaged<CommitMark>.fromOpaque(context).takeUnretainedValue()
        mark.note(frames)
        // Nobody has called `checkpointIfDue`.
        if frames >= WriteAheadLog.mostPages { sqlite3_wal_checkpoint(connection, nil) }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The way in which the log is copied into the database.
  enum Copying { case none, beside, atOnce }

  /// Decides whether the log is copied after a commit.
  ///
  /// - Parameter copied: how many of its pages were copied beside the turns.
  func nextCopy(copied: Int32) -> Copying {
    guard frames != .max, frames >= WriteAheadLog.pages, !isCopied, copied != frames else {
      return .none
    }
    // This may be a new log, of which nothing was copied yet.
    guard copied > 0, copied < frames else { return .beside }
    let rest = frames - copied
    if rest <= WriteAheadLog.fewPages || frames >= WriteAheadLog.manyPages { return .atOnce }
    return rest >= WriteAheadLog.bulkPages ? .beside : .none
  }

  /// Copies the log into the database, up to the first page of which a reader still needs the old content.
  func checkpoint(_ db: Database) {
    sqlite3_wal_checkpoint(db.connection, nil)
    isCopied = true
  }

  private func note(_ frames: Int32) {
    // SQLite may have started a new log, with other salts.
    if frames <= self.frames || isCopied { salts = Self.salts(of: log) }
    isCopied = false
    self.frames = frames
    guard salts.count == 8 else { return }
    var mark = salts + (0..<4).map { UInt8(truncatingIfNeeded: frames >> (24 - 8 * $0)) }
    _ = pwrite(descriptor, &mark, mark.count, 0)
  }

  /// Says that all of the log is in the database, before the log goes.
  func clear() {
    frames = .max
    var nothing = [UInt8](repeating: 0, count: Self.length)
    _ = pwrite(descriptor, &nothing, nothing.count, 0)
  }

  /// Forgets the note of a home that has another database now.
  static func remove(of home: String) { unlink(path(home)) }

  private static func salts(of log: String) -> [UInt8] {
    let file = open(log, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var salts = [UInt8](repeating: 0, count: 8)
    return pread(file, &salts, 8, 16) == 8 ? salts : []
  }

  /// Looks whether the log of a home holds what was committed; before the database is opened.
  ///
  /// No log at all is no damage: whoever closes the database last takes it away once all of it is in there.
  /// - Throws: `StoreError.damaged`.
  static func check(home: String) throws {
    let files = FileManager.default
    guard let mark = files.contents(atPath: path(home)).map([UInt8].init), mark.count == length
    else { return }
    let frames = mark[8...].reduce(0) { $0 << 8 | Int($1) }
    guard frames > 0 else { return }
    // Whoever moved the database away wants to begin anew.
    guard files.fileExists(atPath: home + "/parlor.sqlite"), files.fileExists(atPath: log(home))
    else { return remove(of: home) }
    let log = files.contents(atPath: log(home)) ?? Data()
    let found = log.withUnsafeBytes { LogFrames.count($0, salts: Array(mark[..<8]), upTo: frames) }
    guard found < frames else { return }
    throw StoreError.damaged(
      "its log parlor.sqlite-wal holds \(found) of \(frames) pages that were written")
  }
}

/// Reads a write-ahead log as SQLite does (SQLite file format, section 4).
private enum LogFrames {
  private static let headerLength = 32
  private static let frameHeader = 24

  /// Counts the valid frames from the first. Returns `limit` for a log with other salts: it was begun after the mark.
  static func count(_ log: UnsafeRawBufferPointer, salts: [UInt8], upTo limit: Int) -> Int {
    guard log.count >= headerLength else { return 0 }
    let magic = number(log, 0)
    guard magic & 0xFFFF_FFFE == 0x377F_0682 else { return 0 }
    let isBig = magic & 1 == 1
    var sum = Checksum()
    sum.add(log, 0..<24, isBig)
    guard sum.first == number(log, 24), sum.second == number(log, 28) else { return 0 }
    guard log[16..<24].elementsEqual(salts) else { return limit }
    let page = Int(number(log, 8))
    let length = frameHeader + page
    var count = 0
    while count < limit {
      let start = headerLength + count * length
      guard start + length <= log.count, log[start + 8..<start + 16].elementsEqual(salts)
      else { break }
      sum.add(log, start..<start + 8, isBig)
      sum.add(log, start + frameHeader..<start + length, isBig)
      guard sum.first == number(log, start + 16), sum.second == number(log, start + 20) else {
        break
      }
      count += 1
    }
    return count
  }

  private static func number(_ log: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    UInt32(bigEndian: log.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  private struct Checksum {
    var first: UInt32 = 0
    var second: UInt32 = 0

    mutating func add(_ log: UnsafeRawBufferPointer, _ range: Range<Int>, _ isBig: Bool) {
      var place = range.lowerBound
      while place < range.upperBound {
        let left = log.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let right = log.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        first &+= (isBig ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ second
        second &+= (isBig ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ first
        place += 8
      }
    }
  }
}
