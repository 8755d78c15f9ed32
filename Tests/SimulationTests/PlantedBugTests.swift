#if DEBUG
  import Decks
  import Duel
  import Replication
  import TestKit
  import Testing
  import Wire

  /// Bugs that are put in on purpose are found, and by nothing else than themselves: the same seeds pass without them.
  @Suite struct PlantedBugTests {
    /// By bug, a seed that finds it; `parlor simulate planted` looks for others after a simulator was changed.
    static let seeds: [PlantedBug: UInt64] = [
      .tellsBeforeCommit: 28, .acceptsForks: 1, .hidesForks: 21, .forgetsCuts: 8,
      .revealsEarly: 2, .lastArrivalWins: 99, .clocksDecide: 11, .appliesTwice: 40,
      .picksInTapOrder: 2, .reusesSequences: 4, .forgetsMembers: 4, .assumesLevel: 4,
      .keepsSecretInMemory: 7, .trustsChunks: 19, .relaysNothing: 3, .dropsUnknownFields: 1,
      .rebuildsWithoutDeletes: 4, .ignoresQuotas: 1, .trustsSignatures: 3,
      .erasesAnything: 23, .letsAnybodyDelete: 7, .keepsLooseBlobs: 4, .trustsSilence: 47,
    ]

    @Test(arguments: seeds.keys.sorted { $0.rawValue < $1.rawValue }) func isFound(
      _ bug: PlantedBug
    ) throws {
      let seed = try #require(Self.seeds[bug])
      #expect(PlantedHunt.run(bug, seed: seed) != nil)
      // The first seeds of rooms are run without it by SimulatedRoomsTests.
      guard bug.isOfMatches || !SimulatedRoomsTests.seeds.contains(seed) else { return }
      #expect(PlantedHunt.run(bug, seed: seed, isPlanted: false) == nil)
    }

    /// The bugs of duels, each in some of the nodes.
    @Test(
      "V-06, V-35, V-38: a bug of duels is found within some worlds", arguments: PlantedHunt.duels)
    func duels(_ bug: DuelBug) throws {
      let seeds: Range<UInt64> = 1..<60
      let found = try #require(
        PlantedHunt.find(among: seeds) { PlantedHunt.run(bug, seed: $0) }, "\(bug) is not found")
      // The first seeds are run without it by SimulatedRoomsTests.
      guard !SimulatedRoomsTests.seedsOfDuels.contains(found.seed) else { return }
      #expect(PlantedHunt.run(bug, seed: found.seed, isPlanted: false) == nil)
    }

    @Test("V-40: a secret that is only in memory is missed after a kill")
    func secretInMemory() throws {
      let bug = PlantedBug.keepsSecretInMemory
      let seeds: Range<UInt64> = 1..<60
      let found = try #require(
        PlantedHunt.find(among: seeds) { PlantedHunt.runDuels(bug, seed: $0) },
        "nobody missed a secret")
      guard !SimulatedRoomsTests.seedsOfDuels.contains(found.seed) else { return }
      #expect(PlantedHunt.runDuels(bug, seed: found.seed, isPlanted: false) == nil)
    }

    /// The same of bugs of rosters.
    static let rosters: [RosterBug: UInt64] = [
      .lastArrivalWins: 109, .hearsFormerOwners: 1, .readmitsByInvite: 22, .ignoresClosing: 6,
      .forgetsIncarnations: 1, .staysWithFirst: 127, .hearsRemovedVoters: 229, .anyMajority: 57,
      .forgetsFirst: 127, .leavesOutBucket: 4,
    ]

    @Test(
      "a node that reads a roster wrongly is found",
      arguments: RosterBug.allCases)
    func rosters(_ bug: RosterBug) throws {
      let seed = try #require(Self.rosters[bug])
      #expect(PlantedHunt.run(bug, seed: seed) != nil)
      #expect(PlantedHunt.run(bug, seed: seed, isPlanted: false) == nil)
    }

    /// The same of bugs of trades.
    static let trades: [PlantedTradeBug: UInt64] = [
      .keepsGiven: 2, .settlesGone: 44, .takesAgain: 2, .holdsNoStakes: 25, .losesReturned: 3,
    ]

    @Test(
      "D-58: a card that a bug loses or doubles is missed or found twice",
      arguments: trades.keys.sorted { $0.rawValue < $1.rawValue })
    func losesCards(_ bug: PlantedTradeBug) throws {
      let seed = try #require(Self.trades[bug])
      #expect(PlantedHunt.run(bug, seed: seed)?.contains("cards: ") == true)
      #expect(PlantedHunt.run(bug, seed: seed, isPlanted: false) == nil)
    }
  }
#endif
