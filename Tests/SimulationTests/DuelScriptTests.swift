import Foundation
import Testing

@testable import TestKit

/// Scripts of duels: what is read and refused, what is compared, and the files as they are.
@Suite struct DuelScriptTests {
  private static func script(_ steps: String, top: String = "") throws -> Script {
    try ScriptReader.read("game: duel\n\(top)steps:\n\(steps)\n", file: "duel.yaml")
  }

  @Test("a game is chosen by its name, wherever it stands in the file")
  func game() throws {
    let late = try ScriptReader.read("steps:\n  - host: draw\ngame: duel\n", file: "x.yaml")
    #expect(late.game is ScriptedDuel && late.people == [.host, .joiner])
    let none = try ScriptReader.read("steps:\n  - tap: host\n", file: "x.yaml")
    #expect(none.game is ScriptedWar)
  }

  @Test(
    "what no duel has is refused with its line",
    arguments: [
      ("game: chess", 1, "There is no game chess: war, duel"),
      ("game: duel\nrules: quick", 2, "There is no rules in a script"),
      ("game: duel\nterms: {games: 2}", 2, "1, 3 or 5 games"),
      ("game: duel\nterms: {cap: 2}", 2, "There is no term cap"),
      ("game: duel\nlists: {host: {Forest: 501}}", 2, "1 to 500 cards"),
      ("game: duel\nlists: {host: {Forest: 300, Island: 300}}", 2, "1 to 500 cards"),
      ("game: duel\nlists: {host: {Forest: 9, side: {Wolf: 101}}}", 2, "up to 100 cards"),
      ("game: duel\nlists: {host: {side: {Wolf: 1}}}", 2, "No duel can be played"),
      ("game: duel\nlists: {third: {Forest: 1}}", 2, "brings no list"),
      ("game: duel\nsteps:\n  - tap: host", 3, "Nobody knows how to tap"),
      ("game: duel\nsteps:\n  - host:", 3, "Write what host does"),
      ("game: duel\nsteps:\n  - expect: {host-cards-in-hand: 1}", 3, "Nobody can look at"),
      ("game: duel\nsteps:\n  - forge: {who: host, lie: winner, line: draw}", 3, "no lie winner"),
      ("game: duel\nsteps:\n  - forge: {who: host, lie: card}", 3, "Say by which line"),
      ("steps:\n  - host: draw", 2, "Nobody knows how to host"),
    ])
  func refused(_ text: String, line: Int, reason: String) {
    let error = #expect(throws: ScriptError.self) { try ScriptReader.read(text, file: "x.yaml") }
    let said = error?.description ?? ""
    #expect(said.hasPrefix("x.yaml:\(line): ") && said.contains(reason), "\(said)")
  }

  @Test(
    "what is not so fails, whatever the cards are",
    arguments: [
      ("  - host: draw 2\n  - expect: {host-hand: 3}", "2"),
      ("  - host: draw 2\n  - expect: {who: joiner, hand: \"Forest, Forest\"}", "\"\""),
      ("  - host: draw\n  - host: play 1\n  - expect: {host-table: Wolf}", "Forest"),
      ("  - host: draw\n    refused: It rains", "that it was done"),
      ("  - host: play Wolf", "There is no Wolf"),
      ("  - joiner: concede-game\n  - expect: {winner: joiner}", "host"),
      ("  - joiner: concede-game\n  - expect: {report: nobody has opened}", "opened"),
      ("  - host: dance", "dance"),
    ])
  func wrong(_ steps: String, found: String) throws {
    let script = try Self.script("  - sit\n\(steps)")
    let failure = #expect(throws: ScriptFailure.self) {
      try ScriptRunner.play(script) { VirtualStage(script, otherCards: 4_711) }
    }
    #expect(failure?.description.contains(found) == true, "\(String(describing: failure))")
  }

  @Test("two views that differ fail though nothing is expected, and so does a spoilt file")
  func crooked() throws {
    let script = try Self.script("  - sit\n  - host: draw 2")
    _ = try ScriptRunner.play(script) { CrookedStage(VirtualStage(script)) { _ in } }
    #expect(throws: ScriptFailure.self) {
      try ScriptRunner.play(script) {
        CrookedStage(VirtualStage(script)) { view in
          guard !view.duel.seats.isEmpty else { return }
          view.duel.seats[0].life += 1
        }
      }
    }
    let stage = CrookedStage(VirtualStage(script)) { _ in }
    stage.spoil = { $0[$0.count / 2] ^= 1 }
    #expect(throws: ScriptFailure.self) { try ScriptRunner.play(script) { stage } }
  }

  @Test(
    "a step is done though the node is down when it begins", arguments: 1...4 as ClosedRange<UInt64>
  )
  func down(seed: UInt64) throws {
    let script = try Self.script(
      """
        - sit
        - joiner: draw 2
        - expect: {joiner-hand: 2}
        - joiner: play 1
        - expect: {joiner-table: Island}
      """, top: "kill-at-each-message: joiner\n")
    var random = SeededGenerator(seed: seed)
    _ = try ScriptRunner.play(script) {
      let stage = CrookedStage(VirtualStage(script, otherCards: seed)) { _ in }
      stage.isDown = { Int.random(in: 0..<3, using: &random) == 0 }
      return stage
    }
  }

  @Test("a search for seeds is refused where War is not played")
  func search() throws {
    let script = try Self.script("  - sit")
    #expect(throws: ScriptError.self) { try ScriptSearch(script) }
  }

  @Test(
    "V-09, V-11, V-16, V-17, V-29, V-35, V-37, V-40: the files pass with any cards",
    arguments: try files())
  func filesPass(file: String) throws {
    var script = try ScriptReader.read(String(contentsOfFile: file, encoding: .utf8), file: file)
    script.killed = nil
    let report = try ScriptRunner.play(script) { VirtualStage(script, otherCards: 4_711) }
    #expect(report.tally.seedCount == 0)
  }

  private static func files() throws -> [String] {
    let folder =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/protocol/duels"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".yaml") }.map { folder + "/" + $0 }
  }
}
