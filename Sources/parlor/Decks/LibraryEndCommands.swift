import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library begin`.
struct LibraryBeginCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "begin",
    abstract: "Begin to manage a library, or make one, so that all of it can be taken back.")

  @OptionGroup var one: OneLibrary

  static let method = Methods.Libraries.begin
  func fill(_ request: inout BeginManaging) { request.library = one.library }
}

/// `parlor library save`.
struct LibrarySaveCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Keep what a library is now, and end managing it.")

  @OptionGroup var one: OneLibrary

  @Flag(help: "Save it also while it has too few cards.")
  var draft = false

  static let method = Methods.Libraries.save
  func fill(_ request: inout EndManaging) {
    (request.library, request.draft) = (one.library, draft)
  }
}

/// `parlor library cancel`.
struct LibraryCancelCommand: OneLibraryCall {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Take back what was changed since `parlor library begin`.",
    discussion:
      "A library that `begin` made is removed, and its cards are in the Card Box again.")

  @OptionGroup var one: OneLibrary

  static let method = Methods.Libraries.cancel
  func fill(_ request: inout EndManaging) { request.library = one.library }
}

/// `parlor library check`.
struct LibraryCheckCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a library by the rules of its format.",
    discussion: "Exits with 1 where the library breaks a rule.")

  @OptionGroup var one: OneLibrary

  static let method = Methods.Libraries.check
  var options: GlobalOptions { one.options }
  func fill(_ request: inout ShowLibrary) { request.library = one.library }
  func lines(_ check: CheckView) -> [String] {
    let verdict =
      check.unknown.isEmpty ? "It keeps the rules." : "It keeps the rules that were checked."
    return ["\(CollectionText.cards(check.count, check.sideboard))."]
      + check.failures.map(\.plain) + check.unknown.map(\.plain) + (check.legal ? [verdict] : [])
  }
  func show(_ check: CheckView) throws {
    try options.show(check) { lines(check) }
    if !check.legal { throw ExitCode(SessionEnd.refused) }
  }
}

/// `parlor library import`.
struct LibraryImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a library from a deck file, with the cards in the Card Box.",
    discussion: """
      All formats that `parlor library formats` lists, Magic Arena's text in all its languages and the text of Archidekt, \
      deckstats, TappedOut and MTGGoldfish are told apart by what is in them. A line without a number is one card, if a card of that name is known. What the Card Box lacks is named, and so is \
      everything in the file that was not taken, or taken otherwise than it says.

      EXAMPLES
        parlor library import burn.cod
        parlor library import burn.txt Burn --owned
        parlor library import wishes.txt --list
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file; - is standard input.")
  var path: String

  @Argument(
    help: "What to call the library; the name in the file, or that of the file, without one.")
  var name: String = ""

  @Flag(help: "Add the cards that the Card Box lacks: you own them.")
  var owned = false

  @Flag(help: "Keep it as a list, without cards.")
  var list = false

  @Flag(help: "With --owned, also add cards that the card database does not know.")
  var anyway = false

  func validate() throws {
    if owned, list {
      throw ValidationError("--owned and --list do not go together: a list has no cards.")
    }
  }

  func run() throws {
    let client = try options.client()
    let blob = try DeckUpload.keep(path, client)
    if list {
      let view = try client.call(Methods.DeckLists.keep) {
        $0.blob = blob
        $0.name = name
        $0.file = path == "-" ? "" : path
        $0.anyway = anyway
      }
      try DeckUpload.tell(view.report)
      if options.json {
        try Output.json(view)
      } else {
        Output.lines(CollectionText.lines(of: view))
      }
      if ReportText.isIncomplete(view.report) { throw ExitCode(SessionEnd.refused) }
      return
    }
    try OneLibrary.print(
      client.call(Methods.Libraries.makeOf) {
        $0.blob = blob
        $0.name = name
        $0.file = path == "-" ? "" : path
        $0.owned = owned
        $0.anyway = anyway
      }, options)
  }
}

/// `parlor library export`.
struct LibraryExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a library or a list as a deck file.",
    discussion: """
      The format follows from how the name of the file ends, as `parlor library formats` lists; .txt is plain text. Where several \
      have that ending, --format says which. What the format has no place for is named.
      """)

  @OptionGroup var one: OneLibrary

  @Argument(help: "The file to write; - is standard output.")
  var path: String

  @Option(help: "One of the names that `parlor library formats` lists.")
  var format: String?

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    let client = try one.options.client()
    let format = try FileFormats.decks(client.call(Methods.Libraries.formats).formats)
      .format(of: path, named: format)
    let file = try client.call(Methods.Libraries.export) {
      $0.library = one.library
      $0.format = format
    }
    try DeckUpload.write(file, to: path, over: force, json: one.options.json)
  }
}
