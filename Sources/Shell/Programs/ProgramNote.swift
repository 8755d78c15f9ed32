import Glibc

/// The note of a daemon in its home about the file of the program that it runs. An upgrade puts another file in that one's place, and the
/// daemon runs the old one until it begins again. It keeps others from looking into its process, so it says this itself.
public struct ProgramNote: Equatable, Sendable {
  /// The name of the note in a home.
  public static let name = "program"
  /// The longest note that is read, in bytes.
  private static let longest = 8192

  /// The process that wrote the note.
  public let process: pid_t
  /// Drawn by each start, so that two runs of one process differ.
  public let run: UInt64
  private let device: UInt64
  private let file: UInt64
  private let path: String

  /// Describes the program of this process; nil where the system does not tell, or where its file is gone.
  public init?() {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let own = Self.identity("/proc/self/exe"), let there = Self.identity(path), own == there
    else { return nil }
    (device, file) = own
    process = getpid()
    run = .random(in: 1...UInt64.max)
  }

  /// Reads the note in a home; nil where there is none that can be read.
  public init?(in home: String) {
    guard let opened = fopen(home + "/" + Self.name, "re") else { return nil }
    defer { fclose(opened) }
    var buffer = [UInt8](repeating: 0, count: Self.longest)
    let count = fread(&buffer, 1, buffer.count, opened)
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 4)
    guard words.count == 5, let process = pid_t(words[0]), process > 0, let run = UInt64(words[1]),
      let device = UInt64(words[2]), let file = UInt64(words[3]), words[4].hasSuffix("\n")
    else { return nil }
    (self.process, self.run, self.device, self.file) = (process, run, device, file)
    path = String(words[4].dropLast())
  }

  /// Writes the note into a home. Where that cannot be done, as on a full disk, no note of an earlier run stays.
  public func write(in home: String) {
    let (place, fresh) = (home + "/" + Self.name, home + "/" + Self.name + ".new")
    let text = "\(process) \(run) \(device) \(file) \(path)\n"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      unlink(place)
      return
    }
    let bytes = Array(text.utf8)
    let isWritten = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    guard isWritten == bytes.count, rename(fresh, place) == 0 else {
      unlink(fresh)
      unlink(place)
      return
    }
  }

  /// Takes the note of this process out of a home.
  public func remove(from home: String) {
    if ProgramNote(in: home) == self { unlink(home + "/" + Self.name) }
  }

  /// Whether another file has taken the place of the program. A program that was taken away was not replaced.
  public var isReplaced: Bool {
    guard let there = Self.identity(path) else { return false }
    return there != (device, file)
  }

  /// Whether the process of the note lives and runs a program of that name, also one that took the place of the noted one.
  public var isAlive: Bool {
    guard let name = path.split(separator: "/").last.map(String.init) else { return false }
    return Installed.isCalled(name, Installed.running(as: process))
  }

  private static func identity(_ path: String) -> (device: UInt64, file: UInt64)? {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return (UInt64(information.st_dev), UInt64(information.st_ino))
  }
}
