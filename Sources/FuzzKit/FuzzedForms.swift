import Decks
import Foundation
import Schema

/// Text, as it is compared and found.
enum FuzzedForms {
  /// A text and, behind a zero byte, one that may stand in it.
  static func forms(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let text = parts[0]
    normalForms(of: text)
    let folded = Text.folded(text)
    FuzzTarget.expect(isSame(Text.folded(folded), folded), "folded twice: \(text.debugDescription)")
    FuzzTarget.expect(
      isSame(Text.folded(Text.composed(text)), folded), "composed: \(text.debugDescription)")
    let name = CardName.fold(text)
    FuzzTarget.expect(isSame(CardName.fold(name), name), "a folded name: \(text.debugDescription)")
    let trimmed = Text.trimmed(text)
    FuzzTarget.expect(
      isSame(Text.trimmed(trimmed), trimmed), "trimmed twice: \(text.debugDescription)")
    FuzzTarget.expect(trimmed.isEmpty || text.holds(trimmed), "trimmed: \(text.debugDescription)")
    for part in [parts.last ?? "", trimmed] + parts { place(of: part, in: text) }
  }

  private static func normalForms(of text: String) {
    let (composed, decomposed) = (Text.composed(text), Text.decomposed(text))
    FuzzTarget.expect(
      isSame(Text.composed(composed), composed), "composed twice: \(text.debugDescription)")
    FuzzTarget.expect(
      isSame(Text.decomposed(decomposed), decomposed),
      "decomposed twice: \(text.debugDescription)")
    FuzzTarget.expect(
      isSame(Text.decomposed(composed), decomposed),
      "a composed text is another one: \(text.debugDescription)")
    // Who compares knows another version of Unicode, and takes a mark for a letter.
    guard text.unicodeScalars.allSatisfy({ isKnown($0) && !isMarkOfMarks($0) }) else { return }
    FuzzTarget.expect(
      isSame(Text.composed(apart(text)), composed),
      "taken apart and composed: \(text.debugDescription)")
    FuzzTarget.expect(
      composed == text, "a composed text is no longer the same: \(text.debugDescription)")
  }

  /// Each character taken apart, and no mark moved.
  private static func apart(_ text: String) -> String {
    text.unicodeScalars.map { String($0).decomposedStringWithCanonicalMapping }.joined()
  }

  /// In Unicode 14, the oldest one in use.
  private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age else { return false }
    return age.major < 14 || age.major == 14 && age.minor == 0
  }

  /// A vowel sign of Tibetan that stands for two marks, and moves no mark by itself: Swift's `==` does not look into it.
  private static func isMarkOfMarks(_ scalar: Unicode.Scalar) -> Bool {
    ["\u{f73}", "\u{f75}", "\u{f81}"].contains(scalar)
  }

  /// Byte by byte; texts are equal to others as well.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  /// Looks at every place.
  private static func place(of part: String, in text: String) {
    let (whole, wanted) = (Array(text.utf8), Array(part.utf8))
    guard wanted.count <= 100 else { return }
    let places = 0..<max(0, whole.count - wanted.count + 1)
    let first =
      wanted.isEmpty ? nil : places.first { whole[$0...].starts(with: wanted) }
    let found = text.place(of: part)
    FuzzTarget.expect(
      found.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == first,
      "\(part.debugDescription) in \(text.debugDescription)")
    FuzzTarget.expect(text.holds(part) == (first != nil), "\(part.debugDescription)")
    if let found {
      FuzzTarget.expect(text.utf8[found].elementsEqual(part.utf8), "\(part.debugDescription)")
    }
  }

  /// Texts to begin with: marks in any order, Hangul, ligatures, case that has two letters, blanks.
  static let normalForms = [
    "e\u{301}\u{316}\u{327}\0\u{301}", "\u{1111}\u{1171}\u{11b6}\u{d4cc}\u{11b6}\0\u{d4db}",
    "Crème BRÛLÉE ﬁﬀ Å\u{212b}Ω\u{2126}\0Ω", "Straße ẞ İıſ ΟΔΟΣ ᾼ\u{345}ᾳ ŉ ǰ\0ss",
    "\u{200b}\u{3000} \u{a0}a\r\n\u{2028}b\t\0\n", "\u{fb1d}\u{5b4}\u{5c1}\u{fb2c}",
    "a" + String(repeating: "\u{301}\u{316}", count: 40), "क\u{93c}ी\u{958}\u{9cb}",
    "\u{1d15e}\u{1d1bf}\u{2f800}\u{fa0e}", "Æther æœøßłđ O'Neill’s 7½²Ⅳ\0æ",
    "\u{3a9}\u{345}\u{301}", "Ꭰꭰ Ა ა ＡＢ①㍍ﷺ", "aab\0ab", "ǅ ǆ Ǆ \u{1e9b}\u{323}\0\u{323}",
  ]
}
