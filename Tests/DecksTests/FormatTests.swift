import DeckSchema
import Foundation
import Schema
import Testing

@testable import Decks

/// Deck files: what is written is read as it was, and what others write is read.
@Suite struct FormatTests {
  @Test(
    "D-40 to D-46, D-49, D-50, D-51: a deck that is written and read and written is the same",
    arguments: DeckFormat.all)
  func roundTrip(_ format: DeckFormat) throws {
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      let list = random.deck()
      let written = format.write(list)
      let reading = try format.read(written)
      #expect(!reading.report.isIncomplete, "seed \(seed): \(reading.report)\n\(written)")
      #expect(reading.report.lost.isEmpty, "seed \(seed): \(reading.report)\n\(written)")
      #expect(reading.list == format.kept(of: list), "seed \(seed)\n\(written)")
      #expect(format.write(reading.list) == written, "seed \(seed)")
      #expect(reading.numbers.count == reading.list.lines.count)
      // Whatever format the content looks like, the cards are the same.
      let found = try DeckFormat.read(written)
      #expect(
        found.list.lines == reading.list.lines,
        "seed \(seed), taken for \(found.format)\n\(written)")
      let isLossless = format.kept(of: list) == list
      #expect(format.losses(of: list).isEmpty || !isLossless, "seed \(seed)")
    }
  }

  @Test("D-45: who writes a deck for XMage is told of cards that it would not take")
  func setsForXMage() {
    let list = DeckList.with {
      $0.lines = [
        .with { ($0.name, $0.count, $0.set, $0.number) = ("Island", 2, "M10", "234") },
        .with { ($0.name, $0.count) = ("Lightning Bolt", 3) },
      ]
    }
    #expect(
      DeckFormat.xmage.warning(of: list)
        == "3 cards have no set, and XMage takes no card without one: name the sets first.")
    #expect(DeckFormat.forge.warning(of: list) == nil)
    let whole = DeckList.with { $0.lines = [list.lines[0]] }
    #expect(DeckFormat.xmage.warning(of: whole) == nil)
  }

  @Test("D-40 to D-46: a list of formats names each once, plain text first, with its endings")
  func list() {
    let names = DeckFormat.all.map(\.name)
    #expect(Set(names).count == names.count && names.last == "text")
    #expect(DeckFormat.all.allSatisfy { !$0.title.isEmpty && !$0.endings.isEmpty })
    // The usual format of an ending is one at most.
    let usual = DeckFormat.all.filter(\.isUsual).map(\.ending)
    #expect(Set(usual).count == usual.count && usual.contains("txt"))
    let views = DeckFormat.views.formats
    #expect(views.first?.name == "text" && Set(views.map(\.name)) == Set(names))
    #expect(views.first { $0.name == "dec" }?.endings == ["dec", "mwDeck"])
  }

  private func read(
    _ text: String, as format: DeckFormat, problems: [UInt32] = []
  ) throws -> [String] {
    let reading = try DeckFormat.read(text)
    #expect(reading.format == format)
    let left = (reading.report.lost + reading.report.leftOut).map(\.line).sorted()
    #expect(left == problems, "\(reading.report)")
    return reading.list.lines.map { line in
      let zone = [DeckZone.sideboard: "SB ", .commander: "C ", .companion: "CO "][line.zone] ?? ""
      let place = line.set.isEmpty ? "" : " (\(line.set)) \(line.number)"
      return "\(zone)\(line.count) \(line.name)\(place)\(line.finish == .foil ? " foil" : "")"
    }
  }

  @Test("D-40, D-48: plain text as people write it")
  func plain() throws {
    let text = """
      // My Deck
      // a comment

      4 Spilled Ember
      4x Matchbox Imp (M10) 146
      (2) Candle / Ashes
      3 Hazmat (Used)
      not a card
      0 Nothing
      1000 Too Many
      2Glued

      """
    #expect(
      try read(text, as: .text, problems: [9, 10, 11]) == [
        "4 Spilled Ember", "4 Matchbox Imp (M10) 146", "2 Candle // Ashes", "3 Hazmat (Used)",
        "1 not a card",
      ])
    let reading = try DeckFormat.read(text)
    #expect(reading.list.name == "My Deck" && reading.list.notes == "a comment")
    #expect(reading.numbers == [4, 5, 6, 7, 8] && reading.bare == [8])
    // One empty line begins the sideboard, two do not.
    #expect(try read("1 A\r\n\r\n1 B\r\n", as: .text) == ["1 A", "SB 1 B"])
    #expect(try read("1 A\n\n1 B\n\n1 C\n", as: .text) == ["1 A", "1 B", "1 C"])
    #expect(try read("1 A\nSideboard (1)\n\n1 B\n", as: .text) == ["1 A", "SB 1 B"])
    #expect(try read("//Main\n1 A\n//Sideboard\n1 B\n", as: .text) == ["1 A", "SB 1 B"])
    #expect(
      try read("\u{feff}1 A\nMaybeboard\n1 B\n", as: .text, problems: [3]) == ["1 A"])
  }

  @Test("D-42: Apprentice and Magic Workstation")
  func dec() throws {
    let text = """
      // Deck file for Magic Workstation
      // NAME : Burn
      // CREATOR : Ada
          4 [M10] Spilled Ember
          20 [] Mountain
      SB:  2 [M10] Polite Refusal
      """
    #expect(
      try read(text, as: .dec) == [
        "4 Spilled Ember (M10) ", "20 Mountain", "SB 2 Polite Refusal (M10) ",
      ])
    #expect(try DeckFormat.read(text).list.name == "Burn")
  }

  @Test("D-43: Magic Arena, with its own code of a set")
  func arena() throws {
    let text = """
      About
      Name Elves

      Commander
      1 Hedge Warden (DAR) 168

      Deck
      4 Parlor Cat (M19) 1

      Sideboard
      2 Second Helping
      """
    #expect(
      try read(text, as: .arena) == [
        "C 1 Hedge Warden (DOM) 168", "4 Parlor Cat (M19) 1", "SB 2 Second Helping",
      ])
    let reading = try DeckFormat.read(text)
    #expect(reading.list.name == "Elves")
    #expect(DeckFormat.arena.write(reading.list).contains("(DAR) 168"))
  }

  @Test("D-41, D-44: XML of Cockatrice and of Magic Online")
  func xml() throws {
    let cod = """
      <?xml version="1.0" encoding="UTF-8"?>
      <cockatrice_deck version="1">
          <lastLoadedTimestamp>Fri</lastLoadedTimestamp>
          <deckname>Burn &amp; Co</deckname>
          <comments>two
      lines</comments>
          <tags><tag>red</tag></tags>
          <zone name="main">
              <card number="4" name="Spilled Ember" setShortName="M10" collectorNumber="146" uuid="x"/>
              <card number="many" name="Attic Ghost"/>
          </zone>
          <zone name="side"><card number="2" name="Fire // Ice"/></zone>
          <zone name="tokens"><card number="1" name="Goblin"/></zone>
      </cockatrice_deck>
      """
    #expect(
      try read(cod, as: .cod, problems: [10, 13]) == [
        "4 Spilled Ember (M10) 146", "SB 2 Fire // Ice",
      ])
    let list = try DeckFormat.read(cod).list
    #expect(list.name == "Burn & Co" && list.notes == "two\nlines" && list.tags == ["red"])
    let dek = """
      <?xml version="1.0" encoding="utf-8"?>
      <Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema"><NetDeckID>0</NetDeckID>
      <Cards CatID="1" Quantity="4" Sideboard="false" Name="Fire/Ice" Annotation="0" />
      <Cards CatID="2" Quantity="1" Sideboard="true" Name="Attic Ghost" Annotation="0" /></Deck>
      """
    #expect(try read(dek, as: .dek) == ["4 Fire // Ice", "SB 1 Attic Ghost"])
  }

  @Test("D-41, D-44: several threads write and read XML at the same time")
  func xmlAtOnce() async throws {
    var list = DeckList()
    list.name = "Burn & <Co>"
    list.notes = "two\nlines"
    list.tags = ["red"]
    for number in 1...60 {
      list.lines.append(
        .with {
          ($0.count, $0.name) = (4, "\"Card\" \(number)")
          $0.zone = .main
        })
    }
    let deck = list
    try await withThrowingTaskGroup(of: Void.self) { group in
      for format in [DeckFormat.cod, .dek, .cod, .dek] {
        group.addTask {
          for _ in 0..<100 {
            let lines = try DeckFormat.read(format.write(deck)).list.lines
            guard lines.map(\.name) == deck.lines.map(\.name) else { throw CancellationError() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try DeckFormat.read(DeckFormat.cod.write(deck)).list == deck)
  }

  @Test("D-45, D-46: XMage and Forge, which end alike, and Moxfield")
  func others() throws {
    let xmage = """
      NAME:Burn
      4 [M10:146] Spilled Ember
      SB: 2 [DOM:1] Polite Refusal
      LAYOUT MAIN:(1,1)(NONE,false,50)|([M10:146])
      """
    #expect(
      try read(xmage, as: .xmage) == [
        "4 Spilled Ember (M10) 146", "SB 2 Polite Refusal (DOM) 1",
      ])
    let forge = """
      [metadata]
      Name=Burn
      [Commander]
      1 Chimney Drake|M10
      [Main]
      4 Spilled Ember+|M10|2
      2 Candle // Ashes|DOM|[7]
      [Schemes]
      1 A Plan
      """
    #expect(
      try read(forge, as: .forge, problems: [6, 9]) == [
        "C 1 Chimney Drake (M10) ", "4 Spilled Ember (M10)  foil", "2 Candle // Ashes (DOM) 7",
      ])
    let moxfield =
      "4 Spilled Ember (M10) 146 *F* #burn #late game\n\nSIDEBOARD:\n1 Attic Ghost (PLST) ABC-12\n"
    #expect(
      try read(moxfield, as: .moxfield) == [
        "4 Spilled Ember (M10) 146 foil", "SB 1 Attic Ghost (PLST) ABC-12",
      ])
    #expect(try DeckFormat.read(moxfield).list.lines[0].tags == ["burn", "late game"])
  }

  @Test("D-41, D-45, D-48: two things that a deck has no place for are two remarks")
  func remarks() throws {
    let forge = try DeckFormat.read(
      "Name=Burn\n[general]\nConstructed\nDeck Type=Odd\n[main]\n4 Spilled Ember\n[sideboard]\n")
    #expect(forge.format == .forge && forge.list.name == "Burn" && forge.list.lines.count == 1)
    #expect(forge.report.lost.map(\.line) == [3, 4] && !forge.report.isIncomplete)
    #expect(forge.report.lost.map(\.text) == ["Constructed", "Deck Type=Odd"])
    let cod = try DeckFormat.read(
      "<cockatrice_deck version='1'><bannerCard>Kettle</bannerCard><zone name='main'><card number='1' name='Kettle'/></zone><sideboard_plan/></cockatrice_deck>"
    )
    #expect(cod.report.lost.map(\.text) == ["bannerCard", "sideboard_plan"])
    let marks = try DeckFormat.read("1 Kettle *JP*\n1 Mint Imp *ALT*\n1 Hat *JP*\n").report
    #expect(marks.lost.map { "\($0.line) \($0.text) \($0.count)" } == ["1 *JP* 2", "2 *ALT* 1"])
  }

  @Test("D-46, D-49: Archidekt, whose groups say zones and tags")
  func archidekt() throws {
    let text = """
      4x Spilled Ember (m10) 146 *F* [Burn,Late Game]
      1x Hedge Warden (dom) 168 [Commander]
      2x Candle // Ashes [Sideboard,Burn]
      20x Mountain
      """
    #expect(
      try read(text, as: .archidekt) == [
        "4 Spilled Ember (m10) 146 foil", "C 1 Hedge Warden (dom) 168", "SB 2 Candle // Ashes",
        "20 Mountain",
      ])
    let list = try DeckFormat.read(text).list
    #expect(list.lines.map(\.tags) == [["Burn", "Late Game"], [], ["Burn"], []])
    #expect(
      DeckFormat.archidekt.write(list) == """
        4x Spilled Ember (M10) 146 *F* [Burn,Late Game]
        20x Mountain
        2x Candle // Ashes [Sideboard,Burn]
        1x Hedge Warden (DOM) 168 [Commander]

        """)
    // Tags that would be read as a zone, a finish, a set or no part of the deck.
    for tag in ["Sideboard", "foil", "M10", "Maybeboard"] {
      let odd = DeckList.with {
        $0.lines = [.with { ($0.count, $0.name, $0.tags, $0.zone) = (1, "A", [tag], .main) }]
      }
      let written = DeckFormat.archidekt.write(odd)
      #expect(written == "1x A [Mainboard,\(tag)]\n")
      #expect(try DeckFormat.read(written).list == odd)
    }
  }

  @Test("D-48: what is no deck is refused in words")
  func refused() {
    let nested = String(repeating: "<a>", count: 10_000)
    let wrong: [(String, String)] = [
      ("", "no card in the file"), ("// hello\n# world", "no card in the file"),
      (String(repeating: "x", count: 1 << 20), "longer than 1000 bytes"),
      ("<html></html>", "XML, and no deck"),
      ("<cockatrice_deck><zone name='main'><card number='1'", "cannot be read at line 1"),
      ("<cockatrice_deck>" + nested, "elements within elements"),
      ("<!DOCTYPE a [<!ENTITY b \"c\">]><cockatrice_deck>&b;</cockatrice_deck>", "document type"),
      ("<cockatrice_deck version='1'></cockatrice_deck>", "no card in the file"),
    ]
    for (text, reason) in wrong {
      let said = refusal { _ = try DeckFormat.read(text) }
      #expect(said.contains(reason), "\(said)")
    }
  }

  @Test("D-45, D-48: characters that no text has are left out of a deck of Forge, so it can be XML")
  func controls() throws {
    let forge = "[metadata]\nTags=a\u{1}b\n[Main]\n4 Ember|M1\u{2}0|[14\u{3}6]\n"
    let list = try DeckFormat.forge.read(forge).list
    #expect(list.tags == ["ab"] && list.lines.map(\.set) == ["M10"])
    #expect(list.lines.map(\.number) == ["146"])
    #expect(try DeckFormat.cod.read(DeckFormat.cod.write(list)).list == list)
  }

  @Test("D-48: half a file gives the cards that are whole, or a sentence")
  func halves() throws {
    for format in DeckFormat.all {
      var random = SplitMix(7)
      let list = random.deck()
      let whole = format.write(list)
      for length in stride(from: 0, to: whole.count, by: 7) {
        let half = String(whole.prefix(length))
        guard let reading = try? DeckFormat.read(half) else { continue }
        #expect(reading.list.lines.count <= list.lines.count + 1)
      }
    }
  }

  @Test("43 D-2: an empty line ends a commander, and what follows is the deck")
  func commander() throws {
    let reading = try DeckFormat.text.read("Commander\n1 Kettle\n\n4 Mint Imp\n95 Forest\n")
    #expect(reading.list.lines.map(\.zone) == [.commander, .main, .main])
    #expect(reading.report.changed.map(\.line) == [4] && reading.report.things == 100)
    // An empty line below the heading, and two commanders, end nothing.
    let two = try DeckFormat.text.read("Commander\n\n1 Kettle\n1 Hat\n\nDeck\n98 Forest\n")
    #expect(two.list.lines.map(\.zone) == [.commander, .commander, .main])
    #expect(two.report.changed.isEmpty)
  }

  @Test("D-52: the hash is the one that Cockatrice shows")
  func hash() {
    // Cockatrice's own test of an empty deck.
    #expect(DeckHash.text(of: DeckList()) == "r8sq7riu")
    let list = DeckList.with {
      $0.lines = [
        .with { ($0.count, $0.name) = (2, "Spilled Ember") },
        .with { ($0.count, $0.name, $0.zone) = (1, "Attic Ghost", .sideboard) },
      ]
    }
    // SHA-1 of "SB:attic ghost;spilled ember;spilled ember", computed elsewhere.
    #expect(DeckHash.text(of: list) == "qppeoerf")
  }
}
