#if DEBUG
  import ArgumentParser
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
      for name in bugs where PlantedBug(rawValue: name) == nil {
        let names = PlantedBug.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no bug \(name); choose of \(names).")
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
      for bug in wanted {
        if let found = PlantedHunt.find(bug, among: orders[bug.isOfMatches ? 1 : 0]) {
          Output.line("\(bug.rawValue): seed \(found.seed): \(found.sentence.prefix(160))")
        } else {
          isMissing = true
          Output.line("\(bug.rawValue): not found within \(PlantedHunt.limit) seeds")
        }
      }
      if isMissing { throw ExitCode(1) }
    }
  }
#endif
