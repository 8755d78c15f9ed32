import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library commit`.
struct LibraryCommitCommand: CallCommand {
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

  static let method = Methods.DeckLists.commit
  var options: GlobalOptions { one.options }
  func fill(_ request: inout ShareLibrary) {
    (request.library, request.room) = (one.library, with)
  }
  func lines(_ view: CommitmentView) -> [String] { TradeText.lines(of: view) }
}

/// `parlor library reveal`.
struct LibraryRevealCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "reveal", abstract: "Reveal what was in the library that you committed to.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The id that `parlor library commitments` lists, or its beginning.")
  var commitment: String

  static let method = Methods.DeckLists.reveal
  func fill(_ request: inout NamedCommitment) { request.commitment = commitment }
  func lines(_ view: CommitmentView) -> [String] { TradeText.lines(of: view) }
}

/// `parlor library commitments`.
struct LibraryCommitmentsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "commitments", abstract: "List the decks that people have committed to.")

  @OptionGroup var options: GlobalOptions

  @Option(help: "The room; all rooms without this.")
  var room = ""

  static let method = Methods.DeckLists.commitments
  func fill(_ request: inout ListDeckLists) { request.room = room }
  func lines(_ found: CommitmentViews) -> [String] {
    if found.commitments.isEmpty {
      return ["Nobody has committed to a deck: `parlor library commit` does that."]
    }
    return found.commitments.flatMap(TradeText.lines)
  }
}
