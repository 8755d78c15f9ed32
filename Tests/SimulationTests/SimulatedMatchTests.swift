import TestKit
import Testing

@Suite struct SimulatedMatchTests {
  /// Enough for every happening to be seen; `scripts/simulate` plays more.
  static let seeds: Range<UInt64> = 1..<61

  @Test func aSeedRunsAgainExactly() throws {
    let traces = try (0..<2).map { _ in
      var lines: [String] = []
      let match = SimulatedMatch(seed: 7)
      match.trace = { lines.append($0) }
      _ = try match.run()
      return lines
    }
    #expect(traces[0] == traces[1])
  }

  @Test func matchesHealWhateverGoesWrong() throws {
    var tally = SimulationTally()
    for seed in Self.seeds { tally.add(try SimulatedMatch(seed: seed).run()) }
    #expect(tally.missing.map(\.rawValue) == [])
  }
}
