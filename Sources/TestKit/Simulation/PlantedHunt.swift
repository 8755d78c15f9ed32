#if DEBUG
  import Wire

  /// Looks for planted bugs with the simulators, to show that they find what is wrong.
  public enum PlantedHunt {
    /// Seeds within which each bug must be found.
    public static let limit: UInt64 = 500

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

    /// The first seed that finds a bug.
    ///
    /// - Returns: the seed and what was found; nil when no seed up to the limit finds it.
    public static func find(
      _ bug: PlantedBug, from first: UInt64 = 1
    ) -> (seed: UInt64, sentence: String)? {
      for seed in first..<first + limit {
        if let sentence = run(bug, seed: seed) { return (seed, sentence) }
      }
      return nil
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
