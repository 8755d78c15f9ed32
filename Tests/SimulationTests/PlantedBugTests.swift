#if DEBUG
  import TestKit
  import Testing
  import Wire

  /// Bugs that are put in on purpose are found, and by nothing else than themselves: the same seeds pass without them.
  @Suite struct PlantedBugTests {
    /// By bug, a seed that finds it; `parlor simulate planted` looks for others after a simulator was changed.
    static let seeds: [PlantedBug: UInt64] = [
      .acceptsForks: 4, .hidesForks: 4, .revealsEarly: 2,
      .lastArrivalWins: 13, .clocksDecide: 16, .appliesTwice: 9, .picksInTapOrder: 2,
      .reusesSequences: 13, .forgetsMembers: 1, .assumesLevel: 1, .keepsSecretInMemory: 7,
      .trustsChunks: 11, .relaysNothing: 1, .dropsUnknownFields: 4, .rebuildsWithoutDeletes: 10,
      .ignoresQuotas: 22, .trustsSignatures: 51, .letsAnybodyDelete: 1, .keepsLooseBlobs: 8,
      .trustsSilence: 1,
    ]

    @Test(arguments: seeds.keys.sorted { $0.rawValue < $1.rawValue }) func isFound(
      _ bug: PlantedBug
    ) throws {
      let seed = try #require(Self.seeds[bug])
      #expect(PlantedHunt.run(bug, seed: seed) != nil)
      #expect(PlantedHunt.run(bug, seed: seed, isPlanted: false) == nil)
    }
  }
#endif
