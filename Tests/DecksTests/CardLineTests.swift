import DeckSchema
import Schema
import Testing

@testable import Decks

/// Lines of decks as programs write them: every part is kept, or named as lost.
@Suite struct CardLineTests {
  /// A line, and what must be read of it.
  private struct Line {
    let text: String
    let card: String
    var zone: DeckZone?
    var outside: String?
    var tags: [String] = []
    var lost: [String] = []
    var changed: [String] = []
  }

  private static let lines: [Line] = [
    // Archidekt.
    Line(
      text: "4x Idle Vinecaller (mkm) 313 [Ramp]", card: "4 Idle Vinecaller (mkm) 313",
      tags: ["Ramp"]),
    Line(
      text: "2x Basket (c20) 12 *F* [Artifact,Draw] ^Have,#37d67a^",
      card: "2 Basket (c20) 12 foil", tags: ["Artifact", "Draw", "Have"], lost: ["#37d67a"]),
    Line(
      text: "1x Clerk (mkm) 11 [Commander{top}]", card: "1 Clerk (mkm) 11", zone: .commander,
      lost: ["{top}"]),
    Line(
      text: "3x Mint Imp (c20) 17 [Maybeboard{noDeck}{noPrice},Creature]",
      card: "3 Mint Imp (c20) 17", outside: "Maybeboard", tags: ["Creature"], lost: ["{noPrice}"]),
    Line(text: "3x Mint Imp (c20) 17 [Cuts{noDeck}]", card: "3 Mint Imp (c20) 17", outside: "Cuts"),
    Line(text: "1x Day of Rest (mkm) [Removal]", card: "1 Day of Rest (mkm) ", tags: ["Removal"]),
    Line(
      text: "1x Day of Rest (c20) [Sideboard]", card: "1 Day of Rest (c20) ", zone: .sideboard),
    // Others with a set in brackets.
    Line(text: "1 Basket [C20:16] [foil]", card: "1 Basket (C20) 16 foil"),
    Line(text: "1 [C20:16] [foil] Basket", card: "1 Basket (C20) 16 foil"),
    Line(text: "1 Basket [C20] 16", card: "1 Basket (C20) 16"),
    Line(text: "2 Basket <016> [C20] (F)", card: "2 Basket (C20) 016 foil"),
    Line(text: "2 Basket <borderless> [C20]", card: "2 Basket (C20) ", lost: ["<borderless>"]),
    Line(text: "1 Basket (C20:16) *F*", card: "1 Basket (C20) 16 foil"),
    Line(text: "1 Basket <16> [C20] (FE)", card: "1 Basket (C20) 16 etched"),
    Line(text: "1 Moss Imp [MKM] (FE)", card: "1 Moss Imp (MKM)  etched"),
    Line(text: "1 Moss Imp (FE)", card: "1 Moss Imp (FE) "),
    // deckstats.
    Line(text: "1 [MKM#11] Clerk # !Commander", card: "1 Clerk (MKM) 11", zone: .commander),
    Line(text: "1 [MKM#11] Clerk #!Commander", card: "1 Clerk (MKM) 11", zone: .commander),
    Line(
      text: "1 [MKM#11] Clerk #!Foil # for Bob", card: "1 Clerk (MKM) 11 foil",
      tags: ["for Bob"]),
    // TappedOut, EDHREC.
    Line(text: "1x Clerk *CMDR*", card: "1 Clerk", zone: .commander),
    Line(text: "1x Clerk *ALT*", card: "1 Clerk", lost: ["*ALT*"]),
    Line(text: "1 Clerk *f-etch*", card: "1 Clerk etched"),
    // Moxfield, Arena.
    Line(
      text: "4 Ember (M10) 146 *F* #burn #late game", card: "4 Ember (M10) 146 foil",
      tags: ["burn", "late game"]),
    Line(text: "4 Ember (PLST) ABC-12", card: "4 Ember (PLST) ABC-12"),
    // Magic Workstation.
    Line(text: "    1 [10E] Mountain (2)", card: "1 Mountain (10E) ", lost: ["(2)"]),
    Line(text: "4 [MKM] Mint Imp (1)", card: "4 Mint Imp (MKM) ", lost: ["(1)"]),
    Line(text: "4 [] Mint Imp (12)", card: "4 Mint Imp", lost: ["(12)"]),
    Line(text: "4 Mint Imp (2)", card: "4 Mint Imp", lost: ["(2)"]),
    Line(text: "4 Mint Imp (146)", card: "4 Mint Imp", lost: ["(146)"]),
    Line(text: "Mint Imp (x4)", card: "4 Mint Imp"),
    Line(text: "Mint Imp (4x)", card: "4 Mint Imp"),
    Line(text: "2 Mint Imp (x4)", card: "2 Mint Imp", lost: ["(x4)"]),
    Line(text: "2 Mint Imp [4]", card: "2 Mint Imp", tags: ["4"], changed: ["4"]),
    Line(text: "2 [4] Mint Imp", card: "2 Mint Imp", lost: ["[4]"]),
    // Archidekt's older files.
    Line(
      text: "2x Basket (c20) 12 `Ramp,Draw`", card: "2 Basket (c20) 12", tags: ["Ramp", "Draw"]),
    Line(
      text: "1x Clerk (mkm) `Commander{top}` ^Have,#37d67a^", card: "1 Clerk (mkm) ",
      zone: .commander, tags: ["Have"], lost: ["#37d67a", "{top}"]),
    // A number behind a cross is a tag, or one of a set.
    Line(text: "3 Basket #146", card: "3 Basket", tags: ["146"], changed: ["146"]),
    Line(text: "1 Basket (C20) #146", card: "1 Basket (C20) ", tags: ["146"], changed: ["146"]),
    Line(
      text: "1 Basket #146 (C20)", card: "1 Basket", tags: ["146 (C20)"], changed: ["146 (C20)"]),
    Line(text: "1 Basket #2 drops", card: "1 Basket", tags: ["2 drops"]),
    // Japanese and Chinese.
    Line(text: "４　稲妻", card: "4 稲妻"), Line(text: "４ 稲妻（Ｍ１０） １４６", card: "4 稲妻 (M10) 146"),
    Line(text: "２枚 稲妻", card: "2 稲妻"), Line(text: "4张闪电", card: "4 闪电"),
    Line(text: "稲妻　４枚", card: "4 稲妻"), Line(text: "稲妻×４", card: "4 稲妻"),
    Line(text: "稲妻ｘ４", card: "4 稲妻"), Line(text: "闪电", card: "0 闪电"),
    Line(text: "1 杰斯，塑心智者", card: "1 杰斯，塑心智者"),
    Line(text: "4 《稲妻/Mint Imp》（C20）", card: "4 Mint Imp (C20) ", changed: ["稲妻"]),
    Line(text: "２×稲妻", card: "2 稲妻"), Line(text: "4《稲妻》", card: "4 稲妻"),
    Line(text: "1 Caféx4", card: "1 Caféx4"),
    // Tabs.
    Line(text: "4\tMint Imp\tC20\t17\tfoil", card: "4 Mint Imp (C20) 17 foil"),
    Line(text: "4x\tMint Imp", card: "4 Mint Imp"),
    Line(text: "Mint Imp\t4", card: "4 Mint Imp"),
    Line(text: "Mint Imp\tC20\t17", card: "0 Mint Imp (C20) 17"),
    Line(text: "4 Mint Imp\tC20\t17\tblue", card: "4 Mint Imp (C20) 17", lost: ["blue"]),
    // People.
    Line(text: "Mint Imp x4", card: "4 Mint Imp"), Line(text: "Mint Imp x 4", card: "4 Mint Imp"),
    Line(text: "x4 Mint Imp", card: "4 Mint Imp"), Line(text: "×4 Mint Imp", card: "4 Mint Imp"),
    Line(text: "1 Basket (foil)", card: "1 Basket foil"),
    Line(text: "1 Basket (c20) 12 (Etched)", card: "1 Basket (c20) 12 etched"),
    Line(text: "- 4 Mint Imp", card: "4 Mint Imp"), Line(text: "• 4x Mint Imp", card: "4 Mint Imp"),
    Line(text: "Mint Imp", card: "0 Mint Imp"), Line(text: "- Mint Imp", card: "0 Mint Imp"),
    Line(text: "Mint Imp (C20) 17", card: "0 Mint Imp (C20) 17"),
    // What is part of a name.
    Line(text: "2 x Marks", card: "2 x Marks"), Line(text: "x4Kettle", card: "0 x4Kettle"),
    Line(text: "1 Hat Shop (Used)", card: "1 Hat Shop (Used)"),
    Line(text: "+3 Ladle", card: "0 +3 Ladle"), Line(text: "1 +3 Ladle", card: "1 +3 Ladle"),
    Line(text: "2 Kettle <b>", card: "2 Kettle <b>"),
    Line(text: "2 Circle of Tea: Red", card: "2 Circle of Tea: Red"),
  ]

  @Test("43 D-1: what programs write behind and before a name", arguments: lines.indices)
  func parts(_ index: Int) throws {
    let line = Self.lines[index]
    let read = try CardLineText(line.text)
    let card = read.line
    let place = card.set.isEmpty ? "" : " (\(card.set)) \(card.number)"
    let finish = card.finish == .foil ? " foil" : card.finish == .etched ? " etched" : ""
    #expect("\(card.count) \(card.name)\(place)\(finish)" == line.card)
    #expect(read.zone == line.zone && read.outside == line.outside, "\(line.text)")
    #expect(Set(card.tags) == Set(line.tags) && card.tags.count == line.tags.count, "\(card.tags)")
    #expect(read.lost.map(\.text) == line.lost)
    #expect(read.changed.map(\.text) == line.changed)
  }

  @Test("43 the rule: a number in brackets behind a name without a count is not guessed")
  func numbersInBrackets() throws {
    for text in [
      "Mint Imp [4]", "[4] Mint Imp", "Mint Imp (4)", "Mint Imp (146)", "- Mint Imp (12)",
      "Ｍint Imp （１２）",
    ] {
      #expect(throws: Unplaced.self) { try CardLineText(text) }
      let report = try DeckFormat.text.read("1 Basket\n\(text)\n").report
      #expect(report.lost.map { "\($0.line) \($0.count)" } == ["2 1"], "\(text)")
      #expect(report.lost.allSatisfy { $0.reason.contains("write how many before the name") })
    }
    // Digits alone are the code of no set.
    #expect(!CardLineText.isCode("146", isNumbered: true) && CardLineText.isCode("10E"))
    let wide = try DeckFormat.read("４　Ｍint Imp\nサイドボード：\n２ Basket\nコマンダー：１ Clerk\n")
    #expect(wide.list.lines.map(\.count) == [4, 2, 1])
    #expect(wide.list.lines.map(\.zone) == [.main, .sideboard, .commander])
    let tag = try DeckFormat.read("3 Basket #146\n").report
    #expect(tag.changed.map { "\($0.line) \($0.text)" } == ["1 146"] && tag.taken == 3)
  }

  @Test("43 D-1: of a random line every part is found again, or named")
  func nothingVanishes() throws {
    for seed in 1...3_000 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      let (set, number) = (random.pick(["MKM", "C20"]), random.pick(["313", "12a"]))
      let place = random.pick([
        " (\(set)) \(number)", " [\(set):\(number)]", " [\(set)#\(number)]", " (\(set):\(number))",
      ])
      let more = [
        (" *F*", "foil"), (" [Ramp]", "Ramp"), (" ^Have,#123456^", "Have"), (" *ODD*", "*ODD*"),
      ].filter { _ in random.once(in: 2) }
      // Tags go to the end of the line.
      let tag = random.once(in: 2) ? " #late game" : ""
      let text = "4 Mint Imp" + place + more.map(\.0).joined() + tag
      let read = try CardLineText(text)
      #expect(read.line.name == "Mint Imp" && read.line.count == 4, "seed \(seed): \(text)")
      #expect(read.line.set == set && read.line.number == number, "seed \(seed): \(text)")
      let kept =
        read.line.tags + read.lost.map(\.text) + (read.line.finish == .foil ? ["foil"] : [])
      for (_, word) in more { #expect(kept.contains(word), "seed \(seed): \(text)") }
      if !tag.isEmpty { #expect(kept.contains("late game"), "seed \(seed): \(text)") }
    }
  }

  private func read(_ text: String) throws -> [String] {
    try DeckFormat.read(text).list.lines.map { "\($0.zone) \($0.count) \($0.name)" }
  }

  @Test("43 D-2: headings in the languages of Arena, and a card on the line of a heading")
  func headings() throws {
    let words = [
      ("Deck", "Sideboard", "Commander"), ("Deck", "Sideboard", "Kommandeur"),
      ("Deck", "Réserve", "Commandant"), ("Mazo", "Banquillo", "Comandante"),
      ("Mazzo", "Sideboard", "Comandante"), ("Baralho", "Reserva", "Comandante"),
      ("デッキ", "サイドボード", "統率者"), ("套牌", "备牌", "指挥官"), ("牌庫", "備牌", "指揮官"),
    ]
    for (deck, side, commander) in words {
      let text =
        "\(commander)\n1 C (MKM) 1\n\n\(deck)\n4 A (MKM) 2\n2 B (MKM) 3\n\n\(side)\n1 D (MKM) 4\n"
      for text in [text, text.decomposedStringWithCanonicalMapping] {
        #expect(
          try read(text) == ["commander 1 C", "main 4 A", "main 2 B", "sideboard 1 D"], "\(deck)")
        #expect(try DeckFormat.read(text).format == .arena, "\(deck)")
      }
    }
    #expect(
      try read("COMMANDER: 1 C\n1 A\n1 B\nSideboard: 2 D\n1 E\n")
        == ["commander 1 C", "main 1 A", "main 1 B", "sideboard 2 D", "main 1 E"])
    #expect(
      try read("// Creatures\n1 A\n\n// Sideboard\n1 B\n## Commander\n1 C\n")
        == ["main 1 A", "sideboard 1 B", "commander 1 C"])
    #expect(try read("Creatures (2)\n2 A\n\nLands (3)\n3 B\n") == ["main 2 A", "main 3 B"])
    for heading in ["Sideboard: 2", "Sideboard - 2 cards", "SIDEBOARD (2 Karten)", "Side Board:"] {
      let text = "Main Deck: 1 card\n1 A\n\(heading)\n2 B\n"
      #expect(try read(text) == ["main 1 A", "sideboard 2 B"], "\(heading)")
      #expect(try DeckFormat.read(text).report.things == 3, "\(heading)")
    }
    let stats = try DeckFormat.read(
      "//Main\n1 A\n//Maybeboard\nSB: 2 B\n3 C\n//Sideboard\nSB: 1 D\n")
    #expect(stats.list.lines.map(\.name) == ["A", "D"] && stats.list.lines[1].zone == .sideboard)
    #expect(stats.report.leftOut.map(\.count) == [2, 3])
  }

  @Test("43 D-2: a title is taken only where the format has titles, and names are cards or named")
  func titles() throws {
    let reading = try DeckFormat.read("My Deck\nMint Imp\n2 Basket\n\nSideboard\nAttic Ghost\n")
    #expect(reading.list.name.isEmpty && reading.list.notes.isEmpty)
    #expect(reading.list.lines.map(\.count) == [1, 1, 2, 1] && reading.bare == [1, 2, 6])
    #expect(reading.list.lines.map(\.zone) == [.main, .main, .main, .sideboard])
    #expect(try DeckFormat.read("// Burn\n1 A\n").list.name == "Burn")
    #expect(try DeckFormat.read("About\nName Burn\n\nDeck\n1 A\n").list.name == "Burn")
  }

  @Test("43 D-2: a first comment is a heading where a card follows at once, and a title elsewhere")
  func firstComment() throws {
    let mana = try DeckFormat.read("// COMMANDER\n1 C\n\n// DECK\n1 A\n\n// SIDEBOARD\n1 B\n").list
    #expect(mana.lines.map(\.zone) == [.commander, .main, .sideboard] && mana.name.isEmpty)
    for text in ["// Commander\n\n1 C\n", "// Commander\n// a note\n1 C\n"] {
      let list = try DeckFormat.read(text).list
      #expect(list.name == "Commander" && list.lines.map(\.zone) == [.main], "\(text)")
    }
    let named = try DeckFormat.read("// Info\n1 C\n").list
    #expect(named.name == "Info" && named.lines.count == 1)
    let left = try DeckFormat.read("// Maybeboard\n1 C\n// Deck\n1 A\n")
    #expect(left.list.lines.map(\.name) == ["A"] && left.report.leftOut.map(\.line) == [2])
    let list = DeckList.with {
      $0.name = "Sideboard"
      $0.lines = [.with { ($0.name, $0.count) = ("A", 1) }]
    }
    #expect(try DeckFormat.text.read(DeckFormat.text.write(list)).list == list)
  }

  @Test("43 D-2: parts of games with decks of their own, and groups by colour")
  func otherParts() throws {
    let signature = "Oathbreaker\n1 O\n\nSignature Spell\n1 S\n\nDeck\n1 A\n"
    #expect(try read(signature) == ["commander 1 O", "commander 1 S", "main 1 A"])
    for heading in ["Attractions", "STICKERS:", "Planes", "Conspiracies (1)", "Dungeons"] {
      let reading = try DeckFormat.read("4 A\n\n\(heading)\n1 B\n")
      #expect(reading.list.lines.map(\.name) == ["A"] && reading.report.lost.isEmpty, "\(heading)")
      #expect(reading.report.leftOut.map { "\($0.line) \($0.count)" } == ["4 1"], "\(heading)")
    }
    #expect(try read("White (1)\n1 A\n\nMulticolor\n2 B\n") == ["main 1 A", "main 2 B"])
  }

  @Test(
    "D-48: a comment is kept, whatever its sign, also where it is a card that somebody took out")
  func comments() throws {
    let list = try DeckFormat.read("# Burn\n4 A\n# 4 B\n//2 C\n## Sideboard\n1 D\n#\n").list
    #expect(list.lines.map(\.name) == ["A", "D"] && list.lines.last?.zone == .sideboard)
    #expect(list.notes == "Burn\n4 B\n2 C")
  }

  @Test("43 D-2: the companion that Arena writes in the sideboard again is one card")
  func companion() throws {
    let text =
      "Companion\n1 Lurk (MKM) 3\n\nDeck\n4 A (MKM) 2\n\nSideboard\n1 Lurk (MKM) 3\n2 D (MKM) 4\n"
    let reading = try DeckFormat.read(text)
    #expect(reading.format == .arena)
    #expect(
      reading.list.lines.map { "\($0.zone) \($0.count) \($0.name)" }
        == ["companion 1 Lurk", "main 4 A", "sideboard 2 D"])
    #expect(reading.numbers == [2, 5, 9])
    #expect(reading.report.changed.map { "\($0.line) \($0.count)" } == ["8 1"])
    #expect(reading.report.things == 7 && !reading.report.isIncomplete)
  }

  @Test("43 D-2: a companion that stands in the sideboard as well is two cards, and is told")
  func companionBeside() throws {
    for text in [
      "Companion: 1 Lurk\n4 A\n\nSideboard\n1 Lurk\n2 D\n",
      "# Companion\n1 Lurk\n# Main\n4 A\n# Sideboard\n2 D\n1 Lurk\n",
    ] {
      let reading = try DeckFormat.text.read(text)
      #expect(reading.list.lines.reduce(0) { $0 + $1.count } == 8)
      let notes = reading.report.changed.filter { $0.reason.contains("companion") }
      #expect(notes.count == 1 && notes.first?.reason.contains("2 cards are taken") == true)
    }
    let plain = try DeckFormat.text.read("Companion: 1 Lurk\n4 A\n\nSideboard\n2 D\n")
    #expect(!plain.report.changed.contains { $0.reason.contains("companion") })
  }

  @Test("43 D-2: a companion and another copy of it in the sideboard survive Arena's way to write")
  func companionWritten() throws {
    for copies in [0, 1, 3] as [UInt32] {
      var list = DeckList()
      let cards: [(DeckZone, UInt32, String)] = [
        (.companion, 1, "Lurk"), (.main, 4, "A"), (.sideboard, copies, "Lurk"),
      ]
      list.lines = cards.filter { $0.1 > 0 }.map { zone, count, name in
        .with { ($0.zone, $0.count, $0.name) = (zone, count, name) }
      }
      let read = try DeckFormat.arena.read(DeckFormat.arena.write(list)).list
      #expect(read.lines == list.lines)
    }
  }

  @Test("43 D-1: a card called by underscores alone is a card, and a rule of underscores is none")
  func underscores() throws {
    let reading = try DeckFormat.text.read("2 _____\n_____\n3 A\n")
    #expect(reading.list.lines.map { "\($0.count) \($0.name)" } == ["2 _____", "3 A"])
    #expect(reading.report.lost.map(\.line) == [2])
  }

  @Test("D-48: a name that begins with a large number is told how it is written")
  func largeNumber() throws {
    let report = try DeckFormat.text.read("1996 Champion\n1 1996 Champion\n").report
    #expect(report.taken == 1 && report.lost.map(\.line) == [1])
    #expect(report.lost[0].reason.contains("write 1 before it"))
  }

  @Test("43 D-2: more cards behind an empty line than a sideboard has are spoken of")
  func gap() throws {
    let small = try DeckFormat.read("60 A\n\n15 B\n").report
    #expect(small.changed.isEmpty)
    let large = try DeckFormat.read("1 C\n\n99 B\n").report
    #expect(large.changed.map(\.count) == [99] && large.changed[0].line == 3)
    // Of several empty lines none begins a sideboard, which is a guess as well.
    let several = try DeckFormat.read("4 A\n\n4 B\n\n3 C\n")
    #expect(several.list.lines.allSatisfy { $0.zone == .main })
    #expect(several.report.changed.map(\.line) == [3] && several.report.changed[0].part)
    #expect(try DeckFormat.read("Deck\n4 A\n\n4 B\n\n3 C\n").report.changed.isEmpty)
  }
}
