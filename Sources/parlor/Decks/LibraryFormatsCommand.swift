import ArgumentParser
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library formats`: the formats of deck files.
struct LibraryFormatsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the formats of deck files, and how their names end.")

  @OptionGroup var options: GlobalOptions

  static let method = Methods.Libraries.formats
  func fill(_ request: inout ListDeckFormats) {}
  func lines(_ view: DeckFormatViews) -> [String] {
    view.formats.map { format in
      let endings = format.endings.map { "." + $0.plain }.joined(separator: " ")
      return Columns.fit(format.name.plain, to: 10) + Columns.fit(format.title.plain, to: 12)
        + endings
    }
  }
}
