import DeckSchema
import Feature
import FoundationEssentials
import Schema

/// A line of cards as lists print it: `4  Lightning Bolt  (M10) 146  foil  near mint  de`, its parts behind two blanks or more.
struct PrintedCard {
  /// The number and the name, as people type them.
  let card: String
  /// The set and the number in it, where they stand by themselves.
  let printing: (set: String, number: String)?
  /// The words behind them.
  let details: [String]

  /// Divides a line; what is not known at its end is a part of the name.
  init(_ typed: String) {
    var parts = typed.components(separatedBy: "  ").map { String($0[...].trimmed) }
      .filter { !$0.isEmpty }
    var details: [String] = []
    // The first part with a letter has the name.
    let name = parts.firstIndex { $0.contains(where: \.isLetter) } ?? 0
    while parts.count > name + 1, let last = parts.last, Self.isDetail(last) {
      details.insert(last, at: 0)
      parts.removeLast()
    }
    printing = parts.count == name + 2 ? Self.printing(parts[name + 1]) : nil
    if printing != nil { parts.removeLast() }
    (card, self.details) = (parts.joined(separator: " "), details)
  }

  /// Reads `(M10) 146` or `(Magic 2010)`: whatever stands so by itself is no part of a name.
  private static func printing(_ text: String) -> (set: String, number: String)? {
    guard text.first == "(", let end = text.lastIndex(of: ")") else { return nil }
    let (set, number) = (text[..<end].dropFirst().trimmed, text[end...].dropFirst().trimmed)
    guard !set.isEmpty, !number.contains(where: \.isWhitespace),
      set.utf8.count <= DeckRules.set, number.utf8.count <= DeckRules.number
    else { return nil }
    return (String(set), String(number))
  }

  // MARK: Words

  private static let finishes: [String: CardFinish] = ["foil": .foil, "etched": .etched]
  private static let conditions = Dictionary(
    CardCondition.allCases.filter { !$0.words.isEmpty }.map { ($0.words, $0) },
    uniquingKeysWith: { first, _ in first })
  private static let marks = CollectionField.allCases.compactMap(\.mark)
  private static let zones = Dictionary(
    uniqueKeysWithValues: [DeckZone.sideboard, .commander, .companion].map { ($0.word, $0) })

  /// Whether words name a place of the copies, and no property of the card.
  static func isPlace(_ text: String) -> Bool {
    zones[text] != nil || text.hasPrefix("in ") || text == "borrowed"
  }

  /// The zone that the words name.
  var zone: DeckZone? { details.lazy.compactMap { Self.zones[$0] }.first }

  /// The library that the words name, where they do.
  var library: String? {
    details.first { $0.hasPrefix("in ") && $0 != "in a trade" }.map { String($0.dropFirst(3)) }
  }

  private static func isDetail(_ text: String) -> Bool {
    let folded = CardName.fold(text)
    if isPlace(text) || ["number ", "binder ", "#", "\""].contains(where: { text.hasPrefix($0) }) {
      return true
    }
    if ["normal", "may exist twice"].contains(folded) || finishes[folded] != nil { return true }
    if conditions[folded] != nil || isMark(text) || isPrice(text) { return true }
    return !text.contains(where: \.isNumber)
      && CollectionValues.language(text).map { !$0.isEmpty } == true
  }

  private static func isMark(_ text: String) -> Bool {
    marks.contains { text == $0 || text.hasPrefix($0 + ": ") || text.hasPrefix($0 + ", ") }
  }

  /// A price, as 4.50 EUR, $2 or 5.
  private static func isPrice(_ text: String) -> Bool {
    let price = Price(text)
    guard price.amount.contains(where: \.isNumber), text.first != "(" else { return false }
    let isPlain = price.amount.allSatisfy {
      $0.isNumber || "., $".contains($0) || !$0.isASCII
    }
    return isPlain || text.contains(".")
  }

  // MARK: A new copy

  /// Says of a copy what the words say of the card; where other copies are is no part of it.
  ///
  /// - Throws: `Refused` for words that have no place in a copy.
  func fill(_ card: inout CardCopy) throws {
    for text in details where !Self.isPlace(text) && CardName.fold(text) != "normal" {
      let folded = CardName.fold(text)
      if folded == "may exist twice" { continue }
      if text.first == "\"" {
        card.grade = String(text.dropFirst().prefix { $0 != "\"" })
      } else if let finish = Self.finishes[folded] {
        card.finish = finish
      } else if let condition = Self.conditions[folded] {
        card.condition = condition
      } else if text.hasPrefix("number ") {
        card.number = String(text.dropFirst("number ".count))
      } else if text.hasPrefix("binder ") {
        card.binder = String(text.dropFirst("binder ".count))
      } else if text.first == "#" {
        card.tags = text.dropFirst().components(separatedBy: " #")
      } else if Self.isMark(text) {
        card.marks = Self.marks(in: text)
      } else if let language = CollectionValues.language(text),
        !text.contains(where: \.isNumber)
      {
        card.language = language
      } else {
        card.price = text
      }
    }
    try Self.check(card)
  }

  /// The marks of a text, each beginning with a known word.
  private static func marks(in text: String) -> [String] {
    text.components(separatedBy: ", ").reduce(into: [String]()) { found, part in
      if isMark(part) || found.isEmpty {
        found.append(part)
      } else {
        found[found.count - 1] += ", " + part
      }
    }
  }

  private static func check(_ card: CardCopy) throws {
    _ = try DeckRules.code(card.number, "The number", limit: DeckRules.number)
    _ = try DeckRules.code(card.grade, "The condition", limit: DeckRules.price)
    _ = try DeckRules.code(card.price, "The price", limit: DeckRules.price)
    _ = try DeckRules.code(card.binder, "The binder", limit: DeckRules.tag)
    for mark in card.marks { _ = try DeckRules.code(mark, "A mark", limit: DeckRules.tag) }
    _ = try DeckRules.tags(card.tags)
  }
}
