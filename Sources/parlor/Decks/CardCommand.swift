import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor card`: the cards that our person owns.
struct CardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: "Keep a list of the cards that you own.",
    discussion: """
      Cards that are in no library are in the Card Box. A card is named as on a line of a deck: its number of copies, its name, \
      and where it matters the code of its set and its number there. Upper and lower case, accents and punctuation do not matter, \
      and one half of a split or double-faced card is enough. Where your copies differ, `card list` prints what names one: its words \
      stand behind two spaces, as in 'Spilled Ember  foil'. Basic lands are not counted: there are as many as you want.

      STEP BY STEP: A CARD FOR THE CARD BOX
        1. parlor card search ember             finds its name by a part of it.
        2. parlor card add '4 Spilled Ember'    puts four copies into the Card Box.
        3. parlor card list                     shows them there.
        4. parlor card remove 'Spilled Ember'   takes one out again, after a question.

      STEP BY STEP: A CARD THAT IS NOT KNOWN HERE
        1. parlor card request 'Glass Elf' --room friends   asks the people of a room.
        2. parlor card requests                             shows them what is asked for.
        3. parlor card answer 'Glass Elf' --type Creature   one of them answers.
        4. parlor card add 'Glass Elf'                      works for everybody there from then on.

      EXAMPLES
        parlor card add '4 Spilled Ember'
        parlor card add 'Lightning Bolt' --count 2 --set M10 --finish foil --anyway
        parlor card import collection.csv
        parlor card list
        parlor card remove 'Spilled Ember'
        parlor card request 'Glass Elf' --room friends
      """,
    subcommands: [
      CardListCommand.self, CardAddCommand.self, CardRemoveCommand.self, CardSearchCommand.self,
      CardShowCommand.self,
      CardImportCommand.self, CardExportCommand.self, CardRequestCommand.self,
      CardRequestsCommand.self, CardAnswerCommand.self, CardWithdrawCommand.self,
      CardCloseCommand.self,
      CardScanCommand.self, CardEditCommand.self, CardPresentCommand.self, CardShownCommand.self,
    ], defaultSubcommand: CardListCommand.self)
}

/// The finish of a card's surface, as people type it.
enum TypedFinish: String, ExpressibleByArgument, CaseIterable {
  case normal, foil, etched

  var value: CardFinish {
    switch self {
    case .normal: .unspecified
    case .foil: .foil
    case .etched: .etched
    }
  }
}

/// The condition of a card, from mint to damaged, as people type it.
enum TypedCondition: String, ExpressibleByArgument, CaseIterable {
  case mint, nearMint = "near-mint", lightlyPlayed = "lightly-played"
  case moderatelyPlayed = "moderately-played", heavilyPlayed = "heavily-played", damaged

  var value: CardCondition {
    switch self {
    case .mint: .mint
    case .nearMint: .nearMint
    case .lightlyPlayed: .lightlyPlayed
    case .moderatelyPlayed: .moderatelyPlayed
    case .heavilyPlayed: .heavilyPlayed
    case .damaged: .damaged
    }
  }
}

/// `parlor card list`.
struct CardListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the cards in the Card Box, equal ones as one line.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Only cards with these words in their names.")
  var text: String = ""

  @Flag(help: "List the cards in libraries as well.")
  var all = false

  static let method = Methods.Cards.list
  func fill(_ request: inout ListCards) { (request.text, request.all) = (text, all) }
  func lines(_ view: LibraryView) -> [String] {
    if view.cards.isEmpty, view.messages.isEmpty {
      let none = "No cards yet: `parlor card add` adds one."
      return [text.isEmpty ? none : "No card has that in its name."]
    }
    return view.cards.map { "  " + CollectionText.card($0) }
      + ["  \(CollectionText.cards(view.count, 0))"] + view.messages.map { "  " + $0.plain }
  }
}

/// `parlor card add`.
struct CardAddCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add copies of a card to the Card Box.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The card, as '4 Spilled Ember'.")
  var card: String

  @Option(help: "How many copies.")
  var count: UInt32?

  @Option(help: "The code of its set, as M10.")
  var set = ""

  @Option(help: "Its number in the set.")
  var number = ""

  @Option(help: "Two letters, as en.")
  var language = ""

  @Option(help: "normal, foil or etched.")
  var finish: TypedFinish?

  @Option(help: "mint, near-mint, lightly-played, moderately-played, heavily-played or damaged.")
  var condition: TypedCondition?

  @Flag(help: "Accept the name even where no such card is known.")
  var anyway = false

  func validate() throws {
    if count == 0 { throw ValidationError("--count is 0: give at least 1.") }
  }

  static let method = Methods.Cards.add
  func check() throws { try NamedCard.check(card) }
  func fill(_ request: inout AddCards) {
    request.card = card
    request.count = count ?? 0
    request.set = set
    request.number = number
    request.language = language
    request.finish = finish?.value ?? .unspecified
    request.condition = condition?.value ?? .unspecified
    request.anyway = anyway
  }
  func lines(_ answer: CardsView) -> [String] { [answer.message.plain] }
}

/// A card that somebody must name.
enum NamedCard {
  /// - Throws: `CommandFailure` of wrong usage for an empty name (row D-28).
  static func check(_ card: String) throws {
    guard card.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure(
        SessionEnd.usage, "A card cannot be added without a name: type the name of a card.")
    }
  }
}

/// `parlor card remove`.
struct CardRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove copies of a card from the Card Box.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The card, as '2 Spilled Ember', or the id of a copy.")
  var card: String

  @Option(help: "How many copies.")
  var count: UInt32?

  @Flag(help: "Do not ask first.")
  var yes = false

  func validate() throws {
    if count == 0 { throw ValidationError("--count is 0: give at least 1.") }
  }

  func run() throws {
    let client = try options.client()
    if !yes {
      try Confirmation.ask(
        "Remove \(card.plain): are you sure?", isScript: options.json, action: "Removing a card",
        refusal: "Nothing was removed.")
    }
    let answer = try client.call(Methods.Cards.remove) {
      $0.card = card
      $0.count = count ?? 0
    }
    try options.show(answer, answer.message.plain)
  }
}

/// `parlor card search`.
struct CardSearchCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find cards by a part of their names.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "A name, or a part of one.")
  var text: String

  static let method = Methods.Cards.search
  func fill(_ request: inout SearchCards) { request.text = text }
  func lines(_ found: KnownCards) -> [String] {
    if found.cards.isEmpty {
      let near = found.near.map(\.plain).joined(separator: " or ")
      return [
        "No card has that name." + (near.isEmpty ? "" : " Did you mean \(near)?")
          + " Known are \(found.source.plain)."
      ]
    }
    return found.cards.map { card in
      "  \(Columns.fit(card.name.plain, to: 32))  \(Columns.fit(card.cost.plain, to: 16))  \(card.type.plain)"
    }
  }
}

/// `parlor card show`.
struct CardShowCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what is known of a card, with its text.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Its whole name.")
  var name: String

  static let method = Methods.Cards.search
  // A line is a whole name.
  func fill(_ request: inout SearchCards) { (request.text, request.texts) = (name + "\n", true) }
  func lines(_ found: KnownCards) -> [String] {
    guard let card = found.cards.first, let text = found.texts.first else {
      return ["No card has that name. Known are \(found.source.plain)."]
    }
    let facts = [card.cost, card.type, text.strength].filter { !$0.isEmpty }.map(\.plain)
    let words = text.text.split(whereSeparator: \.isNewline).map { "  " + String($0).plain }
    return [card.name.plain] + facts.map { "  " + $0 } + words
  }
}

/// `parlor card export`.
struct CardExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write all your cards as a collection file.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file to write; - is standard output.")
  var path: String

  @Option(
    help:
      "moxfield, archidekt, deckbox, manabox, dragonshield, tcgplayer, delver or cardsphere.")
  var format = "moxfield"

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    guard path == "-" || ["", "csv"].contains(FileFormats.ending(of: path)) else {
      throw CommandFailure(
        SessionEnd.usage,
        "A collection is a file in CSV: end its name in .csv, or write a deck with `parlor library export`."
      )
    }
    let file = try options.client().call(Methods.Cards.export) { $0.format = format }
    try DeckUpload.write(file, to: path, over: force, json: options.json)
  }
}
