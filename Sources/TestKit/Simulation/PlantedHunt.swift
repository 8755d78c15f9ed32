#if DEBUG
  import Decks
  import Duel
  import Feature
  import Features
  import Replication
  import Wire

  /// Looks for planted bugs with the simulators, to show that they find what is wrong.
  public enum PlantedHunt {
    /// Runs one seed with a bug, or without any.
    ///
    /// A bug is planted in some nodes and the others are honest.
    /// - Returns: what was found; nil when all went well.
    public static func run(_ bug: PlantedBug, seed: UInt64, isPlanted: Bool = true) -> String? {
      do {
        if bug.isOfMatches {
          let match = SimulatedMatch(seed: seed)
          if isPlanted { match.network.planted = [Int(seed % 2): bug] }
          _ = try match.run()
        } else {
          let world = SimulatedRooms(seed: seed)
          if isPlanted {
            for number in 0..<world.people where (UInt64(number) + seed).isMultiple(of: 2) {
              world.network.planted[number] = bug
            }
          }
          _ = try world.run()
        }
        return nil
      } catch {
        return error.sentence
      }
    }

    /// Runs one seed with a bug of trades in every node, or without any, where people do nothing but trade cards.
    ///
    /// - Returns: what was found; nil when all went well.
    public static func run(
      _ bug: PlantedTradeBug, seed: UInt64, isPlanted: Bool = true
    ) -> String? {
      let registry = isPlanted ? Registry.parlor(lookups: [bug]) : .parlor
      do {
        _ = try SimulatedRooms(seed: seed, registry: registry, acts: SimulatedRooms.cardActs)
          .run()
        return nil
      } catch {
        return error.sentence
      }
    }

    /// Runs one seed with a bug of duels in some nodes, or without any, where people do nothing but play duels.
    ///
    /// - Returns: what was found; nil when all went well.
    public static func run(_ bug: DuelBug, seed: UInt64, isPlanted: Bool = true) -> String? {
      runDuels(seed: seed, isPlanted: isPlanted) { $0.plantedInDuels[$1] = bug }
    }

    /// Runs one seed with a bug of the core in some nodes, or without any, where people do nothing but play duels.
    ///
    /// - Returns: what was found; nil when all went well.
    public static func runDuels(
      _ bug: PlantedBug, seed: UInt64, isPlanted: Bool = true
    ) -> String? {
      runDuels(seed: seed, isPlanted: isPlanted) { $0.planted[$1] = bug }
    }

    private static func runDuels(
      seed: UInt64, isPlanted: Bool, _ plant: (VirtualNetwork, Int) -> Void
    ) -> String? {
      let world = SimulatedRooms(seed: seed, acts: SimulatedRooms.duelActs)
      if isPlanted {
        for number in 0..<world.people where (UInt64(number) + seed).isMultiple(of: 2) {
          plant(world.network, number)
        }
      }
      do {
        _ = try world.run()
        return nil
      } catch {
        return error.sentence
      }
    }

    /// Runs one seed with a bug of rosters in some homes, or without any.
    ///
    /// - Returns: what was found; nil when all went well.
    public static func run(_ bug: RosterBug, seed: UInt64, isPlanted: Bool = true) -> String? {
      do {
        let world = try SimulatedRosters(seed: seed)
        if isPlanted { world.plant(bug) }
        _ = try world.run()
        return nil
      } catch {
        return "\(error)"
      }
    }

    /// The bugs of duels that simulated people run into. The others take a program that lies.
    public static let duels: [DuelBug] = [
      .shuffleWhileAskIsOpen, .numberReusedAfterUndo, .newestRootOnly, .opensBeforeEnd,
      .freeEpochSecrets,
    ]

    /// Looks for the first seed that finds something.
    ///
    /// - Parameter run: Runs a seed, as one of the functions above.
    /// - Returns: The seed and what was found; nil when none of the seeds finds it.
    public static func find(
      among seeds: some Sequence<UInt64>, _ run: (UInt64) -> String?
    ) -> (seed: UInt64, sentence: String)? {
      for seed in seeds {
        if let sentence = run(seed) { return (seed, sentence) }
      }
      return nil
    }

    /// The seeds of matches, or of rooms, those first that are run soonest.
    public static func soonest(_ seeds: Range<UInt64>, ofMatches: Bool) -> [UInt64] {
      let bug: PlantedBug = ofMatches ? .tellsBeforeCommit : .acceptsForks
      let clock = ContinuousClock()
      let times = seeds.map { seed in
        (clock.measure { _ = run(bug, seed: seed, isPlanted: false) }, seed)
      }
      return times.sorted { $0 < $1 }.map(\.1)
    }
  }

  extension PlantedBug {
    /// Whether simulated matches look for it; simulated rooms do otherwise.
    public var isOfMatches: Bool {
      switch self {
      case .tellsBeforeCommit, .revealsEarly, .appliesTwice, .picksInTapOrder, .keepsSecretInMemory:
        true
      default: false
      }
    }
  }
#endif
