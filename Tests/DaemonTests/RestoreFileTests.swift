import Feature
import Features
import Foundation
import Glibc
import Identifiers
import Link
import Node
import Store
import Testing
import Wire

@testable import Daemon

/// A backup that came from somebody else (row P-37).
@Suite final class RestoreFileTests {
  private let place = NSTemporaryDirectory() + "/parlor-restore." + UUID().uuidString
  private var home: String { place + "/home" }
  private let files = FileManager.default

  init() throws {
    try FileManager.default.createDirectory(
      atPath: place + "/theirs", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: place) }

  /// A backup of a home with these settings.
  private func backup(settings: [String: String] = [:]) throws -> [UInt8] {
    let theirs = place + "/theirs"
    _ = try NodeIdentity.loadOrCreate(in: theirs)
    let store = try Store(home: theirs, .parlor)
    try store.turn { for (key, value) in settings { try $0.setSetting(key, value) } }
    let source = try BackupSource(store, home: theirs)
    var bytes: [UInt8] = []
    while let next = try source.next() { bytes += next }
    try store.close()
    return bytes
  }

  private func restore(_ bytes: [UInt8]) throws -> Backup.Restored {
    var rest: [[UInt8]] = [bytes]
    return try Backup.restore(from: { rest.popLast() }, to: home)
  }

  @Test("P-37: a restored home starts no program, and names no folder and no address")
  func settings() throws {
    let restored = try restore(
      backup(settings: [
        "name": "Eve", "notify-command": "/bin/evil", "calendar-folder": "/home/me/calendar",
        "picture-folder": "/etc", "picture-search-url": "http://10.0.0.1/", "bell": "off",
        "later-command": "/bin/evil",
        "card-picture-folder": "/home/me/cards",
      ]))
    #expect(
      restored.switchedOff == [
        "calendar-folder", "card-picture-folder", "later-command", "notify-command",
        "picture-folder",
        "picture-search-url",
      ])
    let store = try Store(home: home, .parlor)
    #expect(try store.read { try $0.settings() } == ["name": "Eve", "bell": "off"])
    #expect(try store.read { try $0.isRestored() })
    try store.close()
  }

  @Test("P-37: each setting is either kept by a restore or switched off by it") func complete() {
    let reaching = [
      "notify-command", "picture-folder", "picture-search-url", "calendar-folder", "mail-command",
      "weather-url", "card-picture-folder",
    ]
    let refusal = Result { () throws -> String in
      var settings = Settings([:], defaultName: "Ada", .parlor)
      return try settings.set("none", "")
    }
    guard case .failure(let error as Refused) = refusal else {
      Issue.record("there is a setting called none")
      return
    }
    let known = Settings.restored(.parlor).union(reaching)
    for word in error.refusal.message.split(whereSeparator: { " ,:.".contains($0) }).map(
      String.init)
    where (try? Self.set(word)) != nil {
      #expect(known.contains(word), "\(word) is not classified")
    }
  }

  /// Whether there is such a setting.
  private static func set(_ key: String) throws {
    var settings = Settings([:], defaultName: "Ada", .parlor)
    do {
      _ = try settings.set(key, "off")
    } catch let refused as Refused where refused.refusal.code == .notFound {
      throw refused
    } catch {}
  }

  @Test("P-37: a database that would run something is refused, and so is an empty one")
  func database() throws {
    let whole = try backup()
    for size in [0, 4_096] {
      #expect {
        try restore(Self.replacingDatabase(of: whole, with: [UInt8](repeating: 0, count: size)))
      } throws: { error in
        "\(error)".contains("database") && error is Refused
      }
    }
    #expect(try files.contentsOfDirectory(atPath: place) == ["theirs"])
    _ = try restore(Self.replacingDatabase(of: whole, with: nil))
  }

  @Test("P-37: a folder that somebody has put beside the home is not unpacked into")
  func staging() throws {
    let trap = place + "/trap"
    try files.createDirectory(atPath: trap, withIntermediateDirectories: false)
    try files.createSymbolicLink(
      atPath: home + ".restoring.\(getpid())", withDestinationPath: trap)
    _ = FileManager.default.createFile(atPath: trap + "/seen", contents: nil)
    _ = try restore(backup())
    #expect(try files.contentsOfDirectory(atPath: trap) == ["seen"])
    var status = stat()
    #expect(lstat(home, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  /// The same backup with another database and a fitting checksum.
  private static func replacingDatabase(of backup: [UInt8], with database: [UInt8]?) -> [UInt8] {
    let head = Backup.magic.count + 4 + Backup.database.utf8.count
    let size = backup[head..<head + 8].reduce(0) { $0 << 8 | Int($1) }
    let database = database ?? Array(backup[head + 8..<head + 8 + size])
    var bytes = Array(backup[..<head]) + UInt64(database.count).bigEndianBytes + database
    bytes += backup[(head + 8 + size)..<(backup.count - 32)]
    var hash = TaggedHash(.backup)
    hash.update(bytes)
    return bytes + hash.finish().bytes
  }
}
