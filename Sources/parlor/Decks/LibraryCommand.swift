import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library`: what our person builds of cards.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", abstract: "Build libraries of the cards that you own.",
    discussion: """
      A card is in one place: adding it to a library takes it out of the Card Box, and taking it out or deleting the library \
      brings it back. Of basic lands you have as many as you want. A library is a draft until it has 60 cards. At \
      most four copies of a card may be in it, one in a deck for commander.

      After `begin`, `cancel` gives the library back as it was, and `save` keeps it as it is. What \
      happens in between is saved at once, so nothing is lost when a terminal is closed.

      STEP BY STEP: A NEW LIBRARY
        1. parlor library make Burn                     makes it, or opens the one of that name.
        2. parlor library add Burn '4 Spilled Ember'    takes cards from the Card Box.
        3. parlor library lands Burn mountain=20        sets the numbers of basic lands.
        4. parlor library check Burn                    says what is missing.
      Or `parlor library manage Burn` does all of it on the whole screen.

      STEP BY STEP: CHANGING AND DELETING ONE
        1. parlor library take Burn 'Spilled Ember'   puts a card back into the Card Box.
        2. parlor library rename Burn Embers          gives it another name.
        3. parlor library delete Embers               asks, and returns all its cards.

      EXAMPLES
        parlor library make Burn
        parlor library add Burn '4 Spilled Ember'
        parlor library lands Burn mountain=20
        parlor library show Burn
        parlor library import burn.cod --owned
        parlor library export Burn burn.txt --format arena
        parlor library share Burn friends
      """,
    subcommands: [
      LibraryListCommand.self, LibraryShowCommand.self, LibraryMakeCommand.self,
      LibraryAddCommand.self, LibraryTakeCommand.self, LibraryLandsCommand.self,
      LibraryRenameCommand.self, LibraryEditCommand.self, LibraryDeleteCommand.self,
      LibraryManageCommand.self, LibraryBeginCommand.self, LibrarySaveCommand.self,
      LibraryCancelCommand.self,
      LibraryCheckCommand.self, LibraryImportCommand.self, LibraryExportCommand.self,
      LibraryFormatsCommand.self, LibraryPrintCommand.self,
      LibraryStatsCommand.self, LibraryOddsCommand.self, LibraryHandCommand.self,
      LibraryShareCommand.self, LibraryListsCommand.self, LibraryMissingCommand.self,
      LibraryBuildCommand.self, LibraryForgetCommand.self, LibraryCommitCommand.self,
      LibraryRevealCommand.self, LibraryCommitmentsCommand.self,
    ], defaultSubcommand: LibraryListCommand.self)
}

/// The library that a command is about.
struct OneLibrary: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The library's name or id, or the beginning of one.")
  var library: String

  /// Prints a library as it is now, and what the command says of it.
  func print(_ view: LibraryView) throws { try Self.print(view, options) }

  /// The same of a library that was not named first.
  static func print(_ view: LibraryView, _ options: GlobalOptions) throws {
    try DeckUpload.tell(view.report)
    try options.show(view) { lines(view) }
    if ReportText.isIncomplete(view.report) || !view.missing.isEmpty {
      throw ExitCode(SessionEnd.refused)
    }
  }

  static func lines(_ view: LibraryView) -> [String] {
    (view.deleted ? [] : CollectionText.lines(of: view)) + CollectionText.remarks(of: view)
  }
}

/// A command that shows a library as it is then, and ends with 1 where something could not be taken.
protocol LibraryCall: CallCommand where Response == LibraryView {}

extension LibraryCall {
  func lines(_ view: LibraryView) -> [String] { OneLibrary.lines(view) }

  func show(_ view: LibraryView) throws { try OneLibrary.print(view, options) }
}

/// A command about a library that is named first.
protocol OneLibraryCall: LibraryCall {
  var one: OneLibrary { get }
}

extension OneLibraryCall {
  var options: GlobalOptions { one.options }
}

/// A part of a deck, as people type it.
enum TypedZone: String, ExpressibleByArgument, CaseIterable {
  case main, sideboard, commander, companion

  var value: DeckZone {
    switch self {
    case .main: .main
    case .sideboard: .sideboard
    case .commander: .commander
    case .companion: .companion
    }
  }
}

/// `parlor library list`.
struct LibraryListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the Card Box and your libraries.")

  @OptionGroup var options: GlobalOptions

  static let method = Methods.Libraries.list
  func fill(_ request: inout ListLibraries) {}
  func lines(_ list: LibraryList) -> [String] {
    let lines = list.libraries.map(CollectionText.line)
    let none = ["  No library yet: `parlor library make` makes one."]
    return lines.count == 1 ? lines + none : lines
  }
}

/// `parlor library show`.
struct LibraryShowCommand: LibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what is in a library, or in the Card Box.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The library's name or id, or the beginning of one; the Card Box without one.")
  var library: String = ""

  static let method = Methods.Libraries.show
  func fill(_ request: inout ShowLibrary) { request.library = library }
}

/// `parlor library make`.
struct LibraryMakeCommand: LibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Make a library, or open the one that has the name already.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Its name.")
  var name: String

  @Option(help: "Its format, such as modern, commander or limited.")
  var format = ""

  static let method = Methods.Libraries.make
  func check() throws {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure(
        SessionEnd.usage, "The library cannot be created without a name: type one.")
    }
  }
  func fill(_ request: inout MakeLibrary) { (request.name, request.format) = (name, format) }
}

/// The card that a command moves, and the number of copies.
struct MovedCard: ParsableArguments {
  @Argument(help: "The card, as '4 Spilled Ember', or the id of a copy.")
  var card: String

  @Option(help: "How many copies.")
  var count: UInt32?

  @Option(help: "main, sideboard, commander or companion.")
  var zone = TypedZone.main

  func validate() throws {
    if count == 0 { throw ValidationError("--count is 0: give at least 1.") }
  }

  func fill(_ request: inout MoveCards) {
    request.card = card
    request.count = count ?? 0
    request.zone = zone.value
  }
}

/// `parlor library add`.
struct LibraryAddCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Move a card from the Card Box to a library.")

  @OptionGroup var one: OneLibrary
  @OptionGroup var moved: MovedCard

  static let method = Methods.Libraries.add
  func check() throws { try NamedCard.check(moved.card) }
  func fill(_ request: inout MoveCards) {
    request.library = one.library
    moved.fill(&request)
  }
}

/// `parlor library take`.
struct LibraryTakeCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "take", abstract: "Move a card of a library back to the Card Box.")

  @OptionGroup var one: OneLibrary
  @OptionGroup var moved: MovedCard

  static let method = Methods.Libraries.take
  func fill(_ request: inout MoveCards) {
    request.library = one.library
    moved.fill(&request)
  }
}

/// `parlor library lands`.
struct LibraryLandsCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "lands", abstract: "Set how many basic lands a library has.",
    discussion: """
      The types are Forest, Island, Mountain, Plains, Swamp and Wastes, and Snow-Covered before each. Those that you do \
      not name stay as they are.

      EXAMPLES
        parlor library lands Burn mountain=20
        parlor library lands Elves forest=16 swamp=0
      """)

  @OptionGroup var one: OneLibrary

  @Argument(help: ArgumentHelp("Types with their numbers.", valueName: "land=count"))
  var lands: [String]

  static let method = Methods.Libraries.setLands
  func check() throws { _ = try typed() }
  func fill(_ request: inout SetLands) throws {
    request.library = one.library
    request.lands = try typed()
  }

  private func typed() throws -> [TypedLand] {
    try lands.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw CommandFailure(
          SessionEnd.usage, "\(text.plain) does not say how many: type it as in forest=10.")
      }
      return TypedLand.with {
        $0.land = String(parts[0])
        $0.count = String(parts[1])
      }
    }
  }
}

/// `parlor library rename`.
struct LibraryRenameCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a library another name.")

  @OptionGroup var one: OneLibrary

  @Argument(help: "The new name.")
  var name: String

  static let method = Methods.Libraries.edit
  func fill(_ request: inout EditLibrary) {
    (request.library, request.name) = (one.library, name)
  }
}

/// `parlor library edit`.
struct LibraryEditCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the format, the notes or the tags of a library.")

  @OptionGroup var one: OneLibrary

  @Option(help: "Its format, such as modern, commander or limited; `none` for none.")
  var format: String?

  @Option(help: "Notes about it.")
  var notes: String?

  @Option(
    parsing: .singleValue, help: "A tag, once for each of all its tags; `none` for none.")
  var tag: [String] = []

  static let method = Methods.Libraries.edit
  func check() throws {
    guard format != nil || notes != nil || !tag.isEmpty else {
      throw CommandFailure(
        SessionEnd.usage, "No change was given: name what to change, as in --format modern.")
    }
  }
  func fill(_ request: inout EditLibrary) {
    request.library = one.library
    if let format { request.format = format == "none" ? "" : format }
    if let notes { request.notes = notes }
    request.tags = tag == ["none"] ? [""] : tag
  }
}

/// `parlor library delete`.
struct LibraryDeleteCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a library; its cards are in the Card Box again.")

  @OptionGroup var one: OneLibrary

  @Flag(help: "Do not ask first.")
  var yes = false

  static let method = Methods.Libraries.delete
  func client() throws -> DaemonClient {
    let client = try options.client()
    guard !yes else { return client }
    let view = try client.call(Methods.Libraries.show) { $0.library = one.library }
    if !view.cardBox {
      try Confirmation.ask(
        "Delete \(view.name.plain)? Its cards go back to the Card Box.",
        isScript: options.json)
    }
    return client
  }
  func fill(_ request: inout DeleteLibrary) { request.library = one.library }
}
