import CSQLite
import DeckSchema
import Foundation
import Schema
import Testing

@testable import Decks
@testable import Features

/// The colours of a deck and those of its commander: files of three programs, and an older database.
@Suite struct ColourIdentityTests {
  private let database: CardHome
  private var cards: CardDatabase { database.cards }
  private var home: String { database.path }

  init() throws { database = try CardHome() }

  private func load(_ text: String) throws { try database.load(text) }

  /// Invented cards with their colour identities as somebody reads them off the cards.
  private static let identities: [(name: String, type: String, letters: String)] = [
    ("Hedge Regent", "Legendary Creature", "GW"), ("Tide Regent", "Legendary Creature", "U"),
    ("Brass Regent", "Legendary Artifact Creature", ""), ("Spilled Ink", "Instant", "B"),
    ("Tin Owl", "Artifact", ""), ("Two Roads", "Instant", "WU"), ("Meadow Cat", "Creature", "G"),
    ("Five Winds", "Sorcery", "WUBRG"), ("Far Gate", "Land", "R"),
    ("Garden Sage", "Legendary Planeswalker", "G"), ("Deep Sage", "Legendary Planeswalker", "U"),
    ("Forest", "Basic Land", "G"), ("Island", "Basic Land", "U"),
  ]

  private static let scryfall =
    "["
    + identities.map { name, type, letters in
      let list = letters.map { "\"\($0)\"" }.joined(separator: ",")
      return
        "{\"name\":\"\(name)\",\"type_line\":\"\(type)\",\"color_identity\":[\(list)],\"legalities\":{\"commander\":\"legal\",\"brawl\":\"legal\",\"oathbreaker\":\"legal\"}}"
    }.joined(separator: ",\n") + "]"

  private func list(
    _ format: String, _ commanders: [String], _ rest: [(UInt32, String, DeckZone)]
  ) -> DeckList {
    .with {
      $0.format = format
      let lines = commanders.map { (UInt32(1), $0, DeckZone.commander) } + rest
      $0.lines = lines.map { count, name, zone in
        .with { ($0.count, $0.name, $0.zone) = (count, name, zone) }
      }
    }
  }

  /// The sentences about colours.
  private func failures(
    _ commanders: [String], _ names: [String], format: String = "commander",
    _ zone: DeckZone = .main
  ) -> [String] {
    let lines: [(UInt32, String, DeckZone)] = names.map { (1, $0, zone) }
    return DeckCheck.view(list(format, commanders, lines), cards).failures.filter {
      $0.contains("colour identity")
    }
  }

  @Test("43 D: each card's colour identity is within those of the commanders together")
  func everyPair() throws {
    try load(Self.scryfall)
    #expect(cards.colours() == .kept)
    for one in Self.identities {
      for two in Self.identities where two.name != one.name {
        for card in Self.identities where card.name != one.name && card.name != two.name {
          let isWithin = Set(card.letters).isSubset(of: Set(one.letters + two.letters))
          let said = failures([one.name, two.name], [card.name])
          #expect(said.isEmpty == isWithin, "\(one.name), \(two.name), \(card.name): \(said)")
        }
      }
    }
    #expect(
      failures(["Hedge Regent"], ["Two Roads", "Tin Owl"]) == [
        "The colour identity of Two Roads is white and blue, and that of the commander is white and green."
      ])
    #expect(
      failures(["Brass Regent"], ["Island"]) == [
        "The colour identity of Island is blue, and that of the commander is colourless."
      ])
    #expect(failures(["Hedge Regent"], ["Far Gate"], .companion).count == 1)
    // Basic lands need no database.
    #expect(failures(["Hedge Regent"], ["Snow-Covered Swamp", "Wastes", "Plains"]).count == 1)
    let view = DeckCheck.view(
      list("commander", ["Hedge Regent"], [(98, "Forest", .main), (1, "Tin Owl", .main)]), cards)
    #expect(view.legal && view.unknown.isEmpty, "\(view.failures) \(view.unknown)")
    #expect(failures([], ["Five Winds"], format: "modern").isEmpty)
  }

  @Test("43 D: an oathbreaker's colours count and not those of its spell, which must fit them")
  func oathbreaker() throws {
    try load(Self.scryfall)
    let said = failures(["Garden Sage", "Spilled Ink"], ["Meadow Cat"], format: "oathbreaker")
    #expect(said.count == 1 && said[0].contains("Spilled Ink is black"), "\(said)")
    let none = DeckCheck.view(
      list("oathbreaker", ["Tide Regent", "Spilled Ink"], [(58, "Island", .main)]), cards)
    #expect(none.unknown.contains { $0.contains("planeswalker") }, "\(none.unknown)")
  }

  @Test("43 D: with a commander without a colour Brawl allows basic lands of one type")
  func brawlLands() throws {
    try load(Self.scryfall)
    for format in ["brawl", "standardbrawl"] {
      #expect(failures(["Brass Regent"], ["Forest", "Wastes"], format: format).isEmpty)
      #expect(failures(["Brass Regent"], ["Forest", "Island"], format: format).count == 2)
      #expect(failures(["Tide Regent"], ["Forest"], format: format).count == 1)
    }
  }

  @Test("43 D: files of MTGJSON and Cockatrice have colour identities, too; what has none is said")
  func others() throws {
    let json = """
      {"meta":{},"data":{"Hedge Regent":[{"name":"Hedge Regent","type":"Creature","colorIdentity":["G","W"]}],
      "Spilled Ink":[{"name":"Spilled Ink","type":"Instant","colorIdentity":["B"]}],
      "Lost Page":[{"name":"Lost Page","type":"Instant"}]}}
      """
    try load(json)
    #expect(failures(["Hedge Regent"], ["Spilled Ink"]).count == 1)
    let lost = DeckCheck.view(list("commander", ["Hedge Regent"], [(1, "Lost Page", .main)]), cards)
    #expect(
      lost.unknown.contains(
        "The card database does not have the colour identity of Lost Page: it was not checked."))
    let led = DeckCheck.view(list("commander", ["Lost Page"], [(1, "Spilled Ink", .main)]), cards)
    #expect(led.unknown.contains { $0.contains("does not have those of Lost Page") })
    func cockatrice(_ identity: String) -> String {
      """
      <cockatrice_carddatabase version="4"><cards>
      <card><name>Hedge Regent</name><prop><type>Creature</type><manacost>GW</manacost><colors>GW</colors>\(identity)</prop></card>
      <card><name>Tin Owl</name><prop><type>Artifact</type><manacost>2</manacost></prop></card>
      <card><name>Odd Ink</name><prop><type>Instant</type><manacost>2B</manacost></prop></card>
      </cards></cockatrice_carddatabase>
      """
    }
    try load(cockatrice("<coloridentity>WG</coloridentity>"))
    #expect(cards.card("Hedge Regent")?.identity?.letters == "WG")
    #expect(cards.card("Tin Owl")?.identity == [] && cards.card("Odd Ink")?.identity == nil)
    try load(cockatrice(""))
    #expect(cards.colours() == .notInFile && cards.card("Tin Owl")?.identity == nil)
    let said = DeckCheck.view(list("commander", ["Hedge Regent"], [(99, "Forest", .main)]), cards)
    #expect(
      said.unknown.filter { $0.contains("colours") } == [
        "Whether the colours of the cards are those of the commander was not checked: the file of which the card database was made does not have them."
      ])
    #expect(ColourIdentity(letters: "WX") == nil && ColourIdentity(letters: "gw")?.letters == "WG")
  }

  @Test("43 D: a database of an older version is read as before, and says how colours are checked")
  func older() throws {
    try load(Self.scryfall)
    var file: OpaquePointer?
    try #require(sqlite3_open(home + "/cards.db", &file) == SQLITE_OK)
    let older = "ALTER TABLE card DROP COLUMN identity; PRAGMA user_version = 1"
    try #require(sqlite3_exec(file, older, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(file)
    let reader = CardDatabaseReader(home: home).lookup
    #expect(reader.card("Two Roads")?.facts.type == "Instant" && reader.colours() == .notImported)
    #expect(reader.search("road", 5).count == 1)
    let view = DeckCheck.view(list("commander", ["Tide Regent"], [(99, "Forest", .main)]), reader)
    #expect(view.legal, "\(view.failures)")
    #expect(
      view.unknown.contains { $0.contains("parlor card import") && $0.contains("colours") },
      "\(view.unknown)")
  }
}
