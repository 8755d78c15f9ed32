import Feature
import Schema

/// The rules for collections, libraries and decks: names, numbers, formats.
public enum DeckRules {
  /// Bytes of a library's name.
  static let name = 100
  /// Bytes of a format.
  static let format = 32
  /// Bytes of notes.
  static let notes = 8 << 10
  /// Bytes of a tag.
  static let tag = 64
  /// Tags of one library.
  static let mostTags = 32
  /// Bytes of the code or the name of a set.
  static let set = 64
  /// Bytes of a number in a set, and of a language.
  static let number = 16
  /// Bytes of a price, and of a word for a condition.
  static let price = 32
  /// Copies that one line may add.
  package static let mostOfOneLine = 999
  /// Basic lands of one type in one zone of a library.
  static let mostLands = 250
  /// Libraries of one person.
  static let mostLibraries = 1_000
  /// Cards of one person.
  static let mostCopies = 50_000
  /// Cards that one file may add.
  package static let mostImported = 20_000
  /// Lines of one list.
  package static let mostLines = 1_000
  /// Copies that one side of a trade may give.
  static let mostTraded = 100
  /// Bytes of the note of an offer.
  static let tradeNote = 1 << 10
  /// Bytes of signed trades that go along with one offer or answer.
  static let mostHistory = 48 << 10
  /// Signed trades of others that are looked at.
  static let mostSteps = 5_000
  /// Lines of one part of the cards that somebody shows, and parts.
  static let (mostPresentedLines, mostPresentedParts) = (500, 100)
  /// Bytes of a deck file or a collection file.
  static let mostFileBytes = 4 << 20

  /// The name of the place for cards that are in no library.
  public static let cardBox = "Card Box"

  /// The types of basic lands, in the order in which people are asked for them.
  public static let basicLands =
    ["Forest", "Island", "Mountain", "Plains", "Swamp", "Wastes"]
    + ["Forest", "Island", "Mountain", "Plains", "Swamp", "Wastes"].map { "Snow-Covered " + $0 }
  /// Those that people are asked for at first.
  public static let askedLands = Array(basicLands.prefix(5))

  private static let landNames = Dictionary(
    uniqueKeysWithValues: basicLands.map { (CardName.fold($0), $0) })

  /// The basic land of a name, whatever its case; nil for other cards.
  public static func basicLand(_ name: String) -> String? { landNames[CardName.fold(name)] }

  /// The basic land that somebody has typed, or whose name begins so.
  ///
  /// - Throws: `Refused` where there is none, or more than one.
  static func land(typed: String) throws -> String {
    if let land = basicLand(typed) { return land }
    let beginning = CardName.fold(typed)
    return try basicLands.filter {
      !beginning.isEmpty && CardName.fold($0).hasPrefix(beginning)
    }.only("There is no basic land \(typed): the types are \(basicLands.joined(separator: ", ")).")
    {
      "\($0) basic lands begin with \(typed): type more of the name."
    }
  }

  /// A number of lands as somebody has typed it: digits alone (rows D-18, D-19).
  ///
  /// - Throws: `Refused` with the reason.
  static func lands(typed: String) throws -> UInt32 {
    guard !typed.isEmpty, typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Refused(
        .invalid,
        "\"\(Text.preview(typed, characters: 20))\" is not a number of lands: type digits.")
    }
    guard let count = UInt32(typed), count <= mostLands else {
      throw Refused(
        .invalid, "A library has at most \(mostLands) lands of one type: type a smaller number.")
    }
    return count
  }

  /// Whether a name stands for something else in every collection (row D-34).
  static func isReserved(_ name: String) -> Bool {
    reserved.contains(CardName.fold(name))
  }

  private static let reserved: Set<String> = [
    "card box", "cardbox", "basic land", "basic lands", "basiclands", "token", "tokens",
  ]

  /// A name as two are compared: without case, and with one space between words.
  static func folded(_ name: String) -> String { line(name).lowercased() }

  private static func line(_ text: String) -> String {
    Text.clean(text, limit: .max, lines: true).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  // MARK: What is saved

  /// A library's name as it is saved.
  ///
  /// - Throws: `Refused` for an empty or reserved one, and one that is too long (rows D-11, D-13).
  static func name(_ typed: String) throws -> String {
    let line = line(typed)
    guard !line.isEmpty else {
      throw Refused(.invalid, "The library cannot be created without a name: type one.")
    }
    guard !isReserved(line) else {
      throw Refused(.invalid, "\(line) cannot be the name of a library: choose another one.")
    }
    return try short(line, "The name", name)
  }

  /// A format as it is saved; empty for none.
  ///
  /// - Throws: `Refused` for one that is too long.
  static func format(_ typed: String) throws -> String {
    try short(line(typed).lowercased(), "The format", format)
  }

  /// Notes as they are saved; they may be empty.
  ///
  /// - Throws: `Refused` for too many.
  static func notes(_ typed: String) throws -> String {
    try short(Text.clean(typed, limit: .max, lines: true), "The notes", notes)
  }

  /// Tags as they are saved, each once.
  ///
  /// - Throws: `Refused` for too many, and for one that is too long.
  package static func tags(_ typed: [String]) throws -> [String] {
    var tags: [String] = []
    for tag in try typed.map({ try short(line($0), "A tag", tag) })
    where !tag.isEmpty && !tags.contains(tag) {
      tags.append(tag)
    }
    guard tags.count <= mostTags else {
      throw Refused(.invalid, "A library has at most \(mostTags) tags: leave some out.")
    }
    return tags
  }

  /// The code of a set, a number or a language as it is saved.
  ///
  /// - Throws: `Refused` for one that is too long.
  static func code(_ typed: String, _ what: String, limit: Int) throws -> String {
    try short(line(typed), what, limit)
  }

  private static func short(_ text: String, _ what: String, _ limit: Int) throws -> String {
    guard text.utf8.count <= limit else {
      throw Refused(
        .invalid,
        "\(what) takes \(text.utf8.count) bytes and \(limit) are allowed: choose a shorter text.")
    }
    return text
  }
}
