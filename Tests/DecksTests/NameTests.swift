import DeckSchema
import Feature
import Schema
import Testing

@testable import Decks
@testable import Terminal

/// Names of cards and libraries, and what people type beside them.
@Suite struct NameTests {
  @Test("43 D: a whole name goes before the half of another card")
  func wholeBeforeHalf() {
    func meant(_ name: String, _ among: [String]) -> [String] {
      CardName.meant(name, among: among) { $0 }
    }
    #expect(meant("WEAR", ["Wear // Tear Off", "Wear"]) == ["Wear"])
    #expect(meant("wear", ["Wear // Tear Off", "Tear"]) == ["Wear // Tear Off"])
    #expect(meant("Wear/Tear Off", ["Wear", "Wear // Tear Off"]) == ["Wear // Tear Off"])
  }

  @Test("D-29, D-50: case, marks, punctuation and halves do not matter")
  func folding() {
    #expect(CardName.fold("Émigré's  Parasol!") == "emigres parasol")
    #expect(CardName.fold("ÆTHER  Vial") == "aether vial")
    #expect(CardName.fold("Snow-Covered Island") == "snow covered island")
    #expect(CardName.canonical(" Fire/Ice ") == "Fire // Ice")
    #expect(CardName.canonical("Fire // Ice") == "Fire // Ice")
    #expect(CardName.isSame("ash", "Candle // Ashes") == false)
    #expect(
      CardName.isSame("ashes", "Candle // Ashes") && CardName.isSame("CANDLE", "Candle//Ashes"))
    #expect(
      CardName.isSame("Candle/Ashes", "Candle") && !CardName.isSame("Candle/Ashes", "Candles"))
    #expect(Catalogue.card("emigres parasol")?.name == "Émigré's Parasol")
    #expect(Catalogue.card("life of the party")?.name == "Shy Guest // Life of the Party")
  }

  @Test("D-27, D-49: a line of cards is read as lists print it")
  func printed() throws {
    for seed in 1...500 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      let name = random.name()
      let (set, number) = (
        random.pick(["", "M10", "2X2", "Magic 2010", "mkm"]), random.pick(["", "146", "12a"])
      )
      let (language, price) = (
        random.pick(["", "en", "de", "zhs", "ja"]),
        random.pick(["", "4.50", "0.08 EUR", "$2", "5", "1,50 €"])
      )
      let finish = random.pick([CardFinish.unspecified, .foil, .etched])
      let condition = random.pick(CardCondition.allCases)
      let marks = random.pick([
        [], ["altered"], ["altered", "signed: Ada, at home", "proxy"], ["artist proof"],
      ])
      let (tags, binder) = (
        random.pick([[], ["red"], ["to trade", "late game"]]), random.pick(["", "Rares, old"])
      )
      let count = UInt32(random.below(12) + 1)
      let grade = random.pick(["", "Old", "9.5 mint"])
      let line = CardLine.with {
        ($0.count, $0.name, $0.set, $0.number) = (count, name, set, number)
        ($0.language, $0.finish, $0.condition, $0.grade) = (language, finish, condition, grade)
        ($0.price, $0.tags, $0.binder, $0.marks) = (price, tags, binder, marks)
        $0.zone = .main
      }
      // As a list, and with where the copies are, as the list of all cards.
      var places = line
      (places.library, places.borrowed, places.held) = ("Burn", true, true)
      for text in [CollectionText.card(line), CollectionText.card(places)] {
        let wanted = try CardWanted(own: text, count: 0)
        var card = CardCopy(wanted.line)
        try wanted.printed?.fill(&card)
        #expect(CardLine(card, count: wanted.line.count) == line, "seed \(seed): \(text)")
        #expect(wanted.fits(card), "seed \(seed): \(text)")
      }
    }
    let zone = try CardWanted(own: "   2  Attic Ghost  foil  #red  sideboard", count: 0)
    #expect(zone.zone(.main) == .sideboard && zone.zone(.companion) == .companion)
    #expect(zone.line.name == "Attic Ghost" && zone.line.count == 2)
    #expect(try CardWanted(own: "Attic  Ghost", count: 0).line.name == "Attic Ghost")
  }

  @Test("D-31: what is not known is answered with the nearest names")
  func near() {
    let names = Catalogue.cards.map(\.name)
    #expect(CardName.near("Spiled Embr", among: names, limit: 3).first == "Spilled Ember")
    #expect(CardName.near("zzz", among: names, limit: 3).isEmpty)
  }

  @Test("D-11, D-13, D-34: names that are empty, reserved or too long are refused in words")
  func names() throws {
    #expect(try DeckRules.name("  Red \t Deck ") == "Red Deck")
    for (typed, reason) in [
      (" \n", "cannot be created without a name"), ("card  box", "cannot be the name"),
      ("Tokens", "cannot be the name"), (String(repeating: "x", count: 101), "101 bytes"),
    ] {
      #expect(refusal { _ = try DeckRules.name(typed) }.contains(reason))
    }
    for typed in ["", "basic-lands", "Tokens", String(repeating: "x", count: 201)] {
      #expect(refusal { _ = try CardName.checked(typed) } != "(not refused)", "\(typed)")
    }
  }

  @Test("D-15, D-18, D-19: numbers of lands are digits, and not too many")
  func lands() throws {
    #expect(try DeckRules.lands(typed: "0") == 0 && DeckRules.lands(typed: "250") == 250)
    for typed in ["", "1a", "-1", "+1", "1.5", " 1", "251", "1000000", "99999999999999999999", "١"]
    {
      #expect(refusal { _ = try DeckRules.lands(typed: typed) } != "(not refused)", "\(typed)")
    }
    #expect(try DeckRules.land(typed: "fo") == "Forest")
    #expect(try DeckRules.land(typed: "snow covered plains") == "Snow-Covered Plains")
    #expect(refusal { _ = try DeckRules.land(typed: "snow") }.contains("6 basic lands"))
    #expect(refusal { _ = try DeckRules.land(typed: "desert") }.contains("no basic land desert"))
  }

  @Test("D-55: what a card costs and which colours it has")
  func costs() {
    #expect(ManaCost.value("{2}{G}{G}") == 4 && ManaCost.value("{X}{R}") == 1)
    #expect(ManaCost.value("{R} // {1}{B}") == 1 && ManaCost.value("") == 0)
    #expect(ManaCost.colours("{1}{B}{W}") == ["white", "black"])
  }
}

/// Returns the sentence with which something is refused.
func refusal(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "(not refused)"
  } catch let refused as Refused {
    return refused.refusal.message
  } catch {
    return "\(error)"
  }
}
