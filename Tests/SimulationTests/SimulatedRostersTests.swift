import TestKit
import Testing

/// Worlds in which a room changes hands, also twice, and people lie about who belongs to it.
@Suite struct SimulatedRostersTests {
  /// Enough for every plot to be seen; `scripts/simulate --rosters` plays more.
  static let seeds: Range<UInt64> = 1..<101

  @Test("a roster keeps its promises whatever the order and whoever lies")
  func promises() throws {
    var tally = RosterTally()
    for seed in Self.seeds { tally.add(try SimulatedRosters(seed: seed).run()) }
    #expect(tally.missing == [])
  }
}
