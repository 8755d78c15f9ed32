import Events
import EventSchema
import Schema
import TestKit
import Testing

/// The debts of people for an event (row E-51).
@Suite struct DebtsTests {
  private typealias Payment = Debts<Int>.Payment

  private static func money(_ minor: Int64, _ currency: String = "USD") -> Money {
    .with {
      $0.minor = minor
      $0.currency = currency
    }
  }

  private static func told(_ payments: [Payment]) -> [String] {
    Debts.settling(payments).map { "\($0.from) gives \($0.to) \(BudgetRules.text($0.amount))" }
  }

  @Test("E-51: what somebody paid is shared equally, and cents that are left go to the first ones")
  func known() {
    #expect(Self.told([]) == [])
    #expect(Self.told([Payment(by: 1, Self.money(1_000), for: [1, 2])]) == ["2 gives 1 $5.00"])
    #expect(Self.told([Payment(by: 1, Self.money(1_000), for: [2])]) == ["2 gives 1 $10.00"])
    #expect(Self.told([Payment(by: 1, Self.money(1_000), for: [1])]) == [])
    #expect(Self.told([Payment(by: 1, Self.money(1_000), for: [])]) == [])
    #expect(
      Self.told([Payment(by: 3, Self.money(1_000), for: [1, 2, 3])])
        == ["1 gives 3 $3.34", "2 gives 3 $3.33"])
    #expect(
      Self.told([Payment(by: 3, Self.money(-1_000), for: [1, 2, 3])])
        == ["3 gives 1 $3.33", "3 gives 2 $3.33"], "paid back")
    #expect(
      Self.told([
        Payment(by: 1, Self.money(1_000), for: [1, 2]),
        Payment(by: 2, Self.money(1_000), for: [1, 2]),
      ]) == [], "they are even")
    #expect(
      Self.told([
        Payment(by: 1, Self.money(200), for: [1, 2]),
        Payment(by: 2, Self.money(300, "EUR"), for: [1, 2, 3]),
      ]) == ["1 gives 2 €1.00", "3 gives 2 €1.00", "2 gives 1 $1.00"], "each currency by itself")
  }

  @Test(
    "E-51: sums are kept, nobody both gives and gets, and few payments make all even",
    arguments: 1...40)
  func property(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let people = Int.random(in: 1...9, using: &random)
    let payments = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      let currency = Bool.random(using: &random) ? "USD" : "JPY"
      let amount = Int64.random(in: -500...1_000_000_000_000, using: &random)
      let sharers = (0..<people).filter { _ in Bool.random(using: &random) }
      return Payment(
        by: Int.random(in: 0..<people, using: &random), Self.money(amount, currency),
        for: Set(sharers))
    }
    let debts = Debts.settling(payments)
    for currency in ["USD", "JPY"] {
      let paid = payments.filter { $0.amount.currency == currency && !$0.sharers.isEmpty }
      var cost = [Double](repeating: 0, count: people)
      var spent = [Int64](repeating: 0, count: people)
      for payment in paid {
        spent[payment.payer] += payment.amount.minor
        for person in payment.sharers {
          cost[person] += Double(payment.amount.minor) / Double(payment.sharers.count)
        }
      }
      var (givers, getters): (Set<Int>, Set<Int>) = ([], [])
      for debt in debts where debt.amount.currency == currency {
        #expect(debt.amount.minor > 0 && debt.from != debt.to)
        givers.insert(debt.from)
        getters.insert(debt.to)
        spent[debt.from] += debt.amount.minor
        spent[debt.to] -= debt.amount.minor
      }
      #expect(givers.isDisjoint(with: getters))
      #expect(debts.count { $0.amount.currency == currency } < max(people, 1))
      #expect(spent.reduce(0, +) == paid.map(\.amount.minor).reduce(0, +))
      for person in 0..<people {
        // A cent of each payment at most.
        #expect(abs(Double(spent[person]) - cost[person]) <= Double(paid.count) + 1)
      }
    }
    #expect(
      Debts.settling(payments.reversed()).map { [$0.from, $0.to, Int($0.amount.minor)] }
        == debts.map { [$0.from, $0.to, Int($0.amount.minor)] }, "in whatever order they come")
  }
}
