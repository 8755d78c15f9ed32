import ArgumentParser
import Schema
import War

/// `parlor simulate`: plays many games at once, without a daemon.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Play many games at once and count.",
    subcommands: subcommands)

  private static var subcommands: [any ParsableCommand.Type] {
    #if DEBUG
      [SimulateWarCommand.self, SimulateWorldCommand.self, SimulatePlantedCommand.self]
    #else
      [SimulateWarCommand.self, SimulateWorldCommand.self]
    #endif
  }
}

/// `parlor simulate war`: bulk play, and the check against what others have published.
struct SimulateWarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
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
  var games = 100_000

  @Option(
    help: "Variants joined with +: \(RulesVariant.all.map(\.name).joined(separator: ", ")).")
  var rules: String?

  @Option(help: "A number; the same number gives the same games.")
  var seed: UInt64 = 1

  @Flag(help: "Compare with the published sources too when --rules is given.")
  var published = false

  @OptionGroup var options: GlobalOptions

  private var json: Bool { options.json }

  /// The most games of one run: its counts are exact and it ends within hours.
  static let maximumGames = 10_000_000_000

  func validate() throws {
    guard (1...Self.maximumGames).contains(games) else {
      throw ValidationError(
        "--games cannot be \(games); choose a number from 1 to \(Self.maximumGames).")
    }
    if let rules {
      do { _ = try Rules(variant: rules) } catch { throw ValidationError(error.description) }
    }
  }

  func run() throws {
    var report = SimulationReport(games: games, seed: seed)
    if let names = rules {
      let statistics = try BulkPlay.play(games: games, rules: Rules(variant: names), seed: seed)
      report.add(SimulationReport.Run(rules: names, statistics: statistics))
      if !json { Output.line(report.runs.map(\.text).joined(separator: "\n")) }
    }
    if published || rules == nil {
      try playPublished(&report)
    }
    if json { Output.line(try report.json()) }
    if !report.agrees { throw ExitCode(1) }
  }

  private func playPublished(_ report: inout SimulationReport) throws {
    if !json { Output.line(SimulationReport.heading) }
    for source in PublishedRules.all {
      let statistics = try BulkPlay.play(games: games, rules: source.rules, seed: seed)
      let comparison = SimulationReport.Source(source, statistics)
      report.add(comparison)
      if !json { Output.line(comparison.text) }
    }
    let spivey = SimulationReport.Spivey(rounds: try SpiveyDeal.roundsToReturn())
    report.add(spivey)
    if !json {
      Output.line(spivey.text)
      Output.line(report.conclusion)
    }
  }
}
