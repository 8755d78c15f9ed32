import Foundation
import TestKit
import Testing

/// Playing for what the cards bring, and seeds that are looked for.
@Suite struct ScriptPlayTests {
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func playStopsAtWhatItIsFor(otherCards: UInt64) throws {
    let script = try ScriptExpectationTests.script(
      """
        - sit
        - play: {rounds: 3}
        - expect: {rounds: 3, battle: 0, can-play: true}
        - tap: joiner
        - play: {rounds: 1}
        - expect: {rounds: 4, battle: 0, can-play: true}
        - play: {until: war}
        - expect: {battle: 1, pot: 2, can-play: true}
      """)
    _ = try ScriptRunner.play(script) { VirtualStage(script, otherCards: otherCards) }
  }

  @Test func aTableIsOpenedAgainWhereTheCardsDoNotBringIt() throws {
    let script = try ScriptExpectationTests.script(
      "  - sit\n  - play: {until: war}\n  - expect: {battle: 1}", rules: "{cap: 2}")
    // One match of two rounds in nine has a war, so that no seed gets by with one for long.
    let steps = try (0..<4 as Range<UInt64>).map { seed in
      try ScriptRunner.play(script) { VirtualStage(script, otherCards: seed) }.steps
    }
    #expect(steps.contains { $0 > script.steps.count })
  }

  @Test func aSeedThatDoesNotBringItFailsAndNamesTheSearch() throws {
    let search = try ScriptSearch(Self.short)
    let seed = try #require(
      try (1..<50).first { try search.round(of: .war, seed: $0, within: 2) == nil })
    var script = try Self.short
    script.seed = seed
    let failure = #expect(throws: ScriptFailure.self) {
      try ScriptRunner.play(script) { VirtualStage(script) }
    }
    #expect(failure?.description.contains("--find war") == true)
  }

  @Test(arguments: [ScriptEvent.war, .warInWar, .shortInWar])
  func aSeedThatWasFoundBringsIt(event: ScriptEvent) throws {
    let script = try ScriptExpectationTests.script("  - sit\n  - play: {until: \(event.rawValue)}")
    let found = try #require(
      try ScriptSearch(script).find(event, seeds: 1..<300, within: 40), "\(event)")
    var seeded = script
    seeded.seed = found.seed
    let report = try ScriptRunner.play(seeded) { VirtualStage(seeded) }
    #expect(report.views[.host]?.round == found.round)
    #expect(report.views[.joiner].map(event.isSeen) == true)
  }

  @Test func aSearchWithoutAMatchIsRefused() throws {
    let script = try ScriptExpectationTests.script("  - open\n  - ask: joiner")
    #expect(throws: ScriptError.self) { try ScriptSearch(script) }
  }

  @Test func restoredNodesGoOnWithTheSameCards() throws {
    let rest = "  - attend: both\n  - expect: {rounds: 5, agreement: true}\n  - play: {rounds: 9}"
    let begin = "  - sit\n  - play: {rounds: 5}\n"
    let hashes = try ["  - restore\n", "  - kill: both\n  - restart: both\n"].map { between in
      let script = try ScriptExpectationTests.script(begin + between + rest, seed: 21)
      return try ScriptRunner.play(script) { VirtualStage(script) }.views[.joiner]?.stateHash
    }
    #expect(hashes[0] == hashes[1] && hashes[0]?.isEmpty == false)
  }

  @Test func whatIsRestoredWasPlayedWithTheSeedWhereverItGoesOn() throws {
    let script = try ScriptExpectationTests.script(
      "  - sit\n  - play: {rounds: 5}\n  - restore\n  - attend: both\n  - play: {rounds: 1}",
      seed: 21)
    let hashes = try [UInt64?.none, 4_711].map { seed in
      try ScriptRunner.play(script) { VirtualStage(script, otherCards: seed) }
        .views[.host]?.stateHash
    }
    #expect(hashes[0] == hashes[1] && hashes[0]?.isEmpty == false)
  }

  /// Of the files as they are, nothing that is not marked may depend on the seed.
  @Test(arguments: try files()) func filesPassWithOtherCards(file: String) throws {
    var script = try ScriptReader.read(
      String(contentsOfFile: file, encoding: .utf8), file: file)
    script.killed = nil
    _ = try ScriptRunner.play(script) { VirtualStage(script, otherCards: 4_711) }
  }

  @Test(arguments: ["play: {until: rain}", "play: {wars: 1}", "play: {rounds: 4294967296}"])
  func whatNobodyCanPlayForIsRefused(step: String) {
    #expect(throws: ScriptError.self) { try ScriptExpectationTests.script("  - \(step)") }
  }

  private static var short: Script {
    get throws {
      try ScriptExpectationTests.script("  - sit\n  - play: {until: war}", rules: "{cap: 2}")
    }
  }

  private static func files() throws -> [String] {
    let folder =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/protocol/matches"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".yaml") }.map { folder + "/" + $0 }
  }
}
