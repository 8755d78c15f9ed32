import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// The card and the room that a mark is about.
struct MarkedCard: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The card, as '2 Spilled Ember'.")
  var card: String

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  /// Marks it, and says who matches.
  func mark(wanted: Bool) throws {
    try NamedCard.check(card)
    let view = try options.client().call(Methods.Trades.mark) {
      ($0.card, $0.room, $0.wanted) = (card, room, wanted)
    }
    try options.show(view, TradeText.line(of: view))
  }
}

/// `parlor trade want`.
struct TradeWantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "want", abstract: "Tell a room that you want a card.")

  @OptionGroup var marked: MarkedCard

  func run() throws { try marked.mark(wanted: true) }
}

/// `parlor trade have`.
struct TradeHaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "have", abstract: "Tell a room that you have a card to trade.")

  @OptionGroup var marked: MarkedCard

  func run() throws { try marked.mark(wanted: false) }
}

/// `parlor trade unmark`.
struct TradeUnmarkCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "unmark", abstract: "Remove a card from those that you want or have to trade.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the card, or the beginning of the mark's id.")
  var mark: String

  @Option(help: "The room; all rooms without this.")
  var room = ""

  static let method = Methods.Trades.unmark
  func fill(_ request: inout NamedMark) {
    (request.mark, request.room) = (mark, room)
  }
  func lines(_ view: CardMarkView) -> [String] {
    ["\(view.card.name.plain) is no longer marked."]
  }
}

/// `parlor trade market`.
struct TradeMarketCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "market", abstract: "List what people want and have to trade, and what matches.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room; all rooms without this.")
  var room = ""

  @Flag(help: "List only what matches.")
  var matching = false

  static let method = Methods.Trades.marks
  func fill(_ request: inout ListMarks) {
    (request.room, request.matching) = (room, matching)
  }
  func lines(_ found: CardMarkViews) -> [String] {
    if found.marks.isEmpty {
      return [
        "Nothing: `parlor trade want` and `parlor trade have` tell a room what you want and have."
      ]
    }
    return found.marks.map(TradeText.line)
  }
}
