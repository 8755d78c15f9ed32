import DeckSchema
import Feature
import Schema
import Testing

@testable import Decks

/// Columns of collection files in which programs differ: nothing of them is guessed in silence.
@Suite struct CollectionShapeTests {
  private func read(_ text: String) throws -> (cards: [String], report: ImportReport) {
    let file = try CollectionFile(text)
    let cards = file.cards.map { row in
      let finish = [CardFinish.foil: " foil", .etched: " etched"][row.card.finish] ?? ""
      return "\(row.count) \(row.card.name) (\(row.card.set))\(finish)"
    }
    return (cards, file.report)
  }

  // MARK: Foils

  @Test(
    "43 D-4: a condition that says that a card is a foil is believed, unless the finish says otherwise"
  )
  func foilsInConditions() throws {
    let (cards, report) = try read(
      """
      Quantity,Name,Set,Condition
      2,Ember Lance,MKM,Near Mint Foil
      1,Moss Imp,MKM,Lightly Played
      """)
    #expect(cards == ["2 Ember Lance (MKM) foil", "1 Moss Imp (MKM)"] && report.lost.isEmpty)
    let both = try read(
      """
      Quantity,Name,Set,Printing,Condition
      2,Ember Lance,MKM,Foil,Near Mint Foil
      1,Moss Imp,MKM,Normal,Near Mint Foil
      """)
    #expect(both.cards == ["2 Ember Lance (MKM) foil", "1 Moss Imp (MKM)"])
    #expect(
      both.report.lost.map(\.line) == [3] && both.report.lost[0].column == 5, "\(both.report)")
  }

  // MARK: Numbers

  @Test("43 the rule: the number of UrzaGatherer counts its foils as well (StepKie/MtgCsvHelper#6)")
  func foilsAreCountedOnce() throws {
    let text = """
      "sep=,"
      Name,Count,Foil count,Special foil count,Condition,Price,Foil price,Number,Set,Set code
      "Ember Lance",4,1,0,4xGood,0.10,2.50,1,Murk Manor,MKM
      "Moss Imp",2,0,2,1xGood,0.10,,2,Murk Manor,MKM
      "Wear",1,2,0,,,,3,Murk Manor,MKM
      """
    let (cards, report) = try read(text)
    #expect(cards == ["3 Ember Lance (MKM)", "1 Ember Lance (MKM) foil", "2 Moss Imp (MKM) foil"])
    #expect(report.things == 7 && report.lost.filter { !$0.part }.map(\.line) == [5])
    let file = try CollectionFile(text)
    // A price is that of the cards which are no foils, unless the foils have their own.
    #expect(file.cards.map(\.card.price) == ["0.10", "2.50", ""])
    #expect(file.cards.map(\.card.grade) == ["Good", "Good", "1xGood"])
    #expect(file.cards.map(\.card.condition) == [.lightlyPlayed, .lightlyPlayed, .unspecified])
    #expect(report.changed.contains { $0.line == 4 && $0.column == 4 })
    #expect(report.lost.contains { $0.line == 4 && $0.column == 6 && $0.part })
  }

  @Test(
    "43 the rule: cards that are no foils are counted by themselves, and wrong sums are refused")
  func plainCards() throws {
    #expect(
      try read("Name,Set,Regular,Foil\nEmber Lance,MKM,4,1\n").cards
        == ["4 Ember Lance (MKM)", "1 Ember Lance (MKM) foil"])
    let builder = try read(
      "Total Qty,Reg Qty,Foil Qty,Card,Set\n5,4,1,Ember Lance,MKM\n5,4,2,Wear,MKM\n")
    #expect(builder.cards == ["4 Ember Lance (MKM)", "1 Ember Lance (MKM) foil"])
    #expect(builder.report.lost.contains { $0.line == 3 && $0.count == 5 })
    let said = refusal { _ = try CollectionFile("Quantity,Foil Quantity,Name\n4,1,Ember Lance\n") }
    #expect(said.contains("may count foils twice"), "\(said)")
    // A row with more foils than cards tells that foils are counted apart.
    let apart = try read(
      "Quantity,Foil Quantity,Name,Set\n4,1,Ember Lance,MKM\n0,2,Wear,MKM\n1,,Moss Imp,MKM\n")
    #expect(
      apart.cards == [
        "4 Ember Lance (MKM)", "1 Ember Lance (MKM) foil", "2 Wear (MKM) foil", "1 Moss Imp (MKM)",
      ])
    #expect(apart.report.changed.map { "\($0.line) \($0.text)" } == ["3 Quantity"])
  }

  @Test("D-47: Delver Lens counts foils and the others apart, and foils alone are not all")
  func delver() throws {
    let (cards, report) = try read(
      """
      Name,Edition code,Collector's number,Non-foil quantity,Foil quantity,Scryfall ID
      "Ember Lance",MKM,146,3,1,aa
      Wear,MKM,65,0,2,bb
      """)
    #expect(cards == ["3 Ember Lance (MKM)", "1 Ember Lance (MKM) foil", "2 Wear (MKM) foil"])
    #expect(report.things == 6 && report.lost.map(\.text) == ["Scryfall ID"])
    let said = refusal {
      _ = try CollectionFile("Name,Set,Dull ones,Foil quantity\nEmber Lance,MKM,3,1\n")
    }
    #expect(said.contains("Dull ones"), "\(said)")
  }

  @Test("43 the rule: of two columns with numbers of cards none wins where they differ")
  func twoCounts() throws {
    let said = refusal {
      _ = try CollectionFile("Quantity,Count,Name\n1,1,Wear\n4,2,Ember Lance\n")
    }
    #expect(
      said
        == "The columns Quantity and Count both say how many cards there are, and differ on line 3: leave out the one that does not count."
    )
    let same = try read("Quantity,Count,Name,Set\n4,4,Ember Lance,MKM\n1,,Wear,MKM\n")
    #expect(same.cards == ["4 Ember Lance (MKM)", "1 Wear (MKM)"])
    #expect(!same.report.isIncomplete && same.report.lost.isEmpty, "\(same.report)")
    // Cards to trade are some of those that are counted.
    let trade = try read("Count,Tradelist Count,Name,Edition\n4,2,Ember Lance,MKM\n")
    #expect(trade.cards == ["4 Ember Lance (MKM)"])
    #expect(
      trade.report.lost.map { "\($0.line) \($0.column) \($0.text)" } == ["2 2 Tradelist Count"])
  }

  @Test("D-47: a list of a seller at TCGplayer, and one at Cardmarket")
  func sellers() throws {
    let titles =
      "TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL"
    let file = try CollectionFile(
      """
      \(titles)
      7,Magic,Murk Manor,Ember Lance,,1,R,Near Mint Foil,,,,,4,,,
      8,Magic,Murk Manor,Wear,,2,R,Lightly Played,,,,,,3,,
      9,Magic,Murk Manor,Moss Imp,,3,R,Near Mint,,,,,2,1,,
      5,YuGiOh,Old Set,Blue Hat,,4,R,Near Mint,,,,,6,,,

      """)
    #expect(file.cards.map(\.count) == [4, 3, 2] && file.cards.map(\.line) == [2, 3, 4])
    let first = file.cards[0].card
    #expect(first.name == "Ember Lance" && first.set == "Murk Manor" && first.number == "1")
    #expect(first.finish == .foil && first.condition == .nearMint)
    #expect(file.report.leftOut.map { "\($0.line) \($0.count)" } == ["5 6"])
    #expect(
      file.report.lost.contains {
        $0.line == 4 && $0.column == 14 && $0.text == "1" && $0.part
      })
    #expect(
      try read("Product Name,Set Name,Add to Quantity\nWear,MKM,3\n").cards == ["3 Wear (MKM)"])
    let market = try CollectionFile(
      "idProduct,quantity,name,set,condition,language,isFoil,isPlayset,isSigned,isAltered,price\n260009,2,Ember Lance,Murk Manor,GD,German,true,true,1,X,1.5\n260010,1,Wear,Murk Manor,NM,1,false,false,0,,0.1\n"
    )
    #expect(
      market.cards.map(\.count) == [8, 1] && market.cards.map(\.card.language) == ["de", "en"])
    #expect(market.cards.map(\.card.finish) == [.foil, .unspecified])
    #expect(Set(market.cards[0].card.marks) == ["signed", "altered"])
    #expect(market.cards[1].card.marks.isEmpty && market.cards[0].card.grade == "GD")
    #expect(market.report.changed.contains { $0.reason == "A playset is four cards." })
  }

  @Test(
    "43 the rule: a number of cards has the titles that people give it",
    arguments: ["Anzahl", "Menge", "Copies", "Owned"])
  func titles(_ title: String) throws {
    #expect(
      try read("\(title);Name;Edition\n4;Ember Lance;MKM\n").cards == ["4 Ember Lance (MKM)"])
    // Beside the number itself they are something else.
    #expect(try read("\(title),Count,Name\n9,4,Ember Lance\n").cards == ["4 Ember Lance ()"])
  }

  @Test("43 the rule: a column of whole numbers that nobody knows is not one card for each row")
  func unknownNumbers() throws {
    let said = refusal {
      _ = try CollectionFile("Name,Set,Stück\nEmber Lance,MKM,4\nMoss Imp,MKM,\nWear,MKM,1\n")
    }
    #expect(said.contains("Stück") && said.contains("Count"), "\(said)")
    // CubeCobra says of each card that it is one.
    let cube = try read("name,CMC,Set,MTGO ID,Custom\nEmber Lance,2,MKM,31,false\n")
    #expect(cube.cards == ["1 Ember Lance (MKM)"])
    #expect(try read("Name,Set,Stück\nEmber Lance,MKM,a few\n").cards.count == 1)
  }

  @Test("43 the rule: a number that may be a thousand is not one card")
  func thousand() throws {
    let (cards, report) = try read("Count,Name\n1.000,Ember Lance\n1.0,Wear\n4.00,Moss Imp\n")
    #expect(cards == ["1 Wear ()", "4 Moss Imp ()"] && report.lost.map(\.line) == [2])
  }

  @Test(
    "D-49: more cards than a line may have are written as several lines",
    arguments: CollectionDialect.allCases)
  func manyCopies(_ dialect: CollectionDialect) throws {
    let line = CardLine.with { ($0.name, $0.count, $0.set) = ("Ember Lance", 2_500, "MKM") }
    let file = try CollectionFile(CollectionFile.write([line], dialect))
    #expect(file.report.lost.isEmpty && file.cards.map(\.count) == [999, 999, 502])
  }

  // MARK: Words

  @Test(
    "43 the rule: what a spreadsheet makes of yes and no says no more than that",
    arguments: [
      ("WAHR", "FALSCH"), ("VRAI", "FAUX"), ("VERO", "FALSO"), ("VERDADEIRO", "FALSO"),
      ("WAAR", "ONWAAR"), ("PRAWDA", "FAŁSZ"), ("ИСТИНА", "ЛОЖЬ"), ("Ja", "Nein"),
    ])
  func spreadsheets(_ yes: String, _ no: String) throws {
    let file = try CollectionFile(
      "Count;Name;Edition;Foil;Alter;Proxy\n1;Wear;MKM;\(no);\(no);\(no)\n1;Fern;MKM;\(yes);\(no);\(yes)\n"
    )
    #expect(file.cards.map(\.card.marks) == [[], ["proxy"]])
    #expect(file.cards.map(\.card.finish) == [.unspecified, .foil] && file.report.lost.isEmpty)
  }

  @Test("D-47: TopDecked has a column for etched cards, CubeCobra a semicolon between tags")
  func ownWays() throws {
    let (cards, report) = try read(
      """
      QUANTITY,NAME,SETCODE,FOIL,ETCHED
      1,Ember Lance,MKM,0,1
      1,Wear,MKM,1,0
      1,Fern,MKM,0,shiny
      """)
    #expect(cards == ["1 Ember Lance (MKM) etched", "1 Wear (MKM) foil"])
    #expect(report.lost.map(\.line) == [4])
    let cube = try CollectionFile("name,Set,status,tags\nWear,mkm,Owned,\"old;red, big\"\n")
    #expect(cube.cards.map(\.card.tags) == [["old", "red", "big"]])
    #expect(try CollectionFile("Count,Name,Tags\n1,Wear,a;b\n").cards[0].card.tags == ["a;b"])
  }

  @Test("D-47: TappedOut's decks and collections")
  func tappedOut() throws {
    let (cards, report) = try read(
      """
      Board,Qty,Name,Printing,Foil,Alter,Signed,Condition,Languange
      main,1,Ember Lance,MKM,foil,-,-,NM,DE
      side,2,Wear,MKM,,,,,
      maybe,3,Fern,,,,,,
      acquire,1,Pond,,,,,,
      """)
    #expect(cards == ["1 Ember Lance (MKM) foil", "2 Wear (MKM)"])
    #expect(report.leftOut.map { "\($0.line) \($0.count)" } == ["4 3", "5 1"])
    #expect(report.lost.map { "\($0.line) \($0.text) \($0.count)" } == ["2 main 2"])
    let owned = try CollectionFile(
      "Qty,Name,Set,Set Number,Foil,Languange,Proxy\n1,Ember Lance,MKM,146,-,DE,-\n")
    let card = try #require(owned.cards.first?.card)
    #expect(card.number == "146" && card.language == "de" && card.marks.isEmpty)
    #expect(card.finish == .unspecified && owned.report.lost.isEmpty)
  }

  @Test("43 the rule: the code of a set comes before deckstats' number of it")
  func deckstats() throws {
    let (cards, report) = try read(
      """
      amount,card_name,is_foil,is_pinned,set_id,set_code,collector_number,is_signed
      4,"Ember Lance",0,0,12,"MKM","1",0
      1,"Wear",1,0,12,"MKM","2",1
      """)
    #expect(cards == ["4 Ember Lance (MKM)", "1 Wear (MKM) foil"])
    #expect(report.lost.map(\.text) == ["set_id"] && report.changed.isEmpty)
    // MTGGoldfish calls the code so.
    #expect(
      try read("Card,Set ID,Quantity,Foil\nEmber Lance,MKM,2,FOIL\n").cards
        == ["2 Ember Lance (MKM) foil"])
  }

  @Test("43 the rule: a language that is not known is named and kept as it is written")
  func languages() throws {
    let file = try CollectionFile(
      "Count,Name,Language\n1,Ember Lance,Klingon\n1,Wear,Español\n1,Moss Imp,pt-BR\n1,Fern,xx\n1,Pond,日本語\n"
    )
    #expect(file.cards.map(\.card.language) == ["Klingon", "es", "pt", "xx", "ja"])
    #expect(file.report.changed.map { "\($0.line) \($0.column) \($0.count)" } == ["2 3 2"])
    #expect(try CollectionValues.language(typed: "DE") == "de")
    #expect(try CollectionValues.language(typed: "").isEmpty)
    for word in ["klingon", "1", "d"] {
      let said = refusal { _ = try CollectionValues.language(typed: word) }
      #expect(said.contains("There is no language \(word)"), "\(said)")
    }
  }

  @Test("43 the rule: what TCGplayer adds to a name, and a kind of foil, is named")
  func printings() throws {
    let (cards, report) = try read(
      """
      Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition
      1,Ember Lance (Showcase),Ember Lance,Murk Manor,1,MKM,Surge Foil,Near Mint
      1,Wear (0002),Wear,Murk Manor,2,MKM,Foil,Near Mint
      1,Moss Imp,Moss Imp,Murk Manor,3,MKM,Non-Foil,Near Mint
      """)
    #expect(cards == ["1 Ember Lance (MKM) foil", "1 Wear (MKM) foil", "1 Moss Imp (MKM)"])
    #expect(report.lost.map { "\($0.line) \($0.text) \($0.count)" } == ["2 (Showcase) 1"])
    #expect(report.changed.map { "\($0.line) \($0.text) \($0.count)" } == ["2 Surge Foil 1"])
  }

  @Test("43 the rule: a card on a list of ManaBox is no card of the collection")
  func lists() throws {
    let (cards, report) = try read(
      "Binder Name,Binder Type,Name,Set code,Quantity\nRed,binder,Ember Lance,MKM,2\nWish,list,Wear,MKM,3\nBurn,deck,Fern,MKM,1\n"
    )
    #expect(cards == ["2 Ember Lance (MKM)", "1 Fern (MKM)"])
    #expect(report.leftOut.map { "\($0.line) \($0.count)" } == ["3 3"])
  }

  // MARK: Writing

  /// The words of ManaBox's and Dragon Shield's own files.
  @Test("D-49: only words that a program has are written for it, and what that changes is said")
  func words() {
    let steps: Set = [
      "mint", "near_mint", "excellent", "good", "light_played", "played", "poor",
    ]
    for condition in CardCondition.allCases where condition != .unspecified {
      #expect(steps.contains(CollectionDialect.manabox.text(condition)), "\(condition)")
    }
    let line = CardLine.with {
      ($0.name, $0.count, $0.condition, $0.grade) = ("Ember Lance", 1, .lightlyPlayed, "EX")
      $0.marks = ["altered: blue"]
    }
    func row(_ dialect: CollectionDialect) -> String {
      CollectionFile.write([line], dialect).split(separator: "\n").last.map { String($0) } ?? ""
    }
    #expect(row(.manabox) == ",Ember Lance,,,,normal,1,,false,true,excellent,,")
    #expect(row(.dragonshield).contains(",Excellent,"))
    #expect(row(.moxfield) == "1,,Ember Lance,,Good (Lightly Played),,,,,,True,False,")
    #expect(row(.deckbox).contains("Good (Lightly Played)") && row(.deckbox).contains(",blue,"))
    #expect(CollectionDialect.moxfield.losses(of: [line]).count == 2)
    #expect(CollectionDialect.manabox.text(.heavilyPlayed) == "poor")
    let worn = CardLine.with { ($0.name, $0.count, $0.condition) = ("Wear", 1, .heavilyPlayed) }
    #expect(CollectionDialect.manabox.losses(of: [worn]).joined().contains("nearest"))
    #expect(CollectionDialect.moxfield.losses(of: [worn]).isEmpty)
  }

  // MARK: Lines

  @Test("D-48: a return alone ends a line, in decks and in collections")
  func returns() throws {
    let deck = try DeckFormat.read("4 Ember Lance\r1 Moss Imp\r\rSideboard\r2 Wear\r")
    #expect(
      deck.list.lines.map { "\($0.count) \($0.name)" } == ["4 Ember Lance", "1 Moss Imp", "2 Wear"])
    #expect(deck.list.lines.last?.zone == .sideboard && deck.numbers == [1, 2, 5])
    #expect(
      try read("Count,Name\r4,Ember Lance\r1,Wear").cards == ["4 Ember Lance ()", "1 Wear ()"])
    #expect(FileLines.of("a\r\r\nb\r\n\rc").map { String($0.text) } == ["a", "b", "", "c"])
    let many = String(repeating: "1 Wear\r", count: 20_002)
    #expect(refusal { _ = try DeckFormat.read(many) }.contains("more than 20000 lines"))
  }

  @Test("D-48: a collection is no deck, and the sentence names the command for it")
  func wrongCommand() {
    for text in ["Count,Name,Edition\n1,Ember Lance,MKM\n", "\"sep=;\"\nAnzahl;Name\n4;Wear\n"] {
      let said = refusal { _ = try DeckFormat.read(text) }
      #expect(said.contains("parlor card import"), "\(said)")
    }
  }
}
