#if DEBUG
  import TestKit
  import Testing
  import Wire

  /// Bugs that are put in on purpose are found, and by nothing else than themselves: the same seeds pass without them.
  @Suite struct PlantedBugTests {
    /// By bug, the first seed that finds it; `parlor simulate planted` looks for others after a simulator was changed.
    static let seeds: [PlantedBug: UInt64] = [:]

    @Test(arguments: PlantedBug.allCases) func isFound(_ bug: PlantedBug) throws {
      let seed = try #require(Self.seeds[bug])
      #expect(PlantedHunt.run(bug, seed: seed) != nil)
      #expect(PlantedHunt.run(bug, seed: seed, isPlanted: false) == nil)
    }
  }
#endif
