import ArgumentParser
import Commands
import Schema

/// `parlord`: what `parlor` hands on that needs the node itself.
struct ParlordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor",
    abstract: "Runs a node, and works on its home. `parlor` starts it; `parlor --help` explains.",
    version: Version.text,
    subcommands: [
      DaemonCommand.self, RestoreCommand.self, MendCommand.self, DoctorCommand.self,
      TranscriptCommand.self, CardGroup.self, TradeGroup.self, WarGroup.self,
    ])

  @OptionGroup var options: GlobalOptions
}

/// `parlor card`: the one command of it that writes a database.
struct CardGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", subcommands: [CardImportCommand.self])
}

/// `parlor trade`: the one command of it that checks signatures.
struct TradeGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trade", subcommands: [TradeVerifyCommand.self])
}

/// `parlor war`, `parlor table` and `parlor duel`: the commands of them that check signatures.
struct WarGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "war", subcommands: [WarVerifyCommand.self, JudgeGroup.self],
    aliases: ["table", "duel"])
}

/// `parlor duel judge`: the one command of it that checks signatures.
struct JudgeGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge", subcommands: [DuelJudgeSignCommand.self])
}
