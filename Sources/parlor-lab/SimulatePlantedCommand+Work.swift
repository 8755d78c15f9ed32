#if DEBUG
  import ArgumentParser
  import Commands
  import Decks
  import Replication
  import TestKit
  import Wire

  extension SimulatePlantedCommand: Handed {
    /// The bugs that are looked for among all seeds in their order, and how one seed is run with each.
    private static var others: [(name: String, run: (UInt64) -> String?)] {
      PlantedTradeBug.allCases.map { bug in
        (bug.rawValue, { PlantedHunt.run(bug, seed: $0) })
      }
        + PlantedHunt.duels.map { bug in (bug.rawValue, { PlantedHunt.run(bug, seed: $0) }) }
        + RosterBug.allCases.map { bug in (bug.rawValue, { PlantedHunt.run(bug, seed: $0) }) }
    }

    private func check() throws {
      let known =
        PlantedBug.allCases.map(\.rawValue) + Self.others.map(\.name)
      for name in bugs where !known.contains(name) {
        throw ValidationError(
          "There is no bug \(name); choose one of \(known.joined(separator: ", ")).")
      }
    }

    package func perform() throws {
      try check()
      let wanted = bugs.isEmpty ? PlantedBug.allCases : bugs.compactMap { PlantedBug(rawValue: $0) }
      let seeds = seed..<seed + Self.limit
      let orders = [false, true].map { ofMatches in
        soonest && wanted.contains { $0.isOfMatches == ofMatches }
          ? PlantedHunt.soonest(seeds, ofMatches: ofMatches) : Array(seeds)
      }
      var isMissing = false
      func tell(_ name: String, _ found: (seed: UInt64, sentence: String)?) {
        guard let found else {
          isMissing = true
          return Output.line("\(name): not found within \(Self.limit) seeds")
        }
        Output.line("\(name): seed \(found.seed): \(found.sentence.prefix(160))")
      }
      for bug in wanted {
        let order = orders[bug.isOfMatches ? 1 : 0]
        tell(bug.rawValue, PlantedHunt.find(among: order) { PlantedHunt.run(bug, seed: $0) })
      }
      for bug in Self.others where bugs.isEmpty || bugs.contains(bug.name) {
        tell(bug.name, PlantedHunt.find(among: seeds, bug.run))
      }
      if isMissing { throw ExitCode(1) }
    }
  }
#endif
