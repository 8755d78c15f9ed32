import DeckSchema
import Feature
import Schema

/// One format of deck files: its name, the parts of a deck that it has a place for, its reader and its writer (rows D-40 to D-46).
///
/// The file of each reader has the values of its formats. Their sources: Cockatrice's and Forge's and XMage's published readers,
/// Magic Online's and Arena's own exports, Moxfield's export.
public struct DeckFormat: Sendable {
  /// The name that people type.
  public let name: String
  /// The name for people: the program, or the kind of text.
  let title: String
  /// The endings of the names of its files, without the dot; files that are written have the first.
  let endings: [String]
  /// Whether files with its ending are in this format where nobody names one, though other formats have that ending, too.
  var isUsual = false
  /// The parts of a deck that its files can hold.
  let parts: Set<DeckPart>
  /// The order in which it writes the zones.
  var zones: [DeckZone] = [.main, .sideboard, .commander, .companion]
  /// The deck with the names that its program has for cards.
  var renames: @Sendable (DeckList, CardDatabase?) -> DeckList = { list, _ in list }
  /// A sentence about the cards of a deck that its program leaves out; nil where it takes all of them.
  var warning: @Sendable (DeckList) -> String? = { _ in nil }
  /// Whether a file is in this format and none that stands before it in `all`.
  let recognises: @Sendable (DeckSigns) -> Bool
  /// Reads a file; throws `Refused` for XML that cannot be read.
  let reads: @Sendable (String) throws -> DeckReading
  /// Writes a deck that has only what the format can say.
  let writes: @Sendable (DeckList) -> String

  /// All formats, in the order in which a file is compared with them.
  public static let all: [DeckFormat] = [
    .cod, .dek, .forge, .xmage, .archidekt, .moxfield, .arena, .dec, .mtgo, .text,
  ]

  /// All formats in the order in which people are shown them: plain text first.
  private static let shown = [text] + all.filter { $0 != text }

  /// The ending of the names of files that are written, without the dot.
  public var ending: String { endings[0] }

  /// Lines of a file, with those that are no cards.
  private static let mostFileLines = 20_000

  /// The format of a name that somebody typed; plain text for none.
  ///
  /// - Throws: `Refused` for one that is not known.
  static func named(_ name: String) throws -> DeckFormat {
    guard !name.isEmpty else { return .text }
    guard let format = all.first(where: { $0.name == name.lowercased() }) else {
      let names = shown.map(\.name).joined(separator: ", ")
      throw Refused(.invalid, "There is no deck format \(name): choose one of \(names).")
    }
    return format
  }

  /// The format of a text, by what is in it.
  ///
  /// - Throws: `Refused` for XML of something else.
  static func of(_ text: String) throws -> DeckFormat {
    let signs = DeckSigns(text)
    guard let format = all.first(where: { $0.recognises(signs) }) else { throw DeckXML.isNoDeck }
    return format
  }

  /// Reads a file of whatever format.
  ///
  /// - Throws: `Refused` for a file in which there is no card, and for a collection.
  public static func read(_ text: String) throws -> DeckReading {
    guard !CollectionFile.isTitled(text) else {
      throw Refused(
        .invalid, "The file is a collection and no deck.", .importCollection)
    }
    try FileLines.check(
      text, most: mostFileLines, "a deck has at most \(DeckRules.mostLines), choose a deck file")
    let reading = try of(text).read(text)
    try reading.checkHasCards()
    return reading
  }

  /// Reads a file of this format.
  ///
  /// - Throws: `Refused` for XML that cannot be read.
  package func read(_ text: String) throws -> DeckReading {
    var reading = try reads(text)
    reading.format = self
    reading.noteCompanionsBeside()
    return reading
  }

  /// Writes a deck: what the format cannot say is left out.
  public func write(_ list: DeckList) -> String { writes(kept(of: list)) }

  /// The formats for people.
  static var views: DeckFormatViews {
    .with {
      $0.formats = shown.map { format in
        .with {
          ($0.name, $0.title, $0.endings) = (format.name, format.title, format.endings)
          $0.usual = format.isUsual
        }
      }
    }
  }
}

extension DeckFormat: Hashable, CustomStringConvertible {
  /// The name that people type.
  public var description: String { name }

  /// Whether two formats have one name.
  public static func == (one: DeckFormat, other: DeckFormat) -> Bool { one.name == other.name }

  /// Adds the name to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The content of a file, as formats look for their signs in it.
struct DeckSigns {
  /// The beginning of a file that is XML; nil for another.
  let markup: Substring?
  /// The lines of a file that is none, without blanks around them. Those are left out that are empty, and too long for a card.
  private let lines: [Substring]

  /// Looks at a file.
  init(_ text: String) {
    let lines = FileLines.of(text).map { $0.text.trimmed }.filter { !$0.isEmpty }
    let isMarkup = lines.first?.hasPrefix("<") == true
    markup = isMarkup ? text.prefix(4_096) : nil
    // Longer ones say nothing of the format.
    self.lines = isMarkup ? [] : lines.filter { $0.utf8.count <= DeckReading.mostLineBytes }
  }

  /// Whether one of the lines is a sign.
  func has(_ isSign: (Substring) -> Bool) -> Bool { lines.contains(where: isSign) }
}
