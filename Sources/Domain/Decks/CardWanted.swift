import DeckSchema
import Feature
import Schema

/// A card as somebody names it: `4 Lightning Bolt (M10) 146`, a name, or the id of a copy.
struct CardWanted {
  /// The name, and what else was said; `count` is how many.
  var line: DeckLine
  /// The text without a number.
  let text: String
  /// The words as they were typed.
  private let words: [Substring]
  /// The line as it was divided, where it is one of a list.
  private(set) var printed: PrintedCard?

  /// Words behind the card that a copy must have, as lists print them.
  var details: [String] { printed?.details ?? [] }

  var count: Int { Int(line.count) }

  /// The card in a sentence, with all that was said of it: other copies of that name may be there.
  var phrase: String {
    let number = line.set.isEmpty || line.number.isEmpty ? "" : " \(line.number)"
    let place = line.set.isEmpty ? "" : " (\(line.set))\(number)"
    return ([line.name + place, line.finish.words] + details).filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Reads what somebody has typed.
  ///
  /// - Parameter count: how many; 0 for the number before the name, or one.
  /// - Throws: `Refused` for no name, for too many, and for two numbers that differ.
  init(_ typed: String, count: UInt32) throws {
    let written = try? CardLineText(typed)
    words = typed.split(whereSeparator: \.isWhitespace)
    let bare = Substring(typed).trimmed.drop { $0.isNumber }.trimmed
    if DeckRules.isReserved(String(bare)) { _ = try CardName.checked(bare) }
    if let part = written?.lost.first {
      throw Refused(
        .invalid, "\"\(Text.preview(part.text))\" is not understood behind a card: \(part.reason)")
    }
    line = try written?.line ?? .with { $0.name = try CardName.checked(typed) }
    line.name = try CardName.checked(line.name)
    text = line.name
    if count > 0 {
      guard written?.hasCount != true || line.count == count else {
        throw Refused(
          .invalid,
          "\"\(Text.preview(typed))\" says \(line.count) and the number beside it says \(count): give one number of copies."
        )
      }
      line.count = count
    }
    if line.count == 0 { line.count = 1 }
    guard line.count <= DeckRules.mostOfOneLine else {
      throw Refused(
        .invalid,
        "At most \(DeckRules.mostOfOneLine) copies are taken at once, not \(line.count): give a smaller number."
      )
    }
  }

  /// Reads the same as a list prints it, with what tells a copy from others behind two spaces.
  init(own typed: String, count: UInt32) throws {
    let printed = PrintedCard(typed)
    try self.init(printed.card, count: count)
    if let printing = printed.printing {
      guard line.set.isEmpty else {
        throw Refused(
          .invalid, "\"\(Text.preview(typed))\" says two sets for a card: give one.")
      }
      (line.set, line.number) = printing
    }
    self.printed = printed
  }

  /// The part of a library that is meant: the one that was chosen, or the one that the line itself names.
  func zone(_ chosen: DeckZone) -> DeckZone {
    chosen == .main ? printed?.zone ?? chosen : chosen
  }

  /// The words that somebody has typed for a card to trade, with the name by which it is known here.
  ///
  /// - Throws: `Refused` as above, for basic lands, and where the number of cards is not one.
  static func resolved(_ typed: String, _ home: any Snapshot) throws -> DeckLine {
    let wanted = try CardWanted(own: typed, count: 0)
    var line = wanted.line
    var card = CardCopy(line)
    try wanted.printed?.fill(&card)
    (line.finish, line.number) = (card.finish, card.number)
    guard card == CardCopy(line) else {
      throw Refused(
        .invalid,
        "\"\(Text.preview(typed))\" says more than a name, a set, a number and a finish, and nothing else can be asked for: leave the rest out."
      )
    }
    let resolver = try CardResolver(Collection(home))
    let isKnown = try resolver.resolve(&line)
    guard DeckRules.basicLand(line.name) == nil else { throw basicLand }
    if !isKnown { try checkNumber(typed, resolver) }
    return line
  }

  /// The reason why basic lands are not traded.
  static let basicLand = Refused(
    .notNow, "Basic lands are not traded: everybody has as many as they want.")

  private static let numberWords: Set<String> = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  /// Checks that a name that nobody knows does not begin with something else than a number of cards.
  ///
  /// - Throws: `Refused` for a word that may be meant as a number but is not one.
  private static func checkNumber(_ typed: String, _ resolver: CardResolver) throws {
    if let written = try? CardLineText(typed), written.hasCount { return }
    let words = Substring(typed).trimmed
    let first = words.prefix { !$0.isWhitespace }
    let rest = String(words.dropFirst(first.count).trimmed)
    let isLikeNumber =
      first.first.map { $0.isNumber || "+-−.,".contains($0) } == true
      && first.contains(where: \.isNumber)
    guard !rest.isEmpty else { return }
    guard
      try isLikeNumber || numberWords.contains(CardName.fold(first)) && resolver.name(rest) != nil
    else { return }
    throw Refused(
      .invalid,
      "\"\(Text.preview(first, characters: 20))\" is not a number of cards: write one from 1 to \(DeckRules.mostOfOneLine) before the name, also before a name that begins with a number."
    )
  }

  /// Whether a card is what is meant.
  func fits(_ card: CardCopy) -> Bool { line.fits(card) && CopyWords.hold(details, of: card) }

  /// All copies that are meant, in libraries as well: by name, or the one whose id begins so, and with it those that are the same
  /// where more than one is wanted.
  func copies(_ collection: Collection) throws -> [Collection.Copy] {
    let found = try collection.copies(named: line.name).filter { copy in
      fits(copy.card)
        && printed?.library.map { name in
          copy.library.map { DeckKinds.library.decode($0.body).name } == name
        } != false
    }
    guard found.isEmpty else { return found }
    guard isID, let one = try? collection.copy(id: text) else { return try asSaid(collection) }
    guard count > 1 else { return [one] }
    let key = CopyWords.key(one.card, withOwn: true)
    return try [one]
      + collection.copies(named: one.card.name).filter { other in
        other.record.id != one.record.id && other.library?.id == one.library?.id
          && other.isFree == one.isFree && CopyWords.key(other.card, withOwn: true) == key
      }
  }

  /// The copies that a sentence of a refusal names so: in it, one blank stands between the words for a copy.
  private func asSaid(_ collection: Collection) throws -> [Collection.Copy] {
    let words = words.first?.allSatisfy(\.isNumber) == true ? words.dropFirst() : words[...]
    let folded = CardName.fold(words.joined(separator: " "))
    for end in words.indices.dropFirst().reversed() {
      let found = try collection.copies(named: words[..<end].joined(separator: " ")).filter {
        CopyWords.isLine(folded, of: $0.card)
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Whether it could be the beginning of an id.
  private var isID: Bool {
    text.utf8.count >= 4
      && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x32...0x37).contains($0) }
  }
}
