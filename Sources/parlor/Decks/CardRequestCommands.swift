import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor card request`.
struct CardRequestCommand: RoomCall {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Ask the people of a room for a card that is not known here.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The name of the card.")
  var card: String

  @Option(help: "A note for the others.")
  var note = ""

  static let method = Methods.Cards.request
  func check() throws { try NamedCard.check(card) }
  func fill(_ request: inout RequestCard) {
    (request.room, request.name, request.note) = (place.room, card, note)
  }
  func lines(_ view: CardRequestView) -> [String] {
    ["\(view.name.plain) is asked for in \(view.roomName.plain)."]
  }
}

/// `parlor card requests`.
struct CardRequestsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests", abstract: "List the cards that people ask for.")

  @OptionGroup var options: GlobalOptions

  @Option(help: "The room; all rooms without this.")
  var room = ""

  @Flag(help: "List those that are answered as well.")
  var all = false

  static let method = Methods.Cards.requests
  func fill(_ request: inout ListCardRequests) {
    (request.room, request.all) = (room, all)
  }
  func lines(_ list: CardRequestViews) -> [String] {
    if list.requests.isEmpty { return ["Nobody asks for a card."] }
    return list.requests.map(CollectionText.line)
  }
}

/// `parlor card answer`.
struct CardAnswerCommand: CallCommand {
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

  static let method = Methods.Cards.answer
  func fill(_ request: inout AnswerCardRequest) {
    request.room = room
    request.request = self.request
    request.facts.name = name
    request.facts.cost = cost
    request.facts.type = type
    request.facts.unlimited = unlimited
  }
  func lines(_ view: CardRequestView) -> [String] {
    ["\(view.facts.name.plain) is known in \(view.roomName.plain) now."]
  }
}

/// `parlor card withdraw`.
struct CardWithdrawCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Take a request of yours back.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the card, or the beginning of the request's id.")
  var request: String

  @Option(help: "The room; all rooms without this.")
  var room = ""

  static let method = Methods.Cards.withdraw
  func fill(_ request: inout WithdrawCardRequest) {
    (request.room, request.request) = (room, self.request)
  }
  func lines(_ view: CardRequestView) -> [String] {
    ["\(view.name.plain) is no longer asked for."]
  }
}

/// `parlor card close` (row A-17).
struct CardCloseCommand: CallCommand {
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

  static let method = Methods.Cards.closeRequest
  func fill(_ request: inout CloseCardRequest) {
    (request.room, request.request, request.reason) = (room, self.request, reason)
  }
  func lines(_ view: CardRequestView) -> [String] {
    ["The request for \(view.name.plain) is closed."]
  }
}
