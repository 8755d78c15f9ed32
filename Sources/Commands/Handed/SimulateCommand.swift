import ArgumentParser
import Schema
import War

/// `parlor simulate`: plays many games at once, without a daemon.
package struct SimulateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Play many games at once and count.",
    subcommands: subcommands)

  package init() {}

  private static var subcommands: [any ParsableCommand.Type] {
    #if DEBUG
      [SimulateWarCommand.self, SimulateWorldCommand.self, SimulatePlantedCommand.self]
    #else
      [SimulateWarCommand.self, SimulateWorldCommand.self]
    #endif
  }
}

/// `parlor simulate war`: bulk play, and the check against what others have published.
package struct SimulateWarCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "war",
    abstract: "Play War in bulk and count rounds, wars, draws and endless games.",
    discussion: """
      Without --rules it plays by the rules of every published source, compares the figures and plays \
      Spivey's deal, which returns to itself; it exits with 1 when any differs by more than four \
      standard errors.

      EXAMPLES
        parlor simulate war --games 1000000
        parlor simulate war --games 10000 --rules lose-if-short+shuffled
        parlor simulate war --games 10000 --rules standard --published --json
      """)

  @Option(help: "How many games to play by each set of rules.")
  package var games = 100_000

  @Option(
    help: "Variants joined with +: \(RulesVariant.all.map(\.name).joined(separator: ", ")).")
  package var rules: String?

  @Option(help: "A number; the same number gives the same games.")
  package var seed: UInt64 = 1

  @Flag(help: "Compare with the published sources too when --rules is given.")
  package var published = false

  @OptionGroup package var options: GlobalOptions

  /// The most games of one run: its counts are exact and it ends within hours.
  package static let maximumGames = 10_000_000_000

  package func validate() throws {
    guard (1...Self.maximumGames).contains(games) else {
      throw ValidationError(
        "--games cannot be \(games); choose a number from 1 to \(Self.maximumGames).")
    }
    if let rules {
      do { _ = try Rules(variant: rules) } catch { throw ValidationError(error.description) }
    }
  }

  package init() {}

  package func run() throws { try OtherProgram.lab.takeOver() }
}
