import DeckSchema
import Feature
import FoundationEssentials
import Schema

/// Words that tell copies of one card apart, as lists of cards print them behind the name: `foil`, `near mint`, `ja`.
enum CopyWords {
  /// The finish of a copy, also of one that is not special.
  private static func finish(_ card: CardCopy) -> String {
    card.finish.words.isEmpty ? "normal" : card.finish.words
  }

  /// The words for a copy, some of them possibly empty: those that everybody may know, and those of our person alone.
  private static func words(_ card: CardCopy) -> (told: [String], own: [String]) {
    (
      [
        finish(card), card.condition.words,
        card.grade.isEmpty ? "" : "\"\(card.grade)\"", card.language,
        card.marks.joined(separator: ", "), card.doubtful ? "may exist twice" : "",
        card.set.isEmpty && !card.number.isEmpty ? "number \(card.number)" : "",
      ],
      [
        card.price, card.binder.isEmpty ? "" : "binder \(card.binder)",
        card.tags.map { "#" + $0 }.joined(separator: " "),
      ]
    )
  }

  /// A copy as a line of a list, with its finish in any case.
  static func line(_ card: CardCopy, withOwn: Bool) -> String {
    let words = words(card)
    return ([place(card)] + words.told + (withOwn ? words.own : [])).filter { !$0.isEmpty }
      .joined(separator: "  ")
  }

  /// Whether a folded text is the line of a copy.
  static func isLine(_ folded: String, of card: CardCopy) -> Bool {
    [false, true].contains { CardName.fold(line(card, withOwn: $0)) == folded }
  }

  /// A copy in a sentence; the name alone where no detail is known.
  static func phrase(_ card: CardCopy) -> String {
    let words = words(card).told.filter { !$0.isEmpty && $0 != "normal" }
    return ([place(card)] + words).joined(separator: ", ") + (words.isEmpty ? "" : ",")
  }

  /// The name with the set and the number.
  private static func place(_ card: CardCopy) -> String {
    card.name + (card.set.isEmpty ? "" : " (\(card.set))")
      + (card.set.isEmpty || card.number.isEmpty ? "" : " \(card.number)")
  }

  /// Everything that tells a copy from another one of its name.
  ///
  /// - Parameter withOwn: the price, the binder and the words of our person as well.
  static func key(_ card: CardCopy, withOwn: Bool) -> [String] {
    let words = words(card)
    return [CardName.fold(card.name), card.set.lowercased(), card.number.lowercased()] + words.told
      + (withOwn ? words.own : [])
  }

  /// Whether a copy has all of some words; its place is not looked at.
  static func hold(_ details: [String], of card: CardCopy) -> Bool {
    guard !details.isEmpty else { return true }
    let words = words(card)
    let all = words.told + words.own + [CollectionValues.name(ofLanguage: card.language)]
    let known = Set(all.map { CardName.fold($0) })
    return details.allSatisfy { PrintedCard.isPlace($0) || known.contains(CardName.fold($0)) }
  }
}

/// The choice of copies for somebody who has named a card.
enum CopyChoice {
  /// The most copies that a refusal lists.
  private static let mostListed = 8

  /// Takes the first of the copies that are meant, where these are all or do not differ.
  ///
  /// - Parameters:
  ///   - withOwn: what our person alone says of a copy matters as well: its price, its binder, its tags.
  ///   - remedy: the thing to do; a sentence about naming own cards without it.
  /// - Throws: `Refused` with the copies, where they differ and which of them are meant was not said.
  static func take(
    _ count: Int, of copies: [Collection.Copy], withOwn: Bool = false, remedy: RemedyCode? = nil
  ) throws -> [Collection.Copy] {
    try take(
      count, of: copies, withOwn: withOwn, remedy: remedy, card: \.card,
      id: { $0.record.item.description })
  }

  /// Takes the same of copies of any kind.
  ///
  /// - Parameters:
  ///   - advice: a sentence about naming one; the one of own cards without it.
  ///   - card: the words for a copy.
  ///   - id: its id; empty where it is not named by one.
  /// - Throws: `Refused` as above.
  static func take<Copy>(
    _ count: Int, of copies: [Copy], withOwn: Bool = false, advice: String? = nil,
    remedy: RemedyCode? = nil, card: (Copy) -> CardCopy, id: (Copy) -> String
  ) throws -> [Copy] {
    guard copies.count > count else { return copies }
    let groups = Dictionary(grouping: copies) { CopyWords.key(card($0), withOwn: withOwn) }
    guard groups.count > 1 else { return Array(copies.prefix(count)) }
    let lines = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, alike in
      let letters = id(alike[0]).prefix(8)
      return "\(alike.count)  \(CopyWords.line(card(alike[0]), withOwn: withOwn))"
        + (letters.isEmpty ? "" : " [\(letters)]")
    }
    let rest = lines.count > mostListed ? "; and \(lines.count - mostListed) other kinds" : ""
    let unclear =
      "Which cards are meant is not clear, because these differ: \(lines.prefix(mostListed).joined(separator: "; "))\(rest)."
    if let remedy { throw Refused(.ambiguous, unclear, remedy) }
    throw Refused(
      .ambiguous,
      "\(unclear) \(advice ?? "Name them as they stand here, or by the letters in brackets.")")
  }
}
