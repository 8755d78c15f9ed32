import DeckSchema
import Foundation
import Schema
import Testing

@testable import Decks
@testable import Features

/// Cards that may command a deck, by the rules of each format: invented cards with the words of real ones.
@Suite struct CommanderTests {
  private let database: CardHome
  private var cards: CardDatabase { database.cards }

  init() throws { database = try CardHome() }

  private func load(_ text: String) throws { try database.load(text) }

  /// A card with the words of a real one: its name, its type and its text.
  private static let texts: [(name: String, type: String, text: String)] = [
    ("Meadow Cat", "Creature — Cat", "Vigilance"),
    ("Tide Regent", "Legendary Creature — Human Noble", ""),
    ("Garden Sage", "Legendary Planeswalker — Sage", "+1: Draw a card."),
    ("Moon Sage", "Legendary Planeswalker — Sage", "0: Scry 1.\\nMoon Sage can be your commander."),
    (
      "Hunger Sage", "Legendary Planeswalker — Sage",
      "As long as Hunger Sage isn't on the battlefield, it's a 1/1 Insect creature in addition to its other types."
    ),
    ("Iron Coach", "Legendary Artifact — Vehicle", "Crew 2"),
    ("Iron Hat", "Legendary Artifact — Equipment", "Equip {2}"),
    ("Spilled Ink", "Instant", "Draw a card."), ("Slow Ink", "Sorcery", "Draw two cards."),
    (
      "Ash Twin", "Legendary Creature — Human",
      "First strike, haste\\nPartner (You can have two commanders if both have partner.)"
    ),
    ("Birch Twin", "Legendary Creature — Elf", "Reach, partner"),
    (
      "Pir, the Quick", "Legendary Creature — Human",
      "Partner with Toothy, Made Friend (When this creature enters, target player may put Toothy into their hand.)"
    ),
    ("Toothy, Made Friend", "Legendary Creature — Illusion", "Partner with Pir, the Quick"),
    (
      "El the Bold", "Legendary Creature — Human",
      "Friends forever (You can have two commanders if both have friends forever.)"
    ),
    ("Will the Wise", "Legendary Creature — Human", "Partner—Friends forever"),
    ("Lone Survivor", "Legendary Creature — Human", "Partner—Survivors"),
    ("Wanted Hero", "Legendary Creature — Human", "Choose a Background (You can have one.)"),
    (
      "Noble Youth", "Legendary Enchantment — Background", "Commander creatures you own have reach."
    ),
    (
      "Loyal Friend", "Legendary Creature — Human",
      "Doctor's companion (You can have two commanders if the other is the Doctor.)"
    ),
    ("The First Doctor", "Legendary Creature — Time Lord Doctor", ""),
    ("The Odd Doctor", "Legendary Creature — Alien Time Lord Doctor", ""),
    ("Quiet Farmer", "Creature — Human // Legendary Creature — Werewolf", "Transform it."),
    ("Blank Page", "", "Nothing."),
  ]

  private static func scryfall(_ words: (String) -> String = { _ in "legal" }) -> String {
    "["
      + texts.map { name, type, text in
        let lists = ["commander", "duel", "brawl", "oathbreaker", "paupercommander"].map {
          "\"\($0)\":\"\(words(name))\""
        }
        return
          "{\"name\":\"\(name)\",\"type_line\":\"\(type)\",\"oracle_text\":\"\(text)\",\"color_identity\":[],\"legalities\":{\(lists.joined(separator: ","))}}"
      }.joined(separator: ",\n") + "]"
  }

  private func view(_ format: String, _ commanders: [String], _ main: [String] = []) -> CheckView {
    let size = format == "oathbreaker" ? 60 : 100
    let lands = UInt32(size - commanders.count - main.count)
    return DeckCheck.view(
      .with {
        $0.format = format
        let cards = commanders.map { (UInt32(1), $0, DeckZone.commander) }
        let others = main.map { (UInt32(1), $0, DeckZone.main) }
        $0.lines = (cards + others + [(lands, "Wastes", .main)]).map { count, name, zone in
          .with { ($0.count, $0.name, $0.zone) = (count, name, zone) }
        }
      }, cards)
  }

  @Test(
    "D-51, D-53: a legendary creature commands, or a card whose text says so",
    arguments: [
      // The card, and whether it commands in Commander and in Brawl.
      ("Tide Regent", true, true), ("Meadow Cat", false, false), ("Garden Sage", false, true),
      ("Moon Sage", true, true), ("Hunger Sage", true, true), ("Iron Coach", true, true),
      ("Iron Hat", false, false), ("Spilled Ink", false, false), ("Noble Youth", false, false),
      ("Wastes", false, false), ("Quiet Farmer", false, false),
    ])
  func one(_ name: String, _ commands: Bool, _ commandsBrawl: Bool) throws {
    try load(Self.scryfall())
    for format in ["commander", "duel"] {
      let view = view(format, [name])
      #expect(view.legal == commands && view.unknown.isEmpty, "\(format): \(view)")
    }
    #expect(view("brawl", [name]).legal == commandsBrawl)
    guard !commands else { return }
    #expect(
      view("commander", [name]).failures == [
        "\(name) cannot command the deck: it is no legendary creature, and its text does not say that it can."
      ])
  }

  @Test(
    "D-51, D-53: two cards command together where their texts say so",
    arguments: [
      ("Ash Twin", "Birch Twin", true), ("Ash Twin", "Tide Regent", false),
      ("Pir, the Quick", "Toothy, Made Friend", true), ("Pir, the Quick", "Ash Twin", false),
      ("El the Bold", "Will the Wise", true), ("El the Bold", "Ash Twin", false),
      ("Lone Survivor", "Will the Wise", false), ("Wanted Hero", "Noble Youth", true),
      ("Tide Regent", "Noble Youth", false), ("Wanted Hero", "Tide Regent", false),
      ("Loyal Friend", "The First Doctor", true), ("Loyal Friend", "The Odd Doctor", false),
      ("Loyal Friend", "Tide Regent", false), ("Tide Regent", "The First Doctor", false),
    ])
  func two(_ one: String, _ other: String, _ together: Bool) throws {
    try load(Self.scryfall())
    for pair in [[one, other], [other, one]] {
      let view = view("commander", pair)
      #expect(view.legal == together && view.unknown.isEmpty, "\(view)")
      let said = view.failures.contains { $0.contains("cannot command the deck together") }
      #expect(said == !together, "\(view.failures)")
    }
    #expect(
      view("commander", [one, other, "Iron Coach"]).failures.contains(
        "The deck has 3 commanders and needs one, or two partners."))
  }

  @Test("D-53: an oathbreaker is a planeswalker with an instant or a sorcery")
  func oathbreaker() throws {
    try load(Self.scryfall())
    for spell in ["Spilled Ink", "Slow Ink"] {
      let view = view("oathbreaker", ["Garden Sage", spell])
      #expect(view.legal && view.unknown.isEmpty, "\(view)")
    }
    #expect(
      view("oathbreaker", ["Garden Sage"]).failures.contains(
        "The deck has 1 commander and needs a planeswalker and its signature spell."))
    #expect(
      view("oathbreaker", ["Tide Regent", "Spilled Ink"]).failures == [
        "Tide Regent cannot command the deck: it is neither a planeswalker nor an instant or a sorcery."
      ])
    #expect(
      view("oathbreaker", ["Spilled Ink", "Slow Ink"]).failures == [
        "0 planeswalkers command the deck with 2 signature spells: each needs one of its own."
      ])
  }

  @Test("D-53: `restricted` is the commander alone in Pauper Commander, and none in Duel Commander")
  func restricted() throws {
    try load(Self.scryfall { $0 == "Meadow Cat" || $0 == "Tide Regent" ? "restricted" : "legal" })
    let uncommon = view("paupercommander", ["Meadow Cat"])
    #expect(uncommon.legal && uncommon.unknown.isEmpty, "\(uncommon)")
    #expect(
      view("paupercommander", ["Meadow Cat"], ["Tide Regent"]).failures == [
        "Tide Regent is legal in paupercommander as the commander alone, and not in the deck."
      ])
    // A common card may have been printed as an uncommon one, which the file does not say.
    let common = view("paupercommander", ["Ash Twin"])
    #expect(common.legal && common.unknown.count == 1, "\(common)")
    #expect(common.unknown.first?.hasPrefix("Whether Ash Twin was ever printed") == true)
    #expect(view("paupercommander", ["Spilled Ink"]).failures.count == 1)
    #expect(
      view("duel", ["Tide Regent"]).failures == ["Tide Regent is banned as a commander in duel."])
    #expect(view("duel", ["Ash Twin"], ["Tide Regent"]).legal)
    #expect(view("commander", ["Tide Regent"]).legal, "one copy is within the restriction")
  }

  @Test("D-53: without a list of Pauper Commander, the rarities of cards are looked at")
  func rarities() throws {
    let made = [
      ("Meadow Cat", "Creature", "uncommon"), ("Ash Twin", "Creature", "common"),
      ("Spilled Ink", "Sorcery", "common"), ("Iron Hat", "Artifact", "rare"),
    ]
    .map { name, type, rarity in
      "{\"name\":\"\(name)\",\"type_line\":\"\(type)\",\"oracle_text\":\"\",\"color_identity\":[],\"rarity\":\"\(rarity)\"}"
    }
    try load("[\(made.joined(separator: ",\n"))]")
    let silent = "The card database says nothing about the format paupercommander."
    let mixed = view("paupercommander", ["Meadow Cat"], ["Spilled Ink", "Iron Hat"])
    #expect(mixed.legal, "\(mixed.failures)")
    #expect(
      mixed.unknown == [
        silent,
        "The card database does not have these as common cards, and whether they were ever printed so was not checked: Iron Hat.",
      ])
    let common = view("paupercommander", ["Ash Twin"], ["Spilled Ink"]).unknown
    #expect(common.count == 3 && common[0].hasPrefix("Whether Ash Twin was ever printed as an"))
    #expect(common[1] == silent && common[2].hasPrefix("By the rarities in the card database"))
  }

  @Test("D-53: what the card database does not have is said, and is no failure")
  func unknown() throws {
    let none = DeckCheck.view(
      .with {
        $0.format = "commander"
        $0.lines = [
          .with { ($0.count, $0.name, $0.zone) = (1, "Spilled Ink", .commander) },
          .with { ($0.count, $0.name, $0.zone) = (99, "Wastes", .main) },
        ]
      })
    #expect(
      none.legal
        && none.unknown.contains(
          "Whether the commander may command the deck was not checked: there is no card database here. `parlor card import` makes one of a file."
        ))
    try load(Self.scryfall())
    let blank = view("commander", ["Blank Page"])
    #expect(
      blank.legal
        && blank.unknown == [
          "The card database does not have the type of Blank Page: whether it may command the deck was not checked."
        ], "\(blank)")
    // Without the texts a legendary creature is known, and nothing else.
    try load(
      """
      [{"name":"Tide Regent","type_line":"Legendary Creature","color_identity":[],"legalities":{"commander":"legal"}},
      {"name":"Moon Sage","type_line":"Legendary Planeswalker","color_identity":[],"legalities":{"commander":"legal"}},
      {"name":"Ash Twin","type_line":"Legendary Creature","color_identity":[],"legalities":{"commander":"legal"}}]
      """)
    #expect(view("commander", ["Tide Regent"]).unknown.isEmpty)
    let sage = view("commander", ["Moon Sage"])
    #expect(sage.legal && sage.unknown.count == 1 && sage.unknown[0].contains("Moon Sage"))
    let pair = view("commander", ["Tide Regent", "Ash Twin"])
    #expect(pair.legal && pair.unknown.count == 1, "\(pair)")
    #expect(pair.unknown[0].contains("Ash Twin and Tide Regent together"))
  }

  @Test("D-53: files of MTGJSON and Cockatrice have the words for commanders, too")
  func others() throws {
    try load(
      """
      {"meta":{},"data":{"Moon Sage":[{"name":"Moon Sage","type":"Legendary Planeswalker","colorIdentity":[],
      "text":"Scry 1.\\nMoon Sage can be your commander.","legalities":{"commander":"Legal"}}],
      "Meadow Cat":[{"name":"Meadow Cat","type":"Creature","colorIdentity":[],"legalities":{"commander":"Legal"}}]}}
      """)
    #expect(
      view("commander", ["Moon Sage"]).legal && cards.card("Meadow Cat")?.command?.words == [])
    #expect(view("commander", ["Meadow Cat"]).failures.count == 1)
    try load(
      """
      <cockatrice_carddatabase version="4"><cards>
      <card><name>Ash Twin</name><text>Haste
      Partner (Two.)</text><prop><type>Legendary Creature</type></prop></card>
      <card><name>Far Ship</name><text>Station</text><prop><type>Legendary Artifact — Spacecraft</type><pt>4/4</pt></prop></card>
      <card><name>Old Ship</name><text>Station</text><prop><type>Legendary Artifact — Spacecraft</type></prop></card>
      </cards></cockatrice_carddatabase>
      """)
    #expect(cards.card("Ash Twin")?.command?.words == ["partner"])
    #expect(view("commander", ["Far Ship"]).legal)
    #expect(view("commander", ["Old Ship"]).failures.count == 1)
  }

  @Test("D-50, D-52: one deck has one hash, and cards are called as Cockatrice calls them")
  func sides() throws {
    try load(
      """
      [{"name":"Dawn Court // Dusk Court","layout":"transform","type_line":"Land // Land","legalities":{}},
      {"name":"Lake Door // Lake House","layout":"modal_dfc","type_line":"Land // Land","legalities":{}},
      {"name":"Wear // Tear Off","layout":"split","type_line":"Instant // Instant","legalities":{}},
      {"name":"Old Knight // His Tale","layout":"adventure","type_line":"Creature // Instant","legalities":{}}]
      """)
    func list(_ names: [String]) -> DeckList {
      .with {
        $0.lines = names.map { name in .with { ($0.count, $0.name) = (1, name) } }
      }
    }
    let whole = [
      "Dawn Court // Dusk Court", "Lake Door // Lake House", "Wear // Tear Off",
      "Old Knight // His Tale",
    ]
    let named = CockatriceName.all(in: list(whole), cards).lines.map(\.name)
    #expect(named == ["Dawn Court", "Lake Door", "Wear // Tear Off", "Old Knight // His Tale"])
    // What Cockatrice itself calculates of its own names.
    #expect(DeckHash.text(of: list(whole), cards) == DeckHash.text(of: list(named)))
    #expect(DeckHash.text(of: list(named), cards) == DeckHash.text(of: list(named)))
    #expect(CockatriceName.all(in: list(whole), nil) == list(whole))
  }
}
