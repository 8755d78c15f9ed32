import Foundation
import Identifiers
import Schema
import Testing
import Wire

extension EndToEndTests {
  /// Files from others are read in time that grows with their size, and in memory that does not.
  @Suite struct MemoryTests {
    /// The memory that a program may need beside its need for an empty file, in KiB.
    private static let most = 64 << 10
    private static let size = 8 << 20
    private static let patience = Duration.seconds(240)

    /// The most memory that a program had at once, in KiB, and how it ended.
    private func peak(_ program: Program) async throws -> (kibibytes: Int, ending: Program.Ending) {
      var peak = 0
      let began = ContinuousClock.now
      while ContinuousClock.now - began < Self.patience {
        let ending = program.poll()
        if let ending { return (peak, ending) }
        let status = try? String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        // The last one counts: before the program begins, the process still has the memory of this one.
        peak = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? peak
        usleep(500)
      }
      throw Late(description: program.story)
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
      try Data(bytes).write(to: URL(filePath: path))
    }

    private func check(
      _ home: Home, _ words: [String], _ bytes: [UInt8], within limit: Duration = .seconds(120)
    ) async throws -> String {
      let path = home.scratch + "/hostile"
      try write([], path)
      let least = try await peak(home.start(words + [path])).kibibytes
      try write(bytes, path)
      let program = try home.start(words + [path])
      let began = ContinuousClock.now
      let (kibibytes, ending) = try await peak(program)
      #expect(ending == .exit(1), "\(program.story)")
      #expect(least > 0 && kibibytes - least <= Self.most, "\(kibibytes) KiB, \(least) for nothing")
      #expect(ContinuousClock.now - began < limit, "\(words)")
      return program.output + program.complaints
    }

    @Test("E-55: a calendar of nothing but junk costs no memory, and its problems are counted")
    func junkCalendar() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let begin = Array("BEGIN:VCALENDAR\n".utf8)
      let line = Array("this is nothing that a calendar says\n".utf8)
      let many = begin + (0..<Self.size / line.count).flatMap { _ in line }
      let said = try await check(home, ["event", "import"], many)
      #expect(said.contains("more are not named here"))
      // One line without end, and parts without end.
      let long = begin + [UInt8](repeating: UInt8(ascii: "x"), count: Self.size)
      _ = try await check(home, ["event", "import"], long)
      let part = Array("BEGIN:VEVENT\nCOMMENT:x\n".utf8)
      let deep = begin + (0..<Self.size / part.count).flatMap { _ in part }
      _ = try await check(home, ["event", "import"], deep)
      // One event without end.
      let comment = Array("COMMENT:x\n".utf8)
      let wide =
        begin + Array("BEGIN:VEVENT\n".utf8)
        + (0..<Self.size / comment.count).flatMap { _ in comment }
      _ = try await check(home, ["event", "import"], wide)
    }

    @Test("E-55, E-65: a zone name of 24 KiB is read at once, and cut where it is said")
    func longZone() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let zone = String(repeating: "x/", count: 12_000)
      let text =
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:x\nDTSTART;TZID=\(zone):20990101T000000\n"
        + "END:VEVENT\nEND:VCALENDAR\n"
      let said = try await check(
        home, ["event", "import"], Array(text.utf8), within: .seconds(10))
      #expect(said.contains("x/ is not known, so its times are taken for those of UTC"))
      #expect(said.count < 500)
    }

    @Test("a match of empty slices, or of slices full of small entries, costs no memory")
    func junkMatch() async throws {
      let home = try Home("ada")
      func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        var (length, bytes) = (content.count, [number << 3 | 2])
        while length > 0x7f {
          bytes.append(UInt8(length & 0x7f | 0x80))
          length >>= 7
        }
        return bytes + [UInt8(length)] + content
      }
      func file(_ slices: [UInt8]) -> [UInt8] {
        let body =
          Array("parlor.bundle.v1\n".utf8) + field(1, [UInt8](repeating: 1, count: 16)) + slices
        return body + Hashing.digest(.file, body).bytes
      }
      let log = field(1, field(1, [UInt8](repeating: 2, count: 32))) + [0x10, 1]
      let empty = [UInt8]((0..<Self.size / 4).flatMap { _ in [0x12, 2, 0x10, 1] as [UInt8] })
      let verify = ["war", "verify"]
      #expect(try await check(home, verify, file(empty)).contains("cannot be read"))
      let first = field(2, log + field(3, [0x0a, 0]))
      #expect(try await check(home, verify, file(first + empty)).contains("does not follow"))
      // As many entries as are believed, of which each is read.
      let entry = field(3, field(1, [0x08, 1, 0x10, 1, 0x18, 1]) + field(2, [8, 1, 8, 1]))
      let entries = [UInt8]((0..<40_000).flatMap { _ in entry })
      let many = (0..<8).flatMap { _ in field(2, log + entries) }
      _ = try await check(home, verify, file(many))
      let tiny = [UInt8]((0..<200_000).flatMap { _ in field(3, []) })
      #expect(try await check(home, verify, file(field(2, log + tiny))).contains("cannot be read"))
    }
  }
}
