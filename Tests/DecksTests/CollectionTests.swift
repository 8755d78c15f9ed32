import DeckSchema
import Schema
import Testing

@testable import Decks

/// Collection files in the dialects of other programs.
@Suite struct CollectionTests {
  @Test(
    "D-47, D-49: a collection that is written and read is the same",
    arguments: CollectionDialect.allCases)
  func roundTrip(_ dialect: CollectionDialect) throws {
    for seed in 1...25 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      let lines = (0...random.below(20)).map { _ in line(&random) }
      let text = CollectionFile.write(lines, dialect)
      let file = try CollectionFile(text)
      #expect(
        file.dialect == dialect && file.report.lost.isEmpty, "seed \(seed): \(file.report)")
      let again = file.cards.map { CardLine($0.card, count: UInt32($0.count)) }
      let kept = lines.map(dialect.kept(of:))
      #expect(again == kept, "seed \(seed)\n\(text)")
      #expect(CollectionFile.write(again, dialect) == text)
      #expect(dialect.losses(of: lines).isEmpty == (kept == lines))
    }
  }

  @Test(
    "D-47, D-49: a name that begins with a mark, or has one behind a sign, is written and read",
    arguments: CollectionDialect.allCases)
  func marks(_ dialect: CollectionDialect) throws {
    let lines: [CardLine] = ["\u{7b0}Ghost", "\u{301}Ghost, \"x\"", "A,\u{301} b\"\u{316}c"].map {
      name in .with { ($0.name, $0.count, $0.set, $0.zone) = (name, 1, "M10", .main) }
    }
    let file = try CollectionFile(CollectionFile.write(lines, dialect))
    #expect(file.report.lost.isEmpty, "\(file.report)")
    #expect(file.cards.map { CardLine($0.card, count: UInt32($0.count)) } == lines)
  }

  private func line(_ random: inout SplitMix) -> CardLine {
    let name = random.name()
    let (set, number) = (random.pick(["", "M10", "2X2"]), random.pick(["", "146", "12a"]))
    let language = random.pick(["", "en", "de", "zhs"])
    let finish = random.pick([CardFinish.unspecified, .foil, .etched])
    let condition = random.pick(CardCondition.allCases)
    let count = UInt32(random.below(9) + 1)
    let price = random.pick(["", "4.50", "0.08 EUR"])
    let tags = random.pick([[], ["red"], ["binder 3", "to trade"]])
    let binder = random.pick(["", "Rares, old"])
    let marks = random.pick([[], ["altered"], ["altered", "signed: Ada", "misprint", "proxy"]])
    return .with {
      ($0.price, $0.tags, $0.binder, $0.marks) = (price, tags, binder, marks)
      if condition == .unspecified { $0.grade = random.pick(["", "Old"]) }
      ($0.name, $0.set, $0.number, $0.language) = (name, set, number, language)
      ($0.finish, $0.condition, $0.count, $0.zone) = (finish, condition, count, .main)
      ($0.id, $0.library) = ("", "")
    }
  }

  @Test("D-47, D-48: files as other programs write them, with what cannot be taken")
  func others() throws {
    let file = try CollectionFile(
      """
      "sep=,"
      Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought
      Binder,2,0,"Rose, the Late",M10,Magic 2010,146,NearMint,Foil,English,0.10
      Binder,many,0,Attic Ghost,M10,Magic 2010,1,NearMint,Normal,English,0
      Binder,1,0,Attic Ghost,M10,Magic 2010,1,Chewed,Normal,English,0
      Binder,1,0,Attic Ghost,M10,Magic 2010,1,Mint,Shiny,English,0
      Binder,1,0,Forest,M10,Magic 2010,1,Mint,Normal,English,0
      Binder,1,0,tokens,M10,Magic 2010,1,Mint,Normal,English,0
      Binder,1,0,"Never closed,M10
      Binder,3,0,"Two
      Lines",M10,Magic 2010,1,Mint,Normal,German,0
      """)
    #expect(file.dialect == .dragonshield)
    #expect(file.report.lost.filter { !$0.part }.map(\.line) == [4, 6, 8, 9])
    #expect(file.report.changed.map(\.line) == [5] && file.report.changed[0].column == 8)
    #expect(file.cards.map(\.count) == [2, 1, 1, 3])
    let (first, second) = (file.cards[0].card, file.cards[3].card)
    #expect(first.price == "0.10" && first.binder == "Binder")
    #expect(file.cards[1].card.grade == "Chewed" && file.cards[2].card.name == "Forest", "43 D-7")
    #expect(first.name == "Rose, the Late" && first.finish == .foil && first.language == "en")
    #expect(first.condition == .nearMint && first.set == "M10" && first.number == "146")
    #expect(second.name == "Two Lines" && second.language == "de")
    // Of a program that is not known, by the titles of its columns.
    let other = try CollectionFile("qty,card,edition\n4,Attic Ghost,M10\n")
    #expect(other.dialect == nil && other.cards.map(\.card.set) == ["M10"])
  }

  /// The columns that programs write, each with a row: all of its columns, also those of which nothing is taken.
  private static let shapes: [(CollectionDialect?, String, String)] = [
    (
      .moxfield,
      "Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,Alter,Proxy,Purchase Price",
      "\"2\",0,Attic Ghost,m10,Good (Lightly Played),German,foil,,2024-05-01 12:00:00.000000,12a,False,False,"
    ),
    (
      .archidekt,
      "Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number",
      "2,Attic Ghost,Foil,LP,2026-09-01,DE,0.20,,Magic 2010,m10,534752,id,12a"
    ),
    (
      .deckbox,
      "Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,Artist Proof,Altered Art,Misprint,Promo,Textless,Printing Id,Printing Note,Tags,My Price",
      "2,,Attic Ghost,Magic 2010,m10,12a,Good (Lightly Played),German,foil,signed,,,,,,,,,$0.20"
    ),
    (
      .deckbox,
      "Count,Tradelist Count,Name,Edition,Card Number,Condition,Language,Foil,Signed,Artist Proof,Altered Art,Misprint,Promo,Textless,My Price",
      "2,0,Attic Ghost,m10,12a,Good (Lightly Played),German,foil,,,,,promo,,"
    ),
    (
      .manabox,
      "Binder Name,Binder Type,Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,Misprint,Altered,Condition,Language,Purchase price currency",
      "bulk,binder,Attic Ghost,m10,Magic 2010,12a,foil,common,2,101506,id,0.08,false,false,light_played,de,EUR"
    ),
    (
      .dragonshield,
      "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET",
      "Binder,2,0,\"Attic Ghost\",m10,Magic 2010,12a,LightPlayed,Surge Foil,German,1.00,2026-01-01,1.00,2.00,3.00"
    ),
    (
      .tcgplayer,
      "Quantity,Name,Simple Name,Set,Card Number,Set Code,External ID,Printing,Condition,Language,Rarity,Product ID,SKU,Price,Price Each",
      "2,Attic Ghost (Showcase),Attic Ghost,Magic 2010,12a,m10,0,Foil,Lightly Played Foil,German,Common,6895,20373,$1.00,$0.50"
    ),
    (
      nil,
      "Name,Acquired Price,Language,Set Code,TCGPlayer Product ID,Number,Foil,Quantity,Condition",
      "\"Attic Ghost\",\"$13.94\",\"de\",\"m10\",\"1\",\"12a\",\"Foil\",\"2\",\"Slightly Played\""
    ),
    (
      nil, "Name,Set,Condition,Language,Foil,Quantity,Number,Scryfall ID",
      "Attic Ghost,m10,LP,de,Y,2,12a,id"
    ),
    (nil, "Name;Set;Condition;Language;Foil;Quantity;Number", "Attic Ghost;m10;LP;de;yes;2;12a"),
    (
      nil, "Name\tSet\tCondition\tLanguage\tFoil\tQty\tNumber",
      "Attic Ghost\tm10\tLP\tde\t1\t2\t12a"
    ),
  ]

  @Test("D-47: files with the columns that programs write today", arguments: shapes.indices)
  func shape(_ index: Int) throws {
    let (dialect, titles, row) = Self.shapes[index]
    for start in [
      "", "\u{feff}",
      "\"sep=\(titles.contains(";") ? ";" : titles.contains("\t") ? "\t" : ",")\"\r\n",
    ] {
      let file = try CollectionFile("\(start)\(titles)\r\n\(row)\r\n")
      #expect(!file.report.isIncomplete && file.cards.count == 1, "\(file.report)")
      let row = try #require(file.cards.first)
      let (card, count) = (row.card, row.count)
      #expect(count == 2 && card.name == "Attic Ghost" && card.number == "12a", "\(titles)")
      #expect(card.set == "m10" && card.language == "de" && card.finish == .foil, "\(titles)")
      #expect(card.condition == .lightlyPlayed, "\(titles)")
      if let dialect { #expect(file.dialect == dialect) }
    }
  }

  @Test("D-47: words for finishes, conditions and languages that others use, and none is guessed")
  func words() {
    let finishes = [
      "Etched": CardFinish.etched, "FOIL_ETCHED": .etched, "etchedFoil": .etched,
      "Rainbow Foil": .foil, "Premium": .foil, "REGULAR": .unspecified, "non-foil": .unspecified,
    ]
    for (word, finish) in finishes { #expect(CollectionValues.finish(word) == finish, "\(word)") }
    #expect(CollectionValues.finish("Shiny") == nil)
    #expect(CollectionValues.condition("Old") == (.unspecified, "Old"))
    #expect(CollectionValues.condition("Near Mint Foil") == (.nearMint, ""))
    #expect(CollectionValues.condition("near_mint") == (.nearMint, ""))
    // Cardmarket's steps are others: the word is kept beside the nearest one.
    #expect(CollectionValues.condition("Excellent") == (.lightlyPlayed, "Excellent"))
    #expect(CollectionValues.condition("GD") == (.lightlyPlayed, "GD"))
    let counts: [String: UInt32?] = [
      "4x": 4, " 2 ": 2, "1.0": 1, "": nil, "1.5": nil, "-1": nil, "+2": nil, "many": nil,
    ]
    for (text, count) in counts { #expect(CollectionValues.count(text) == count, "\(text)") }
    let languages = [
      "Traditional Chinese": "zht", "Chinese (S)": "zhs", "JP": "ja", "EN": "en", "": "",
    ]
    for (word, code) in languages { #expect(CollectionValues.language(word) == code, "\(word)") }
    #expect(CollectionValues.language("Latin") == nil)
  }

  @Test("D-47, D-48: what is no collection is refused in words")
  func refused() throws {
    for text in ["", "4 Spilled Ember\n", "Name,Rarity\nA,B\n", "\"\n\"\"\"\n"] {
      #expect(refusal { _ = try CollectionFile(text) } != "(not refused)", "\(text)")
    }
    let file = try CollectionFile(
      "Count,Name\n999,Attic Ghost\n" + String(repeating: "999,A\n", count: 30))
    #expect(file.cards.reduce(0) { $0 + $1.count } <= DeckRules.mostImported)
    #expect(file.report.lost.contains { $0.reason.contains("At most 20000 cards") })
    let long = try CollectionFile(
      "Count,Name\n1," + String(repeating: "x", count: 100_000) + "\n1,A\n")
    #expect(long.report.lost.map(\.line) == [2] && long.cards.count == 1)
  }
}
