import DeckSchema
import FoundationEssentials
import Schema

/// The reason why a line of a file was not taken, for people.
struct Unplaced: Error, Equatable {
  let reason: String
}

/// One card of a deck as text formats write it: `4 Lightning Bolt (M10) 146 *F* #burn`.
///
///     line  = [sign of a list] [count] place* name part* (tab more)*
///     count = digits ["x"] [counter] | "x" digits | "(" digits ["x"] ")"
///     name  = words | "《" words ["/" the same in English] "》"
///     place = "[" set [(":" | "#") number] "]" | "[foil]"
///     part  = one of `CardLinePart.all`: what programs write behind a name
///
/// A line without a count names one card, if there is such a card. Every part is kept, or named in `lost`. Digits, letters and signs may
/// be as wide as Japanese and Chinese texts have them, but for signs of a name.
struct CardLineText {
  /// The card; its count is 0 where the line has none.
  var line = DeckLine()
  /// Its zone in the deck, if the line says so.
  var zone: DeckZone?
  /// The group that is no part of the deck in which the line puts the card.
  var outside: String?
  /// Parts that have no place here.
  var lost: [(text: String, reason: String)] = []
  /// Parts that may mean something else than what they were taken for.
  var changed: [(text: String, reason: String)] = []
  /// The line says how many there are.
  var hasCount = false
  /// The line has signs of a program that writes the codes of sets in small letters.
  var hasSmallCodes = false
  /// The set stands in brackets behind the name.
  var hasSetInBrackets = false

  /// The number of cards that the line stands for.
  var count: UInt32 { hasCount ? line.count : 1 }

  /// Reads a line.
  ///
  /// - Throws: `Unplaced` with the reason why it is no card.
  init(_ text: some StringProtocol) throws(Unplaced) {
    var fields = text.split(separator: "\t").map {
      Substring(Text.clean(String($0), limit: .max, lines: true)).trimmed.narrow
    }
    .filter { !$0.isEmpty }
    guard var rest = fields.first else { throw Unplaced(reason: "It names no card.") }
    fields.removeFirst()
    let sign = rest.drop(while: \.isDigit)
    if sign.isEmpty || sign.count < rest.count && "xX×".contains(sign), let name = fields.first {
      rest = Substring("\(rest) \(name)")
      fields.removeFirst()
    }
    rest = rest.withoutListSign
    try takeCount(&rest)
    while try takePlace(&rest) {}
    while CardLinePart.all.contains(where: { $0.take(&self, &rest) }) {}
    for (place, field) in fields.enumerated() { take(field: field, isFirst: place == 0) }
    if !hasCount, CardLinePart.numberInBrackets(rest) != nil { throw Self.isCountOrNumber }
    takeTitleMarks(&rest)
    if hasCount {
      line = try Self.checked(line, name: rest)
    } else {
      // More often a rule below a title than the card of that name.
      guard !rest.allSatisfy({ "_ ".contains($0) }) else { throw Self.namesNone }
      line.count = 1
      line = try Self.checked(line, name: rest)
      line.count = 0
    }
  }

  /// Fills in the name and checks the whole.
  ///
  /// - Throws: `Unplaced` with the reason.
  static func checked(
    _ line: DeckLine, name: some StringProtocol
  ) throws(Unplaced) -> DeckLine {
    var line = line
    line.name = CardName.canonical(name)
    guard !CardName.fold(line.name).isEmpty else { throw namesNone }
    guard !DeckRules.isReserved(line.name) else {
      throw Unplaced(reason: "\(Text.preview(line.name)) is not the name of a card.")
    }
    guard line.name.utf8.count <= CardName.most, line.set.utf8.count <= DeckRules.set,
      line.number.utf8.count <= DeckRules.number
    else { throw Unplaced(reason: "The name, set or number is too long.") }
    guard line.count > 0 else { throw Unplaced(reason: "The number of cards is 0.") }
    guard line.count <= DeckRules.mostOfOneLine else { throw tooMany }
    return line
  }

  private static let namesNone = Unplaced(reason: "It names no card.")

  private static let isCountOrNumber = Unplaced(
    reason:
      "The number in brackets may be how many there are or a number of the card: write how many before the name, as in 4 Lightning Bolt."
  )

  private static let tooMany = Unplaced(
    reason:
      "A line may have at most \(DeckRules.mostOfOneLine) cards; where the number is the beginning of a name, write 1 before it."
  )

  /// The number of cards that a line names, whether or not the rest of it can be read; 1 where it says nothing.
  static func number(in text: some StringProtocol) -> Int {
    var rest = Substring(String(text)).trimmed
    if let heading = DeckHeading.before(rest) { rest = heading.rest }
    if let card = try? CardLineText(rest) { return Int(card.count) }
    rest = rest.narrow.withoutListSign
    if rest.first == "(" { rest = rest.dropFirst() }
    let digits = rest.prefix(while: \.isDigit)
    return digits.utf8.count <= 9 ? Int(digits) ?? 1 : 1
  }

  // MARK: Before the name

  private mutating func takeCount(_ rest: inout Substring) throws(Unplaced) {
    let isEnclosed = rest.first == "("
    var number = isEnclosed ? rest.dropFirst() : rest
    let isBehind = Self.isSign(number.first) && number.dropFirst().first?.isDigit == true
    if isBehind { number = number.dropFirst() }
    let digits = number.prefix(while: \.isDigit)
    guard !digits.isEmpty else { return }
    number = number.dropFirst(digits.count)
    if isBehind, number.first?.isWhitespace != true { return }
    var isCounted = false
    if !isBehind, Self.isSign(number.first) {
      isCounted = number.first == "×"
      number = number.dropFirst()
    }
    if isEnclosed {
      guard number.first == ")" else { return }
      number = number.dropFirst()
    }
    if let word = number.first, Self.counters.contains(word) {
      isCounted = true
      number = number.dropFirst()
    }
    guard isCounted || number.first.map({ $0.isWhitespace || "[《".contains($0) }) == true else {
      throw Unplaced(reason: "There is no space between the number and the name.")
    }
    guard let count = UInt32(digits), count <= DeckRules.mostOfOneLine else { throw Self.tooMany }
    (line.count, hasCount) = (count, true)
    rest = number.trimmed
  }

  /// Words that Japanese, Chinese and Korean have between a number and sheets of paper.
  static let counters: Set<Character> = ["枚", "张", "張", "장"]

  private static func isSign(_ sign: Character?) -> Bool { sign.map { "xX×".contains($0) } == true }

  /// `[M10]`, `[M10:146]`, `[M10#146]` or `[foil]` before the name.
  private mutating func takePlace(_ rest: inout Substring) throws(Unplaced) -> Bool {
    guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return false }
    let inside = rest[..<end].dropFirst().trimmed
    let behind = rest[end...].dropFirst().trimmed
    guard !behind.isEmpty else { return false }
    if let finish = CardLinePart.finishes[inside.lowercased()] {
      line.finish = finish
    } else if !inside.isEmpty, inside.allSatisfy(\.isDigit) {
      guard hasCount else { throw Self.isCountOrNumber }
      lose("[\(inside)]", "A number before the name has no place here.")
    } else if line.set.isEmpty {
      let parts = inside.split(
        maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == ":" || $0 == "#" })
      line.set = String((parts.first ?? "").trimmed)
      line.number = parts.count > 1 ? String(parts[1].trimmed) : ""
      if line.number == "0" { line.number = "" }
    } else {
      lose("[\(inside)]", "It stands before the name and has no place here.")
    }
    rest = behind
    return true
  }

  /// The marks round the name of a card in Japanese texts, which may have its English name behind it.
  private mutating func takeTitleMarks(_ rest: inout Substring) {
    guard rest.first == "《", rest.last == "》" else { return }
    rest = rest.dropFirst().dropLast().trimmed
    let names = rest.split(separator: "/").map(\.trimmed)
    guard names.count == 2, names[1].allSatisfy(\.isASCII), !names[0].allSatisfy(\.isASCII) else {
      return
    }
    changed.append((String(names[0]), "The card is looked up by the English name behind it."))
    rest = names[1]
  }

  // MARK: Behind a tab

  /// A field of its own: a set, its number, a finish, or how many there are.
  private mutating func take(field: Substring, isFirst: Bool) {
    if let finish = CardLinePart.finishes[field.lowercased()] {
      line.finish = finish
    } else if !line.set.isEmpty, line.number.isEmpty, Self.isNumber(field) {
      line.number = String(field)
    } else if isFirst, !hasCount, field.allSatisfy(\.isDigit), let count = UInt32(field) {
      (line.count, hasCount) = (count, true)
    } else if line.set.isEmpty, Self.isCode(field, isNumbered: true) {
      line.set = String(field)
    } else {
      lose(field, "It stands behind a tab and has no place here.")
    }
  }

  // MARK: What was found

  /// Notes a part that has no place here.
  mutating func lose(_ text: some StringProtocol, _ reason: String) {
    lost.append((String(text), reason))
  }

  /// Keeps what the card is for.
  mutating func add(tag: Substring) {
    let tag = String(tag.trimmed)
    guard !tag.isEmpty else { return }
    guard tag.utf8.count <= DeckRules.tag, line.tags.count < DeckRules.mostTags else {
      return lose(
        tag, "A card has at most \(DeckRules.mostTags) tags of \(DeckRules.tag) bytes.")
    }
    line.tags.append(tag)
  }

  /// Whether a text in parentheses is the code of a set, and not a part of a name such as (Used).
  static func isCode(_ text: some StringProtocol, isNumbered: Bool = false) -> Bool {
    let isShort = (2...8).contains(text.utf8.count)
    guard isShort, text.utf8.allSatisfy({ $0 < 0x80 }),
      text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return false }
    let isCapital = !text.contains(where: \.isLowercase)
    let isSmall = !text.contains(where: \.isUppercase)
    // Digits alone are a number.
    guard text.contains(where: \.isLetter) else { return false }
    return isCapital || isSmall && (isNumbered || text.contains(where: \.isNumber))
  }

  /// Whether a text is the number of a card in its set, as 146a, ★12 or ABC-12.
  static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= DeckRules.number && text.contains(where: \.isNumber)
      && !text.contains { $0.isWhitespace || "[](){}<>*#^\"".contains($0) }
  }
}

extension Character {
  /// Whether it is one of the ten digits of ASCII.
  var isDigit: Bool { isASCII && isNumber }

  /// The character of ASCII for a wide one that has a meaning in a card's line; any other as it is.
  fileprivate var narrow: Character {
    guard unicodeScalars.count == 1, let value = unicodeScalars.first?.value else { return self }
    if value == 0x3000 { return " " }
    guard (0xff01...0xff5e).contains(value), let scalar = Unicode.Scalar(value - 0xfee0) else {
      return self
    }
    let found = Character(scalar)
    return found.isLetter || found.isNumber || "()[]{}<>#*^`:/-".contains(found) ? found : self
  }
}

extension Substring {
  /// Without the sign before an item of a list.
  var withoutListSign: Substring {
    guard let sign = first, "-*•–·".contains(sign), dropFirst().first?.isWhitespace == true else {
      return self
    }
    return dropFirst().trimmed
  }

  /// With the digits, letters and signs of a card's line as ASCII has them, where they are as wide as Chinese letters.
  var narrow: Substring {
    guard utf8.contains(where: { $0 == 0xef || $0 == 0xe3 }) else { return self }
    return Substring(String(map(\.narrow)))
  }

  /// Without white space around it.
  var trimmed: Substring {
    // Blanks of ASCII are most, and bytes are looked at many times as fast as characters.
    let blanks = utf8.prefix { $0 == 0x20 || $0 == 0x09 }
    var bytes = utf8[blanks.endIndex...]
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    let start = Substring(bytes).drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
    return start[...last]
  }
}
