import Foundation
import FuzzKit
import TestKit
import Testing

/// What the fuzzer found once, and what it begins with.
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
      for _ in 0..<3 {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        target.run(bytes)
      }
    }
  }
}
