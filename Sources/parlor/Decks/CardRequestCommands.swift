import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor card request`.
struct CardRequestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Ask the people of a room for a card that is not known here.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The name of the card.")
  var card: String

  @Option(help: "What else there is to say.")
  var note = ""

  func run() throws {
    try NamedCard.check(card)
    var place = place
    let client = try place.enter()
    let view = try client.call(Methods.Cards.request) {
      $0.room = place.room
      $0.name = card
      $0.note = note
    }
    if place.options.json { return try Output.json(view) }
    Output.line("\(view.name.plain) is asked for in \(view.roomName.plain).")
  }
}

/// `parlor card requests`.
struct CardRequestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests", abstract: "List the cards that people ask for.")

  @OptionGroup var options: GlobalOptions

  @Option(help: "The room; all rooms without this.")
  var room = ""

  @Flag(help: "List those that are answered as well.")
  var all = false

  func run() throws {
    let list = try options.client().call(Methods.Cards.requests) {
      $0.room = room
      $0.all = all
    }
    if options.json { return try Output.json(list) }
    if list.requests.isEmpty { return Output.line("Nobody asks for a card.") }
    Output.lines(list.requests.lazy.map(CollectionText.line))
  }
}

/// `parlor card answer`.
struct CardAnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Describe a card that somebody asks for.",
    discussion: """
      From then on everybody in the room finds the card. Where it is known here, nothing else has to be said.

      EXAMPLES
        parlor card answer 'Glass Elf' --cost '{1}{G}' --type 'Creature — Elf'
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the card, or the beginning of the request's id.")
  var request: String

  @Option(help: "What it costs, as {1}{G}.")
  var cost = ""

  @Option(help: "Its type, as 'Creature — Elf'.")
  var type = ""

  @Option(help: "Its whole name, where the request has a part of it.")
  var name = ""

  @Flag(help: "Any number of them may be in a deck.")
  var unlimited = false

  @Option(help: "The room; all rooms without this.")
  var room = ""

  func run() throws {
    let view = try options.client().call(Methods.Cards.answer) {
      $0.room = room
      $0.request = request
      $0.facts.name = name
      $0.facts.cost = cost
      $0.facts.type = type
      $0.facts.unlimited = unlimited
    }
    if options.json { return try Output.json(view) }
    Output.line("\(view.facts.name.plain) is known in \(view.roomName.plain) now.")
  }
}

/// `parlor card withdraw`.
struct CardWithdrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Take a request of yours back.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the card, or the beginning of the request's id.")
  var request: String

  @Option(help: "The room; all rooms without this.")
  var room = ""

  func run() throws {
    let view = try options.client().call(Methods.Cards.withdraw) {
      $0.room = room
      $0.request = request
    }
    if options.json { return try Output.json(view) }
    Output.line("\(view.name.plain) is not asked for any more.")
  }
}

/// `parlor card close` (row A-17).
struct CardCloseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Close a request of somebody else, as a moderator of the room.",
    discussion: "The owner of a room moderates it, and names others with `parlor profile role`.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the card, or the beginning of the request's id.")
  var request: String

  @Option(help: "Why, for everybody to read.")
  var reason = ""

  @Option(help: "The room; all rooms without this.")
  var room = ""

  func run() throws {
    let view = try options.client().call(Methods.Cards.closeRequest) {
      $0.room = room
      $0.request = request
      $0.reason = reason
    }
    if options.json { return try Output.json(view) }
    Output.line("The request for \(view.name.plain) is closed.")
  }
}
