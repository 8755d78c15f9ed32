import ArgumentParser

/// `parlor mend`: a new database from what is left of a damaged one.
package struct MendCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "mend", abstract: "Make a new database from what is left of a damaged one.",
    discussion: """
      The daemon must not run. Every entry that is there and proves itself by its hash and its author's signature is kept, with \
      your keys, settings and peers; the rest comes back from the people you share it with once you are linked. Matches \
      in progress cannot continue. The damaged database is kept beside the new one. When nothing is wrong, nothing is changed.
      """)

  @OptionGroup package var options: GlobalOptions

  package init() {}

  package func run() throws { try OtherProgram.parlord.takeOver() }
}
