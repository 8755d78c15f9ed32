import Schema
import TestKit
import Testing

/// The expectations of a script are compared wherever they can be decided.
@Suite struct ScriptExpectationTests {
  /// Steps that must not pass whatever the cards are, with the words of the failure.
  static let wrong: [(steps: String, found: String)] = [
    ("  - sit\n  - expect: {phase: finished}", "playing"),
    ("  - sit\n  - expect: {host-cards: 25}", "26"),
    ("  - sit\n  - play: {rounds: 3}\n  - expect: {rounds: 4}", "3"),
    ("  - sit\n  - play: {rounds: 1}\n  - expect: {pot: 1}", "0"),
    ("  - sit\n  - play: {until: war}\n  - expect: {battle: 2}", "1"),
    ("  - sit\n  - play: {until: war}\n  - expect: {pot: 4}", "2"),
    ("  - sit\n  - concede: joiner\n  - expect: {winner: joiner}", "host"),
    ("  - sit\n  - concede: joiner\n  - expect: {ending: cards}", "conceded"),
    ("  - sit\n  - concede: joiner\n  - expect: {result: Ada conceded}", "Bob conceded"),
    ("  - sit\n  - play: end\n  - expect: {ending: conceded}", "round-cap"),
    ("  - sit\n  - play: end\n  - expect: {winner: host}", "nobody"),
    ("  - sit\n  - play: end\n  - expect: {rounds: 39}", "40"),
    ("  - sit\n  - expect: {verified: false}", "false"),
    ("  - sit\n  - tap: host\n  - tap: host\n    refused: It rains", "You have played"),
    ("  - sit\n  - tap: host\n    refused: You have played", "that it was done"),
  ]

  @Test(arguments: wrong.indices) func whatIsWrongWithAnyCardsFails(_ index: Int) throws {
    let (steps, found) = Self.wrong[index]
    let script = try Self.script(steps, rules: "{cap: 40}")
    let failure = #expect(throws: ScriptFailure.self) {
      try ScriptRunner.play(script) { VirtualStage(script, otherCards: 4_711) }
    }
    #expect(failure?.description.contains(found) == true, "\(String(describing: failure))")
  }

  @Test func whatDependsOnTheCardsIsCountedWhereNoSeedDecidesThem() throws {
    let script = try Self.script(
      "  - sit\n  - play: {rounds: 4}\n  - expect: {phase: playing, state-hash: nonsense, wars: 99}"
    )
    let report = try ScriptRunner.play(script) { VirtualStage(script, otherCards: 3) }
    #expect(report.tally.comparedCount == 2)
    #expect(report.tally.seedCount == 4)
    // Once for what was not compared, and at the end with both files.
    #expect(report.tally.agreements == 4)
    #expect(throws: ScriptFailure.self) {
      try ScriptRunner.play(script) { VirtualStage(script) }
    }
  }

  @Test func whatIsMarkedAsSeededIsComparedOnlyWithTheSeed() throws {
    let script = try Self.script("  - sit\n  - expect: {seeded: {round: 7}}")
    let report = try ScriptRunner.play(script) { VirtualStage(script, otherCards: 3) }
    #expect(report.tally.seedCount == 2)
    #expect(throws: ScriptFailure.self) {
      try ScriptRunner.play(script) { VirtualStage(script) }
    }
  }

  @Test func sidesThatShowDifferentThingsFailThoughNothingIsExpected() throws {
    let script = try Self.script("  - sit\n  - play: {rounds: 2}")
    _ = try ScriptRunner.play(script) { CrookedStage(VirtualStage(script)) { _ in } }
    let crooks: [(inout TableView) -> Void] = [
      { $0.stateHash = "00" }, { $0.roundsDecided += 1 }, { $0.host.cards += 1 },
      { $0.result.winner = .host },
    ]
    for crook in crooks {
      #expect(throws: ScriptFailure.self) {
        try ScriptRunner.play(script) { CrookedStage(VirtualStage(script), crook) }
      }
    }
  }

  @Test func aFileThatSaysSomethingElseThanTheScreensFails() throws {
    let script = try Self.script("  - sit\n  - play: {rounds: 2}")
    let stage = CrookedStage(VirtualStage(script)) { _ in }
    stage.spoil = { $0[$0.count / 2] ^= 1 }
    #expect(throws: ScriptFailure.self) { try ScriptRunner.play(script) { stage } }
  }

  /// A script of these steps.
  static func script(_ steps: String, seed: UInt64 = 1, rules: String = "standard") throws -> Script
  {
    try ScriptReader.read(
      "title: a test\nseed: \(seed)\nrules: \(rules)\nsteps:\n\(steps)\n", file: "test.yaml")
  }
}
