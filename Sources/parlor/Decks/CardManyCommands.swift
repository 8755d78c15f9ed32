import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor card edit`.
struct CardEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Say of many cards at once which printing they are, and how worn.",
    discussion: """
      A name without a number stands for all your copies of the card. Where the cards are stays as it is.

      EXAMPLES
        parlor card edit 'Spilled Ember' '2 Attic Ghost' --condition near-mint
        parlor card edit 'Spilled Ember (M10)' --set M11 --finish foil
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The cards, as '2 Spilled Ember', or the ids of copies.")
  var cards: [String]

  @Option(help: "The code of their set, as M10.")
  var set: String?

  @Option(help: "Their number in the set.")
  var number: String?

  @Option(help: "Two letters, as en.")
  var language: String?

  @Option(help: "normal, foil or etched.")
  var finish: TypedFinish?

  @Option(help: "mint, near-mint, lightly-played, moderately-played, heavily-played or damaged.")
  var condition: TypedCondition?

  func run() throws {
    let answer = try options.client().call(Methods.Cards.edit) {
      $0.cards = cards
      if let set { $0.set = set }
      if let number { $0.number = number }
      if let language { $0.language = language }
      if let finish { $0.finish = finish.value }
      if let condition { $0.condition = condition.value }
    }
    if options.json { return try Output.json(answer) }
    Output.line(answer.message.plain)
  }
}

/// `parlor card present`.
struct CardPresentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "present", abstract: "Show all your cards to a room, as they are now.",
    discussion: """
      Others can search them and ask for a card, and cannot change anything. Showing them again replaces what was shown before.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Flag(help: "Show them no longer.")
  var stop = false

  func run() throws {
    let answer = try options.client().call(Methods.Cards.present) {
      $0.room = room
      $0.stop = stop
    }
    if options.json { return try Output.json(answer) }
    Output.line(answer.message.plain)
  }
}

/// `parlor card shown`.
struct CardShownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shown", abstract: "Find cards that people show to your rooms.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Only cards with these words in their names.")
  var text = ""

  @Option(help: "The room; all rooms without this.")
  var room = ""

  func run() throws {
    let found = try options.client().call(Methods.Cards.presented) {
      $0.text = text
      $0.room = room
    }
    if options.json { return try Output.json(found) }
    if found.cards.isEmpty {
      return Output.line(
        "Nobody shows such a card: `parlor card present` shows yours to a room.")
    }
    Output.lines(found.cards.lazy.map(CollectionText.line))
  }
}
