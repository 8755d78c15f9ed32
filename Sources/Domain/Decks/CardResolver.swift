import DeckSchema
import Feature
import Schema

/// Finds the card that a name means: the one way for everything that people type and files say.
///
/// The card database, the catalogue and the answers of other people come first, then the cards that our person owns. What all of them
/// spell alike is one card, so two spellings, or two halves of one card, are never two cards.
final class CardResolver {
  private let collection: Collection
  private let known: KnownNames
  private var found: [String: String?] = [:]
  /// Whether this home has a card database: without one, a name that is not known may well be that of a card.
  let hasDatabase: Bool

  init(_ collection: Collection) {
    self.collection = collection
    known = KnownNames(collection.home)
    hasDatabase = collection.home.cards != nil
  }

  /// The name of a card as it is known; nil for a card that is not known.
  ///
  /// - Throws: `Refused`, ambiguous, for a half of several cards.
  func name(_ name: String) throws -> String? {
    if let land = DeckRules.basicLand(name) { return land }
    if let earlier = found[name] { return earlier }
    let meanings = try known.meanings(of: name)
    guard meanings.isEmpty else {
      throw Refused(
        .ambiguous,
        "\(Text.preview(name)) is a half of \(meanings.count) cards: name one of them as a whole: \(meanings.joined(separator: " or "))."
      )
    }
    let card =
      try known.card(name)?.name ?? collection.copies(named: name).first?.card.name
    found[name] = .some(card)
    return card
  }

  /// Gives a line the name of the card that it means. Where the whole name is not known, but is without a code in small letters at its
  /// end, that is the set; where it is without an x at its beginning, as in `4 x Mint Imp`, that belongs to the number.
  ///
  /// - Returns: false where no such card is known.
  func resolve(_ line: inout DeckLine) throws -> Bool {
    if let name = try name(line.name) {
      line.name = name
      return true
    }
    if let sign = line.name.first, "xX×".contains(sign), line.name.dropFirst().first == " ",
      let name = try name(String(line.name.dropFirst(2)))
    {
      line.name = name
      return true
    }
    guard line.set.isEmpty, line.name.hasSuffix(")"), let start = line.name.lastIndex(of: "("),
      start > line.name.startIndex
    else { return false }
    let code = line.name[start...].dropFirst().dropLast()
    let rest = String(line.name[..<start][...].trimmed)
    guard CardLineText.isCode(code, isNumbered: true), let name = try name(rest) else {
      return false
    }
    (line.name, line.set) = (name, String(code))
    return true
  }

  /// Whether a line names a card, or a half of several.
  func isKnown(_ line: DeckLine) -> Bool {
    var line = line
    return (try? resolve(&line)) ?? true
  }

  /// Returns the reason why a name is not taken.
  func reason(_ name: String, withHint: Bool) -> String {
    let near = withHint ? collection.home.namesNear(name) : []
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    return "No card of that name is known here.\(hint) `--anyway` takes it as it stands."
  }

  /// The most unknown names that are answered with similar ones: each costs a search.
  static let mostHints = 5

  /// Remarks on a name, one for each card: parts of one kind are named once.
  static func spelled(_ name: String) -> String {
    "The name is written as the card has it: \(Text.preview(name))."
  }

  static func placed(_ set: String) -> String {
    "The word behind the name is taken for the code of its set: \(Text.preview(set))."
  }

  static func taken(_ name: String) -> String {
    "No card \(Text.preview(name)) is known here: it is taken as it stands."
  }
}

extension DeckReading {
  /// Gives all cards the names by which they are known. What stands without a number and is no card is lost; so is what our person
  /// would own and is not known, unless names are taken as they stand. Lines of a list that say the same in two spellings become one.
  mutating func resolve(_ resolver: CardResolver, owned: Bool, anyway: Bool) throws {
    let bare = self.bare
    divide { line, number in
      !bare.contains(number) && !DeckHeading.isTotal(line.name) || resolver.isKnown(line)
    }
    var (kept, places): ([DeckLine], [Int]) = ([], [])
    var spellings: [DeckLine: (place: Int, name: String)] = [:]
    var hints = 0
    for (line, number) in zip(list.lines, numbers) {
      var line = line
      let (written, set) = (line.name, line.set)
      let isKnown: Bool
      do {
        isKnown = try resolver.resolve(&line)
      } catch let refused as Refused where refused.refusal.code == .ambiguous {
        let reason = refused.refusal.message
        report.loseTaken(ImportNote(line: number, written, reason, count: Int(line.count)))
        continue
      }
      if !isKnown, DeckHeading.isTotal(written) {
        loseTotal(line, at: number, isBare: bare.contains(number))
        continue
      }
      if !isKnown, bare.contains(number) {
        report.loseTaken(
          ImportNote(
            line: number, written,
            "It has no number of cards in front, and no card of that name is known."))
        continue
      }
      if !isKnown, owned, !anyway, resolver.hasDatabase {
        hints += 1
        let reason = resolver.reason(written, withHint: hints <= CardResolver.mostHints)
        report.loseTaken(ImportNote(line: number, written, reason, count: Int(line.count)))
        continue
      }
      if line.set != set {
        report.change(
          ImportNote(line: number, written, CardResolver.placed(line.set), isPart: true))
      } else if !isKnown || line.name != written {
        let reason = isKnown ? CardResolver.spelled(line.name) : CardResolver.taken(line.name)
        report.change(ImportNote(line: number, written, reason, isPart: true))
      }
      var card = line
      card.count = 0
      if !owned, let same = spellings[card], line.name != written || same.name != line.name {
        let (sum, isTooMuch) = kept[same.place].count.addingReportingOverflow(line.count)
        if !isTooMuch {
          kept[same.place].count = sum
          continue
        }
      }
      spellings[card] = spellings[card] ?? (kept.count, written)
      kept.append(line)
      places.append(number)
    }
    (list.lines, numbers) = (kept, places)
    try checkHasCards()
  }

  /// Loses a line that has no card, as it says how many there are.
  private mutating func loseTotal(_ line: DeckLine, at number: Int, isBare: Bool) {
    report.taken -= min(report.taken, line.count)
    losePart(
      isBare ? line.name : "\(line.count) \(line.name)", at: number,
      "It says how many cards there are, and names none: only the cards themselves are counted.")
  }
}

extension CollectionFile {
  /// Gives all cards the names by which they are known; what is not known is lost, unless names are taken as they stand.
  mutating func resolve(_ resolver: CardResolver, anyway: Bool) throws {
    var kept: [Row] = []
    kept.reserveCapacity(cards.count)
    var hints = 0
    for row in cards {
      var row = row
      let written = row.card.name
      let name: String?
      do {
        name = try resolver.name(written)
      } catch let refused as Refused where refused.refusal.code == .ambiguous {
        report.loseTaken(
          ImportNote(line: row.line, written, refused.refusal.message, count: row.count))
        continue
      }
      if let name {
        row.card.name = name
      } else if !anyway, resolver.hasDatabase {
        hints += 1
        let reason = resolver.reason(written, withHint: hints <= CardResolver.mostHints)
        report.loseTaken(ImportNote(line: row.line, written, reason, count: row.count))
        continue
      } else {
        report.change(
          ImportNote(line: row.line, written, CardResolver.taken(written), isPart: true))
      }
      if row.card.name != written {
        report.change(
          ImportNote(line: row.line, written, CardResolver.spelled(row.card.name), isPart: true))
      }
      kept.append(row)
    }
    cards = kept
  }
}
