import DeckSchema
import Feature
import Schema

/// The colours of a card's cost, text and kind, by which decks with a commander are built (row D-53).
public struct ColourIdentity: OptionSet, Sendable, Equatable {
  /// One bit for each colour, in the order of `letters`.
  public let rawValue: UInt8

  /// The letters of the colours, in the order in which cards have them.
  private static let letters: [Character] = ["W", "U", "B", "R", "G"]
  private static let words = ["white", "blue", "black", "red", "green"]

  /// Makes one of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reads letters as card databases write them, as in "WU", in any order; nothing is colourless.
  ///
  /// - Returns: nil where a letter is that of no colour.
  public init?(letters text: some StringProtocol) {
    var found: UInt8 = 0
    for letter in text.uppercased() {
      guard let place = Self.letters.firstIndex(of: letter) else { return nil }
      found |= 1 << place
    }
    rawValue = found
  }

  /// The letters of its colours, in the order of cards.
  public var letters: String {
    String(Self.letters.indices.filter { rawValue & (1 << $0) != 0 }.map { Self.letters[$0] })
  }

  /// Its colours in words, as in "white and blue"; "colourless" for none.
  var words: String {
    let words = Self.words.indices.filter { rawValue & (1 << $0) != 0 }.map { Self.words[$0] }
    return words.isEmpty ? "colourless" : words.inWords
  }

  /// The identity of a basic land, which needs no database; nil for other cards.
  static func land(_ name: String) -> ColourIdentity? {
    guard let land = DeckRules.basicLand(name) else { return nil }
    let colours = ["Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"]
    return ColourIdentity(letters: colours[String(land.split(separator: " ").last ?? "")] ?? "")
  }
}

/// Whether a card database has the colour identities of its cards.
public enum KnownColours: Sendable {
  /// Its file had them.
  case kept
  /// It was made by a version of the program that left them out.
  case notImported
  /// Its file did not have them.
  case notInFile
}

/// The check of a deck's colours against those of its commander, by the card database (rows D-23, D-53).
enum DeckColours {
  /// Returns the cards whose colours the commander does not have, and the checks that could not be made.
  static func sentences(
    _ list: DeckList, _ rules: DeckFormatRules, _ cards: CardDatabase?
  ) -> (failures: [String], unknown: [Advice]) {
    let commanders = names(list, [.commander], cards)
    guard rules.hasCommander, !commanders.isEmpty else { return ([], []) }
    guard let cards else { return ([], ["\(notChecked)."]) }
    switch cards.colours() {
    case .kept: break
    case .notImported:
      return (
        [],
        [
          Advice(
            "\(notChecked): the card database here was made without them.", .importCardsAgain)
        ]
      )
    case .notInFile:
      return (
        [], ["\(notChecked): the file of which the card database was made does not have them."]
      )
    }
    guard let leaders = leaders(commanders, rules, cards) else {
      return (
        [], ["\(notChecked): the card database says of none of them that it is a planeswalker."]
      )
    }
    let lacking = leaders.filter { identity($0, cards) == nil }
    guard lacking.isEmpty else {
      return (
        [],
        ["\(notChecked): the card database does not have those of \(lacking.inWords)."]
      )
    }
    let allowed = leaders.reduce(into: ColourIdentity()) {
      $0.formUnion(identity($1, cards) ?? [])
    }
    return check(list, allowed, isOne: leaders.count == 1, rules, cards)
  }

  private static let notChecked =
    "Whether the colours of the cards are those of the commander was not checked"

  private static func check(
    _ list: DeckList, _ allowed: ColourIdentity, isOne: Bool, _ rules: DeckFormatRules,
    _ cards: CardDatabase
  ) -> (failures: [String], unknown: [Advice]) {
    var names = names(list, [.main, .commander, .companion], cards)
    if rules.hasFreeBasicLand, allowed.isEmpty { names = withoutOneLand(names) }
    var (failures, lacking): ([String], [String]) = ([], [])
    for name in names {
      guard let found = identity(name, cards) else {
        // Of a card that is not in the database nothing is known: `DeckLegality` says so.
        if cards.card(name) != nil { lacking.append(name) }
        continue
      }
      guard !allowed.isSuperset(of: found) else { continue }
      failures.append(
        "The colour identity of \(name) is \(found.words), and that of the \(isOne ? "commander" : "commanders") is \(allowed.words)."
      )
    }
    guard !lacking.isEmpty else { return (failures, []) }
    return (
      failures,
      [
        "The card database does not have the colour identity of \(lacking.inWords): it was not checked."
      ]
    )
  }

  /// Returns the commanders whose colours count: all of them; with an oathbreaker not those of its spell.
  private static func leaders(
    _ commanders: [String], _ rules: DeckFormatRules, _ cards: CardDatabase
  ) -> [String]? {
    guard rules.isLedByPlaneswalker, commanders.count > 1 else { return commanders }
    let found = commanders.filter {
      cards.card($0)?.facts.type.lowercased().contains("planeswalker") == true
    }
    return found.isEmpty ? nil : found
  }

  /// Leaves out the basic lands of one type, where there is but one with a colour.
  ///
  /// A commander without a colour may have any number of basic lands of one type in Brawl.
  private static func withoutOneLand(_ names: [String]) -> [String] {
    let coloured = names.filter { ColourIdentity.land($0)?.isEmpty == false }
    let types = coloured.reduce(into: ColourIdentity()) {
      $0.formUnion(ColourIdentity.land($1) ?? [])
    }
    return types.letters.count == 1 ? names.filter { !coloured.contains($0) } : names
  }

  private static func identity(_ name: String, _ cards: CardDatabase) -> ColourIdentity? {
    cards.card(name)?.identity ?? ColourIdentity.land(name)
  }

  /// Returns the cards of some zones, each once, by name.
  private static func names(
    _ list: DeckList, _ zones: Set<DeckZone>, _ cards: CardDatabase?
  ) -> [String] {
    var part = list
    part.lines = list.lines.filter { zones.contains($0.zone) && $0.count > 0 }
    return DeckCheck.counts(part, cards).map(\.name)
  }
}

extension [String] {
  /// The first ones of them in a sentence, as in "A, B and C".
  fileprivate var inWords: String {
    let most = 8
    guard count > most else { return Count.list(self) }
    return Count.list(Array(prefix(most)) + [Count.of(count - most, "other")])
  }
}
