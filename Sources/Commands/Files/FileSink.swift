import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file that is written piece by piece and has its name only when it is whole; `-` is standard output.
package final class FileSink {
  private let path: String
  private let descriptor: Int32
  private var isFinished = false
  /// Bytes so far.
  package private(set) var count = 0

  private var partial: String { path + ".partial" }

  /// - Parameters:
  ///   - over: whether it may take the place of a file that is there.
  ///   - mode: who may read it: nobody else, unless told.
  package init(_ path: String, over: Bool, mode: mode_t = 0o600) throws {
    self.path = path
    guard path != "-" else {
      descriptor = 1
      return
    }
    if !over && access(path, F_OK) == 0 {
      throw CommandFailure(
        SessionEnd.refused, "\(path) already exists: choose another name, or add --force.")
    }
    unlink(path + ".partial")
    descriptor = open(path + ".partial", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
  }

  deinit {
    guard path != "-" else { return }
    if descriptor >= 0 { close(descriptor) }
    if descriptor >= 0, !isFinished { unlink(partial) }
  }

  package func write(_ bytes: [UInt8]) throws {
    guard FileBytes.put(bytes, descriptor) else { throw Self.failure(path, errno) }
    count += bytes.count
  }

  /// Gives the file its name.
  package func finish() throws {
    guard path != "-" else { return }
    guard fsync(descriptor) == 0, rename(partial, path) == 0 else {
      throw Self.failure(path, errno)
    }
    isFinished = true
  }

  private static func failure(_ path: String, _ reason: Int32) -> CommandFailure {
    CommandFailure(
      SessionEnd.refused,
      "\(path) cannot be written (\(String(cString: strerror(reason)))): check the name, the room on the disk and who owns it."
    )
  }
}

/// A file that is read piece by piece; `-` is standard input.
package final class FileSource {
  private let path: String
  private let descriptor: Int32

  package init(_ path: String) throws {
    self.path = path
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// The next bytes; nil at the end.
  package func next() throws -> [UInt8]? {
    while true {
      var bytes = [UInt8](repeating: 0, count: 64 << 10)
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(errno) }
      return count == 0 ? nil : Array(bytes.prefix(count))
    }
  }

  /// All bytes of a file; of one that has more than `most`, at least one more than those.
  package static func bytes(of path: String, most: Int) throws -> [UInt8] {
    let source = try FileSource(path)
    var bytes: [UInt8] = []
    while bytes.count <= most, let more = try source.next() { bytes += more }
    return bytes
  }

  private func failure(_ reason: Int32) -> CommandFailure {
    CommandFailure(
      SessionEnd.refused,
      "\(path) cannot be read (\(String(cString: strerror(reason)))): check the name and who owns it."
    )
  }
}
