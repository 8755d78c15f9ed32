import Glibc

/// The time zone database of a machine: a folder with a file for each zone, which is read when it is asked for.
public struct ZoneFolder: Sendable {
  private let path: String

  /// The database of this machine: the folder that TZDIR names, or that of the system.
  public static let system = ZoneFolder(MachineZone.variable("TZDIR") ?? "/usr/share/zoneinfo")

  /// - Parameter path: of the folder.
  public init(_ path: String) { self.path = path }

  /// Whether it is there at all.
  public var isThere: Bool { file("Etc/UTC") != nil || file("UTC") != nil }

  /// The clocks of a zone: by its file, or by that of another name that it has had; nil where there is none.
  ///
  /// - Parameter name: such as Europe/Berlin.
  public func clock(of name: String) -> ZoneClock? {
    if let clock = file(name) { return clock }
    for other in ZoneNames.others(of: name) {
      if let clock = file(other) { return clock }
    }
    return nil
  }

  /// The zones that people live in, one name for each, in the order of the alphabet.
  public var names: [String] {
    let text = Self.read("\(path)/zone.tab", most: ZoneClock.mostBytes) ?? []
    var names: [String] = []
    for line in text.split(separator: 10) where line.first != UInt8(ascii: "#") {
      let columns = line.split(separator: 9, omittingEmptySubsequences: false)
      guard columns.count > 2 else { continue }
      let name = String(decoding: columns[2], as: UTF8.self)
      if Self.isName(name) { names.append(name) }
    }
    return names.sorted()
  }

  private func file(_ name: String) -> ZoneClock? {
    guard Self.isName(name) else { return nil }
    return Self.read("\(path)/\(name)", most: ZoneClock.mostBytes).flatMap { ZoneClock($0) }
  }

  /// No name is longer, in bytes.
  private static let longestName = 64

  /// Whether a text can name a zone: words of letters that begin with a large one, with slashes between them.
  ///
  /// No other folder can be meant, nor what the database has beside its zones, such as posix/Europe/Berlin.
  static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= longestName else { return false }
    return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in
        guard let first = part.first, (65...90).contains(first) else { return false }
        return part.allSatisfy {
          switch $0 {
          case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
          default: false
          }
        }
      }
  }

  /// The bytes of a file; nil where there is none, where it is no plain file, and where it is too large.
  static func read(_ path: String, most: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= most
    else { return nil }
    var (bytes, count) = ([UInt8](repeating: 0, count: Int(status.st_size)), 0)
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return nil }
      count += more
    }
    return bytes
  }
}
