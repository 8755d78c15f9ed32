import Events
import EventSchema
import Schema
import TestKit
import Testing

@Suite struct BudgetTests {
  private static func money(_ minor: Int64, _ currency: String = "USD") -> Money {
    .with {
      $0.minor = minor
      $0.currency = currency
    }
  }

  @Test(
    "E-49: prices have at most five digits, a point and two decimals",
    arguments: [
      ("0", 0), ("12", 1_200), ("12.5", 1_250), ("12.50", 1_250), (".5", 50), ("5.", 500),
      ("99999.99", 9_999_999), (" 7.01 ", 701), ("00012", 1_200), ("0.29", 29), ("1.10", 110),
    ])
  func prices(text: String, minor: Int64) throws {
    #expect(try BudgetRules.minor(text, "USD") == minor)
  }

  @Test(
    "E-49: what is no price is said so",
    arguments: [
      "", " ", ".", "100000", "1.234", "12,50", "-1", "+1", "1e3", "1.2.3", "$5", "٣", "1\u{301}",
      "five", "0x10",
    ])
  func noPrices(text: String) {
    #expect(throws: EventProblem.self) { try BudgetRules.minor(text, "USD") }
  }

  @Test("E-51: currencies have the decimals that they have")
  func currencies() throws {
    #expect(try BudgetRules.minor("500", "JPY") == 500)
    #expect(throws: EventProblem.self) { try BudgetRules.minor("500.5", "JPY") }
    #expect(try BudgetRules.minor("1.234", "KWD") == 1_234)
    #expect(try BudgetRules.currency("eur") == "EUR")
    for name in ["", "EU", "EURO", "€", "E1R", "ÄÖÜ"] {
      #expect(throws: EventProblem.self) { try BudgetRules.currency(name) }
    }
    #expect(BudgetRules.text(Self.money(5)) == "$0.05")
    #expect(BudgetRules.text(Self.money(-1_250, "EUR")) == "-€12.50")
    #expect(BudgetRules.text(Self.money(500, "JPY")) == "¥500")
    #expect(BudgetRules.text(Self.money(12_500, "KWD")) == "12.500 KWD")
  }

  @Test("E-48: the total is exact, each currency by itself", arguments: [1, 2])
  func total(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    #expect(BudgetRules.total([]) == "$0.00")
    #expect(
      BudgetRules.total([Self.money(10), Self.money(300, "EUR"), Self.money(20)])
        == "$0.30 + €3.00")
    for _ in 0..<200 {
      let amounts = (0..<50).map { _ in Int64.random(in: 0...9_999_999, using: &random) }
      let sum = amounts.reduce(0, +)
      let cents = sum % 100 < 10 ? "0\(sum % 100)" : "\(sum % 100)"
      #expect(BudgetRules.total(amounts.map { Self.money($0) }) == "$\(sum / 100).\(cents)")
    }
  }

  @Test("E-48: what others wrote is bounded, so that it can be added up")
  func bounded() throws {
    #expect(BudgetRules.bounded(Self.money(.max, "usd\u{1b}")) == nil)
    let most = try #require(BudgetRules.bounded(Self.money(.min)))
    #expect(BudgetRules.total([Money](repeating: most, count: 20_000)).hasPrefix("-$"))
  }
}
