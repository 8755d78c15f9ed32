import Feature
import FoundationEssentials
import Identifiers
import Link
import Node
import Store
import Synchronization
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A home in one file (specification section 11): the database and the node's key, with a checksum.
public enum Backup {
  static let magic = Array("parlor.backup.v1\n".utf8)
  static let database = "parlor.sqlite"
  /// Longest name of a file in a backup, in bytes.
  static let longestName = 64

  /// The files of a home that a backup holds; without the certificate it is made again from the key.
  static let names = [database] + NodeIdentity.files

  /// Removes what a process that was killed during a backup has left: it holds keys.
  ///
  /// Call it only while the home is held.
  static func clean(_ home: String) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: home)) ?? []
    where name.hasPrefix("backup.") || name.hasPrefix("import.") {
      try? files.removeItem(atPath: home + "/" + name)
    }
  }

  static func damaged(_ what: String) -> Refused {
    Refused(
      .invalid, "The backup is damaged (\(what)): nothing was restored; take another one.")
  }

  static func failure(_ what: String) -> Refused {
    Refused(
      .storage, "\(what) (\(String(cString: strerror(errno)))): make room, or mend its permissions."
    )
  }
}

/// Gives the bytes of a backup of a running node, as of one committed turn.
final class BackupSource: Sendable {
  private struct State {
    var files: [(name: String, descriptor: Int32, size: Int)] = []
    var header: [UInt8] = Backup.magic
    var left = 0
    var hash = TaggedHash(.backup)
    var hasEnded = false
  }

  private static let portion = 256 << 10
  private let state: Mutex<State>

  /// Copies the database beside itself, without holding up turns; the copy has no name by the time that this returns.
  ///
  /// - Throws: `StoreError`; `Refused` when the key cannot be read.
  init(_ store: Store, home: String) throws {
    var pattern = Array((home + "/backup." + String(repeating: "X", count: 6)).utf8CString)
    guard mkdtemp(&pattern) != nil else {
      throw Backup.failure("The copy cannot be made in \(home)")
    }
    let directory = String(
      decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try store.copy(to: directory + "/" + Backup.database)
    var state = State()
    for name in Backup.names {
      let path = (name == Backup.database ? directory : home) + "/" + name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        for file in state.files { close(file.descriptor) }
        throw Backup.failure("\(path) cannot be read")
      }
      var status = stat()
      fstat(descriptor, &status)
      state.files.append((name, descriptor, Int(status.st_size)))
    }
    self.state = Mutex(state)
  }

  deinit { state.withLock { for file in $0.files { close(file.descriptor) } } }

  /// The next bytes; nil after the last.
  func next() throws -> [UInt8]? {
    try state.withLock { state in
      guard !state.hasEnded else { return nil }
      guard let bytes = try Self.next(&state) else {
        state.hasEnded = true
        let end = [UInt8](repeating: 0, count: 4)
        state.hash.update(end)
        return end + state.hash.finish().bytes
      }
      state.hash.update(bytes)
      return bytes
    }
  }

  /// The magic, the head of a file, or a portion of one; nil after the last file.
  private static func next(_ state: inout State) throws -> [UInt8]? {
    if !state.header.isEmpty {
      defer { state.header = [] }
      state.left = state.files[0].size
      return state.header + head(of: state.files[0])
    }
    if state.left == 0 {
      close(state.files.removeFirst().descriptor)
      guard let file = state.files.first else { return nil }
      state.left = file.size
      return head(of: file)
    }
    var bytes = [UInt8](repeating: 0, count: min(portion, state.left))
    let count = read(state.files[0].descriptor, &bytes, bytes.count)
    guard count > 0 else { throw Backup.failure("The copy cannot be read") }
    state.left -= count
    return Array(bytes.prefix(count))
  }

  private static func head(of file: (name: String, descriptor: Int32, size: Int)) -> [UInt8] {
    UInt64(file.name.utf8.count).bigEndianBytes.suffix(4) + Array(file.name.utf8)
      + UInt64(file.size).bigEndianBytes
  }
}
