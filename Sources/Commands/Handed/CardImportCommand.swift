import ArgumentParser

/// `parlor card import`.
package struct CardImportCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Add the cards of a collection file, or make the card database of a file of all cards.",
    discussion: """
      A collection is a file in CSV, of Moxfield, Archidekt, Deckbox, ManaBox, Dragon Shield, TCGplayer, Delver Lens, Cardsphere, \
      MTGGoldfish, TopDecked, Magic Online, UrzaGatherer, Cardmarket, Card Kingdom or CubeCobra, or of another program with \
      columns of these names. Prices, tags, binders and words for conditions are kept with the cards, and basic lands too. Every line \
      that cannot be taken is named with its reason, and the rest is taken; a column that is not read is named once. Where there is a \
      card database, cards that it does not know are not taken unless you say --anyway. `parlor undo` takes the whole import back.

      A file of all cards tells Parlor their names, costs, types and where they are legal: Scryfall's bulk data (oracle_cards, default_cards), \
      MTGJSON's AtomicCards or AllPrintings, or Cockatrice's cards.xml, also packed by gzip or xz. Parlor downloads nothing \
      by itself. What was imported before is replaced once the whole file was read.

      EXAMPLES
        parlor card import collection.csv
        parlor card import oracle-cards.json
        parlor card import ~/.local/share/Cockatrice/Cockatrice/cards.xml
      """)

  @OptionGroup package var options: GlobalOptions

  @Argument(help: "The file; - is standard input.")
  package var path: String

  @Flag(help: "Accept names that the card database does not know.")
  package var anyway = false

  package init() {}

  package func run() throws { try OtherProgram.parlord.takeOver() }
}
