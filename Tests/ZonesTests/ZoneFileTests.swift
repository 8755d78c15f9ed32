import Foundation
import TestKit
import Testing

@testable import Zones

/// Files of zones that somebody made badly, and folders that have none.
@Suite struct ZoneFileTests {
  /// A file as RFC 9636 has it, with times of 8 bytes alone.
  private static func file(
    version: Character = "2", times: [(Int64, UInt8)] = [(0, 1)], types: [Int32] = [0, 3_600],
    leaps: UInt32 = 0, rule: String = "AAA-1"
  ) -> [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    func header(_ counts: [UInt32]) -> [UInt8] {
      Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { bytes($0) }
    }
    let empty = header([0, 0, 0, 0, 1, 1]) + [0, 0, 0, 0, 0, 0, 0]
    let counts = [0, 0, leaps, UInt32(times.count), UInt32(types.count), 4]
    let list = times.flatMap { bytes($0.0) } + times.map(\.1)
    let kinds = types.flatMap { bytes($0) + [0, 0] } + Array("AAA\0".utf8)
    let seconds = [UInt8](repeating: 0, count: Int(leaps) * 12)
    return empty + header(counts) + list + kinds + seconds + Array("\n\(rule)\n".utf8)
  }

  @Test("E-60: a small file is read as it is written")
  func small() throws {
    let clock = try #require(ZoneClock(Self.file()))
    #expect(clock.offset(at: -1) == 0 && clock.offset(at: 0) == 3_600)
    #expect(clock.change(after: -5) == 0 && clock.change(after: 0) == nil)
    // A change of a name is no change of the clocks; the rule counts from the last change on.
    let named = try #require(
      ZoneClock(
        Self.file(
          times: [(0, 1), (2_020_000_000, 1)], rule: "AAA-1BBB,M3.5.0,M10.5.0/3")))
    #expect(named.change(after: 0).map { $0 > 2_020_000_000 } == true)
    #expect(named.offset(at: 1_213_000_000) == 3_600, "a June before the rule")
    #expect(try #require(ZoneClock(Self.file(rule: ""))).offset(at: .max) == 3_600)
    #expect(ZoneClock(Self.file(version: "4")) != nil)
  }

  @Test("E-60: from the last change on a file means its rule, also where it contradicts it")
  func contradiction() throws {
    // The last change is to the clocks of the winter, in July.
    let summer: Int64 = 15_552_000
    let rule = "AAA-1BBB,M3.5.0,M10.5.0/3"
    let clock = try #require(
      ZoneClock(Self.file(times: [(summer, 1)], types: [0, 3_600], rule: rule)))
    #expect(clock.offset(at: summer - 1) == 0 && clock.offset(at: summer) == 7_200)
    #expect(clock.change(after: .min) == summer)
    // The rule says here what was said before, so nothing changes.
    let late = try #require(
      ZoneClock(Self.file(times: [(summer, 1)], types: [7_200, 3_600], rule: rule)))
    let next = try #require(late.change(after: .min))
    #expect(late.offset(at: summer) == 7_200)
    #expect(late.offset(at: next - 1) == 7_200 && late.offset(at: next) == 3_600)
  }

  @Test("E-60: a file that breaks a rule of the format is none")
  func bad() {
    let broken = [
      Self.file(version: "1"), Self.file(types: []), Self.file(times: [(0, 2)]),
      Self.file(times: [(5, 1), (5, 0)]), Self.file(times: [(5, 1), (4, 0)]),
      Self.file(types: [0, 100_000]), Self.file(types: [.min, 0]), Self.file(leaps: 1),
      Self.file(rule: "AAA"), Self.file(rule: "AAA-1\n"), Array(Self.file().dropLast()),
      Self.file() + [0], [], Array("TZif2".utf8),
      Self.file() + [UInt8](repeating: 10, count: ZoneClock.mostBytes),
    ]
    for (number, file) in broken.enumerated() { #expect(ZoneClock(file) == nil, "\(number)") }
    // Counts as large as they can be written.
    var large = Self.file()
    for place in 20..<44 { large[place] = 255 }
    #expect(ZoneClock(large) == nil)
    large = Self.file()
    for place in 71..<95 { large[place] = 255 }
    #expect(ZoneClock(large) == nil)
  }

  @Test("E-60: cut and changed files of real zones never end the program", arguments: [1, 2, 3])
  func hostile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for name in ["Europe/Berlin", "Africa/Casablanca", "Etc/GMT+5", "America/Godthab"] {
      let path = "/usr/share/zoneinfo/\(name)"
      let real = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      #expect(ZoneClock(real) != nil)
      for size in stride(from: 0, to: real.count, by: 7) {
        #expect(ZoneClock(Array(real.prefix(size))) == nil, "\(name) \(size)")
      }
      for _ in 0..<300 {
        var bytes = real
        for _ in 0...Int.random(in: 0..<4, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        Self.use(ZoneClock(bytes))
      }
    }
    for _ in 0..<2_000 {
      let size = Int.random(in: 0..<300, using: &random)
      let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
      Self.use(ZoneClock(noise))
      let head = Self.file().prefix(44 + 7 + 20)
      Self.use(ZoneClock(head + noise.map { $0 % 8 }))
      let letters = Array("AB<>,/.:-+MJ0123456789\n".utf8)
      let rule = noise.map { letters[Int($0) % letters.count] }
      Self.use(ZoneClock(Self.file(rule: "AAA" + String(decoding: rule, as: UTF8.self))))
    }
  }

  /// Asks for all that there is to ask.
  private static func use(_ clock: ZoneClock?) {
    guard let clock else { return }
    var second = Int64.min
    for _ in 0..<50 {
      guard let next = clock.change(after: second) else { break }
      #expect(next > second)
      second = next
    }
    for second in [Int64.min, -1, 0, 1 << 40, .max] {
      #expect(abs(clock.offset(at: second)) < 27 * 3_600)
      _ = clock.change(after: second)
    }
  }

  @Test(
    "E-60: no name leaves the folder, or means what is no zone",
    arguments: [
      "", "/", "..", "../passwd", "Europe/../../passwd", "/etc/passwd", "/Europe/Berlin",
      "Europe//Berlin", "Europe/", "Europe", "Europe/.", "posix/Europe/Berlin", "zone.tab",
      "right/Europe/Berlin", "posixrules", "localtime", "tzdata.zi", "leapseconds", "europe/berlin",
      "Europe/Berlin\0", "Europe/Bérlin", "A/" + String(repeating: "B", count: 300),
    ])
  func names(name: String) {
    #expect(ZoneFolder.system.clock(of: name) == nil)
  }

  /// A folder with some files; it is removed afterwards.
  private func withFolder(
    _ files: [String: [UInt8]], _ body: (URL) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("zoneinfo-\(UUID().uuidString)/zoneinfo")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    for (name, bytes) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    try body(folder)
  }

  @Test(
    "E-60: an old name is the zone's new one where the database has it no more, and the other way round"
  )
  func oldNames() throws {
    let hour = Self.file(times: [], types: [3_600])
    let files = [
      "America/New_York": hour, "Asia/Calcutta": hour, "Europe/Kyiv": hour, "America/Phoenix": hour,
      "Etc/GMT+7": Self.file(times: [], types: [0], rule: "AAA7"), "Europe/Brussels": hour,
      "Etc/UTC": Self.file(),
    ]
    try withFolder(files) { folder in
      let zones = ZoneFolder(folder.path)
      for name in ["US/Eastern", "EST5EDT", "Asia/Kolkata", "Europe/Kiev", "US/Arizona", "CET"] {
        #expect(zones.clock(of: name)?.offset(at: 0) == 3_600, "\(name)")
      }
      #expect(zones.clock(of: "MST")?.offset(at: 0) == -7 * 3_600)
      #expect(zones.clock(of: "Europe/Berlin") == nil)
      #expect(zones.isThere && zones.names.isEmpty)
    }
    try withFolder(["Europe/Berlin": hour]) { #expect(!ZoneFolder($0.path).isThere) }
    #expect(!ZoneFolder("/nowhere").isThere && ZoneFolder("/nowhere").clock(of: "UTC") == nil)
    #expect(ZoneFolder.system.isThere)
  }

  @Test("E-60: pipes, folders and large files are no zones, and nothing waits for them")
  func otherFiles() throws {
    let large = Self.file() + [UInt8](repeating: 0, count: ZoneClock.mostBytes)
    try withFolder(["Etc/UTC": Self.file(), "Large": large]) { folder in
      let zones = ZoneFolder(folder.path)
      #expect(mkfifo(folder.appendingPathComponent("Pipe").path, 0o600) == 0)
      #expect(zones.clock(of: "Pipe") == nil && zones.clock(of: "Etc") == nil)
      #expect(zones.clock(of: "Large") == nil && zones.clock(of: "Etc/UTC") != nil)
    }
  }

  @Test("E-65: names of Windows are zones that this machine has")
  func windows() {
    #expect(ZoneNames.zone(ofWindows: "W. Europe Standard Time") == "Europe/Berlin")
    #expect(ZoneNames.zone(ofWindows: "Central Standard Time (Mexico)") == "America/Mexico_City")
    #expect(ZoneNames.zone(ofWindows: "India Standard Time") == "Asia/Calcutta")
    #expect(ZoneNames.zone(ofWindows: "Mountain Standard Time (Mexico)") == "America/Mazatlan")
    #expect(ZoneNames.zone(ofWindows: "UTC-11") == "Etc/GMT+11")
    #expect(
      ZoneNames.zone(ofWindows: "Europe/Berlin") == nil && ZoneNames.zone(ofWindows: "") == nil)
    #expect(ZoneTable.windows.count > 130)
    for entry in ZoneTable.windows {
      #expect(entry.count == 2 && ZoneFolder.system.clock(of: entry[1]) != nil, "\(entry)")
    }
  }

  @Test("E-60: names of one group mean one zone, and each name is in one group")
  func groups() {
    #expect(ZoneNames.groups.count > 90)
    let all = ZoneNames.groups.flatMap { $0 }
    #expect(Set(all).count == all.count && all.allSatisfy(ZoneFolder.isName))
    for group in ZoneNames.groups {
      #expect(group.count > 1 && ZoneFolder.system.clock(of: group[0]) != nil, "\(group)")
    }
  }

  @Test("E-71: the zone of a machine is what TZ says, then its link, then its note")
  func machine() throws {
    let files = [
      "Europe/Berlin": Self.file(), "Asia/Tokyo": Self.file(), "UTC": Self.file(),
      "Note": Array("Asia/Tokyo\n".utf8), "Nothing": Array("Nowhere/City\n".utf8),
      "America/New_York": Self.file(),
    ]
    try withFolder(files) { folder in
      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
      try FileManager.default.createSymbolicLink(
        atPath: path("localtime"), withDestinationPath: "../x/zoneinfo/Europe/Berlin")
      func name(
        _ typed: String?, link: String = "localtime", note: String = "Note"
      ) -> String? {
        MachineZone(
          ZoneFolder(folder.path), typed: typed, link: path(link), note: path(note)
        ).name
      }
      #expect(name("America/New_York") == "America/New_York" && name("UTC") == "UTC")
      #expect(name(":America/New_York") == "America/New_York")
      #expect(name("US/Eastern") == "US/Eastern", "an old name")
      for typed in ["/usr/share/zoneinfo/Asia/Tokyo", ":/usr/share/zoneinfo/Asia/Tokyo"] {
        #expect(name(typed) == "Asia/Tokyo")
      }
      #expect(name(":" + path("localtime")) == "Europe/Berlin")
      for typed in [nil, "", "Nowhere/City", "CET-1CEST", ":"] {
        #expect(name(typed) == "Europe/Berlin", "\(typed ?? "")")
        #expect(name(typed, link: "none") == "Asia/Tokyo")
        #expect(name(typed, link: "UTC") == "UTC", "a file that is called like its zone")
        #expect(name(typed, link: "none", note: "none") == nil)
        #expect(name(typed, link: "none", note: "Nothing") == nil)
      }
    }
  }
}
