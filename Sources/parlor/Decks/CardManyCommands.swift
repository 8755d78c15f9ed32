import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor card edit`.
struct CardEditCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Set the printing and the condition of many cards at once.",
    discussion: """
      A name without a number stands for all your copies of the card. The cards stay where they are.

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

  static let method = Methods.Cards.edit
  func fill(_ request: inout EditCards) {
    request.cards = cards
    if let set { request.set = set }
    if let number { request.number = number }
    if let language { request.language = language }
    if let finish { request.finish = finish.value }
    if let condition { request.condition = condition.value }
  }
  func lines(_ answer: CardsView) -> [String] { [answer.message.plain] }
}

/// `parlor card present`.
struct CardPresentCommand: CallCommand {
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

  static let method = Methods.Cards.present
  func fill(_ request: inout PresentCards) {
    (request.room, request.stop) = (room, stop)
  }
  func lines(_ answer: CardsView) -> [String] { [answer.message.plain] }
}

/// `parlor card shown`.
struct CardShownCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "shown", abstract: "Find cards that people show to your rooms.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Only cards with these words in their names.")
  var text = ""

  @Option(help: "The room; all rooms without this.")
  var room = ""

  static let method = Methods.Cards.presented
  func fill(_ request: inout SearchPresented) {
    (request.text, request.room) = (text, room)
  }
  func lines(_ found: PresentedCards) -> [String] {
    if found.cards.isEmpty {
      return [
        "Nobody shows such a card: `parlor card present` shows yours to a room."
      ]
    }
    return found.cards.map(CollectionText.line)
  }
}
