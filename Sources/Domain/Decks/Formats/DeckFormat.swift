import DeckSchema
import Feature
import Schema

/// The formats of deck files that are read and written (rows D-40 to D-46).
///
/// Their sources: Cockatrice's and Forge's and XMage's published readers, Magic Online's and Arena's own exports, Moxfield's export.
public enum DeckFormat: String, CaseIterable, Sendable {
  /// Plain text: `4 Lightning Bolt (M10) 146`.
  case text
  /// Cockatrice: XML.
  case cod
  /// Apprentice and Magic Workstation: text with `SB:`.
  case dec
  /// Magic Arena: text with headings.
  case arena
  /// Magic Online: text with the sideboard behind an empty line.
  case mtgo
  /// Magic Online: XML.
  case dek
  /// XMage: `4 [M10:146] Lightning Bolt`.
  case xmage
  /// Forge: sections in brackets, `4 Lightning Bolt|M10`.
  case forge
  /// Moxfield: text with tags.
  case moxfield

  /// The ending of the names of its files, without the dot.
  public var ending: String {
    switch self {
    case .text, .arena, .mtgo, .moxfield: "txt"
    case .cod: "cod"
    case .dec: "dec"
    case .dek: "dek"
    case .xmage, .forge: "dck"
    }
  }

  /// Lines of a file, with those that are no cards.
  private static let mostFileLines = 20_000

  /// The format of a name that somebody typed; plain text for none.
  ///
  /// - Throws: `Refused` for one that is not known.
  static func named(_ name: String) throws -> DeckFormat {
    guard !name.isEmpty else { return .text }
    guard let format = DeckFormat(rawValue: name.lowercased()) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw Refused(.invalid, "There is no deck format \(name): choose one of \(names).")
    }
    return format
  }

  /// The format of a text, by what is in it.
  ///
  /// - Throws: `Refused` for XML of something else.
  static func of(_ text: String) throws -> DeckFormat {
    var lines = FileLines.of(text).map { $0.text.trimmed }.filter { !$0.isEmpty }
    if lines.first?.hasPrefix("<") == true { return try DeckXML.format(of: text) }
    // Longer ones are no cards, and say nothing of the format.
    lines.removeAll { $0.utf8.count > DeckReading.mostLineBytes }
    if lines.contains(where: { ForgeDeck.isSection($0) }) { return .forge }
    if lines.contains(where: { XMageDeck.isItsOwn($0) }) { return .xmage }
    if lines.contains(where: { TextDeck.isMoxfield($0) }) { return .moxfield }
    if lines.contains(where: { TextDeck.isArena($0) }) { return .arena }
    if lines.contains(where: { TextDeck.isDec($0) }) { return .dec }
    return .text
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
    switch self {
    case .text, .dec, .arena, .mtgo, .moxfield, .xmage: TextDeck.read(text, self)
    case .cod, .dek: try DeckXML.read(text, self)
    case .forge: ForgeDeck.read(text)
    }
  }

  /// Writes a deck: what the format cannot say is left out.
  public func write(_ list: DeckList) -> String {
    let list = kept(of: list)
    return switch self {
    case .text, .dec, .arena, .mtgo, .moxfield: TextDeck.write(list, self)
    case .cod, .dek: DeckXML.write(list, self)
    case .xmage: XMageDeck.write(list)
    case .forge: ForgeDeck.write(list)
    }
  }
}
