import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library stats`.
struct LibraryStatsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the curve, types and colours of a library.")

  @OptionGroup var one: OneLibrary

  static let method = Methods.Libraries.stats
  var options: GlobalOptions { one.options }
  func fill(_ request: inout ShowLibrary) { request.library = one.library }
  func lines(_ stats: DeckStats) -> [String] {
    let titled = [("Cost", stats.curve), ("Type", stats.types), ("Colour", stats.colours)]
    let rows = titled.flatMap { title, lines in
      lines.map { line in
        let bar = String(repeating: "#", count: Int(min(line.count, 60)))
        return "  "
          + table([title, line.name.plain, "\(line.count)", bar], widths: [-7, -14, 4, -60])
      }
    }
    let unknown =
      "  \(CollectionText.cards(stats.unknown, 0)) about which nothing is known here."
    return ["  \(stats.name.plain), \(CollectionText.cards(stats.count, 0))"] + rows
      + (stats.unknown > 0 ? [unknown] : [])
  }
}

/// `parlor library odds`.
struct LibraryOddsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "odds", abstract: "Show how likely it is to draw a card.",
    discussion: "The odds are exact: they follow from the numbers of cards.")

  @OptionGroup var one: OneLibrary

  @Argument(help: "The name of the card.")
  var card: String

  @Option(help: "How many cards are drawn.")
  var draws: UInt32 = 7

  func validate() throws {
    if draws == 0 { throw ValidationError("--draws is 0: give at least 1.") }
  }

  static let method = Methods.Libraries.odds
  var options: GlobalOptions { one.options }
  func fill(_ request: inout DrawOdds) {
    (request.library, request.card, request.draws) = (one.library, card, draws)
  }
  func lines(_ odds: OddsView) -> [String] {
    let deck = "\(odds.copies) of \(Count.of(odds.deck, "card"))"
    let rows = odds.exactly.enumerated().map { number, chance in
      "  " + table(["\(number)", percent(chance)], widths: [4, 9])
    }
    return ["  \(odds.card.plain): \(deck), \(odds.draws) drawn"] + rows
      + ["  at least one: \(percent(odds.any))"]
  }

  private func percent(_ millionths: UInt32) -> String {
    decimal(Double(millionths) / 10_000, places: 2) + " %"
  }
}

/// `parlor library hand`.
struct LibraryHandCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "hand", abstract: "Draw seven cards of a library as a sample.")

  @OptionGroup var one: OneLibrary

  @Option(help: "The same number draws the same cards.")
  var seed: UInt64?

  static let method = Methods.Libraries.hand
  var options: GlobalOptions { one.options }
  func fill(_ request: inout DrawHand) {
    request.library = one.library
    if let seed { request.seed = seed }
  }
  func lines(_ hand: HandView) -> [String] { hand.cards.map { "  " + $0.plain } }
}
