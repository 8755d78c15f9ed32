import ArgumentParser

/// `parlor war verify`: replays a file without a network or a daemon.
package struct WarVerifyCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check a match's file: every hash, signature, card and step.",
    discussion: "Needs no daemon and no network. Exits with 1 when a step does not follow.")

  @OptionGroup package var options: GlobalOptions

  @Argument(help: "The file that `parlor war export` wrote; - is standard input.")
  package var file: String

  package init() {}

  package func run() throws { try OtherProgram.parlord.takeOver() }
}
