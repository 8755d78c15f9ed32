import ArgumentParser

/// `parlor duel judge sign`: reads both openings of a match as its judge.
package struct DuelJudgeSignCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Check a match's file as its judge, and sign the result.",
    discussion: """
      Needs no daemon and no network. It opens what both players have sealed for you, checks each step against it, and writes a \
      line for the players. One of them brings it to the table with `parlor duel judge bring`: then the match counts. No card is \
      shown. Exits with 1 if a step does not hold, or if not enough was opened to you.
      """)

  @OptionGroup package var options: GlobalOptions

  @Argument(help: "The file that `parlor duel export` wrote; - is standard input.")
  package var file: String

  @Option(help: ArgumentHelp("The file with your key as a judge.", valueName: "file"))
  package var key: String

  package init() {}

  package func run() throws { try OtherProgram.parlord.takeOver() }
}
