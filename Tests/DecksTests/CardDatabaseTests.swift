import Decks
import DeckSchema
import Feature
import Foundation
import Schema
import Testing

@testable import Decks
@testable import Features

/// The card database: files of three programs, and what is found in it.
@Suite struct CardDatabaseTests {
  private let database: CardHome
  private var cards: CardDatabase { database.cards }
  private var home: String { database.path }

  init() throws { database = try CardHome() }

  @discardableResult
  private func load(_ text: String, chunk: Int = 7) throws -> Int {
    try database.load(text, chunk: chunk)
  }

  private static let scryfall = """
    [
    {"object":"card","name":"Brass Kestrel","mana_cost":"{1}{W}","cmc":2.0,"type_line":"Creature — Bird",
     "oracle_text":"Flying \\"kestrel\\" {[","legalities":{"modern":"legal","vintage":"restricted","legacy":"banned"},"layout":"normal"},
    {"name":"Dawn Court // Dusk Court","cmc":3.0,"type_line":"Land // Land","layout":"transform","legalities":{"modern":"not_legal"},
     "card_faces":[{"name":"Dawn Court","mana_cost":""},{"name":"Dusk Court","mana_cost":"{3}"}]},
    {"name":"Éclair Ünd Æther","mana_cost":"{U}","cmc":1.0,"type_line":"Instant","layout":"normal","legalities":{}},
    {"name":"Paper Swarm","mana_cost":"{B}","cmc":1.0,"type_line":"Creature","layout":"normal",
     "oracle_text":"A deck can have any number of cards named Paper Swarm.","legalities":{"modern":"legal"}},
    {"name":"Nine Clerks","mana_cost":"{B}","cmc":1.0,"type_line":"Creature","layout":"normal",
     "oracle_text":"A deck can have up to nine cards named Nine Clerks.","legalities":{"modern":"legal"}},
    {"name":"Brass Kestrel","mana_cost":"{9}","type_line":"Another printing","layout":"normal"},
    {"name":"Kestrel","type_line":"Token Creature — Bird","layout":"token"}
    ]
    """

  @Test("D-29, D-59: a file of Scryfall is imported, and cards are found by any way to write them")
  func scryfall() throws {
    #expect(cards.source() == nil && cards.card("Brass Kestrel") == nil)
    for chunk in [1, 7, 100_000] {
      #expect(try load(Self.scryfall, chunk: chunk) == 5, "printings are one card, tokens none")
    }
    let kestrel = try #require(cards.card("brass KESTREL"))
    #expect(kestrel.facts.cost == "{1}{W}" && kestrel.facts.type == "Creature — Bird")
    #expect(kestrel.facts.value == 2 && kestrel.legalities["vintage"] == .restricted)
    for name in ["dawn court", "Dusk Court", "Dawn Court / Dusk Court", "dusk  court"] {
      #expect(cards.card(name)?.facts.name == "Dawn Court // Dusk Court", "\(name)")
    }
    #expect(cards.named("DUSK court") == ["Dawn Court // Dusk Court"], "43 D")
    #expect(cards.named("court").isEmpty)
    #expect(cards.card("eclair und aether")?.facts.name == "Éclair Ünd Æther")
    #expect(cards.card("Paper Swarm")?.facts.unlimited == true)
    #expect(cards.card("Nine Clerks")?.most == 9)
    #expect(cards.search("court", 10).map(\.facts.name) == ["Dawn Court // Dusk Court"])
    #expect(cards.search("br", 10).map(\.facts.name) == ["Brass Kestrel"])
    #expect(cards.search("\" OR x", 10).isEmpty && cards.search("", 10).isEmpty)
    let near = CardName.near("Bras Kestral", among: cards.candidates("Bras Kestral"), limit: 3)
    #expect(near == ["Brass Kestrel"])
    #expect(cards.source()?.contains("5 cards") == true)
  }

  @Test("D-59: files of MTGJSON and Cockatrice are imported")
  func others() throws {
    let atomic = """
      {"meta":{"date":"2024-01-01"},"data":{"Brass Kestrel":[{"name":"Brass Kestrel","manaCost":"{1}{W}","type":"Creature",
      "manaValue":2.0,"legalities":{"modern":"Legal","legacy":"Banned"},"layout":"normal","text":"x"}],
      "Dawn // Dusk":[{"name":"Dawn // Dusk","faceName":"Dawn","side":"a","manaCost":"{W}","type":"Instant"},
      {"name":"Dawn // Dusk","faceName":"Dusk","side":"b","manaCost":"{B}","type":"Sorcery"}]}}
      """
    #expect(try load(atomic) == 2)
    #expect(cards.card("dusk")?.facts.cost == "{W} // {B}")
    #expect(cards.card("dawn")?.facts.type == "Instant // Sorcery")
    #expect(cards.card("Brass Kestrel")?.legalities["legacy"] == .banned)
    let printings = """
      {"meta":{},"data":{"ONE":{"name":"One","booster":{"x":[{"name":"no card"}]},"cards":[{"name":"Brass Kestrel","type":"Creature"}],
      "tokens":[{"name":"Bird"}]},"TWO":{"cards":[{"name":"Brass Kestrel","type":"Creature"},{"name":"Tin Owl","type":"Creature"}]}}}
      """
    #expect(try load(printings, chunk: 3) == 2)
    #expect(cards.card("Bird") == nil && cards.card("no card") == nil)
    let cockatrice = """
      <?xml version="1.0" encoding="UTF-8"?>
      <cockatrice_carddatabase version="4"><sets><set><name>ONE</name></set></sets><cards>
      <card><name>Tin Owl &amp; Co</name><text>A deck can have any number of cards named so.</text><prop><layout>normal</layout>
      <type>Creature</type><manacost>12U(W/B)</manacost><cmc>14</cmc><format-modern>legal</format-modern></prop><set>ONE</set></card>
      <card><name>Bird</name><token>1</token></card></cards></cockatrice_carddatabase>
      """
    for chunk in [1, 5, 100_000] { #expect(try load(cockatrice, chunk: chunk) == 1) }
    let owl = try #require(cards.card("tin owl co"))
    #expect(owl.facts.cost == "{12}{U}{W/B}" && owl.facts.value == 14 && owl.facts.unlimited)
    #expect(owl.legalities["modern"] == .legal)
  }

  @Test("D-29, D-59: a card is found by its name in another language, unless two bear it")
  func printed() throws {
    let all = """
      [{"name":"Brass Kestrel","lang":"en","layout":"normal"},
      {"name":"Brass Kestrel","lang":"de","printed_name":"Messingfalke","layout":"normal"},
      {"name":"Tin Hawk","lang":"de","printed_name":"Zinnvogel","layout":"normal"},
      {"name":"Tin Wren","lang":"de","printed_name":"Zinnvogel","layout":"normal"},
      {"name":"Dawn Court // Dusk Court","lang":"de","layout":"transform","card_faces":
      [{"name":"Dawn Court","printed_name":"Morgenhof"},{"name":"Dusk Court","printed_name":"Abendhof"}]}]
      """
    #expect(try load(all) == 4)
    #expect(cards.card("messingfalke")?.facts.name == "Brass Kestrel")
    #expect(cards.card("Brass Kestrel") != nil && cards.card("Zinnvogel") == nil)
    for name in ["Morgenhof", "Morgenhof // Abendhof", "Dusk Court"] {
      #expect(cards.card(name)?.facts.name == "Dawn Court // Dusk Court", "\(name)")
    }
    // The name that a card has in English goes before that of another one in another language.
    try load("[{\"name\":\"Ember\",\"printed_name\":\"Glut\"},{\"name\":\"Glut\"}]")
    #expect(cards.card("Glut")?.facts.name == "Glut")
    try load(
      """
      {"data":{"ONE":{"cards":[{"name":"Tin Owl","foreignData":
      [{"language":"French","name":"Hibou"},{"language":"German"}]}]}}}
      """)
    #expect(cards.card("hibou")?.facts.name == "Tin Owl")
  }

  @Test("D-53, D-59: a card has the rarities of all its printings but those in one program alone")
  func rarities() throws {
    try load(
      """
      [{"name":"Ember","rarity":"rare"},{"name":"Ember","rarity":"common","games":["mtgo","paper"]},
      {"name":"Ash","rarity":"common","games":["arena"]},{"name":"Soot","rarity":"uncommon"},
      {"name":"Soot","rarity":"common"},{"name":"Soot","rarity":"common"},{"name":"Dust","rarity":"odd"}]
      """)
    #expect(cards.card("Ember")?.rarities == ["common", "rare"])
    #expect(cards.card("Ash")?.rarities == [] && cards.card("Dust")?.rarities == [])
    #expect(cards.card("Soot")?.rarities == ["common", "uncommon"])
    try load(
      """
      <cockatrice_carddatabase version="4"><cards><card><name>Tin Owl</name>
      <set rarity="common">ONE</set><set rarity="Rare">TWO</set></card></cards></cockatrice_carddatabase>
      """)
    #expect(cards.card("Tin Owl")?.rarities == ["common", "rare"])
  }

  @Test("43 D-3, D-59: a card of underscores is known; names that nobody could ask for are told")
  func names() throws {
    let long = String(repeating: "x", count: 201)
    let text =
      "["
      + ["_____", "Ember", "!!!", long, "…"].map { "{\"name\":\"\($0)\"}" }
      .joined(separator: ",") + "]"
    var intake = CardIntake(home: home)
    try intake.take(Array(text.utf8))
    let result = try intake.finish()
    #expect(result.count == 2 && result.leftOut == 3 && result.names.first == "!!!")
    #expect(
      result.sentence.hasPrefix(
        "2 cards are known here now. 3 cards are left out, because a name needs a letter or digit"))
    #expect(cards.card("_____")?.facts.name == "_____" && cards.card("__") == nil)
    #expect(cards.search("____", 5).map(\.facts.name) == ["_____"])
  }

  @Test("44, D-59: an import from a page whose sender goes away changes nothing")
  func left() throws {
    try load(Self.scryfall, chunk: 1_000)
    do {
      var intake = CardIntake(home: home)
      for part in ["[", "{\"name\":\"Ember\"},", "{\"name\":\"Ash\""] {
        try intake.take(Array(part.utf8))
      }
      #expect(refusal { try load("[{\"name\":\"Soot\"}]") }.contains("Another import"))
      #expect(intake.cards >= 1 && intake.bytes > 20)
    }
    #expect(cards.card("Ember") == nil && cards.card("Brass Kestrel") != nil)
    var intake = CardIntake(home: home)
    for byte in "[{\"name\":\"Ember\"}]".utf8 { try intake.take([byte]) }
    #expect(try intake.finish().count == 1)
    #expect(cards.card("Ember") != nil && cards.card("Brass Kestrel") == nil)
  }

  @Test(
    "D-60: what is no card file, or half of one, is refused with the place, and the old database stays"
  )
  func bad() throws {
    try load(Self.scryfall, chunk: 1_000)
    let deep = String(repeating: "[", count: 10_000)
    let long = "[{\"name\":\"" + String(repeating: "x", count: 2 << 20)
    let cases: [(String, String)] = [
      ("", "no cards"), ("Count,Name\n1,Ember", "no cards"), ("[]", "no cards"),
      ("{\"a\":[{\"name\":\"x\"}]}", "no cards"), (deep, "nests more than 64"),
      (String(Self.scryfall.dropLast(30)), "breaks off after card 6"),
      ("[{\"name\":\"Ember\"}}", "brackets do not match"), (long, "larger than 1 MiB"),
      ("[{\"nam\":\"Ember\"}]", "Card 1 in the file is damaged"),
      ("<!DOCTYPE x [<!ENTITY a \"b\">]><cockatrice_carddatabase>", "declares a document type"),
      (
        "<cockatrice_carddatabase><cards><card><name>x</nam></card>",
        "Card 1 in the file is damaged"
      ),
      ("<cockatrice_carddatabase><cards><card><name>x</name></card>", "breaks off after card"),
      ("<cockatrice_deck version=\"1\"></cockatrice_deck>", "`parlor library import` takes it"),
      ("<?xml version=\"1.0\"?>\n<Deck xmlns:x=\"y\"><Cards/></Deck>", "is a deck"),
    ]
    for (text, reason) in cases {
      let said = refusal { try load(text, chunk: 1 << 16) }
      #expect(said.contains(reason), "\(said)")
      #expect(cards.card("Brass Kestrel") != nil)
    }
    // The end before the beginning is none, however the file comes.
    let turned = "<a><card><name>x</name></card></cockatrice_carddatabase><cockatrice_carddatabase>"
    for chunk in [1, 29, 40, 1_000] {
      let said = refusal { try load(turned, chunk: chunk) }
      #expect(said.contains("breaks off after card"), "\(chunk): \(said)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: home).sorted()
    #expect(files == ["cards.db", "cards.db.lock"], "nothing is left behind")
    // Somebody who stops reading halfway is as good as a process that is killed: the new file is not in its place.
    struct Stop: Error {}
    var parts = [Array(Self.scryfall.utf8.prefix(400)), []]
    #expect(throws: Stop.self) {
      try CardImport.run(
        home: home,
        {
          guard let part = parts.first, !part.isEmpty else { throw Stop() }
          parts.removeFirst()
          return part
        }, progress: { _, _ in })
    }
    #expect(cards.card("Brass Kestrel") != nil)
    // Two at once.
    let file = try CardDatabaseFile(home: home)
    let busy = refusal { try load(Self.scryfall) }
    #expect(busy.contains("Another import"), "\(busy)")
    withExtendedLifetime(file) {}
    try Data("no database".utf8).write(to: URL(fileURLWithPath: home + "/cards.db"))
    #expect(cards.source() == nil && cards.search("court", 5).isEmpty)
  }

  @Test("D-53: each card that a format does not allow is a sentence with the card and the format")
  func legality() throws {
    try load(Self.scryfall, chunk: 1_000)
    func check(_ format: String, _ lines: [(UInt32, String)]) -> CheckView {
      let list = DeckList.with {
        $0.format = format
        $0.lines = lines.map { count, name in
          .with { ($0.count, $0.name) = (count, name) }
        }
      }
      return DeckCheck.view(list, cards)
    }
    let legal = check("modern", [(4, "Brass Kestrel"), (9, "Nine Clerks"), (47, "Paper Swarm")])
    #expect(legal.legal && legal.unknown.isEmpty, "\(legal)")
    let modern = check("modern", [(10, "Nine Clerks"), (1, "Dusk Court"), (60, "Swamp")])
    #expect(
      modern.failures == [
        "There are 10 Nine Clerks, and at most 9 may be in a deck.",
        "Dusk Court is not legal in modern.",
      ])
    let vintage = check("vintage", [(2, "Brass Kestrel"), (60, "Swamp")])
    #expect(
      vintage.failures == [
        "There are 2 Brass Kestrel, and it is restricted in vintage: at most one."
      ])
    #expect(
      check("legacy", [(1, "Brass Kestrel"), (60, "Swamp")]).failures == [
        "Brass Kestrel is banned in legacy."
      ])
    let unknown = check("modern", [(1, "Attic Door"), (60, "Swamp")])
    #expect(unknown.legal)
    #expect(
      unknown.unknown == [
        "Attic Door is not in the card database: whether modern allows it is not known."
      ])
    let other = check("tinker", [(1, "Brass Kestrel"), (60, "Swamp")])
    #expect(
      other.unknown == [
        "The format tinker is not known: only the numbers of most formats were checked, at least 60 cards and at most 4 of one.",
        "The card database says nothing about the format tinker.",
      ])
  }
}
