import Zones

/// Files of time zones, and names that people and calendars give them.
enum FuzzedZones {
  /// A file of a zone, or its name.
  static func zones(_ bytes: [UInt8]) {
    if let clock = ZoneClock(bytes) { run(clock) }
    let name = String(decoding: bytes.prefix(80), as: UTF8.self)
    for name in [name, ZoneNames.zone(ofWindows: name) ?? name] {
      guard let clock = ZoneFolder.system.clock(of: name) else { continue }
      FuzzTarget.expect(!name.hasPrefix("/") && !name.contains("."), "\(name) leads elsewhere")
      run(clock)
    }
  }

  /// Clocks change when they say so, each time, and not before.
  private static func run(_ clock: ZoneClock) {
    let end: Int64 = 1 << 48
    var second = Int64.min
    for _ in 0..<300 {
      guard let next = clock.change(after: second), next < end else { break }
      FuzzTarget.expect(next > second, "\(next) is not after \(second)")
      let before = clock.offset(at: second)
      FuzzTarget.expect(clock.offset(at: next) != before, "nothing changes at \(next)")
      for place in [next - 1, second / 2 + next / 2] {
        FuzzTarget.expect(
          clock.offset(at: place) == before, "clocks change between \(second) and \(next)")
      }
      second = next
    }
    for second in [Int64.min, -end, -1, 0, 1 << 31, end, .max] {
      FuzzTarget.expect(abs(clock.offset(at: second)) < 27 * 3_600, "a day of more than two")
      _ = clock.change(after: second)
    }
  }

  /// Files with and without changes and a rule, and names.
  static func zoneFiles() -> [[UInt8]] {
    let year: Int64 = 31_556_952
    let files = [
      zoneFile(changes: [(0, 1)], offsets: [0, 3_600], rule: "AAA-1"),
      zoneFile(changes: [], offsets: [-10_800], rule: "<-03>3"),
      zoneFile(changes: [], offsets: [0], rule: ""),
      zoneFile(
        changes: [(-50 * year, 1), (10 * year, 2), (11 * year, 1), (37 * year, 1)],
        offsets: [3_208, 3_600, 7_200], rule: "CET-1CEST,M3.5.0,M10.5.0/3"),
      zoneFile(changes: [(0, 0)], offsets: [-14_400], rule: "AAA3EDT4,0/0,J365/23"),
      zoneFile(changes: [(0, 0)], offsets: [36_000], rule: "AEST-10AEDT-11:30,M10.1.0,M4.1.0/-3"),
    ]
    let names = [
      "Europe/Berlin", "US/Eastern", "Etc/GMT+5", "W. Europe Standard Time", "America/Godthab",
      "posix/Europe/Berlin", "../passwd", "EST5EDT",
    ]
    return files + names.map { Array($0.utf8) }
  }

  /// A file as RFC 9636 has it, with times of 8 bytes alone.
  private static func zoneFile(
    changes: [(second: Int64, type: UInt8)], offsets: [Int32], rule: String
  ) -> [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    func header(_ counts: [UInt32]) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { bytes($0) }
    }
    let old = header([0, 0, 0, 0, 1, 1]) + [UInt8](repeating: 0, count: 7)
    let head = header([0, 0, 0, UInt32(changes.count), UInt32(offsets.count), 4])
    let times = changes.flatMap { bytes($0.second) } + changes.map(\.type)
    let types = offsets.flatMap { bytes($0) + [0, 0] } + Array("AAA\0".utf8)
    return old + head + times + types + Array("\n\(rule)\n".utf8)
  }
}
