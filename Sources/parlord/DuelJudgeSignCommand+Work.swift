import ArgumentParser
import Commands
import Duel
import DuelSchema
import Feature
import Node
import Terminal

extension DuelJudgeSignCommand: Handed {
  package func perform() throws {
    guard let secret = try JudgeKeyFile(key).read(), let keys = DuelJudgeKeys(secret: secret) else {
      throw CommandFailure(
        SessionEnd.refused,
        "There is no file \(key.plain): `parlor duel judge key FILE --name NAME` makes your key.")
    }
    var check = TranscriptCheck(Games([.duel(before: DuelBench(keys))]), keepsEvents: false)
    try FileBytes.read(file) { check.take($0) }
    let report = check.finish().report
    let verdict = check.signed
    if options.json {
      Output.line(
        JSONText.object([
          ("text", .text(report.text)), ("step", .number(Int64(clamping: report.step))),
          ("verdict", .text(verdict)),
        ]))
    } else {
      Output.lines(VerifyText(report, of: check.game).lines())
      if !verdict.isEmpty {
        Output.line("Give this to the players, who bring it to their table:")
        Output.line("  parlor duel judge bring \(verdict)")
      }
    }
    if verdict.isEmpty || !report.valid { throw ExitCode(SessionEnd.refused) }
  }
}
