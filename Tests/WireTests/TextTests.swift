import Foundation
import Schema
import TestKit
import Testing

/// Schema's work with text, against Foundation's.
@Suite struct TextTests {
  /// Assigned ones: Unicode versions differ in the others.
  private static let scalars = (0...0x10ffff as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    .filter { scalar in
      guard let age = scalar.properties.age else { return false }
      // The version that libunistring 1.0 knows, which is the oldest one in use.
      return age.major < 14 || (age.major, age.minor) == (14, 0)
    }

  @Test("each character alone has the normal forms that Foundation gives it")
  func normalForms() {
    // Many at once, which is faster; line feeds keep them apart.
    for start in stride(from: 0, to: Self.scalars.count, by: 64) {
      let part = Self.scalars[start..<min(start + 64, Self.scalars.count)]
      let text = part.map { String($0) }.joined(separator: "\n")
      let (one, other) = (Text.decomposed(text), Text.composed(text))
      #expect(one.utf8.elementsEqual(text.decomposedStringWithCompatibilityMapping.utf8), "\(part)")
      #expect(other.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8), "\(part)")
    }
  }

  @Test("texts of random characters have normal forms as Unicode says")
  func normalFormsOfTexts() {
    var random = SeededGenerator(seed: 14)
    // Foundation composes wrongly where Hangul is composed in part, and beyond the first 65,536 characters.
    let all = Self.scalars.filter {
      $0.value < 0x10000 && !(0x1100...0x11ff ~= $0.value) && !(0xac00...0xd7ff ~= $0.value)
        && $0.properties.age.map { $0.major < 14 } == true
    }
    let marks = all.filter { $0.properties.canonicalCombiningClass.rawValue > 0 }
    let latin = all.filter { $0.value < 0x250 }
    for _ in 0..<1_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...100, using: &random) {
        let kind = [latin, marks, all, marks].randomElement(using: &random)
        if let scalar = kind?.randomElement(using: &random) { scalars.append(scalar) }
      }
      let text = String(scalars)
      let (one, other) = (Text.decomposed(text), Text.composed(text))
      #expect(Array(one.unicodeScalars) == Self.decomposed(text), "\(text)")
      #expect(other.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8), "\(text)")
    }
  }

  /// The form NFKD as Unicode defines it: each character by itself, and then marks in the order of their classes (D108, D109).
  private static func decomposed(_ text: String) -> [Unicode.Scalar] {
    var all: [Unicode.Scalar] = []
    for part in text.unicodeScalars {
      for scalar in String(part).decomposedStringWithCompatibilityMapping.unicodeScalars {
        let order = scalar.properties.canonicalCombiningClass
        var place = all.count
        while order != .notReordered, place > 0,
          all[place - 1].properties.canonicalCombiningClass > order
        { place -= 1 }
        all.insert(scalar, at: place)
      }
    }
    return all
  }

  @Test("44.1: a letter keeps eight marks at most, and nothing else is lost")
  func marks() throws {
    // Python's unicodedata calls these Mn and Me; the letters are of scripts that have marks.
    let marks = "\u{301}\u{308}\u{323}\u{489}\u{5b8}\u{64e}\u{93c}\u{e34}".unicodeScalars.map { $0 }
    let letters = "aZéßאبक中한😀 ".unicodeScalars.map { $0 }
    var random = SeededGenerator(seed: 44)
    for _ in 0..<500 {
      var (text, expected) = ("".unicodeScalars, "".unicodeScalars)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let letter = try #require(letters.randomElement(using: &random))
        text.append(letter)
        expected.append(letter)
        for number in 0..<Int.random(in: 0...20, using: &random) {
          let mark = try #require(marks.randomElement(using: &random))
          text.append(mark)
          if number < 8 { expected.append(mark) }
        }
      }
      let clean = Text.clean(String(text), limit: .max)
      #expect(Array(clean.unicodeScalars) == Array(expected))
      #expect(Text.clean(clean, limit: .max) == clean)
    }
  }

  @Test("Hangul is composed as Unicode says (section 3.12), also where a part of it is already")
  func hangul() {
    #expect(Array(Text.composed("\u{1111}\u{1171}\u{11b6}").unicodeScalars) == ["\u{d4db}"])
    #expect(Array(Text.composed("\u{d4cc}\u{11b6}").unicodeScalars) == ["\u{d4db}"])
    #expect(Array(Text.composed("\u{1101}\u{1176}").unicodeScalars) == ["\u{1101}", "\u{1176}"])
    #expect(
      Array(Text.decomposed("\u{d4db}").unicodeScalars) == ["\u{1111}", "\u{1171}", "\u{11b6}"])
  }

  @Test("the same white space is left out as Foundation leaves out, and no more")
  func trimmed() {
    for scalar in Self.scalars where scalar.value < 0x3100 || scalar.properties.isWhitespace {
      let text = "\(scalar)a\(scalar)b\(scalar)"
      let right = text.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(Text.trimmed(text).utf8.elementsEqual(right.utf8), "\(scalar.value)")
    }
    #expect(Text.trimmed("") == "" && Text.trimmed(" \n\t\r\n") == "")
    #expect(Text.trimmed(" \u{301}a ").unicodeScalars.count == 2)
    #expect(Text.trimmed("x  y".dropFirst()) == "y")
  }

  @Test("case and marks do not count in a folded text")
  func folded() {
    for (one, other) in [
      ("Crème BRÛLÉE", "creme brulee"), ("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("İ", "i"),
      ("\u{5e9}\u{5c1}", "\u{5e9}"), ("é", "e\u{301}"), ("Й", "и"), ("ＡＢ", "ａｂ"),
      ("Tree", "tree"), ("ᾼ", "ᾳ"),
    ] { #expect(Text.folded(one) == Text.folded(other), "\(one) \(other)") }
    for (one, other) in [("a", "b"), ("ø", "o"), ("", "a"), ("ａ", "a"), ("का", "की")] {
      #expect(Text.folded(one) != Text.folded(other), "\(one) \(other)")
    }
    // Letters of the scripts that have case and marks, but for the iota below Greek ones, which counts as a letter here.
    for scalar in Self.scalars
    where (scalar.value < 0x590 || 0x1e00...0x1fff ~= scalar.value)
      && scalar.properties.isAlphabetic && scalar.properties.generalCategory != .nonspacingMark
      && !Text.decomposed(String(scalar)).unicodeScalars.contains("\u{345}")
    {
      let text = String(scalar)
      let right = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      #expect(Text.folded(text) == right, "\(scalar.value)")
    }
  }

  @Test("a text is found in another one where it stands first, also in a part of a text")
  func places() throws {
    let text = "ein Haus, ein Häuschen"
    let place = try #require(text.place(of: "ein"))
    #expect(place.lowerBound == text.startIndex && text[place] == "ein")
    let rest = text[place.upperBound...]
    let second = try #require(rest.place(of: "ein "))
    #expect(text[second.upperBound...] == "Häuschen")
    #expect(text.holds("Häu") && rest.holds("ein"[...]) && "a\r\nb".holds("\n"))
    for none in ["", "Hau,", "häuschen", text + "!", "ä "] { #expect(!text.holds(none), "\(none)") }
    #expect(!"".holds("a") && !"".holds(""))
    for length in 0...40 {
      let part = String(repeating: "a", count: length)
      #expect((part + "b").place(of: "b")?.lowerBound == (part + "b").utf8.dropLast().endIndex)
    }
  }

  @Test("a million marks on one letter: who puts each into its place by itself never ends")
  func manyMarks() {
    let text = "a" + String(repeating: "\u{301}\u{316}", count: 500_000)
    #expect(Text.decomposed(text).unicodeScalars.count == 1_000_001)
    #expect(Text.composed(text).unicodeScalars.count == 1_000_000)
    #expect(Text.folded(text) == "a")
  }
}
