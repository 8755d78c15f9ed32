import DeckSchema
import FoundationEssentials
import Schema

/// One thing that programs write behind the name of a card, and how it is read: the table of dialects.
///
/// Each part stands at the end of what is left of a line, so one after the other is taken off, whatever their order.
struct CardLinePart: Sendable {
  /// The programs that write it.
  let programs: String
  /// Its look.
  let example: String
  /// Takes it off the end of a line; false where it is not there.
  let take: @Sendable (inout CardLineText, inout Substring) -> Bool

  /// All of them. A label comes before tags, as it has their sign in it.
  static let all: [CardLinePart] = [
    CardLinePart(programs: "Archidekt", example: "^Have,#37d67a^", take: label),
    CardLinePart(programs: "Moxfield, deckstats", example: "#burn #!Commander", take: tags),
    CardLinePart(programs: "Moxfield, TappedOut, EDHREC", example: "*F*", take: star),
    CardLinePart(programs: "MTGGoldfish, people", example: "(F) or (foil)", take: foilSign),
    CardLinePart(programs: "Archidekt, TCGplayer", example: "[Ramp,Draw{noDeck}]", take: brackets),
    CardLinePart(programs: "Archidekt in older files", example: "`Ramp,Draw`", take: backticks),
    CardLinePart(programs: "MTGGoldfish", example: "<borderless> [C20]", take: variation),
    CardLinePart(programs: "Magic Workstation", example: "[10E] Mountain (2)", take: picture),
    CardLinePart(programs: "people", example: "(x4)", take: countInBrackets),
    CardLinePart(programs: "Arena, Moxfield, TappedOut", example: "(M10) 146", take: parentheses),
    CardLinePart(programs: "people", example: "x4", take: count),
  ]

  /// Words for finishes in brackets and between stars.
  static let finishes: [String: CardFinish] = [
    "foil": .foil, "f": .foil, "etched": .etched, "e": .etched, "f-etch": .etched,
    "f-etched": .etched, "foil etched": .etched, "etched foil": .etched, "nonfoil": .unspecified,
    "non-foil": .unspecified, "normal": .unspecified, "nf": .unspecified,
  ]

  /// The rest of a line before a sign at its end that has a partner; nil where there is none, or no name before it.
  private static func enclosed(
    _ rest: Substring, _ open: Character, _ close: Character
  ) -> (before: Substring, inside: Substring)? {
    guard rest.last == close, let start = rest.dropLast().lastIndex(of: open),
      start > rest.startIndex, rest[rest.index(before: start)].isWhitespace
    else { return nil }
    return (rest[..<start].trimmed, rest[start...].dropFirst().dropLast().trimmed)
  }

  /// A label with a colour: its words are a tag.
  private static func label(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard let (before, inside) = enclosed(rest, "^", "^") else { return false }
    let parts = inside.split(separator: ",", maxSplits: 1)
    if let words = parts.first { card.add(tag: words) }
    if parts.count > 1 { card.lose(parts[1], "The colours of labels have no place here.") }
    card.hasSmallCodes = true
    rest = before
    return true
  }

  /// Tags; those with an exclamation mark say what the card is in the deck.
  private static func tags(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard let start = rest.place(of: " #") else { return false }
    let earlier = card.line.tags
    card.line.tags = []
    for tag in rest[start.upperBound...].split(separator: "#").map(\.trimmed) {
      let word = tag.first == "!" ? tag.dropFirst().lowercased() : ""
      if let finish = finishes[word] {
        card.line.finish = finish
      } else if let heading = DeckHeading(word), let zone = heading.zone {
        card.zone = zone
      } else {
        card.add(tag: tag)
        if isLikeNumber(tag) { card.changed.append((String(tag), isTag)) }
      }
    }
    card.line.tags += earlier
    rest = rest[..<start.lowerBound].trimmed
    return true
  }

  private static let isTag =
    "It is taken as a tag: the number of a card in its set stands behind the code of the set, as in (M10) 146."

  /// Whether a tag may be meant as the number of a card in its set: it is one, or one stands before a place in brackets.
  private static func isLikeNumber(_ tag: Substring) -> Bool {
    let rest = tag.drop(while: \.isDigit)
    return rest.count < tag.count && (rest.isEmpty || [" (", " ["].contains(where: rest.hasPrefix))
  }

  /// A word between stars.
  private static func star(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard rest.last == "*", let start = rest.dropLast().lastIndex(of: "*"), start > rest.startIndex
    else { return false }
    let inside = rest[start...].dropFirst().dropLast()
    let word = inside.lowercased()
    if let finish = finishes[word] {
      card.line.finish = finish
    } else if word == "cmdr" || word == "commander" {
      card.zone = .commander
    } else if word == "cmpn" || word == "companion" {
      card.zone = .companion
    } else {
      let isWord = inside.count <= 12 && inside.allSatisfy { $0.isLetter || $0 == "-" }
      guard isWord, !inside.isEmpty, rest[rest.index(before: start)].isWhitespace else {
        return false
      }
      card.lose("*\(inside)*", "The mark \(inside) has no place here.")
    }
    rest = rest[..<start].trimmed
    return true
  }

  /// A foil, or an etched one behind a set in brackets: by itself, FE is the code of a set. The word for a finish is none.
  private static func foilSign(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard let (before, inside) = enclosed(rest, "(", ")") else { return false }
    if inside == "F" || inside == "FE" && before.last == "]" {
      card.line.finish = inside == "F" ? .foil : .etched
    } else if inside.utf8.count > 2, let finish = finishes[inside.lowercased()] {
      card.line.finish = finish
    } else {
      return false
    }
    rest = before
    return true
  }

  /// A finish, a set with its number in it or behind it, or the groups of a deck in which the card is, the first one before all.
  private static func brackets(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    if rest.last != "]" {
      guard card.line.set.isEmpty, let space = rest.lastIndex(of: " "),
        CardLineText.isNumber(rest[space...].dropFirst()),
        let (before, inside) = enclosed(rest[..<space].trimmed, "[", "]"),
        CardLineText.isCode(inside, isNumbered: true)
      else { return false }
      (card.line.set, card.line.number) = (String(inside), String(rest[space...].dropFirst()))
      card.hasSetInBrackets = true
      rest = before
      return true
    }
    guard let (before, inside) = enclosed(rest, "[", "]") else { return false }
    if let finish = finishes[inside.lowercased()] {
      card.line.finish = finish
    } else if card.line.set.isEmpty, let place = place(inside, isNumbered: false) {
      (card.line.set, card.line.number) = place
      card.hasSetInBrackets = true
    } else if inside.allSatisfy(\.isDigit), !card.hasCount {
      return false
    } else {
      groups(&card, inside)
    }
    rest = before
    return true
  }

  private static func backticks(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard let (before, inside) = enclosed(rest, "`", "`") else { return false }
    groups(&card, inside)
    rest = before
    return true
  }

  private static func groups(_ card: inout CardLineText, _ inside: Substring) {
    let earlier = card.line.tags
    card.line.tags = []
    for (index, group) in inside.split(separator: ",").enumerated() {
      let parts = group.split(separator: "{")
      let name = group.first == "{" ? "" : (parts.first ?? "").trimmed
      let signs = parts.dropFirst(group.first == "{" ? 0 : 1).map {
        $0.trimmed.filter { $0 != "}" }
      }
      let heading = DeckHeading(name)
      if index == 0, signs.contains("noDeck") || heading?.isOutside == true {
        card.outside = String(name)
      } else if index == 0, let zone = heading?.zone {
        card.zone = zone
      } else {
        card.add(tag: name)
        if isLikeNumber(name) { card.changed.append((String(name), isTag)) }
      }
      for sign in signs where sign != "noDeck" {
        card.lose("{\(sign)}", "Signs of groups have no place here.")
      }
    }
    card.line.tags += earlier
    card.hasSmallCodes = true
  }

  /// `M10`, `M10:146` or `M10#146`.
  private static func place(
    _ text: Substring, isNumbered: Bool
  ) -> (set: String, number: String)? {
    let parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == ":" || $0 == "#" })
    guard let set = parts.first?.trimmed,
      CardLineText.isCode(set, isNumbered: isNumbered || parts.count > 1)
    else { return nil }
    let number = parts.count > 1 ? parts[1].trimmed : ""
    guard number.isEmpty || CardLineText.isNumber(number) else { return nil }
    return (String(set), number == "0" ? "" : String(number))
  }

  /// A number in the set, or what the picture is like, before a set in brackets.
  private static func variation(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard card.hasSetInBrackets, let (before, inside) = enclosed(rest, "<", ">") else {
      return false
    }
    if card.line.number.isEmpty, CardLineText.isNumber(inside) {
      card.line.number = String(inside)
    } else {
      card.lose("<\(inside)>", "What the picture is like has no place here.")
    }
    rest = before
    return true
  }

  /// The number of one of several pictures that a set has of a card, or of the card in its set, behind a card with its count.
  private static func picture(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard card.hasCount, let (before, inside) = numberInBrackets(rest) else { return false }
    card.lose("(\(inside))", "The number of a picture, or one without a set, has no place here.")
    rest = before
    return true
  }

  /// A number of at most four digits in brackets at the end of a line; nil where there is none.
  static func numberInBrackets(_ rest: Substring) -> (before: Substring, inside: Substring)? {
    guard let found = enclosed(rest, "(", ")") ?? enclosed(rest, "[", "]"), !found.before.isEmpty,
      (1...4).contains(found.inside.utf8.count), found.inside.allSatisfy(\.isDigit)
    else { return nil }
    return found
  }

  /// `(M10)`, `(M10) 146` or `(M10:146)`.
  private static func parentheses(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard card.line.set.isEmpty, let start = rest.lastIndex(of: "("),
      let end = rest[start...].firstIndex(of: ")"), start > rest.startIndex
    else { return false }
    let inside = rest[start..<end].dropFirst()
    let number = rest[end...].dropFirst().trimmed
    guard number.isEmpty || !number.contains(where: \.isWhitespace),
      number.utf8.count <= DeckRules.number,
      let place = place(inside, isNumbered: !number.isEmpty || card.hasSmallCodes),
      number.isEmpty || place.number.isEmpty
    else { return false }
    card.line.set = place.set
    card.line.number = number.isEmpty ? place.number : String(number)
    rest = rest[..<start].trimmed
    return true
  }

  /// The count in parentheses: `(x4)`, `(4x)`. It has no place behind another one.
  private static func countInBrackets(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard let (before, inside) = enclosed(rest, "(", ")"), !before.isEmpty else { return false }
    let digits = inside.filter(\.isDigit)
    guard (1...3).contains(digits.count), inside.count == digits.count + 1,
      let sign = inside.first?.isDigit == true ? inside.last : inside.first, "xX×".contains(sign)
    else { return false }
    if card.hasCount {
      card.lose("(\(inside))", "The line begins with another number of cards.")
    } else {
      (card.line.count, card.hasCount) = (UInt32(digits) ?? 0, true)
    }
    rest = before
    return true
  }

  /// The count, where the line does not begin with it: `x4`, `x 4`, `×4`, `4枚`.
  private static func count(_ card: inout CardLineText, _ rest: inout Substring) -> Bool {
    guard !card.hasCount else { return false }
    let isCounted = rest.last.map { CardLineText.counters.contains($0) } == true
    let number = isCounted ? rest.dropLast() : rest
    let digits = number.reversed().prefix(while: \.isDigit).count
    var before = number.dropLast(digits).trimmed
    guard (1...3).contains(digits), !before.isEmpty else { return false }
    if let sign = before.last, "xX×".contains(sign) {
      before = before.dropLast()
      guard let last = before.last, last.isWhitespace || last >= "\u{2e80}" || sign == "×" else {
        return false
      }
    } else if !isCounted {
      return false
    }
    card.line.count = UInt32(number.suffix(digits)) ?? 0
    card.hasCount = true
    rest = before.trimmed
    return true
  }
}
