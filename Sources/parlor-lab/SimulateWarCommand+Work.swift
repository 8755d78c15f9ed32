import ArgumentParser
import Commands
import Schema
import War

extension SimulateWarCommand: Handed {
  package func perform() throws {
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

  private var json: Bool { options.json }
}
