import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library share`.
struct LibraryShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Share what is in a library with a room, as a list.",
    discussion: "The cards stay yours: others see their names and numbers.")

  @OptionGroup var one: OneLibrary

  @Argument(help: "The room's name or the beginning of its id.")
  var with: String

  func run() throws {
    let list = try one.options.client().call(Methods.DeckLists.share) {
      $0.library = one.library
      $0.room = with
    }
    if one.options.json { return try Output.json(list) }
    Output.line("\(list.name.plain) is shared with \(list.roomName.plain) as a list.")
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
struct LibraryListsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists", abstract: "List the lists of cards that you keep and that others share.")

  @OptionGroup var options: GlobalOptions

  @Option(help: "The room; all rooms without this.")
  var room = ""

  func run() throws {
    let lists = try options.client().call(Methods.DeckLists.list) { $0.room = room }
    if options.json { return try Output.json(lists) }
    if lists.lists.isEmpty {
      return Output.line("No lists yet: `parlor library import --list` keeps one.")
    }
    Output.lines(lists.lists.lazy.map(CollectionText.line))
  }
}

/// `parlor library missing`.
struct LibraryMissingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "missing", abstract: "Show a list, and which of its cards you do not have.")

  @OptionGroup var one: OneList

  func run() throws {
    let list = try one.options.client().call(Methods.DeckLists.show) {
      $0.room = one.room
      $0.list = one.list
    }
    if one.options.json { return try Output.json(list) }
    Output.lines(CollectionText.lines(of: list))
  }
}

/// `parlor library build`.
struct LibraryBuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Make a library from a list, with the cards in the Card Box.")

  @OptionGroup var one: OneList

  @Option(help: "What to call the library; the name of the list without this.")
  var name = ""

  func run() throws {
    try OneLibrary.print(
      one.options.client().call(Methods.DeckLists.build) {
        $0.room = one.room
        $0.list = one.list
        $0.name = name
      }, one.options)
  }
}

/// `parlor library forget`.
struct LibraryForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Delete a list.")

  @OptionGroup var one: OneList

  @Flag(help: "Do not ask first.")
  var yes = false

  func run() throws {
    let client = try one.options.client()
    if !yes {
      try Confirmation.ask(
        "Delete the list \(one.list.plain)?", isScript: one.options.json)
    }
    let list = try client.call(Methods.DeckLists.delete) {
      $0.room = one.room
      $0.list = one.list
    }
    if one.options.json { return try Output.json(list) }
    Output.line("\(list.name.plain) is deleted.")
  }
}
