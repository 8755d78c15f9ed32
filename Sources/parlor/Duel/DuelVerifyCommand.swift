import ArgumentParser
import Commands

/// `parlor duel verify`: replays a file without a network or a daemon.
struct DuelVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract:
      "Check a duel's file: every step, pick and shuffle, and every card once it is opened.",
    discussion: """
      Needs no daemon and no network. It says how far both players have opened their cards, how many games were decided and who \
      won. Exits with 1 and names the first step that does not follow, or that the opened cards contradict.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file that `parlor duel export` wrote; - is standard input.")
  var file: String

  func run() throws { try OtherProgram.parlord.takeOver() }
}
