import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library stats`.
struct LibraryStatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the curve, types and colours of a library.")

  @OptionGroup var one: OneLibrary

  func run() throws {
    let stats = try one.options.client().call(Methods.Libraries.stats) { $0.library = one.library }
    if one.options.json { return try Output.json(stats) }
    Output.line("  \(stats.name.plain), \(CollectionText.cards(stats.count, 0))")
    for (title, lines) in [("Cost", stats.curve), ("Type", stats.types), ("Colour", stats.colours)]
    {
      for line in lines {
        let bar = String(repeating: "#", count: Int(min(line.count, 60)))
        Output.line(
          "  " + table([title, line.name.plain, "\(line.count)", bar], widths: [-7, -14, 4, -60]))
      }
    }
    if stats.unknown > 0 {
      Output.line("  \(CollectionText.cards(stats.unknown, 0)) of which nothing is known here.")
    }
  }
}

/// `parlor library odds`.
struct LibraryOddsCommand: ParsableCommand {
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

  func run() throws {
    let odds = try one.options.client().call(Methods.Libraries.odds) {
      $0.library = one.library
      $0.card = card
      $0.draws = draws
    }
    if one.options.json { return try Output.json(odds) }
    Output.line(
      "  \(odds.card.plain): \(odds.copies) of \(Count.of(odds.deck, "card")), \(odds.draws) drawn")
    for (number, chance) in odds.exactly.enumerated() {
      Output.line("  " + table(["\(number)", percent(chance)], widths: [4, 9]))
    }
    Output.line("  at least one: \(percent(odds.any))")
  }

  private func percent(_ millionths: UInt32) -> String {
    decimal(Double(millionths) / 10_000, places: 2) + " %"
  }
}

/// `parlor library hand`.
struct LibraryHandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hand", abstract: "Draw seven cards of a library as a sample.")

  @OptionGroup var one: OneLibrary

  @Option(help: "The same number draws the same cards.")
  var seed: UInt64?

  func run() throws {
    let hand = try one.options.client().call(Methods.Libraries.hand) {
      $0.library = one.library
      if let seed { $0.seed = seed }
    }
    if one.options.json { return try Output.json(hand) }
    Output.lines(hand.cards.map { "  " + $0.plain })
  }
}
