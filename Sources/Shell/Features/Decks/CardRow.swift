import Decks
import FoundationEssentials
import Schema

/// A card as a file has it, on its way into the database.
package struct CardRow: Equatable {
  var name: String
  /// Other names that people may use for it.
  var faces: [String] = []
  /// Its names as it is printed in other languages.
  var printed: [String] = []
  /// The rarities at which it was printed, in small letters.
  var rarities: [String] = []
  var cost = ""
  var type = ""
  var value: UInt32?
  var most: Int?
  var legalities: [String: KnownCard.Legality] = [:]
  /// Its colour identity; nil where the file does not say it.
  var identity: ColourIdentity?
  /// Words of its text by which it may command a deck; nil where the file has no text of it.
  var command: CommandText?
  /// Its words; those of the faces in their order, where the file has them one by one.
  var texts: [String] = []
  /// Power and toughness, or loyalty, of each face that has such.
  var strengths: [String] = []
  /// Whether it is turned over, so that others call it by the name of its front.
  var isTwoSided = false
  /// Whether nothing of it has a colour: in a file that has the identities of other cards it is colourless.
  var isPlain = false
  /// Whether it is a further face of a card that is there already.
  var isBack = false

  /// Kinds of cards that are in no deck.
  private static let leftOut: Set<String> = [
    "token", "double_faced_token", "emblem", "art_series", "vanguard", "scheme", "planar",
    "reversible_card_back", "minigame",
  ]

  /// Layouts whose parts stand beside each other on one side: Cockatrice names such a card as a whole, and others by the front.
  private static let oneSided: Set<String> = ["split", "aftermath", "adventure", "prepare"]

  /// Rarities as all programs write them.
  private static let knownRarities: Set<String> = [
    "common", "uncommon", "rare", "mythic", "special", "bonus",
  ]

  /// Returns a rarity, where it is one.
  static func rarity(_ word: String?) -> String? {
    word.map { $0.lowercased() }.flatMap { knownRarities.contains($0) ? $0 : nil }
  }

  /// Returns the words of a card's text by which it may command a deck. A spacecraft commands as a creature if it has a power.
  static func command(_ text: String?, type: String, hasPower: Bool) -> CommandText? {
    if type.contains("Spacecraft"), hasPower { return CommandText(words: ["leads"]) }
    return text.map { CommandText(reading: $0) }
  }

  /// Returns the number of copies that a text allows, as in "A deck can have any number of cards named …" or "up to seven cards named".
  static func most(_ text: String) -> Int? {
    guard let start = text.place(of: "A deck can have ") else { return nil }
    let rest = text[start.upperBound...]
    if rest.hasPrefix("any number of") { return .max }
    let numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    guard rest.hasPrefix("up to ") else { return nil }
    let word = rest.dropFirst(6).prefix { $0.isLetter }
    return numbers.firstIndex(of: String(word)).map { $0 + 2 }
  }

  /// Returns power and toughness as one word, or loyalty; nil for a card that has neither.
  static func strength(_ power: String?, _ toughness: String?, _ loyalty: String?) -> String? {
    if let power, let toughness { return "\(power)/\(toughness)" }
    return loyalty
  }

  /// Takes a card out of JSON of Scryfall or MTGJSON.
  ///
  /// - Returns: nil for what is in no deck.
  /// - Throws: `DecodingError` if it is not a card.
  static func of(json: Data, _ decoder: JSONDecoder) throws -> CardRow? {
    let card = try decoder.decode(Object.self, from: json)
    guard !leftOut.contains(card.layout ?? "") else { return nil }
    var row = CardRow(name: card.name)
    let faces = card.card_faces ?? []
    row.faces = faces.compactMap(\.name) + [card.faceName].compactMap { $0 }
    let costs = faces.compactMap(\.mana_cost).filter { !$0.isEmpty }
    row.cost = card.mana_cost ?? card.manaCost ?? costs.joined(separator: " // ")
    row.type = card.type_line ?? card.type ?? ""
    row.value = (card.cmc ?? card.manaValue).flatMap { UInt32(exactly: $0.rounded()) }
    let texts = [card.oracle_text, card.text].compactMap { $0 } + faces.compactMap(\.oracle_text)
    row.most = texts.lazy.compactMap { most($0) }.first
    row.texts = texts
    let whole = strength(card.power, card.toughness, card.loyalty ?? card.defense)
    row.strengths =
      whole.map { [$0] }
      ?? faces.compactMap { strength($0.power, $0.toughness, $0.loyalty ?? $0.defense) }
    for (format, word) in card.legalities ?? [:] {
      row.legalities[format.lowercased()] = .init(
        rawValue: word.lowercased().replacing(" ", with: "_"))
    }
    row.identity = (card.color_identity ?? card.colorIdentity).flatMap {
      ColourIdentity(letters: $0.joined())
    }
    let front = faces.first
    row.command = command(
      card.oracle_text ?? card.text ?? front?.oracle_text, type: row.type,
      hasPower: (card.power ?? front?.power) != nil)
    row.isTwoSided =
      row.name.contains("//") && card.layout.map { !oneSided.contains($0) } == true
    row.isBack = card.side.map { $0 != "a" } ?? false
    row.printed = card.printed
    // What is printed nowhere but in one program has no rarity that others know.
    let places = card.games ?? card.availability ?? ["paper"]
    if !Set(places).isDisjoint(with: ["paper", "mtgo"]) {
      row.rarities = [rarity(card.rarity)].compactMap { $0 }
    }
    return row
  }

  /// The fields that are taken from both.
  private struct Object: Decodable {
    struct Face: Decodable {
      var name, mana_cost, oracle_text, power, toughness, loyalty, defense, printed_name: String?
    }

    struct Foreign: Decodable {
      var name, faceName: String?
    }

    var name: String
    var faceName, mana_cost, manaCost, type_line, type, oracle_text, text, power, toughness,
      loyalty, defense, layout, side, printed_name, rarity: String?
    var cmc, manaValue: Double?
    var card_faces: [Face]?
    var color_identity, colorIdentity: [String]?
    var legalities: [String: String]?
    var foreignData: [Foreign]?
    var games, availability: [String]?

    /// The names in other languages: as a whole, and those of the front.
    var printed: [String] {
      let faces = (card_faces ?? []).compactMap(\.printed_name)
      let whole = [printed_name, faces.count > 1 ? faces.joined(separator: " // ") : nil]
      let foreign = (foreignData ?? []).flatMap { [$0.name, $0.faceName] }
      return (whole + [faces.first] + foreign).compactMap { $0 }
    }
  }
}
