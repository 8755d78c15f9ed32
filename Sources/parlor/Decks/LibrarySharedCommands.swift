import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library share`.
struct LibraryShareCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Share what is in a library with a room, as a list.",
    discussion: "The cards stay yours: others see their names and numbers.")

  @OptionGroup var one: OneLibrary

  @Argument(help: "The room's name or the beginning of its id.")
  var with: String

  static let method = Methods.DeckLists.share
  var options: GlobalOptions { one.options }
  func fill(_ request: inout ShareLibrary) {
    (request.library, request.room) = (one.library, with)
  }
  func lines(_ list: DeckListView) -> [String] {
    ["\(list.name.plain) is shared with \(list.roomName.plain) as a list."]
  }
}

/// The list that a command is about.
struct OneList: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The list's name or id, or the beginning of one.")
  var list: String

  @Option(help: "The room where it is; all rooms without this.")
  var room = ""
}

/// `parlor library lists`.
struct LibraryListsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists", abstract: "List the lists of cards that you keep and that others share.")

  @OptionGroup var options: GlobalOptions

  @Option(help: "The room; all rooms without this.")
  var room = ""

  static let method = Methods.DeckLists.list
  func fill(_ request: inout ListDeckLists) { request.room = room }
  func lines(_ lists: DeckListViews) -> [String] {
    if lists.lists.isEmpty {
      return ["No lists yet: `parlor library import --list` keeps one."]
    }
    return lists.lists.map(CollectionText.line)
  }
}

/// `parlor library missing`.
struct LibraryMissingCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "missing", abstract: "Show a list, and which of its cards you do not have.")

  @OptionGroup var one: OneList

  static let method = Methods.DeckLists.show
  var options: GlobalOptions { one.options }
  func fill(_ request: inout ShowDeckList) {
    (request.room, request.list) = (one.room, one.list)
  }
  func lines(_ list: DeckListView) -> [String] { CollectionText.lines(of: list) }
}

/// `parlor library build`.
struct LibraryBuildCommand: LibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Make a library from a list, with the cards in the Card Box.")

  @OptionGroup var one: OneList

  @Option(help: "What to call the library; the name of the list without this.")
  var name = ""

  static let method = Methods.DeckLists.build
  var options: GlobalOptions { one.options }
  func fill(_ request: inout BuildDeckList) {
    (request.room, request.list, request.name) = (one.room, one.list, name)
  }
}

/// `parlor library forget`.
struct LibraryForgetCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Delete a list.")

  @OptionGroup var one: OneList

  @Flag(help: "Do not ask first.")
  var yes = false

  static let method = Methods.DeckLists.delete
  var options: GlobalOptions { one.options }
  func client() throws -> DaemonClient {
    let client = try options.client()
    if !yes { try Confirmation.ask("Delete the list \(one.list.plain)?", isScript: options.json) }
    return client
  }
  func fill(_ request: inout ShowDeckList) { (request.room, request.list) = (one.room, one.list) }
  func lines(_ list: DeckListView) -> [String] { ["\(list.name.plain) is deleted."] }
}
