import Feature
import Features
import FoundationEssentials
import Identifiers
import Link
import Node
import Programs
import Store
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

extension Backup {
  /// The result of a restore.
  public struct Restored: Equatable, Sendable {
    /// The id of the node, as people see it.
    public var node: String
    /// The settings that were switched off, in order.
    public var switchedOff: [String]
  }

  /// Makes a home from a backup, whole or not at all; its node begins a new incarnation when it starts.
  ///
  /// A backup may come from somebody else: nothing in its database runs, and no setting of it starts a program.
  ///
  /// - Parameters:
  ///   - next: the bytes of the file, in portions of any size; nil after the last.
  ///   - home: the absolute path of a directory that is empty or not there.
  /// - Throws: `Refused` for a home that is in use, and for damage; `StoreError`; `NodeIdentityError`.
  public static func restore(
    from next: () throws -> [UInt8]?, to home: String
  ) throws -> Restored {
    try checkEmpty(home)
    let staging = try makeStaging(for: home)
    do {
      var unpacker = BackupUnpacker(into: staging)
      while let bytes = try next() { try unpacker.take(bytes) }
      try unpacker.finish()
      let switchedOff = try mark(staging)
      let identity = try NodeIdentity.loadOrCreate(in: staging)
      guard rename(staging, home) == 0 else { throw failure("\(home) cannot be made") }
      sync(parentOf: home)
      return Restored(
        node: NodeID(identity.node)?.description ?? "", switchedOff: switchedOff)
    } catch {
      try? FileManager.default.removeItem(atPath: staging)
      throw error
    }
  }

  /// Makes a new folder beside the home; one that somebody else has put there is never used.
  private static func makeStaging(for home: String) throws -> String {
    let parent = PathText.folder(of: home)
    try? FileManager.default.createDirectory(
      atPath: parent, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    var pattern = Array((home + ".restoring.XXXXXX").utf8CString)
    guard mkdtemp(&pattern) != nil else {
      throw Refused(
        .storage,
        "No folder can be made in \(parent) (\(String(cString: strerror(errno)))): choose another place with --home."
      )
    }
    return String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func checkEmpty(_ home: String) throws {
    var status = stat()
    guard stat(home, &status) == 0 else { return }
    guard access(home, R_OK | W_OK | X_OK) == 0 else {
      throw StoreError.unwritable(home: home, reason: String(cString: strerror(errno)))
    }
    let content = try? FileManager.default.contentsOfDirectory(atPath: home)
    guard content?.isEmpty == true else {
      throw Refused(
        .notNow,
        "\(home) is not empty, and its content is not overwritten: name a new directory with --home, or move that one away."
      )
    }
  }

  /// Checks the database and marks it as restored.
  ///
  /// - Returns: the settings that were switched off.
  private static func mark(_ home: String) throws -> [String] {
    do {
      try ForeignDatabase.check(home + "/" + database)
      // As after a crash: the store looks through the whole database when it opens it.
      _ = FileManager.default.createFile(atPath: home + "/running", contents: nil)
      let store = try Store(home: home, .parlor)
      let switchedOff = try store.turn { transaction in
        try transaction.setRestored(true)
        for (key, value) in try transaction.reader.privateValues() {
          try transaction.setPrivate(key, restored(private: key, value))
        }
        let found = try transaction.reader.settings()
        let kept = Settings.restored(store.registry)
        for key in found.keys where !kept.contains(key) {
          try transaction.removeSetting(key)
        }
        return found.filter { !$0.value.isEmpty && !kept.contains($0.key) }.keys
          .sorted()
      }
      try store.close()
      return switchedOff
    } catch StoreError.damaged(let what) {
      throw damaged("its database: \(what)")
    }
  }

  private static func sync(parentOf path: String) {
    let parent = open(PathText.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { return }
    fsync(parent)
    close(parent)
  }
}

/// Takes a backup apart; what it has written counts only after `finish`.
struct BackupUnpacker {
  private let directory: String
  private var buffer: [UInt8] = []
  private var hash = TaggedHash(.backup)
  private var hasMagic = false
  private var file: (descriptor: Int32, left: UInt64)?
  private var found: Set<String> = []
  private var hasEnded = false

  init(into directory: String) { self.directory = directory }

  mutating func take(_ bytes: [UInt8]) throws {
    buffer += bytes
    while try step() {}
  }

  /// Says that no more bytes follow.
  mutating func finish() throws {
    defer { if let file { close(file.descriptor) } }
    guard hasEnded, buffer.count == 32 else { throw Backup.damaged("it is not whole") }
    guard hash.finish().bytes == buffer else { throw Backup.damaged("its checksum does not fit") }
    guard Set(Backup.names).isSubset(of: found) else {
      throw Backup.damaged("a file is missing in it")
    }
  }

  private mutating func step() throws -> Bool {
    if let file { return try write(to: file) }
    guard !hasEnded else {
      guard buffer.count <= 32 else { throw Backup.damaged("something follows its end") }
      return false
    }
    guard hasMagic else { return try readMagic() }
    guard buffer.count >= 4 else { return false }
    let length = buffer.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard length > 0 else {
      hasEnded = true
      pass(4)
      return true
    }
    guard length <= Backup.longestName else { throw Backup.damaged("a name is too long") }
    guard buffer.count >= 4 + length + 8 else { return false }
    let name = String(decoding: buffer[4..<4 + length], as: UTF8.self)
    // A name from outside never becomes a path of its own making.
    guard Backup.names.contains(name), found.insert(name).inserted else {
      throw Backup.damaged("it holds a file that does not belong in a home")
    }
    let size = buffer[4 + length..<4 + length + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    pass(4 + length + 8)
    let path = directory + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Backup.failure("\(path) cannot be written") }
    file = (descriptor, size)
    return true
  }

  private mutating func readMagic() throws -> Bool {
    let start = buffer.prefix(Backup.magic.count)
    guard Backup.magic.starts(with: start) else {
      throw Refused(.invalid, "This is not a backup that Parlor has written.", .chooseBackup)
    }
    guard start.count == Backup.magic.count else { return false }
    hasMagic = true
    pass(start.count)
    return true
  }

  private mutating func write(to file: (descriptor: Int32, left: UInt64)) throws -> Bool {
    if file.left == 0 {
      self.file = nil
      defer { close(file.descriptor) }
      guard fsync(file.descriptor) == 0 else { throw Backup.failure("The home cannot be written") }
      return true
    }
    let count = Int(min(UInt64(buffer.count), file.left))
    guard count > 0 else { return false }
    var done = 0
    while done < count {
      let written = buffer[done..<count].withUnsafeBytes {
        Glibc.write(file.descriptor, $0.baseAddress, $0.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Backup.failure("The home cannot be written") }
      done += written
    }
    self.file?.left -= UInt64(count)
    pass(count)
    return true
  }

  private mutating func pass(_ count: Int) {
    hash.update(Array(buffer.prefix(count)))
    buffer.removeFirst(count)
  }
}
