import ArgumentParser
import Commands
import Duel
import DuelSchema
import Schema
import Terminal

/// `parlor duel host`: opens a table for a duel and plays at it.
struct DuelHostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Open a table and wait for somebody to join.",
    discussion: """
      Your list is checked against the format and committed to before the first card; the other player \
      sees its hash and its sizes, and no card.

      Without a terminal, or with --plain, it reads a word a line, such as accept, start, begin, draw 2, \
      play Forest, tap 1, life -3; `words` lists them.

      EXAMPLES
        parlor duel host --library "Red Deer"
        parlor duel host --library "Red Deer" --games 3 --format pauper
        parlor duel host --library Cube --format none --life 30 --plain
      """)

  @OptionGroup var hosting: HostOptions
  @OptionGroup var chosen: LibraryOptions

  @Option(help: ArgumentHelp("The match is the best of 1, 3 or 5 games.", valueName: "number"))
  var games: UInt32 = 1

  @Option(
    help: ArgumentHelp(
      "The life of each player at the beginning; that of the format when left out.",
      valueName: "number"))
  var life: UInt32?

  @Option(
    help: ArgumentHelp(
      "The format whose rules both lists keep, such as pauper or commander, or none; the library's own when left out.",
      valueName: "name"))
  var format = ""

  @Option(
    help: ArgumentHelp(
      "Open lists and hands to this judge alone: the line of `parlor duel judge key`.",
      valueName: "line"))
  var judge: String?

  func validate() throws {
    guard [1, 3, 5].contains(games) else {
      throw ValidationError("--games cannot be \(games): choose 1, 3 or 5.")
    }
    if let life, !(1...99_999).contains(life) {
      throw ValidationError("--life cannot be \(life): choose a number from 1 to 99999.")
    }
    guard !hosting.play.auto else {
      throw ValidationError("--auto does not go with a duel: no node plays a person's cards.")
    }
    guard judge.map({ DuelJudge(text: $0) != nil }) ?? true else {
      throw ValidationError("--judge is the line of a judge: copy all of it.")
    }
  }

  func run() throws {
    try hosting.host { table, client in
      let choice = try chosen.choice.choose(client, isQuiet: hosting.options.json) {
        $0.format = format
        $0.games = games
        $0.life = life ?? 0
        if let judge = judge.flatMap({ DuelJudge(text: $0) }) { $0.judge = judge }
      }
      table.game = OfDuel.word
      table.terms = choice.terms
      table.choice = choice.choice
    }
  }
}
