import ArgumentParser
import Commands
import Feature
import Features
import Node
import Schema
import Terminal

extension WarVerifyCommand: Handed {
  package func perform() throws {
    // Read piece by piece, so that a file of any length is never whole in memory. Damage is a finding.
    var check = TranscriptCheck(Registry.parlor.games, keepsEvents: false)
    try FileBytes.read(file) { check.take($0) }
    let report = check.finish().report
    if options.json {
      try Output.json(report)
    } else {
      for line in VerifyText(report, of: check.game).lines() { Output.line(line) }
    }
    if !report.valid { throw ExitCode(SessionEnd.refused) }
  }
}
