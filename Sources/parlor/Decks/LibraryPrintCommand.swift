import ArgumentParser
import Client
import Commands
import DeckSchema
import Events
import Schema
import Terminal

/// `parlor library print`.
struct LibraryPrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Write a library or a list as a registration sheet for print.",
    discussion: """
      A name that ends in .pdf makes a PDF of A4 pages, one in .html a page that any browser prints. Fields that you do not \
      give have a line to write on.

      EXAMPLES
        parlor library print Burn burn.pdf --player Ada --date 2030-12-24
        parlor library print Burn burn.html
      """)

  @OptionGroup var one: OneLibrary

  @Argument(help: "The file to write, ending in .html or .pdf; - is standard output, as html.")
  var path: String

  @Option(help: "The player's name on the sheet.")
  var player = ""

  @Option(help: "The event's name on the sheet.")
  var event = ""

  @Option(help: "The date on the sheet.")
  var date = ""

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    let format = try FileFormats.sheets.format(of: path)
    var file = try one.options.client().call(Methods.Libraries.print) {
      $0.library = one.library
      $0.format = format == "pdf" ? "drawing" : format
      ($0.player, $0.event, $0.date) = (player, event, date)
    }
    guard format == "pdf" else {
      return try DeckUpload.write(file, to: path, over: force, json: one.options.json)
    }
    let sheet = try PictureProgram.sheet(Array(file.text.utf8), .pdf)
    file.format = format
    try DeckUpload.write(file, sheet, to: path, over: force, json: one.options.json)
  }
}
