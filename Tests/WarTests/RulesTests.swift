import Schema
import Testing

@testable import War

@Suite struct RulesTests {
  @Test func unsetFieldsStandForTheStandardRules() throws {
    #expect(try Rules().validated() == Rules.standard)
  }

  @Test func rulesOutOfRangeAreRefusedWithASentence() {
    var rules = Rules()
    rules.faceDown = 11
    #expect(throws: RulesError.self) { try rules.validated() }
    rules.faceDown = 10
    rules.roundCap = 1_000_001
    #expect(throws: RulesError.self) { try rules.validated() }
    rules.roundCap = 1_000_000
    #expect(throws: Never.self) { try rules.validated() }
  }

  @Test func optionsOfALaterVersionAreRefused() {
    var rules = Rules()
    rules.bothOut = .UNRECOGNIZED(7)
    #expect(throws: RulesError.self) { try rules.validated() }
  }

  @Test func variantsCombine() throws {
    let rules = try Rules(variant: "lose-if-short+shuffled")
    #expect(rules.shortPlay == .loses && rules.winningsOrder == .shuffled)
    #expect(rules.winningsPlace == .underPile)
    #expect(throws: RulesError.self) { try Rules(variant: "poker") }
    for variant in RulesVariant.all {
      #expect(try Rules(variant: variant.name).validated() == Rules(variant: variant.name))
    }
  }

  @Test func cardsAndTheirNumbersAreOneToOne() throws {
    let cards = (0..<52).compactMap { Card(number: $0) }
    #expect(cards.map(\.number) == Array(0..<52))
    #expect(Set(cards.map(\.shortText)).count == 52)
    #expect(Card(number: -1) == nil && Card(number: 52) == nil)
    #expect(cards.last?.shortText == "A♠" && Card(number: 34)?.shortText == "10♥")
    #expect(!Card().isValid && Card().number == nil)
  }
}
