import Decks
import Feature
import Glibc
import Markup
import Schema

/// Finds the cards of Cockatrice's file, however large, and reads each by itself.
///
/// A file that declares a document type is not read: that is how a small file becomes a large one.
struct CardMarkup {
  private var buffer: [UInt8] = []
  private var hasRoot = false
  private(set) var isWhole = false
  /// Whether it is a deck of Cockatrice or of Magic Online, and no file of cards.
  private(set) var isDeck = false
  private(set) var cards = 0

  private static let (begin, end) = (Array("<card>".utf8), Array("</card>".utf8))
  private static let decks = [Array("<cockatrice_deck".utf8), Array("<Deck".utf8)]
  private static let root = Array("<cockatrice_carddatabase".utf8)
  private static let rootEnd = Array("</cockatrice_carddatabase>".utf8)

  /// Takes the next bytes.
  ///
  /// - Throws: `Refused` if it is not such a file; errors of `visit`.
  mutating func take(_ bytes: [UInt8], visit: (CardRow) throws -> Void) throws {
    buffer += bytes
    var start = 0
    while let opened = Self.find(Self.begin, in: buffer, from: start) {
      try look(at: buffer[start..<opened])
      guard let closed = Self.find(Self.end, in: buffer, from: opened) else {
        guard buffer.count - opened <= CardScanner.mostCard else {
          throw Refused(
            .invalid, "Card \(cards + 1) in the file is larger than 1 MiB: this is not a card file."
          )
        }
        buffer.removeFirst(opened)
        return
      }
      let after = closed + Self.end.count
      cards += 1
      if let row = try Card.read(buffer[opened..<after], number: cards) { try visit(row) }
      start = after
    }
    try look(at: buffer[start...])
    // A word may go on in the next bytes. A whole one is not looked at again, as another one may have to come before it.
    let end = buffer[start...].suffix(Self.rootEnd.count - 1)
    buffer = end.lastIndex(of: UInt8(ascii: "<")).map { Array(end[$0...]) } ?? []
  }

  /// Looks at what is not within a card.
  private mutating func look(at bytes: ArraySlice<UInt8>) throws {
    let between = Array(bytes)
    for word in ["<!DOCTYPE", "<!ENTITY"]
    where Self.find(Array(word.utf8), in: between, from: 0) != nil {
      throw Refused(
        .invalid, "The file declares a document type, which no card file does: it is not read.")
    }
    if !hasRoot, Self.decks.contains(where: { Self.find($0, in: between, from: 0) != nil }) {
      isDeck = true
    }
    let begin = hasRoot ? 0 : Self.find(Self.root, in: between, from: 0)
    guard let begin else { return }
    hasRoot = true
    if Self.find(Self.rootEnd, in: between, from: begin) != nil { isWhole = true }
  }

  private static func find(_ word: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= word.count else { return nil }
    return bytes.withUnsafeBytes { all in
      var place = start
      while place <= all.count - word.count {
        guard let found = memchr(all.baseAddress! + place, Int32(word[0]), all.count - place)
        else { return nil }
        place = UnsafeRawPointer(found) - all.baseAddress!
        if place <= all.count - word.count,
          memcmp(all.baseAddress! + place, word, word.count) == 0
        {
          return place
        }
        place += 1
      }
      return nil
    }
  }
}

/// One card of such a file.
private struct Card {
  /// Elements within elements of a card.
  private static let mostDepth = 16
  /// The first text of each element, by its name.
  private var texts: [String: String] = [:]
  /// The rarities of its sets, which are attributes.
  private var rarities: Set<String> = []
  private var text = ""
  private var depth = 0

  /// - Returns: nil for a token.
  static func read(_ bytes: ArraySlice<UInt8>, number: Int) throws -> CardRow? {
    let damaged = Refused(
      .invalid, "Card \(number) in the file is damaged: nothing was taken. Get the file again.")
    var card = Card()
    do {
      try Markup.read(bytes) { event, _ in
        card.take(event)
        guard card.depth <= mostDepth else { throw damaged }
      }
    } catch { throw damaged }
    guard let name = card.texts["name"], !name.isEmpty else { throw damaged }
    let (texts, rarities) = (card.texts, card.rarities)
    guard texts["token"] != "1", texts["layout"] != "token" else { return nil }
    var row = CardRow(name: name)
    row.cost = braces(texts["manacost"] ?? "")
    row.type = texts["type"] ?? ""
    row.rarities = rarities.sorted()
    row.value = texts["cmc"].flatMap { Double($0) }.flatMap { UInt32(exactly: $0.rounded()) }
    row.most = CardRow.most(texts["text"] ?? "")
    row.texts = [texts["text"]].compactMap { $0 }
    row.strengths = [texts["pt"] ?? texts["loyalty"]].compactMap { $0 }
    row.command = CardRow.command(texts["text"], type: row.type, hasPower: texts["pt"] != nil)
    // Oracle writes no element for a colourless card.
    row.identity = texts["coloridentity"].flatMap { ColourIdentity(letters: $0) }
    row.isPlain =
      texts["coloridentity"] == nil && (texts["colors"] ?? texts["color"] ?? "").isEmpty
      && !row.cost.contains { "WUBRG".contains($0) }
    for (key, word) in texts where key.hasPrefix("format-") {
      row.legalities[String(key.dropFirst(7)).lowercased()] = .init(
        rawValue: word.lowercased().replacing(" ", with: "_"))
    }
    return row
  }

  /// Cockatrice writes 2UU where others write {2}{U}{U}.
  private static func braces(_ cost: String) -> String {
    guard !cost.contains("{") else { return cost }
    var (result, rest) = ("", Substring(cost))
    while let first = rest.first {
      let symbol: Substring
      if first.isNumber {
        symbol = rest.prefix { $0.isNumber }
        rest = rest.dropFirst(symbol.count)
      } else if first == "(" {
        symbol = rest.dropFirst().prefix { $0 != ")" }
        rest = rest.dropFirst(symbol.count + 2)
      } else {
        rest = rest.dropFirst()
        if first == " " || first == "/" {
          result.append(first)
          continue
        }
        symbol = Substring(String(first))
      }
      result += "{\(symbol)}"
    }
    return result
  }

  private mutating func take(_ event: Markup.Event) {
    switch event {
    case .start(let name, let attributes):
      if name == "set", let rarity = CardRow.rarity(attributes["rarity"]) {
        rarities.insert(rarity)
      }
      depth += 1
      text = ""
    case .text(let part): text += part
    case .end(let name):
      depth -= 1
      if texts[name] == nil { texts[name] = Text.trimmed(text) }
      text = ""
    }
  }
}
