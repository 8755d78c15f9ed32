#if DEBUG
  import ArgumentParser

  /// `parlor simulate planted`: shows that the simulators find bugs, with bugs put in on purpose.
  package struct SimulatePlantedCommand: ParsableCommand {
    /// The seeds within which each bug must be found.
    package static let limit: UInt64 = 500

    package static let configuration = CommandConfiguration(
      commandName: "planted",
      abstract: "Look for bugs that were planted in some of the nodes.",
      discussion: """
        Each is looked for from the first seed on, and must be found within \(limit). Only debug builds have them.

        EXAMPLES
          parlor simulate planted
          parlor simulate planted forgets-cuts
        """,
      shouldDisplay: false)

    @Argument(help: "Which bugs; without any, all of them.")
    package var bugs: [String] = []

    @Option(help: "The first seed.")
    package var seed: UInt64 = 1

    @Flag(help: "Look first at the seeds that are run soonest, for the tests.")
    package var soonest = false

    package init() {}

    package func run() throws { try OtherProgram.lab.takeOver() }
  }
#endif
