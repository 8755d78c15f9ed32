import DeckSchema
import FoundationEssentials
import Schema

/// The cards that are known without a card database: the basic lands, and a few that were invented for Parlor (row D-59).
public enum Catalogue {
  /// The source of these cards, for people.
  static let source =
    "the basic lands and a small invented set: there is no card database in this home"

  /// All of them, by name.
  static let cards: [CardFacts] =
    (DeckRules.basicLands.map { fact($0, "", "Basic Land") } + invented).sorted {
      $0.name < $1.name
    }

  /// The card with a name, or with a face of that name.
  static func card(_ name: String) -> CardFacts? { table.card(name) }

  private static let table = NameTable(cards)

  private static let invented: [CardFacts] = [
    fact("Kettle Sprite", "{U}", "Creature — Faerie"),
    fact("Lamplight Owl", "{1}{U}", "Creature — Bird"),
    fact("Tide Ledger", "{2}{U}", "Sorcery"),
    fact("Unwritten Letter", "{1}{U}{U}", "Instant"),
    fact("Parlor Cat", "{G}", "Creature — Cat"),
    fact("Hedge Warden", "{1}{G}", "Creature — Elf"),
    fact("Orchard Giant", "{4}{G}{G}", "Creature — Giant"),
    fact("Second Helping", "{2}{G}", "Sorcery"),
    fact("Matchbox Imp", "{R}", "Creature — Imp"),
    fact("Chimney Drake", "{3}{R}", "Creature — Drake"),
    fact("Spilled Ember", "{R}", "Instant"),
    fact("Broken Window", "{2}{R}", "Sorcery"),
    fact("Door Sentry", "{W}", "Creature — Human Soldier"),
    fact("Choir of Teacups", "{2}{W}", "Enchantment"),
    fact("Polite Refusal", "{1}{W}", "Instant"),
    fact("Sunday Procession", "{3}{W}{W}", "Creature — Human"),
    fact("Cellar Rat", "{B}", "Creature — Rat", unlimited: true),
    fact("Creditor's Visit", "{2}{B}", "Sorcery"),
    fact("Attic Ghost", "{1}{B}{B}", "Creature — Spirit"),
    fact("Candle // Ashes", "{R} // {1}{B}", "Instant // Instant"),
    fact("Shy Guest // Life of the Party", "{1}{W}", "Creature — Human // Creature — Human"),
    fact("Clockwork Host", "{3}", "Artifact Creature — Construct"),
    fact("Folding Table", "{1}", "Artifact"),
    fact("Émigré's Parasol", "{2}", "Artifact"),
    fact("Back Room", "", "Land"),
  ]

  private static func fact(
    _ name: String, _ cost: String, _ type: String, unlimited: Bool = false
  ) -> CardFacts {
    .with {
      $0.name = name
      $0.cost = cost
      $0.type = type
      $0.value = ManaCost.value(cost)
      $0.unlimited = unlimited
    }
  }
}

/// The mana cost of a card, written as {1}{G}.
enum ManaCost {
  /// Returns the total of a cost; for a card with two halves, the total of the first one.
  static func value(_ cost: String) -> UInt32 {
    symbols(cost).reduce(0) { $0 + (UInt32($1) ?? ($1 == "X" ? 0 : 1)) }
  }

  /// The colours in it, in the order white, blue, black, red, green.
  static func colours(_ cost: String) -> [String] {
    [("W", "white"), ("U", "blue"), ("B", "black"), ("R", "red"), ("G", "green")]
      .filter { cost.contains($0.0) }.map(\.1)
  }

  private static func symbols(_ cost: String) -> [String] {
    (cost.components(separatedBy: "//").first ?? "").split(separator: "{").map {
      String($0.prefix { $0 != "}" })
    }
    .filter { !$0.isEmpty && $0 != " " }
  }
}
