import EventSchema
import Schema

/// The debts between people for an event (row E-51): the actual cost of each line is shared equally, to the last cent.
///
/// Everybody computes the same from the same lines: people are taken in the order of their ids.
public enum Debts<Person: Hashable & Comparable> {
  /// A payment of somebody for some people.
  public struct Payment {
    /// The person who paid.
    public var payer: Person
    /// The amount; less than nothing for money that was paid back.
    public var amount: Money
    /// The people who share it, each once whatever the order; nobody owes anything for a payment without them.
    public var sharers: Set<Person>

    /// Names all of it.
    public init(by payer: Person, _ amount: Money, for sharers: Set<Person>) {
      (self.payer, self.amount, self.sharers) = (payer, amount, sharers)
    }
  }

  /// An amount that one person should give another one.
  public struct Debt {
    /// The person who gives.
    public let from: Person
    /// The person who gets it.
    public let to: Person
    /// More than nothing.
    public let amount: Money
  }

  /// The payments that make all even, in each currency by itself: nobody both gives and gets, and there are fewer of them than people.
  public static func settling(_ payments: [Payment]) -> [Debt] {
    balances(payments).sorted { $0.key < $1.key }.flatMap { currency, balances in
      settling(balances, in: currency)
    }
  }

  /// Returns the amounts that people have paid beyond their shares, by currency; the sum of each is zero.
  private static func balances(_ payments: [Payment]) -> [String: [Person: Int64]] {
    var balances: [String: [Person: Int64]] = [:]
    for payment in payments where !payment.sharers.isEmpty {
      let (currency, minor) = (payment.amount.currency, payment.amount.minor)
      balances[currency, default: [:]][payment.payer, default: 0] += minor
      for (person, share) in shares(of: minor, among: payment.sharers) {
        balances[currency, default: [:]][person, default: 0] -= share
      }
    }
    return balances
  }

  /// Equal shares; what cannot be divided is given out by the smallest unit, to the first ones.
  private static func shares(of minor: Int64, among people: Set<Person>) -> [(Person, Int64)] {
    let count = Int64(people.count)
    var (share, rest) = minor.quotientAndRemainder(dividingBy: count)
    if rest < 0 { (share, rest) = (share - 1, rest + count) }
    return people.sorted().enumerated().map { index, person in
      (person, share + (Int64(index) < rest ? 1 : 0))
    }
  }

  /// The one who is owed most gets from the one who owes most, until one of them is even, and so on.
  private static func settling(_ balances: [Person: Int64], in currency: String) -> [Debt] {
    func ordered(_ sign: Int64) -> [(person: Person, left: Int64)] {
      balances.map { (person: $0.key, left: $0.value * sign) }.filter { $0.left > 0 }
        .sorted { $0.left != $1.left ? $0.left > $1.left : $0.person < $1.person }
    }
    var (getting, giving) = (ordered(1)[...], ordered(-1)[...])
    var debts: [Debt] = []
    while let to = getting.first, let from = giving.first {
      let minor = min(to.left, from.left)
      debts.append(
        Debt(
          from: from.person, to: to.person,
          amount: .with {
            $0.minor = minor
            $0.currency = currency
          }))
      getting[getting.startIndex].left -= minor
      giving[giving.startIndex].left -= minor
      if to.left == minor { getting.removeFirst() }
      if from.left == minor { giving.removeFirst() }
    }
    return debts
  }
}
