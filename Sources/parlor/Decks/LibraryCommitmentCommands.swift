import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library commit`.
struct LibraryCommitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commit",
    abstract: "Commit to a library as it is now, without showing what is in it.",
    discussion: """
      Before a match: the room gets a number that fits this list of cards and no other. After it, `parlor library reveal` \
      shows the list, and everybody's computer checks that it fits the number.
      """)

  @OptionGroup var one: OneLibrary

  @Argument(help: "The room's name or the beginning of its id.")
  var with: String

  func run() throws {
    let view = try one.options.client().call(Methods.DeckLists.commit) {
      $0.library = one.library
      $0.room = with
    }
    if one.options.json { return try Output.json(view) }
    Output.lines(TradeText.lines(of: view))
  }
}

/// `parlor library reveal`.
struct LibraryRevealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reveal", abstract: "Reveal what was in the library that you committed to.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The id that `parlor library commitments` lists, or its beginning.")
  var commitment: String

  func run() throws {
    let view = try options.client().call(Methods.DeckLists.reveal) { $0.commitment = commitment }
    if options.json { return try Output.json(view) }
    Output.lines(TradeText.lines(of: view))
  }
}

/// `parlor library commitments`.
struct LibraryCommitmentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commitments", abstract: "List the decks that people have committed to.")

  @OptionGroup var options: GlobalOptions

  @Option(help: "The room; all rooms without this.")
  var room = ""

  func run() throws {
    let found = try options.client().call(Methods.DeckLists.commitments) { $0.room = room }
    if options.json { return try Output.json(found) }
    if found.commitments.isEmpty {
      return Output.line("Nobody has committed to a deck: `parlor library commit` does that.")
    }
    Output.lines(found.commitments.lazy.flatMap(TradeText.lines))
  }
}
