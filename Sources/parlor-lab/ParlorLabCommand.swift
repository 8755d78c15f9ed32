import ArgumentParser
import Commands
import Schema

/// `parlor-lab`: what `parlor` hands on that plays scripts of matches and simulates.
struct ParlorLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor",
    abstract: "Plays scripts and simulates. `parlor` starts it; `parlor --help` explains.",
    version: Version.text, subcommands: [ScriptCommand.self, SimulateCommand.self])

  @OptionGroup var options: GlobalOptions
}
