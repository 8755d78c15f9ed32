import Schema
import Terminal
import TestKit
import Testing

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("Ada", "Ada"), ("  Ada  B\t\nC ", "Ada B C"), ("\u{1b}[31mred\u{1b}[0m", "[31mred[0m"),
    ("\u{202e}evil\u{2066}", "evil"), ("a\u{200b}b", "ab"), ("\u{9b}31m", "31m"),
    ("\u{301}\u{301}x", "x"), ("é ж 猫 😀", "é ж 猫 😀"),
    ("👩‍👩‍👧 ❤️‍🔥 👩🏽‍🚀", "👩‍👩‍👧 ❤️‍🔥 👩🏽‍🚀"), ("a\u{200d}da \u{200d}x", "ada x"),
    ("می\u{200c}خواهم", "می\u{200c}خواهم"), ("a\u{200c}b👩\u{200d}", "ab👩"),
    ("e\u{301}\u{302}\u{303}\u{304}\u{305}", "e\u{301}\u{302}\u{303}"), ("\0\u{7f}", ""),
  ])
  func knownTexts(text: String, plain: String) {
    #expect(PlainText(text).description == plain)
  }

  @Test func nothingDangerousIsLeft() {
    for seed in UInt64(0)..<2000 {
      var generator = SeededGenerator(seed: seed)
      let text = generator.text()
      let plain = PlainText(text).description
      for scalar in plain.unicodeScalars {
        let category = scalar.properties.generalCategory
        // Joiners that join are harmless.
        if scalar == "\u{200c}" || scalar == "\u{200d}" { continue }
        #expect(
          ![.control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator]
            .contains(category), "seed \(seed)")
      }
      #expect(plain.plain == plain, "seed \(seed)")
      #expect(!plain.hasPrefix(" ") && !plain.hasSuffix(" "), "seed \(seed)")
      #expect(PlainText(text, longest: 5).description.count <= 5, "seed \(seed)")
    }
  }

  @Test("E-04: text of ASCII, which goes a shorter way, is what it is beside other text")
  func plainASCII() {
    for seed in UInt64(0)..<500 {
      var generator = SeededGenerator(seed: seed)
      let text = String(
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          ["a", "Z", " ", "~", "\t", "\u{1b}", "\u{7f}", "\n"].randomElement(using: &generator)
            ?? "b"
        }.joined())
      #expect("é\(text)é".plain.dropFirst().dropLast() == "|\(text)|".plain.dropFirst().dropLast())
      #expect(
        PlainText("|" + text, longest: 4)
          == PlainText(PlainText("|" + text).description, longest: 4))
      #expect(Text.clean("é" + text, limit: 100) == "é" + Text.clean(text, limit: 98))
      #expect(Text.clean(text, limit: 3).utf8.count <= 3)
      let plain = "|\(text)|".plain
      #expect(Columns.width("é" + plain) == 1 + Columns.width(plain))
    }
  }

  @Test func clippedTextFits() {
    for seed in UInt64(0)..<2000 {
      var generator = SeededGenerator(seed: seed)
      let text = generator.text().plain
      let room = Int.random(in: 0...20, using: &generator)
      #expect(Columns.width(Columns.clip(text, to: room)) <= room, "seed \(seed)")
      #expect(Columns.width(Columns.fit(text, to: room)) == room, "seed \(seed)")
    }
  }

  @Test func widths() {
    #expect(Columns.width("abc") == 3)
    #expect(Columns.width("猫😀") == 4)
    #expect(Columns.width("e\u{301}") == 1)
    #expect(Columns.clip("abcdef", to: 4) == "abc…")
  }

  @Test("C-21: joined emoji stay joined, and what can deceive goes, wherever a text is cut")
  func joined() {
    let family = "👩‍👩‍👧"
    #expect(Text.clean("Ada \(family)", limit: 63) == "Ada \(family)")
    #expect(Text.clean("a\u{200d}d\u{200c}a\u{202e}\u{feff}", limit: 63) == "ada")
    #expect(Text.clean(family, limit: 10) == "" && Text.clean("x\(family)", limit: 8) == "x")
    #expect(Columns.width(family) == 2)
    for limit in 0...30 {
      let cut = Text.clean("می\u{200c}خو\(family)é👩‍🚀", limit: limit)
      #expect(cut.utf8.count <= limit && Text.clean(cut, limit: limit) == cut, "\(limit)")
    }
  }
}
