import FoundationEssentials
import Schema

/// Why a line of a file was not taken, for people.
struct Unplaced: Error, Equatable {
  let reason: String
}

/// One card of a deck as text formats write it: `4 Lightning Bolt (M10) 146 *F* #burn`.
///
/// The number may have an x or stand in parentheses, and the set may stand in brackets before the name.
enum CardLineText {
  /// Reads a line.
  ///
  /// - Throws: `Unplaced` with the reason why it is no card.
  static func read(_ text: some StringProtocol) throws(Unplaced) -> DeckLine {
    var rest = Substring(Text.clean(String(text), limit: .max, lines: true)).trimmed
    var line = DeckLine()
    line.count = try count(&rest)
    takeTags(&rest, &line)
    takeMarks(&rest, &line)
    takeBrackets(&rest, &line)
    takeParentheses(&rest, &line)
    return try checked(line, name: rest)
  }

  /// Fills in the name and checks the whole.
  ///
  /// - Throws: `Unplaced` with the reason.
  static func checked(
    _ line: DeckLine, name: some StringProtocol
  ) throws(Unplaced) -> DeckLine {
    var line = line
    line.name = CardName.canonical(name)
    guard !CardName.fold(line.name).isEmpty else { throw Unplaced(reason: "It names no card.") }
    guard !DeckRules.isReserved(line.name) else {
      throw Unplaced(reason: "\(Text.preview(line.name)) is not the name of a card.")
    }
    guard line.name.utf8.count <= CardName.most, line.set.utf8.count <= DeckRules.set,
      line.number.utf8.count <= DeckRules.number
    else { throw Unplaced(reason: "The name, set or number is too long.") }
    guard line.count > 0 else { throw Unplaced(reason: "The number of cards is 0.") }
    guard line.count <= DeckRules.mostOfOneLine else {
      throw Unplaced(reason: "A line may have at most \(DeckRules.mostOfOneLine) cards.")
    }
    return line
  }

  private static func count(_ rest: inout Substring) throws(Unplaced) -> UInt32 {
    let isEnclosed = rest.first == "("
    var number = isEnclosed ? rest.dropFirst() : rest
    let digits = number.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { throw Unplaced(reason: "It has no number of cards in front.") }
    number = number.dropFirst(digits.count)
    if let sign = number.first, "xX×".contains(sign) { number = number.dropFirst() }
    if isEnclosed {
      guard number.first == ")" else {
        throw Unplaced(reason: "It has no number of cards in front.")
      }
      number = number.dropFirst()
    }
    guard number.first?.isWhitespace == true || number.first == "[" else {
      throw Unplaced(reason: "There is no space between the number and the name.")
    }
    guard let count = UInt32(digits), count <= DeckRules.mostOfOneLine else {
      throw Unplaced(reason: "A line may have at most \(DeckRules.mostOfOneLine) cards.")
    }
    rest = number.trimmed
    return count
  }

  /// `#burn #late game` at the end.
  private static func takeTags(_ rest: inout Substring, _ line: inout DeckLine) {
    guard let start = rest.place(of: " #") else { return }
    line.tags = rest[start.upperBound...].components(separatedBy: "#").map {
      String(Substring($0).trimmed)
    }
    .filter { !$0.isEmpty }
    rest = rest[..<start.lowerBound].trimmed
  }

  /// `*F*` for foil and `*E*` for etched, at the end.
  private static func takeMarks(_ rest: inout Substring, _ line: inout DeckLine) {
    let marks: [(String, CardFinish)] = [("*F*", .foil), ("*E*", .etched)]
    for (mark, finish) in marks where rest.uppercased().hasSuffix(mark) {
      line.finish = finish
      rest = rest.dropLast(mark.count).trimmed
    }
  }

  /// `[M10]` or `[M10:146]` before the name.
  private static func takeBrackets(_ rest: inout Substring, _ line: inout DeckLine) {
    guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return }
    let parts = rest[rest.index(after: rest.startIndex)..<end].split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    line.set = String((parts.first ?? "").trimmed)
    line.number = parts.count > 1 ? String(parts[1].trimmed) : ""
    if line.number == "0" { line.number = "" }
    rest = rest[rest.index(after: end)...].trimmed
  }

  /// `(M10)` or `(M10) 146` behind the name.
  private static func takeParentheses(_ rest: inout Substring, _ line: inout DeckLine) {
    guard line.set.isEmpty, let start = rest.lastIndex(of: "("),
      let end = rest[start...].firstIndex(of: ")"), start > rest.startIndex
    else { return }
    let set = rest[rest.index(after: start)..<end]
    let number = rest[rest.index(after: end)...].trimmed
    guard isCode(set, isNumbered: !number.isEmpty), !number.contains(where: \.isWhitespace),
      number.utf8.count <= DeckRules.number
    else { return }
    line.set = String(set)
    line.number = String(number)
    rest = rest[..<start].trimmed
  }

  /// Whether a text in parentheses is the code of a set, and not a part of a name such as (Used).
  static func isCode(_ text: some StringProtocol, isNumbered: Bool = false) -> Bool {
    let isShort = (2...8).contains(text.utf8.count)
    guard isShort, text.utf8.allSatisfy({ $0 < 0x80 }),
      text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return false }
    let isCapital = !text.contains(where: \.isLowercase)
    let isSmall = !text.contains(where: \.isUppercase)
    return isCapital || isSmall && (isNumbered || text.contains(where: \.isNumber))
  }
}

extension Substring {
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
