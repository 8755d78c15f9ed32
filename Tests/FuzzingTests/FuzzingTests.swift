import Foundation
import FuzzKit
import TestKit
import Testing

/// Inputs with which the fuzzer once found a defect, and those with which it begins.
@Suite struct FuzzingTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("protocol")

  @Test("invariant 10: what ended a target once ends none any more", arguments: FuzzTarget.allCases)
  func finds(_ target: FuzzTarget) throws {
    let folder = Self.folder.appendingPathComponent("crashes/\(target.rawValue)")
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      target.run([UInt8](try Data(contentsOf: file)))
    }
  }

  @Test("invariant 10: seeds, and seeds with bytes changed", arguments: FuzzTarget.allCases)
  func seeds(_ target: FuzzTarget) throws {
    let seeds = try target.seeds(protocol: Self.folder)
    #expect(!seeds.isEmpty)
    var random = SeededGenerator(seed: 11)
    for seed in seeds {
      target.run(seed)
      guard !seed.isEmpty, target != .sync || seed.count < 4_096 else { continue }
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      target.run(bytes)
    }
  }

  /// A short run of what `scripts/fuzz views` does for as long as somebody likes.
  @Test("invariant 10: whatever others write in records can be looked at", arguments: 1...8)
  func records(part: Int) throws {
    for round in 0..<5 {
      let seed = part * 1_000_000 + round
      var random = SeededGenerator(seed: UInt64(seed))
      let count = Int.random(in: 20...900, using: &random)
      FuzzTarget.views.run((0..<count).map { _ in .random(in: 0...255, using: &random) })
    }
  }

  @Test("invariant 10, E-55: calendar files with lines put in, taken out and changed")
  func calendarLines() throws {
    func lines(_ bytes: [UInt8]) -> [[UInt8]] { bytes.split(separator: 10).map { $0 + [10] } }
    let seeds = try FuzzTarget.calendars.seeds(protocol: Self.folder)
    let days = [
      "DTSTART;VALUE=DATE:20260329", "DTEND;VALUE=DATE:20260330", "DTSTART;VALUE=DATE:20181104",
      "X-PARLOR-ZONE:America/Sao_Paulo", "X-PARLOR-DAY:TRUE", "DURATION:P2D", "RRULE:FREQ=YEARLY",
    ]
    let pool = seeds.flatMap(lines) + days.map { Array("\($0)\r\n".utf8) }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var file = lines(seeds.randomElement(using: &random) ?? [])
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: file.indices, using: &random)
        let other = pool.randomElement(using: &random) ?? []
        switch Int.random(in: 0..<4, using: &random) {
        case 0: file.insert(other, at: at)
        case 1: file[at] = other
        case 2 where file.count > 1: file.remove(at: at)
        default:
          let byte = Int.random(in: file[at].indices, using: &random)
          file[at][byte] = .random(in: 48...57, using: &random)
        }
      }
      FuzzTarget.calendars.run(Array(file.joined()))
    }
  }
}
