import Glibc

/// The time zone that a machine is set to.
public struct MachineZone: Sendable {
  private let zones: ZoneFolder
  private let typed: String?
  private let link: String
  private let note: String

  /// - Parameters:
  ///   - zones: the names that count.
  ///   - typed: the variable TZ.
  ///   - link: the file of the zone, a link into the database.
  ///   - note: a file with the name of the zone.
  public init(
    _ zones: ZoneFolder = .system, typed: String? = Self.variable("TZ"),
    link: String = "/etc/localtime", note: String = "/etc/timezone"
  ) {
    (self.zones, self.typed, self.link, self.note) = (zones, typed, link, note)
  }

  /// Its name in the time zone database; nil where nothing names a zone that is there.
  ///
  /// The variable TZ counts before the link, and the link before the note.
  public var name: String? {
    let typed = typed.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
    let noted = ZoneFolder.read(note, most: 1 << 10).map { String(decoding: $0, as: UTF8.self) }
    let names = [
      typed.hasPrefix("/") ? name(at: typed) : typed, name(at: link),
      noted?.split(whereSeparator: \.isWhitespace).first.map(String.init),
    ]
    return names.lazy.compactMap { $0 }.first { zones.clock(of: $0) != nil }
  }

  /// Returns the name that the path of a zone's file, or of a link there, gives the zone.
  private func name(at path: String) -> String? {
    if let name = Self.name(below: path) { return name }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let size = readlink(path, &buffer, buffer.count)
    guard size > 0 else { return nil }
    let target = buffer.prefix(size).map { UInt8(bitPattern: $0) }
    return Self.name(below: String(decoding: target, as: UTF8.self))
  }

  /// Returns the part of a path after the folder of a database, wherever that folder is; nil for a path outside one.
  private static func name(below path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    let name = parts[(folder + 1)...].joined(separator: "/")
    return ZoneFolder.isName(name) ? name : nil
  }

  /// An environment variable; nil where it is not set, or empty.
  public static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
