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
    if options.json { return try Output.json(view) }
    Output.line(TradeText.line(of: view))
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
struct TradeUnmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unmark", abstract: "Take back that you want a card, or have it to trade.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the card, or the beginning of the mark's id.")
  var mark: String

  @Option(help: "The room; all rooms without this.")
  var room = ""

  func run() throws {
    let view = try options.client().call(Methods.Trades.unmark) {
      $0.mark = mark
      $0.room = room
    }
    if options.json { return try Output.json(view) }
    Output.line("\(view.card.name.plain) is not marked any more.")
  }
}

/// `parlor trade market`.
struct TradeMarketCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "market", abstract: "List what people want and have to trade, and what matches.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room; all rooms without this.")
  var room = ""

  @Flag(help: "List only what matches.")
  var matching = false

  func run() throws {
    let found = try options.client().call(Methods.Trades.marks) {
      $0.room = room
      $0.matching = matching
    }
    if options.json { return try Output.json(found) }
    if found.marks.isEmpty {
      return Output.line(
        "Nothing: `parlor trade want` and `parlor trade have` tell a room what you want and have.")
    }
    Output.lines(found.marks.lazy.map(TradeText.line))
  }
}
