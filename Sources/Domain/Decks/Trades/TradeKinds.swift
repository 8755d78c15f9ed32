import DeckSchema
import Feature
import Schema

/// The kinds of records that trades are made of (specification section 19, row D-58). Nobody can delete or change them.
enum TradeKinds {
  /// Offers; those of loans are sorted by the day on which the loan ends.
  static let offer = Kind(
    .tradeOffer, TradeOffer.self,
    KindRules(isPermanent: true, ending: .takeTradeBack, limit: DeckKinds.largeLimit),
    noun: "trade", lists: "parlor trade list", title: title,
    sortKey: { $0.loan ? LoanDay.milliseconds($0.until) ?? 0 : 0 })
  /// Answers.
  static let answer = Kind(
    .tradeAnswer, TradeAnswer.self, few, noun: "answer to a trade",
    lists: "parlor trade list",
    title: {
      guard $0.settlement.isEmpty else { return $0.accepts ? "takes a trade" : "takes no trade" }
      return $0.accepts ? "accepts a trade" : "declines a trade"
    })
  /// Settlements.
  static let settlement = Kind(
    .tradeSettlement, TradeSettlement.self, few, noun: "settlement", lists: "parlor trade list",
    title: { $0.completes ? "a trade" : "no trade" })
  /// Lent copies that are given back.
  static let giveBack = Kind(
    .tradeReturn, TradeReturn.self, part, noun: "return", lists: "parlor trade list",
    title: { "\($0.copies.count) lent cards are given back" })
  /// The ways by which copies came to the people who give them.
  static let history = Kind(
    .tradeHistory, TradeHistory.self, few, noun: "history", lists: "parlor trade list",
    title: { _ in "how cards changed hands before" })
  /// Cards that people want or have.
  static let mark = Kind(
    .cardMark, CardMark.self, noun: "mark", lists: "parlor trade market",
    title: { ($0.wanted ? "wants " : "has ") + $0.card.name },
    name: \.card.name, foldName: { CardName.fold($0) }, words: \.card.name)

  private static let part = KindRules(
    parents: [.tradeOffer], isPermanent: true, limit: DeckKinds.largeLimit)

  /// Each side says few words in a trade. The last of each, the settlement and the taking of it, are found by their ids.
  private static let few: KindRules = {
    var rules = part
    rules.limit.perParent = 100
    rules.ending = .takeTradeBack
    return rules
  }()

  @Sendable private static func title(_ offer: TradeOffer) -> String {
    let gives = offer.gives.first?.card.name ?? ""
    let wants = offer.wants.first?.name ?? ""
    if gives.isEmpty { return "asks for \(wants)" }
    let verb = offer.loan ? "lends" : "offers"
    return wants.isEmpty ? "\(verb) \(gives)" : "\(verb) \(gives) for \(wants)"
  }
}

/// The day on which a loan ends, as people type it: 2030-12-24.
enum LoanDay {
  /// The beginning of the day in UTC, in milliseconds since 1970; nil if the text is not a day.
  static func milliseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.count == 3,
      parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
      let year = Int64(parts[0]), let month = Int64(parts[1]), let day = Int64(parts[2]),
      year >= 1970, (1...12).contains(month), day >= 1, day <= days(of: month, year)
    else { return nil }
    // The days since 1970 of a date in the calendar that is in use everywhere.
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let (era, inEra) = (y / 400, y % 400)
    let inYear = (153 * m + 2) / 5 + day - 1
    let days = era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
    return days * 86_400_000
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func days(of month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
