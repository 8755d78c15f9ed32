import ArgumentParser

/// `parlor restore`: a home from a backup.
package struct RestoreCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Make a new home from a backup.",
    discussion: """
      The home must be empty or not there. Afterwards it is the node that was backed up: run only one of the two. What you \
      wrote after the backup comes back from the people you share it with; matches in progress cannot continue. Settings \
      that start programs, or name folders or addresses, are switched off: set them again.
      """)

  @OptionGroup package var options: GlobalOptions

  @Argument(help: "The file that `parlor backup` wrote; - is standard input.")
  package var file: String

  package init() {}

  package func run() throws { try OtherProgram.parlord.takeOver() }
}
