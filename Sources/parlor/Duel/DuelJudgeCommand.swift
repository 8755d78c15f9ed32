import ArgumentParser
import Commands
import Duel
import DuelSchema
import Schema
import Terminal

/// `parlor duel judge`: somebody reads both openings of a match in place of the players.
struct DuelJudgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge", abstract: "Be the judge of a duel, or bring what a judge has signed.",
    discussion: """
      At a table with a judge neither player sees the other's list or hands, not even at the end: both open the match to the judge \
      alone, who signs whether every step holds. The judge needs no daemon, gets a file of the match, and could tell others what is in it.

      EXAMPLES
        parlor duel judge key judge.key --name Cyd   make a key, and a line
        parlor duel host --library Elves --judge LINE
        parlor duel join --library Deer --judged
        parlor duel export ada game.duel             for the judge, at the end
        parlor duel judge sign game.duel --key judge.key
        parlor duel judge bring VERDICT
      """,
    subcommands: [
      DuelJudgeKeyCommand.self, DuelJudgeSignCommand.self, DuelJudgeBringCommand.self,
    ])
}

/// `parlor duel judge key`.
struct DuelJudgeKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Make the key of a judge, and show the line for the host.",
    discussion:
      "An existing file is kept, and its line shown again. Whoever has the file can act as this judge: keep it as long as you judge."
  )

  @Argument(help: "The file of the key.")
  var file: String

  @Option(help: ArgumentHelp("Your name as people are shown it.", valueName: "name"))
  var name: String

  func run() throws {
    let key = JudgeKeyFile(file)
    let secret = try key.read() ?? key.make()
    guard let judge = DuelJudgeKeys(secret: secret)?.judge(name: name) else {
      throw CommandFailure(
        SessionEnd.usage, "A judge cannot be called \(name.plain): choose 1 to 63 plain characters."
      )
    }
    Output.line("\(judge.title.plain) judges with this key. The host names you with:")
    Output.line("  --judge \(judge.text)")
  }
}

/// `parlor duel judge bring`.
struct DuelJudgeBringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bring", abstract: "Bring what the judge has signed to the table of the match.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The line that `parlor duel judge sign` wrote.")
  var verdict: String

  @Option(
    help: ArgumentHelp(
      "The table, where several wait for a judge: its id, any unique beginning of it, or the other player's name.",
      valueName: "table"))
  var table: String?

  func run() throws {
    guard let signed = DuelStep.Verdict(text: verdict) else {
      throw CommandFailure(
        SessionEnd.usage, "That is nothing that a judge has signed: copy the whole line.")
    }
    let client = try options.client()
    let tables = try client.call(Methods.Tables.list).tables
    let meant = try TableChoice.choose(table, among: tables, of: OfDuel.self) {
      $0.phase == .finished && !$0.duel.judge.isEmpty && (table != nil || !$0.duel.judged)
    }
    let tap = try Tap.duel(.with { $0.verdict = signed }, at: meant.id)
    let view = try client.call(Methods.Tables.tap) { $0 = tap }
    try options.show(view) { ["Both tables have what \(view.duel.judge.plain) has signed."] }
  }
}
