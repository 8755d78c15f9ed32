#if DEBUG
  import ArgumentParser
  import Decks
  import TestKit
  import Wire

  /// `parlor simulate planted`: shows that the simulators find bugs, with bugs put in on purpose.
  struct SimulatePlantedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "planted",
      abstract: "Look for bugs that were planted in some of the nodes.",
      discussion: """
        Each is looked for from the first seed on, and must be found within \(PlantedHunt.limit). Only debug builds have them.

        EXAMPLES
          parlor simulate planted
          parlor simulate planted forgets-cuts
        """,
      shouldDisplay: false)

    @Argument(help: "Which bugs; without any, all of them.")
    var bugs: [String] = []

    @Option(help: "The first seed.")
    var seed: UInt64 = 1

    @Flag(help: "Look first at the seeds that are run soonest, for the tests.")
    var soonest = false

    func validate() throws {
      let known = PlantedBug.allCases.map(\.rawValue) + PlantedTradeBug.allCases.map(\.rawValue)
      for name in bugs where !known.contains(name) {
        throw ValidationError(
          "There is no bug \(name); choose of \(known.joined(separator: ", ")).")
      }
    }

    func run() throws {
      let wanted = bugs.isEmpty ? PlantedBug.allCases : bugs.compactMap { PlantedBug(rawValue: $0) }
      let seeds = seed..<seed + PlantedHunt.limit
      let orders = [false, true].map { ofMatches in
        soonest && wanted.contains { $0.isOfMatches == ofMatches }
          ? PlantedHunt.soonest(seeds, ofMatches: ofMatches) : Array(seeds)
      }
      var isMissing = false
      func tell(_ name: String, _ found: (seed: UInt64, sentence: String)?) {
        guard let found else {
          isMissing = true
          return Output.line("\(name): not found within \(PlantedHunt.limit) seeds")
        }
        Output.line("\(name): seed \(found.seed): \(found.sentence.prefix(160))")
      }
      for bug in wanted {
        tell(bug.rawValue, PlantedHunt.find(bug, among: orders[bug.isOfMatches ? 1 : 0]))
      }
      for bug in PlantedTradeBug.allCases where bugs.isEmpty || bugs.contains(bug.rawValue) {
        tell(bug.rawValue, PlantedHunt.find(bug, among: seeds))
      }
      if isMissing { throw ExitCode(1) }
    }
  }
#endif
