import DeckSchema
import Schema
import Testing

@testable import Decks

/// The rules of formats, and the odds of drawing.
@Suite struct CheckTests {
  private func list(
    _ format: String = "", _ lines: [(UInt32, String, DeckZone)]
  ) -> DeckList {
    .with {
      $0.format = format
      $0.lines = lines.map { count, name, zone in
        .with { ($0.count, $0.name, $0.zone) = (count, name, zone) }
      }
    }
  }

  @Test("D-17, D-23, D-53: each failure is a sentence with the card and the rule")
  func checks() {
    let legal = list("", [(4, "Spilled Ember", .main), (56, "Mountain", .main)])
    #expect(DeckCheck.view(legal).legal && DeckCheck.view(legal).count == 60)
    let small = list("", [(5, "Spilled Ember", .main), (16, "Swamp", .sideboard)])
    #expect(
      DeckCheck.view(small).failures == [
        "The deck has 5 cards and needs at least 60.",
        "The sideboard has 16 cards and may have at most 15.",
        "There are 5 Spilled Ember, and at most 4 may be in a deck.",
      ])
    // Four in all, wherever they are, and however they are written.
    let split = list(
      "", [(3, "Candle", .main), (2, "Candle // Ashes", .sideboard), (57, "Swamp", .main)])
    #expect(DeckCheck.view(split).failures.count == 1)
    let rats = list("", [(60, "Cellar Rat", .main)])
    #expect(DeckCheck.view(rats).legal, "its own text allows any number")
    let commander = list(
      "commander",
      [(1, "Hedge Warden", .commander), (2, "Parlor Cat", .main), (97, "Forest", .main)])
    #expect(
      DeckCheck.view(commander).failures == [
        "There are 2 Parlor Cat, and at most 1 may be in a deck."
      ])
    let none = list("commander", [(100, "Forest", .main)])
    #expect(DeckCheck.view(none).failures.count == 1)
    #expect(DeckCheck.view(list("limited", [(40, "Parlor Cat", .main)])).legal)
  }

  @Test(
    "43 D: formats with a commander have one copy of each card, and no sideboard but a companion",
    arguments: [
      ("commander", 100), ("duel", 100), ("paupercommander", 100), ("predh", 100),
      ("historicbrawl", 100), ("brawl", 100), ("standardbrawl", 60),
      ("Standard Brawl", 60), ("historic-brawl", 100), ("edh", 100), ("Duel Commander", 100),
    ])
  func commanders(_ format: String, _ size: UInt32) {
    let deck: [(UInt32, String, DeckZone)] = [
      (1, "Hedge Warden", .commander), (size - 1, "Forest", .main),
    ]
    let legal = DeckCheck.view(list(format, deck))
    #expect(legal.legal, "\(legal.failures)")
    #expect(legal.unknown.contains { $0.contains("colours") && $0.contains("was not checked") })
    let companion = DeckCheck.view(list(format, deck + [(1, "Parlor Cat", .companion)]))
    #expect(companion.legal && companion.sideboard == 1, "\(companion.failures)")
    let aside = DeckCheck.view(list(format, deck + [(1, "Parlor Cat", .sideboard)]))
    #expect(
      aside.failures == ["The sideboard has 1 card, and the format has no sideboard."])
    let two = DeckCheck.view(
      list(format, [deck[0], (size - 3, "Forest", .main), (2, "Parlor Cat", .main)]))
    #expect(two.failures == ["There are 2 Parlor Cat, and at most 1 may be in a deck."])
  }

  @Test(
    "44.13: where a check lacks a card database, it says what gets one, beside the sentence about it"
  )
  func remedies() {
    let view = DeckCheck.view(
      list("brawl", [(1, "Hedge Warden", .commander), (99, "Forest", .main)]))
    #expect(
      view.unknown.last
        == "Which cards brawl allows is not known: there is no card database here. `parlor card import` makes one of a file."
    )
    #expect(view.remedies.count == view.unknown.count)
    #expect(
      view.remedies.map(\.code).filter { $0 != .unspecified } == [.importCards, .importCards])
    #expect(view.remedies.last?.code == .importCards)
    #expect(DeckCheck.view(list("", [(60, "Forest", .main)])).remedies.isEmpty)
  }

  @Test("43 D: what a check does not know is said, so that silence means that all was looked at")
  func unknownFormats() {
    let deck: [(UInt32, String, DeckZone)] = [(60, "Forest", .main)]
    let unknown = DeckCheck.view(list("nonsense", deck)).unknown
    #expect(unknown.first?.hasPrefix("The format nonsense is not known") == true, "\(unknown)")
    for format in ["", "modern", "limited"] {
      let said = DeckCheck.view(list(format, deck)).unknown
      #expect(!said.contains { $0.contains("is not known:") && $0.contains("only the numbers") })
    }
    let brawl = DeckCheck.view(
      list("brawl", [(1, "Hedge Warden", .commander), (59, "Forest", .main)]))
    #expect(brawl.failures == ["The deck has 60 cards and needs at least 100."])
    #expect(brawl.unknown.contains { $0.contains("`standardbrawl` is the one of 60") })
    let gladiator = list("gladiator", [(100, "Forest", .main)])
    #expect(DeckCheck.view(gladiator).legal)
  }

  @Test(
    "43 D: the two Brawls are told apart in databases of before and after they changed their names",
    arguments: [
      ("brawl", ["brawl": KnownCard.Legality.banned, "standardbrawl": .legal], true),
      ("historicbrawl", ["brawl": .banned, "standardbrawl": .legal], true),
      ("standardbrawl", ["brawl": .banned, "standardbrawl": .legal], false),
      ("brawl", ["brawl": .legal, "historicbrawl": .banned], true),
      ("standardbrawl", ["brawl": .banned, "historicbrawl": .legal], true),
      ("standardbrawl", ["brawl": .banned], false),
    ])
  func brawls(_ format: String, _ legalities: [String: KnownCard.Legality], _ isBanned: Bool) {
    let card = KnownCard(facts: .with { $0.name = "Parlor Cat" }, legalities: legalities)
    let cards = CardDatabase(
      card: { $0 == "Parlor Cat" ? card : nil }, search: { _, _ in [] }, candidates: { _ in [] },
      source: { "a test" })
    let view = DeckCheck.view(list(format, [(1, "Parlor Cat", .main)]), cards)
    #expect(view.failures.contains { $0.contains("is banned in") } == isBanned, "\(view)")
  }

  @Test("43 D-53: what a database leaves out of a format that it has for others is not legal there")
  func leftOut() {
    // As MTGJSON has them: no word for what is not legal.
    let known: [String: [String: KnownCard.Legality]] = [
      "Parlor Cat": ["modern": .legal], "Old Relic": ["vintage": .restricted],
    ]
    let cards = CardDatabase(
      card: { name in
        known[name].map { KnownCard(facts: .with { $0.name = name }, legalities: $0) }
      }, search: { _, _ in [] }, candidates: { _ in [] }, source: { "a test" })
    let both: [(UInt32, String, DeckZone)] = [(1, "Parlor Cat", .main), (1, "Old Relic", .main)]
    let modern = DeckCheck.view(list("modern", both), cards)
    #expect(modern.failures.contains { $0.hasPrefix("Old Relic is not legal in modern") })
    #expect(!modern.failures.contains { $0.contains("Parlor Cat") })
    // Of a format that it has for no card it says nothing.
    let other = DeckCheck.view(list("pauper", both), cards)
    #expect(!other.failures.contains { $0.contains("not legal") })
  }

  @Test("D-55: the odds are those that counting all draws gives")
  func odds() {
    for deck in 1...8 {
      for copies in 0...deck {
        for draws in 0...deck {
          var counts = [Int](repeating: 0, count: deck + 1)
          var total = 0
          // Every choice of so many cards out of the deck, of which the first ones are the copies.
          for chosen in 0..<(1 << deck) where chosen.nonzeroBitCount == draws {
            counts[(chosen & (1 << copies - 1)).nonzeroBitCount] += 1
            total += 1
          }
          let odds = Hypergeometric(deck: deck, copies: copies, draws: draws).chances
          for (drawn, chance) in odds.enumerated() {
            #expect(abs(chance - Double(counts[drawn]) / Double(total)) < 1e-12)
          }
        }
      }
    }
    let large = Hypergeometric(deck: 250, copies: 100, draws: 125).chances
    #expect(abs(large.reduce(0, +) - 1) < 1e-9)
  }
}
