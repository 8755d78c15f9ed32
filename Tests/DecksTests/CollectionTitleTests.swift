import DeckSchema
import Feature
import Schema
import Testing

@testable import Decks

/// Titles and values of collection files, in the languages and ways of spreadsheets and programs.
@Suite struct CollectionTitleTests {
  private func read(_ text: String) throws -> (cards: [String], report: ImportReport) {
    let file = try CollectionFile(text)
    let cards = file.cards.map { row in
      let finish = [CardFinish.foil: " foil", .etched: " etched"][row.card.finish] ?? ""
      return "\(row.count) \(row.card.name) (\(row.card.set))\(finish)"
    }
    return (cards, file.report)
  }

  @Test("D-47: Helvault has finishes and marks in one column, and what is not known is named")
  func helvault() throws {
    let file = try CollectionFile(
      """
      collector_number,estimated_price,extras,language,name,oracle_id,quantity,rarity,scryfall_id,set_code,set_name
      "146","0.05","foil","en","Ember Lance","aa","4","common","bb","mkm","Murk Manor"
      "2","0.05","","ja","Wear","aa","2","common","bb","mkm","Murk Manor"
      "3","0.05","etchedFoil","en","Fern","aa","1","common","bb","mkm","Murk Manor"
      "4","0.05","foil, signed/alteredArt","en","Pond","aa","1","common","bb","mkm","Murk Manor"
      "5","0.05","proxy;crumpled","en","Kettle","aa","1","common","bb","mkm","Murk Manor"
      """)
    #expect(
      file.cards.map(\.card.finish) == [.foil, .unspecified, .etched, .foil, .unspecified])
    #expect(file.cards.map(\.card.marks) == [[], [], [], ["signed", "altered"], ["proxy"]])
    #expect(
      file.report.lost.filter { $0.column == 3 }.map { "\($0.line) \($0.text)" }
        == ["6 crumpled"])
  }

  @Test("D-47: spreadsheets keep codes in formulas, and write empty rows")
  func spreadsheets() throws {
    let file = try CollectionFile(
      "Count,Name,Edition Code,Collector Number\n4,Wear,=\"MKM\",=\"001\"\n,,,\n\"=\"\"2\"\"\",Fern,\"=\"\"C20\"\"\",\"=\"\"012\"\"\"\n , ,,\n４,Pond,,\n"
    )
    #expect(
      file.cards.map { "\($0.count) \($0.card.set) \($0.card.number)" } == [
        "4 MKM 001", "2 C20 012", "4  ",
      ])
    #expect(file.report.lost.isEmpty && file.cards.map(\.line) == [2, 4, 6])
    #expect(
      CollectionValues.unwrapped("=\"\"") == "=\"\"" && CollectionValues.unwrapped("=1") == "=1")
    #expect(CollectionValues.count("1,0") == 1 && CollectionValues.count("1,000") == nil)
  }

  @Test("43 the rule: two columns of one title say the same, or the file is refused")
  func twins() throws {
    let said = refusal {
      _ = try CollectionFile("Count,Name,Name,Edition\n4,Wear,Wear,MKM\n1,Fern,Pond,MKM\n")
    }
    #expect(said.contains("columns 2 and 3 are both called Name, and differ on line 3"), "\(said)")
    let (cards, report) = try read("Count,Name,name,Edition\n4,Wear,Wear,MKM\n1,Fern,,MKM\n")
    #expect(cards == ["4 Wear (MKM)", "1 Fern (MKM)"] && report.lost.isEmpty)
  }

  @Test(
    "D-47: titles in the languages of spreadsheets",
    arguments: [
      "Anzahl;Name;Edition;Nummer;Sprache;Zustand;Preis",
      "Quantité;Nom;Extension;Numéro;Langue;État;Prix",
      "Cantidad;Nombre;Edición;Número;Idioma;Estado;Precio",
      "Quantità;Nome;Espansione;Numero;Lingua;Condizione;Prezzo",
      "Quantidade;Nome;Edição;Número;Idioma;Condição;Preço",
    ])
  func languagesOfTitles(_ titles: String) throws {
    let file = try CollectionFile("\(titles)\n4;Wear;MKM;12;de;NM;1,50 €\n")
    let card = try #require(file.cards.first?.card)
    #expect(file.cards.map(\.count) == [4] && file.report.lost.isEmpty, "\(file.report)")
    #expect(
      card.name == "Wear" && card.set == "MKM" && card.number == "12" && card.language == "de")
    #expect(card.condition == .nearMint && card.price == "1,50 €")
  }

  @Test("43 the rule: what is a name in Spanish and a number in French is not guessed")
  func nombre() {
    let said = refusal { _ = try CollectionFile("Nombre;Nom;Extension\n4;Wear;MKM\n") }
    #expect(said.contains("The column Nombre holds only whole numbers"), "\(said)")
  }

  @Test("D-47: the maybeboard of a deck of Scryfall is no card of a collection")
  func sections() throws {
    let (cards, report) = try read(
      "section,count,name,set_code\nnonlands,4,Wear,mkm\nmaybeboard,2,Fern,mkm\n")
    #expect(cards == ["4 Wear (mkm)"] && report.leftOut.map { "\($0.line) \($0.count)" } == ["3 2"])
  }
}
