import DeckSchema
import Feature
import FoundationEssentials
import Schema

/// Decks as lines of text: plain, with `SB:`, with headings, with an empty line before the sideboard, and XMage's (rows D-40, D-42,
/// D-43, D-45, D-46).
///
/// One reader takes all of them, as people mix them: headings in any case and in Arena's languages, comments behind `//` or `#`, and
/// a single empty line as the beginning of the sideboard where nothing else names it, as Magic Online writes it. A title is taken
/// where a format has one: behind `//`, below Arena's About, behind XMage's `NAME:`. A line without a number is a card if there is one
/// of that name, and never a title.
struct TextDeck {
  private var reading: DeckReading
  private var zone: DeckZone? = .main
  private var heading = ""
  private var notes: [String] = []
  private var hasName = false
  private var isAbout = false
  /// The sideboard is named by a heading or by `SB:`.
  private var isMarked = false
  /// The places of empty lines between cards, as places in the list.
  private var gaps: [Int] = []
  private var isGap = false

  static func read(_ text: String, _ format: DeckFormat) -> DeckReading {
    var deck = TextDeck(reading: DeckReading(format))
    // An empty line says nothing to XMage.
    deck.isMarked = format == .xmage
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
      // A comment, but for one that is a heading.
      let words = text.drop { $0 == "#" }.trimmed
      if let found = DeckHeading(words) { take(found, words) }
    } else if reading.format == .xmage, takeXMage(text, at: number) {
      isGap = false
    } else if let found = DeckHeading(text) {
      take(found, text)
    } else if isAbout {
      takeAbout(text, at: number)
    } else {
      takeCard(text, at: number)
    }
  }

  private mutating func takeAbout(_ text: Substring, at number: Int) {
    if let name = DeckHeading.name(in: text) {
      reading.take(name: name, at: number)
    } else {
      reading.losePart(
        text, at: number, "It says something about the deck that has no place here.")
    }
  }

  /// Lines that XMage alone has: a title, who made the deck, where cards lie on the screen.
  private mutating func takeXMage(_ text: Substring, at number: Int) -> Bool {
    if text.hasPrefix("LAYOUT ") { return true }
    if text.hasPrefix("NAME:") {
      reading.take(name: text.dropFirst(5), at: number)
      return true
    }
    guard text.hasPrefix("AUTHOR:") else { return false }
    reading.losePart(text, at: number, "A deck has no place for who made it.")
    return true
  }

  private mutating func takeCard(_ text: Substring, at number: Int) {
    if isGap {
      gaps.append(reading.list.lines.count)
      isGap = false
      endCommand(before: text, at: number)
    }
    guard let zone else { return reading.leaveOut(text, at: number, below: heading) }
    guard let (found, card) = DeckHeading.before(text) else {
      return reading.add(text, in: zone, at: number)
    }
    isMarked = true
    guard let zone = found.zone else {
      return reading.leaveOut(card, at: number, below: text.prefix { $0 != ":" })
    }
    reading.add(card, in: zone, at: number)
  }

  /// Ends the zone of a commander at an empty line: the cards behind it are the deck.
  private mutating func endCommand(before text: Substring, at number: Int) {
    guard let zone, zone == .commander || zone == .companion,
      reading.list.lines.last?.zone == zone
    else { return }
    self.zone = .main
    reading.report.change(
      ImportNote(
        line: number, text, "The cards behind the empty line below \(heading) are in the deck.",
        isPart: true))
  }

  private mutating func takeComment(_ comment: Substring, at number: Int) {
    // Some write headings so; the first comment of all, behind a space, is the title.
    let isTitle = comment.first?.isWhitespace == true && reading.list.lines.isEmpty
    if !isTitle, let found = DeckHeading(comment.trimmed) {
      return take(found, comment)
    }
    let text = comment.first == " " ? comment.dropFirst() : comment
    if let name = Self.named("NAME", text), reading.list.lines.isEmpty {
      reading.take(name: name, at: number)
      hasName = true
    } else if hasName || !reading.list.lines.isEmpty {
      notes.append(String(text))
    } else {
      reading.take(name: text, at: number)
      hasName = true
    }
  }

  private mutating func take(_ found: DeckHeading, _ text: Substring) {
    isGap = false
    switch found.part {
    case .zone(let zone): (self.zone, isAbout, isMarked) = (zone, false, true)
    case .outside: (zone, isAbout, isMarked) = (nil, false, true)
    case .about: (zone, isAbout) = (.main, true)
    // Decks in groups by type: the empty lines between them mean nothing.
    case .type: return
    }
    heading = String(text)
  }

  private func finished() -> DeckReading {
    var reading = reading
    reading.take(notes: notes.joined(separator: "\n"), at: 1)
    if !isMarked, gaps.count == 1, let gap = gaps.first {
      takeSideboard(from: gap, &reading)
    }
    if reading.format == .arena {
      Self.takeCompanionOnce(&reading)
      for index in reading.list.lines.indices {
        let set = reading.list.lines[index].set
        reading.list.lines[index].set = Self.arenaSets[set] ?? set
      }
    }
    return reading
  }

  /// Takes the cards behind the only empty line for the sideboard; says so where they are more than a sideboard has.
  private func takeSideboard(from gap: Int, _ reading: inout DeckReading) {
    var count = 0
    for index in gap..<max(gap, reading.list.lines.count)
    where reading.list.lines[index].zone == .main {
      reading.list.lines[index].zone = .sideboard
      count += Int(reading.list.lines[index].count)
    }
    guard count > DeckFormatRules("").sideboard else { return }
    reading.report.change(
      ImportNote(
        line: reading.numbers[gap], reading.list.lines[gap].name,
        "The cards behind the only empty line are in the sideboard, as Magic Online writes decks: a heading Deck before them puts them into the deck.",
        count: count, isPart: true))
  }

  /// Takes the companion once where it stands in the sideboard again, as Arena writes it.
  private static func takeCompanionOnce(_ reading: inout DeckReading) {
    for card in reading.list.lines where card.zone == .companion && card.count == 1 {
      let place = reading.list.lines.firstIndex {
        $0.zone == .sideboard && $0.name == card.name && $0.set == card.set
          && $0.number == card.number
      }
      guard let place else { continue }
      reading.report.taken -= min(reading.report.taken, 1)
      reading.report.change(
        ImportNote(
          line: reading.numbers[place], card.name,
          "It is the companion, which Arena writes in the sideboard again: it is taken once.",
          isPart: true))
      reading.list.lines[place].count -= 1
      guard reading.list.lines[place].count == 0 else { continue }
      reading.list.lines.remove(at: place)
      reading.numbers.remove(at: place)
    }
  }

  // MARK: What lines say

  /// Returns the text after `NAME :`; nil for a line that does not begin so.
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
    line != "Sideboard" && DeckHeading.isArena(line)
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
