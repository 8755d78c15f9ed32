#if DEBUG
  import ArgumentParser
  import Commands
  import Decks
  import TestKit
  import Wire

  extension SimulatePlantedCommand: Handed {
    private func check() throws {
      let known =
        PlantedBug.allCases.map(\.rawValue) + PlantedTradeBug.allCases.map(\.rawValue)
        + PlantedHunt.duels.map(\.rawValue)
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
        tell(bug.rawValue, PlantedHunt.find(bug, among: orders[bug.isOfMatches ? 1 : 0]))
      }
      for bug in PlantedTradeBug.allCases where bugs.isEmpty || bugs.contains(bug.rawValue) {
        tell(bug.rawValue, PlantedHunt.find(bug, among: seeds))
      }
      for bug in PlantedHunt.duels where bugs.isEmpty || bugs.contains(bug.rawValue) {
        tell(bug.rawValue, PlantedHunt.find(bug, among: seeds))
      }
      if isMissing { throw ExitCode(1) }
    }
  }
#endif
