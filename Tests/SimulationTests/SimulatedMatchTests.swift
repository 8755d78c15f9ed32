import TestKit
import Testing

@Suite struct SimulatedMatchTests {
  /// Enough for every happening to be seen; `scripts/simulate` plays more.
  static let seeds: Range<UInt64> = 1..<61

  @Test func matchesHealWhateverGoesWrong() throws {
    var tally = SimulationTally()
    for seed in Self.seeds { tally.add(try SimulatedMatch(seed: seed).run()) }
    #expect(tally.missing.map(\.rawValue) == [])
  }
}
