import Feature
import FoundationEssentials
import Glibc
import Programs

/// The state of a file or folder, which is another one after each change.
struct FileStamp: Equatable {
  let (device, inode, seconds, nanoseconds, size): (UInt, UInt, Int, Int, Int)

  init(_ status: stat) {
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    size = Int(status.st_size)
  }

  /// The same as a word of letters and numbers.
  var text: String {
    [Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: inode), seconds, nanoseconds, size]
      .map { String($0, radix: 36) }.joined(separator: "-")
  }
}

/// An open folder; what is in it is reached without a path, and through no link.
struct FolderDescriptor: ~Copyable {
  private let descriptor: Int32
  /// Its state when it was opened.
  let stamp: FileStamp

  /// Opens a folder that our person has named, by whatever links they have made.
  init(_ path: String) throws(Refused) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw Self.unreadable(path, reason)
    }
    (self.descriptor, stamp) = (descriptor, FileStamp(status))
  }

  /// Opens a folder in another one; nil where there is none.
  init?(_ name: String, in parent: borrowing FolderDescriptor) {
    let descriptor = openat(
      parent.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    (self.descriptor, stamp) = (descriptor, FileStamp(status))
  }

  deinit { close(descriptor) }

  static func unreadable(_ path: String, _ reason: String) -> Refused {
    Refused(
      .invalid,
      "The folder of card pictures \(path) cannot be read (\(reason)): give the path of a folder that you may read, or off."
    )
  }

  /// The names of what is in it, in the order of their bytes, and whether each may be a folder.
  ///
  /// - Throws: `Refused` where it cannot be read, or has more than `most`.
  func names(
    _ path: String, most: Int
  ) throws(Refused) -> [(name: String, mayBeFolder: Bool)] {
    var names: [(name: String, mayBeFolder: Bool)] = []
    let problem = try FolderNames.visit(descriptor) { name, mayBeFolder throws(Refused) in
      if !name.hasPrefix(".") { names.append((name, mayBeFolder)) }
      guard names.count <= most else {
        throw Refused(
          .invalid,
          "The folder of card pictures \(path) has more than \(most) files: put those of each set into a folder of their own."
        )
      }
    }
    guard problem == 0 else { throw Self.unreadable(path, String(cString: strerror(problem))) }
    return names.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The first bytes of a file, one more than `most` where it is longer, and its tag; nil if it is not a plain file.
  func read(_ name: String, most: Int) -> (content: [UInt8], tag: String)? {
    // A pipe would let the opening wait, and a link may lead out of the folder.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var content = [UInt8](repeating: 0, count: min(Int(status.st_size), most + 1))
    var place = 0
    while place < content.count {
      let count = content.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: place), $0.count - place)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      place += count
    }
    return (content, FileStamp(status).text)
  }
}
