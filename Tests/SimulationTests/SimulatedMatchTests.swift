import TestKit
import Testing

@Suite struct SimulatedMatchTests {
  /// Enough for every happening to be seen; `scripts/simulate` plays more.
  static let seeds: Range<UInt64> = 71..<131
  /// Matches played side by side.
  static let lanes = 4

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

  @Test func matchesHealWhateverGoesWrong() async throws {
    let tally = try await withThrowingTaskGroup(of: SimulationTally.self) { group in
      for lane in 0..<Self.lanes {
        group.addTask {
          var tally = SimulationTally()
          for seed in Self.seeds where Int(seed) % Self.lanes == lane {
            tally.add(try SimulatedMatch(seed: seed).run())
          }
          return tally
        }
      }
      return try await group.reduce(into: SimulationTally()) { $0.add($1) }
    }
    #expect(tally.missing.map(\.rawValue) == [])
  }
}
