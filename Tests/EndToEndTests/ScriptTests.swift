import Foundation
import Testing

extension EndToEndTests {
  /// `parlor script --real`: what can be decided without a seed is, and what is wrong fails.
  @Suite struct ScriptTests {
    /// Steps, and what the command says of them.
    static let cases: [(steps: [String], says: String)] = [
      (["sit", "play: {rounds: 2}", "expect: {rounds: 3}"], "FAILED"),
      (["sit", "concede: host", "expect: {winner: host}"], "FAILED"),
      (["sit", "tap: host", "tap: host", "refused: It rains"], "FAILED"),
      (
        [
          "sit", "kill: both", "forge: {who: host, lie: card}", "restart: both", "play: end",
          "expect: {ending: cards}",
        ], "FAILED"
      ),
      (
        [
          "sit", "kill: both", "forge: {who: host, lie: card}", "restart: both", "play: end",
          "expect: {ending: broken, winner: joiner, verified: false}",
        ],
        "5 expectations compared, 0 depend on a seed"
      ),
      (
        ["sit", "play: {rounds: 2}", "expect: {rounds: 2, state-hash: nonsense}"],
        "2 expectations compared, 2 depend on a seed"
      ),
      // The same cards as in the process, because they come from the same secrets.
      (
        [
          "sit", "play: {until: both-short}", "restore", "attend: both", "play: end",
          "expect: {ending: both-out, winner: nobody}",
        ],
        "4 expectations compared, 0 depend on a seed"
      ),
      (
        [
          "sit", "play: {until: both-short}", "restore", "attend: both", "play: end",
          "expect: {ending: cards}",
        ], "FAILED"
      ),
    ]

    @Test("expectations on real daemons", arguments: cases.indices)
    func expectations(_ index: Int) async throws {
      let home = try Home("ada")
      let (steps, says) = Self.cases[index]
      let file = home.scratch + "/match.yaml"
      var lines = ["seed: 1168", "rules: {face-down: 9}", "steps:"]
      for step in steps { lines.append((step.hasPrefix("refused") ? "    " : "  - ") + step) }
      try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
      let program = try home.start(["script", "--real", "--patience", "10", file])
      program.closeInput()
      let isFailure = says == "FAILED"
      #expect(
        try await program.end(within: .seconds(100)) == .exit(isFailure ? 1 : 0), "\(program.story)"
      )
      #expect(program.output.contains(says), "\(program.story)")
    }

    @Test("each file has one line with its time, and a long one says how far it is")
    func eachFile() async throws {
      let home = try Home("ada")
      func match(_ name: String, _ text: String) throws -> String {
        let file = home.scratch + "/\(name).yaml"
        try "seed: 5126\n\(text)".write(toFile: file, atomically: true, encoding: .utf8)
        return file
      }
      let short = "steps:\n  - sit\n  - play: {rounds: 1}\n  - expect: {rounds: "
      let program = try home.start([
        "script", try match("right", short + "1}\n"), try match("wrong", short + "2}\n"),
        // Some hundred rounds, again for each message in them.
        try match("long", "kill-at-each-message: host\nsteps:\n  - sit\n  - play: end\n"),
      ])
      program.closeInput()
      try await holds("the last one says how far it is", otherwise: { program.story }) {
        program.complaints.contains(#/playing .*/long\.yaml: \d+ runs in \d+\.\d s\n/#)
      }
      #expect(program.poll() == nil, "\(program.story)")
      let lines = program.output.split(separator: "\n")
      try #require(lines.count == 2, "\(program.story)")
      #expect(lines[0].contains(#/^passed  \d+\.\d s  .*/right\.yaml /#), "\(program.story)")
      #expect(
        lines[1].contains(#/^FAILED  .*/wrong\.yaml.* \(\d+\.\d s\)$/#), "\(program.story)")
    }
  }
}
