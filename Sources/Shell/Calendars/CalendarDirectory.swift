import CRename
import Events
import FoundationEssentials
import Glibc
import Programs

/// The reason why a calendar folder cannot be used now, as a sentence for people.
package struct CalendarTrouble: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The same with what the system says.
  package init(system what: String, _ rest: String, _ problem: Int32 = errno) {
    description = "\(what) (\(String(cString: strerror(problem)))): \(rest)"
  }
}

/// A directory of small files (https://vdirsyncer.pimutils.org/en/stable/vdir.html), opened once: nothing is followed that
/// leads out of it.
package final class CalendarDirectory {
  /// The attributes that tell one state of a file from another.
  package struct Stamp: Equatable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int

    fileprivate init(_ status: stat) {
      (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// Files with more bytes are not read.
  package static let mostBytes = CalendarFolder.mostBytes
  /// The suffix of the names of calendar files.
  private static let suffix = ".ics"
  /// The prefix of the names of files that are being written.
  private static let unfinished = ".parlor."

  private let path: String
  private let descriptor: Int32

  /// Opens it.
  package init(_ path: String) throws(CalendarTrouble) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CalendarTrouble(
        system: "\(path) cannot be opened", "put it back, or choose another calendar folder.")
    }
  }

  /// Makes it where it is missing, and what it is in, and opens it.
  package convenience init(making path: String) throws(CalendarTrouble) {
    for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      mkdir(String(Substring(path.utf8.prefix(index))), 0o700)
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw CalendarTrouble(system: "\(path) cannot be made", "choose another calendar folder.")
    }
    try self.init(path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The names of its calendar files, in no order.
  package func names() throws(CalendarTrouble) -> [String] {
    try all().filter { !$0.hasPrefix(".") && $0.hasSuffix(Self.suffix) }
  }

  /// Removes what a process that was killed while it wrote has left.
  package func clean() throws(CalendarTrouble) {
    for name in try all() where name.hasPrefix(Self.unfinished) { unlinkat(descriptor, name, 0) }
  }

  private func all() throws(CalendarTrouble) -> [String] {
    var names: [String] = []
    let problem = FolderNames.visit(descriptor) { name, _ in names.append(name) }
    guard problem == 0 else {
      throw CalendarTrouble(
        system: "\(path) cannot be read", "it is looked at again in a moment.", problem)
    }
    return names
  }

  /// The state of a file; nil where there is none, and 0 if it is not a plain file.
  package func stamp(_ name: String) -> Stamp? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return Stamp(status)
  }

  /// The bytes of a file and its state then, or why they cannot be had; nil where there is none.
  package func read(_ name: String) -> (found: Result<[UInt8], CalendarTrouble>, stamp: Stamp?)? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    func failed(_ text: String) -> (Result<[UInt8], CalendarTrouble>, Stamp?) {
      (.failure(CalendarTrouble(text)), Stamp(status))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return failed("It is not a regular file, so it is ignored.")
    }
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      return failed("It cannot be read (\(String(cString: strerror(errno)))).")
    }
    defer { close(file) }
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return failed("It is not a regular file, so it is ignored.")
    }
    guard status.st_size <= Self.mostBytes else {
      return failed("It has \(status.st_size) bytes, and at most \(Self.mostBytes) are read.")
    }
    var (bytes, count) = ([UInt8](repeating: 0, count: Int(status.st_size) + 1), 0)
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else {
        return failed("It cannot be read (\(String(cString: strerror(errno)))).")
      }
      if more == 0 { break }
      count += more
    }
    return (.success(Array(bytes.prefix(count))), Stamp(status))
  }

  /// Gives a file its content under a name that appears at once, whole.
  ///
  /// - Parameter stamp: how it must still be, nil where none may be there.
  /// - Returns: its state from now on; nil where it is otherwise, and was not touched.
  package func write(_ bytes: [UInt8], _ name: String, over stamp: Stamp?) throws(CalendarTrouble)
    -> Stamp?
  {
    let partial = Self.unfinished + String(getpid()) + ".tmp"
    let failure = "\(path)/\(name) cannot be written"
    let rest = "make room, or see who owns the folder."
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    var file = openat(descriptor, partial, flags, 0o600)
    if file < 0, errno == EEXIST {
      unlinkat(descriptor, partial, 0)
      file = openat(descriptor, partial, flags, 0o600)
    }
    guard file >= 0 else { throw CalendarTrouble(system: failure, rest) }
    var (status, count) = (stat(), 0)
    while count < bytes.count {
      let more = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { break }
      count += more
    }
    let isWhole = count == bytes.count && fstat(file, &status) == 0
    let trouble = CalendarTrouble(system: failure, rest)
    guard close(file) == 0, isWhole else {
      unlinkat(descriptor, partial, 0)
      throw trouble
    }
    switch rename(partial, to: name, over: stamp) {
    case true?: return Stamp(status)
    case let result:
      let trouble = CalendarTrouble(system: failure, rest)
      unlinkat(descriptor, partial, 0)
      if result == nil { throw trouble }
      return nil
    }
  }

  /// Gives a file another name.
  ///
  /// - Parameter stamp: the required state of the file with that name; nil where there must be none.
  /// - Returns: false where it is otherwise, and nothing was done; nil with `errno` set where that fails.
  private func rename(_ file: String, to name: String, over stamp: Stamp?) -> Bool? {
    if stamp == nil {
      // The system looks and renames at once, on most file systems.
      if renameat2(descriptor, file, descriptor, name, UInt32(RENAME_NOREPLACE)) == 0 {
        return true
      }
      if errno == EEXIST { return false }
      if errno != EINVAL { return nil }
    }
    guard self.stamp(name) == stamp else { return false }
    return renameat(descriptor, file, descriptor, name) == 0 ? true : nil
  }

  /// Removes a file.
  ///
  /// - Returns: false where it is otherwise than `stamp` says, and was not touched.
  package func remove(_ name: String, as stamp: Stamp?) throws(CalendarTrouble) -> Bool {
    guard let stamp, self.stamp(name) == stamp else { return self.stamp(name) == nil }
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw CalendarTrouble(
        system: "\(path)/\(name) cannot be removed", "see who owns the folder.")
    }
    return true
  }

  /// Returns once its names are on the disk.
  package func settle() throws(CalendarTrouble) {
    // Not every file system can.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw CalendarTrouble(
        system: "\(path) cannot be written", "make room, or see who owns the folder.")
    }
  }

  /// The text of a small file of ours.
  package func text(_ name: String) -> String? {
    guard case .success(let bytes)? = read(name)?.found else { return nil }
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let rest = String(decoding: bytes, as: UTF8.self).unicodeScalars.drop(while: isSpace)
    return rest.lastIndex { !isSpace($0) }.map { String(rest[...$0]) } ?? ""
  }

  /// Writes a small file of ours, whatever is there.
  package func setText(_ text: String, _ name: String) throws(CalendarTrouble) {
    _ = try write(Array((text + "\n").utf8), name, over: stamp(name))
  }
}
