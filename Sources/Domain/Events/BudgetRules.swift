import EventSchema
import Schema

/// The rules for amounts of a budget: whole numbers of the smallest unit, never fractions of floating point (rows E-47 to E-51).
public enum BudgetRules {
  /// Digits before the point.
  public static let digits = 5
  /// Bytes of UTF-8 in a line's text.
  public static let text = 1 << 10
  /// Bytes of UTF-8 in a category.
  public static let category = 200
  /// The currency where nobody names one.
  public static let currency = "USD"

  /// Currencies without two decimals (ISO 4217).
  private static let exponents: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3,
    "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
  ]

  private static let symbols = ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"]

  /// The decimals of a currency.
  public static func decimals(_ currency: String) -> Int { exponents[currency] ?? 2 }

  /// A currency as it is saved.
  ///
  /// - Throws: `EventProblem.unknownCurrency`.
  public static func currency(_ typed: String) throws(EventProblem) -> String {
    let code = typed.uppercased()
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (65...90).contains($0) }) else {
      throw .unknownCurrency(Text.clean(typed, limit: 64))
    }
    return code
  }

  /// An amount that somebody typed: digits, at most five, and after a point at most as many as the currency has.
  ///
  /// - Returns: in the smallest unit of the currency.
  /// - Throws: `EventProblem`.
  public static func minor(_ typed: String, _ currency: String) throws(EventProblem) -> Int64 {
    let text = typed.filter { !$0.isWhitespace }
    guard !text.isEmpty else { throw .noPrice }
    let decimals = decimals(currency)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let (whole, rest) = (parts[0], parts.count > 1 ? parts[1] : "")
    guard parts.count <= 2, !(whole.isEmpty && rest.isEmpty), whole.utf8.count <= digits,
      rest.utf8.count <= decimals, parts.count == 1 || decimals > 0,
      (whole + rest).utf8.allSatisfy({ (48...57).contains($0) })
    else { throw .badPrice(Text.clean(typed, limit: 64), decimals: decimals) }
    let padded = whole + rest + String(repeating: "0", count: decimals - rest.utf8.count)
    return Int64(padded) ?? 0
  }

  /// An amount without its currency, as people type it: "12.50".
  public static func decimal(_ money: Money) -> String {
    let decimals = decimals(money.currency)
    let digits = String(money.minor.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let rest = decimals > 0 ? "." + padded.suffix(decimals) : ""
    return "\(money.minor < 0 ? "-" : "")\(padded.dropLast(decimals))\(rest)"
  }

  /// An amount as people read it: "$12.50", "12.500 KWD".
  public static func text(_ money: Money) -> String {
    let sign = money.minor < 0 ? "-" : ""
    let amount = decimal(money).dropFirst(sign.count)
    return symbols[money.currency].map { sign + $0 + amount }
      ?? "\(sign)\(amount) \(money.currency)"
  }

  /// The most people who can be named as sharing what a line did cost.
  public static let sharers = 256
  /// The most that a line counts for, whatever somebody wrote into it.
  private static let most: Int64 = 1_000_000_000_000

  /// An amount that others may have written, within what can be added up.
  ///
  /// - Returns: nil for what names no currency.
  public static func bounded(_ money: Money) -> Money? {
    guard let currency = try? currency(money.currency) else { return nil }
    return .with {
      $0.minor = min(max(money.minor, -most), most)
      $0.currency = currency
    }
  }

  /// The sum of bounded amounts, each currency by itself: "$12.50 + €3.00"; of none "$0.00".
  public static func total(_ amounts: [Money]) -> String {
    var sums: [String: Int64] = [:]
    for money in amounts { sums[money.currency, default: 0] += money.minor }
    if sums.isEmpty { sums[currency] = 0 }
    return sums.sorted { $0.key == currency || ($1.key != currency && $0.key < $1.key) }
      .map { code, minor in
        text(
          .with {
            $0.minor = minor
            $0.currency = code
          })
      }.joined(separator: " + ")
  }
}
