import FoundationEssentials
import Schema

/// Decks as lines of text: plain, with `SB:`, with headings, with an empty line before the sideboard (rows D-40, D-42, D-43, D-46).
///
/// One reader takes all of them, as people mix them: headings in any case, comments behind `//` or `#`, the first lines that are no
/// cards as name and notes, and a single empty line as the beginning of the sideboard where nothing else names it. That is what
/// Cockatrice's reader does with a text from the clipboard.
struct TextDeck {
  private var reading: DeckReading
  private var zone: DeckZone? = .main
  private var heading = ""
  private var notes: [String] = []
  private var hasName = false
  private var isAbout = false
  /// The sideboard is named by a heading or by `SB:`.
  private var isMarked = false
  /// Where empty lines stand between cards, as places in the list.
  private var gaps: [Int] = []
  private var isGap = false

  static func read(_ text: String, _ format: DeckFormat) -> DeckReading {
    var deck = TextDeck(reading: DeckReading(format))
    for (number, line) in FileLines.of(text) { deck.take(line, at: number) }
    return deck.finished()
  }

  private init(reading: DeckReading) { self.reading = reading }

  private mutating func take(_ line: Substring, at number: Int) {
    let text = line.trimmed
    guard text.utf8.count <= DeckReading.mostLineBytes || text.hasPrefix("//") else {
      return reading.leave(
        text, at: number, "The line is longer than \(DeckReading.mostLineBytes) bytes.")
    }
    if text.isEmpty {
      isAbout = false
      isGap = !reading.list.lines.isEmpty
    } else if text.hasPrefix("//") {
      takeComment(line.drop(while: \.isWhitespace).dropFirst(2), at: number)
    } else if text.hasPrefix("#") {
      // A comment that says nothing about the deck.
    } else if let found = Self.heading(text) {
      take(found, text, at: number)
    } else if isAbout {
      if text.lowercased().hasPrefix("name ") {
        reading.take(name: text.dropFirst(5), at: number)
      } else {
        reading.leave(text, at: number, "It says something about the deck that has no place here.")
      }
    } else {
      takeCard(text, at: number)
    }
  }

  private mutating func takeCard(_ text: Substring, at number: Int) {
    if isGap {
      gaps.append(reading.list.lines.count)
      isGap = false
    }
    if text.uppercased().hasPrefix("SB:") {
      isMarked = true
      return reading.add(text.dropFirst(3), in: .sideboard, at: number)
    }
    let isFirst = reading.list.lines.isEmpty && zone == .main && heading.isEmpty
    let isNumbered = text.first.map { $0.isNumber || $0 == "(" } ?? false
    if isFirst, !isNumbered {
      if hasName { notes.append(String(text)) } else { reading.take(name: text, at: number) }
      hasName = true
    } else if let zone {
      reading.add(text, in: zone, at: number)
    } else {
      reading.leave(
        text, at: number, "It stands below \(Text.preview(heading)), which is no part of a deck.")
    }
  }

  private mutating func takeComment(_ comment: Substring, at number: Int) {
    // Some write headings so, without a space.
    if comment.first?.isWhitespace == false, let found = Self.heading(comment.trimmed) {
      return take(found, comment, at: number)
    }
    guard reading.list.lines.isEmpty else { return }
    let text = comment.first == " " ? comment.dropFirst() : comment
    if let name = Self.named("NAME", text) {
      reading.take(name: name, at: number)
      hasName = true
    } else if hasName {
      notes.append(String(text))
    } else {
      reading.take(name: text, at: number)
      hasName = true
    }
  }

  private mutating func take(
    _ found: (zone: DeckZone?, isAbout: Bool), _ text: Substring, at number: Int
  ) {
    isGap = false
    (zone, isAbout) = (found.isAbout ? .main : found.zone, found.isAbout)
    heading = String(text)
    if !found.isAbout { isMarked = true }
  }

  private func finished() -> DeckReading {
    var reading = reading
    reading.take(notes: notes.joined(separator: "\n"), at: 1)
    if !isMarked, gaps.count == 1, let gap = gaps.first {
      for index in gap..<max(gap, reading.list.lines.count) {
        reading.list.lines[index].zone = .sideboard
      }
    }
    if reading.format == .arena {
      for index in reading.list.lines.indices {
        let set = reading.list.lines[index].set
        reading.list.lines[index].set = Self.arenaSets[set] ?? set
      }
    }
    return reading
  }

  // MARK: What lines say

  /// A heading: a zone, or none for cards that are no part of a deck.
  private static func heading(_ text: Substring) -> (zone: DeckZone?, isAbout: Bool)? {
    var word = text.lowercased()
    if let count = word.firstIndex(of: "(") { word = String(word[..<count]) }
    word = word.trimmingSuffix(":")
    switch word {
    case "deck", "main", "maindeck", "main deck", "mainboard": return (.main, false)
    case "sideboard", "side": return (.sideboard, false)
    case "commander", "commanders": return (.commander, false)
    case "companion": return (.companion, false)
    case "about": return (.main, true)
    case "maybeboard", "maybe", "considering", "tokens", "acquireboard": return (nil, false)
    default: return nil
    }
  }

  /// What stands behind `NAME :`.
  private static func named(_ word: String, _ text: Substring) -> Substring? {
    guard text.uppercased().hasPrefix(word) else { return nil }
    let rest = text.dropFirst(word.count).drop(while: \.isWhitespace)
    return rest.first == ":" ? rest.dropFirst().trimmed : nil
  }

  static func isMoxfield(_ line: Substring) -> Bool {
    ["SIDEBOARD:", "COMMANDER:", "COMPANION:"].contains(String(line)) || line.holds("*F*")
      || line.holds("*E*") || line.first?.isNumber == true && line.holds(" #")
  }

  static func isArena(_ line: Substring) -> Bool {
    ["Deck", "Commander", "Companion", "About"].contains(String(line))
  }

  static func isDec(_ line: Substring) -> Bool {
    guard !line.uppercased().hasPrefix("SB:"), !line.uppercased().hasPrefix("// NAME") else {
      return true
    }
    let name = line.drop { $0.isNumber }.drop(while: \.isWhitespace)
    return line.first?.isNumber == true && name.first == "["
  }

  // MARK: Writing

  /// Arena's codes of sets that others call otherwise.
  private static let arenaSets = ["DAR": "DOM"]

  static func write(_ list: DeckList, _ format: DeckFormat) -> String {
    var lines = head(of: list, format)
    var hasZone = false
    for zone in format.zones {
      let cards = list.lines.filter { $0.zone == zone }
      guard !cards.isEmpty else { continue }
      if hasZone, format != .dec { lines.append("") }
      if let heading = heading(of: zone, format) { lines.append(heading) }
      lines += cards.map { card(of: $0, format) }
      hasZone = true
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func head(of list: DeckList, _ format: DeckFormat) -> [String] {
    let notes = list.notes.isEmpty ? [] : list.notes.components(separatedBy: "\n")
    switch format {
    case .text where !(list.name + list.notes).isEmpty:
      return [list.name.isEmpty ? "//" : "// " + list.name] + notes.map { "// " + $0 } + [""]
    case .dec: return ["// NAME : " + list.name] + notes.map { "// " + $0 }
    case .arena where !list.name.isEmpty: return ["About", "Name " + list.name, ""]
    default: return []
    }
  }

  private static func heading(of zone: DeckZone, _ format: DeckFormat) -> String? {
    let names: [DeckZone: String] = [
      .main: "Deck", .sideboard: "Sideboard", .commander: "Commander", .companion: "Companion",
    ]
    switch format {
    case .arena: return names[zone]
    case .text: return zone == .main ? nil : names[zone]
    case .moxfield: return zone == .main ? nil : names[zone].map { $0.uppercased() + ":" }
    default: return nil
    }
  }

  private static func card(of line: DeckLine, _ format: DeckFormat) -> String {
    let name =
      format == .mtgo ? line.name.replacing(CardName.joint, with: "/") : line.name
    guard format != .dec else {
      let set = line.set.isEmpty ? "" : "[\(line.set)] "
      return (line.zone == .main ? "    " : "SB: ") + "\(line.count) \(set)\(name)"
    }
    var text = "\(line.count) \(name)"
    let sets = Dictionary(uniqueKeysWithValues: arenaSets.map { ($0.value, $0.key) })
    let set = format == .arena ? sets[line.set] ?? line.set : line.set
    if !set.isEmpty { text += " (\(set))" }
    if !line.number.isEmpty { text += " \(line.number)" }
    if line.finish == .foil { text += " *F*" }
    if line.finish == .etched { text += " *E*" }
    for tag in line.tags { text += " #\(tag)" }
    return text
  }
}

extension String {
  /// Without an ending, and without white space around the rest.
  fileprivate func trimmingSuffix(_ ending: String) -> String {
    let text = Substring(self).trimmed
    return String(text.hasSuffix(ending) ? text.dropLast(ending.count).trimmed : text)
  }
}
