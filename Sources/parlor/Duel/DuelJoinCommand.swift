import ArgumentParser
import Commands
import DuelSchema
import Schema
import Terminal

/// `parlor duel join`: asks for the other chair of a duel and plays at it.
struct DuelJoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join a duel that somebody offers.",
    discussion: """
      Your list is checked against the format of the table. Without a table it shows what is offered, to \
      pick by number; without a terminal it takes the only one.

      EXAMPLES
        parlor duel join --library Elves
        parlor duel join ada --library Elves
        parlor duel join ada --library Elves --at 192.168.1.20:4711
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var chosen: LibraryOptions
  @OptionGroup var play: PlayOptions
  @OptionGroup var seek: SeekOptions

  @Flag(
    help:
      "Agree that the judge of the table sees your list and hands at the end, in place of the other player."
  )
  var judged = false

  func validate() throws {
    guard !play.auto else {
      throw ValidationError("--auto does not go with a duel: no node plays a person's cards.")
    }
  }

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    var sitting = Sitting(starter: starter, client: client, options: options, play: play)
    sitting.game = OfDuel.game
    let library = chosen.choice
    sitting.choose = {
      try library.choose(at: $0, client, isQuiet: options.json, isJudged: judged)
    }
    try seek.look(sitting)
  }
}
