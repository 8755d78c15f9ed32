import Feature
import FoundationEssentials
import Schema

/// Names of cards as people type them and as files write them (row D-29).
public enum CardName {
  /// Bytes of a name.
  package static let most = 200
  /// The text between the halves or faces of a card.
  static let joint = " // "

  /// A name as it is saved: one line, its faces joined by " // ", however they were.
  package static func canonical(_ typed: some StringProtocol) -> String {
    let line = Text.clean(String(typed), limit: .max, lines: true)
    return line.split(separator: "/", omittingEmptySubsequences: true)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }.joined(separator: joint)
  }

  /// The same, checked.
  ///
  /// - Throws: `Refused` for an empty or reserved name and one that is too long.
  static func checked(_ typed: some StringProtocol) throws -> String {
    let name = canonical(typed)
    guard !fold(name).isEmpty else {
      throw Refused(.invalid, "A card cannot be added without a name: type the name of a card.")
    }
    guard !DeckRules.isReserved(name) else {
      throw Refused(
        .invalid, "\(name) is not the name of a card: Parlor uses it for something else.")
    }
    guard name.utf8.count <= most else {
      throw Refused(
        .invalid,
        "The name has \(name.utf8.count) bytes and \(most) are allowed: type the name of a card.")
    }
    return name
  }

  /// Small letters and numbers without marks, one space for everything between words; apostrophes join.
  ///
  /// A name of underscores alone stays as it is: there is such a card.
  public static func fold(_ name: some StringProtocol) -> String {
    let text = String(name)
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    var isGap = false
    func endGap() {
      if isGap, !folded.isEmpty { folded.append(0x20) }
      isGap = false
    }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    for scalar in (isASCII ? text : Text.decomposed(text)).unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7a:
        endGap()
        folded.append(UInt8(scalar.value))
      case 0x41...0x5a:
        endGap()
        folded.append(UInt8(scalar.value + 0x20))
      case 0x27, 0x2019, 0x300...0x36f: break
      case 0..<0x80: isGap = true
      default:
        guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
          isGap = true
          continue
        }
        let small = scalar.properties.lowercaseMapping
        endGap()
        folded.append(contentsOf: (letters[small] ?? small).utf8)
      }
    }
    return folded.isEmpty ? text.filter { $0 == "_" } : String(decoding: folded, as: UTF8.self)
  }

  /// Letters that are no other letter with a mark.
  private static let letters = ["æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "đ": "d"]

  /// The halves or faces of a card, folded; one for most cards.
  public static func faces(_ name: String) -> [String] {
    name.split(separator: "/", omittingEmptySubsequences: true).map { fold($0) }
      .filter { !$0.isEmpty }
  }

  /// Whether two names mean one card: as a whole, or one of them is a face of the other (row D-50).
  public static func isSame(_ one: String, _ other: String) -> Bool {
    if fold(one) == fold(other) { return true }
    let (ones, others) = (faces(one), faces(other))
    if ones.count == 1, others.count > 1 { return others.contains(ones[0]) }
    if others.count == 1, ones.count > 1 { return ones.contains(others[0]) }
    return false
  }

  /// The things that a name means among some: those that are called so as a whole, and only without any the others that it means.
  static func meant<Thing>(
    _ name: String, among things: [Thing], called: (Thing) -> String
  ) -> [Thing] {
    let folded = fold(name)
    let whole = things.filter { fold(called($0)) == folded }
    return whole.isEmpty ? things.filter { isSame(name, called($0)) } : whole
  }

  /// Names that look like one, the nearest first: those that share the most groups of three letters.
  static func near(_ name: String, among names: some Sequence<String>, limit: Int) -> [String] {
    let wanted = trigrams(name)
    return names.map { other -> (share: Double, name: String) in
      let all = trigrams(other)
      return (Double(2 * wanted.intersection(all).count) / Double(wanted.count + all.count), other)
    }
    .filter { $0.share >= 0.3 }.sorted { ($1.share, $0.name) < ($0.share, $1.name) }
    .prefix(limit).map(\.name)
  }

  private static func trigrams(_ name: String) -> Set<String> {
    let letters = Array(" " + fold(name) + " ")
    guard letters.count > 2 else { return [String(letters)] }
    return Set((2..<letters.count).map { String(letters[($0 - 2)...$0]) })
  }
}
