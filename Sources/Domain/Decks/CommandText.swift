import FoundationEssentials
import Schema

/// The words in the text of a card by which it may command a deck, alone or with another card (rows D-51, D-53).
public struct CommandText: Sendable, Equatable {
  /// Its words, folded as names are: `leads`, `partner`, `partner with …`, `choose a background`, `doctors companion`.
  public let words: [String]

  /// Takes words that were found before.
  public init(words: [String]) { self.words = words }

  /// Reads the text of a card, or of its front, as it is printed: one ability on each line, reminders in parentheses.
  public init(reading text: String) {
    // Most texts have none of them.
    let isEmpty = !Self.signs.contains { text.holds($0) }
    words = isEmpty ? [] : text.split(whereSeparator: \.isNewline).flatMap(Self.words)
  }

  private static let signs = [
    "artner", "riends forever", "be your commander", "a Background", "companion",
    "on the battlefield, it",
  ]
  private static let leader = "leads"
  private static let keywords: Set<String> = [
    "partner", "friends forever", "choose a background", "doctors companion",
  ]

  private static func words(of line: Substring) -> [String] {
    let bare = line.prefix { $0 != "(" }
    let folded = CardName.fold(bare)
    // A card that is a creature wherever it is no permanent can command as one.
    let isElsewhere = folded.holds("isnt on the battlefield its a") && folded.holds("creature")
    if folded.hasSuffix("can be your commander") || isElsewhere { return [leader] }
    if folded.hasPrefix("partner with ") { return [folded] }
    guard !bare.contains(".") else { return [] }
    return bare.split(separator: ",").compactMap { keyword in
      let word = CardName.fold(keyword)
      // Kinds of partners are written behind a dash; this one was once written without.
      if word == "friends forever" { return "partner friends forever" }
      if keywords.contains(word) { return word }
      let sign = keyword.trimmed.dropFirst("partner".count).trimmed.first
      return word.hasPrefix("partner ") && sign.map { "—–-".contains($0) } == true ? word : nil
    }
  }

  /// Whether it says that the card can be a commander.
  var leads: Bool { words.contains(Self.leader) }
  /// Whether it lets a Background command beside the card.
  var choosesBackground: Bool { words.contains("choose a background") }
  /// Whether it lets the card command beside a Doctor.
  var isCompanion: Bool { words.contains("doctors companion") }

  /// The kinds of partners that it has, without those of one name.
  var partners: Set<String> {
    Set(words.filter { $0 == "partner" || $0.hasPrefix("partner ") && !$0.hasPrefix(Self.with) })
  }

  private static let with = "partner with "

  /// Whether it names a card as the partner.
  func names(_ name: String) -> Bool {
    words.contains { word in
      word.hasPrefix(Self.with) && CardName.isSame(String(word.dropFirst(Self.with.count)), name)
    }
  }
}

/// The types of the front of a card, as its line of types has them.
struct CardTypes {
  /// Supertypes and types, in small letters.
  let types: Set<String>
  /// The words behind the dash, in small letters.
  let subtypes: [String]

  /// Reads a line of types; that of a card with two faces counts up to the second one.
  init(_ line: String) {
    let front = line.components(separatedBy: "//").first ?? ""
    let parts = front.split(maxSplits: 1) { "—–".contains($0) }
    func words(_ text: Substring?) -> [String] {
      (text ?? "").lowercased().split(whereSeparator: \.isWhitespace).map { String($0) }
    }
    types = Set(words(parts.first).filter { $0 != "-" })
    subtypes = words(parts.dropFirst().first)
  }

  var isLegendary: Bool { types.contains("legendary") }
  /// Whether it is a creature, or a vehicle, which may command as one does.
  var isCreature: Bool { types.contains("creature") || subtypes.contains("vehicle") }
  var isPlaneswalker: Bool { types.contains("planeswalker") }
  var isSpell: Bool { types.contains("instant") || types.contains("sorcery") }
  var isBackground: Bool { isLegendary && subtypes.contains("background") }
  /// Whether it is a legendary Time Lord Doctor and nothing else.
  var isDoctor: Bool { isLegendary && isCreature && subtypes == ["time", "lord", "doctor"] }
}
