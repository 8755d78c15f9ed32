import DeckSchema
import Feature
import FoundationEssentials
import Schema

extension DeckFormat {
  /// Plain text: `4 Lightning Bolt (M10) 146`.
  static let text = DeckFormat(
    name: "text", title: "Plain text", endings: ["txt"], isUsual: true,
    parts: [.name, .notes, .sets, .numbers, .foil, .etched, .cardTags, .commander, .companion],
    recognises: { $0.markup == nil }, reads: { TextDeck.read($0) },
    writes: { TextDeck.writePlain($0) })
}

/// Decks as lines of text: plain, with `SB:`, with headings, with an empty line before the sideboard, and XMage's (rows D-40, D-42,
/// D-43, D-45, D-46).
///
/// One reader takes all of them, as people mix them: headings in any case and in Arena's languages, comments behind `//` or `#`, and
/// a single empty line as the beginning of the sideboard where nothing else names it, as Magic Online writes it. A title is taken
/// where a format has one: behind `//`, below Arena's About, behind XMage's `NAME:`. A line without a number is a card if there is one
/// of that name, and never a title.
struct TextDeck {
  private var reading = DeckReading()
  private var zone: DeckZone? = .main
  private var heading = ""
  private var notes: [String] = []
  private var hasName = false
  private var isAbout = false
  /// The title, where it may be a heading: it is one if a card follows at once.
  private var title: DeckHeading?
  /// The sideboard is named by a heading or by `SB:`.
  private var isMarked: Bool
  /// The lines behind empty lines between cards.
  private var gaps: [Int] = []
  private var isGap = false
  private let own: TakeOwn

  /// Takes a line that one program alone writes; returns false for another line.
  typealias TakeOwn = (Substring, _ number: Int, inout DeckReading) -> Bool

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - isMarked: whether an empty line says nothing.
  ///   - own: takes the lines that are no text of others.
  static func read(
    _ text: String, isMarked: Bool = false, own: @escaping TakeOwn = { _, _, _ in false }
  ) -> DeckReading {
    var deck = TextDeck(isMarked: isMarked, own: own)
    for (number, line) in FileLines.of(text) { deck.take(line, at: number) }
    return deck.finished()
  }

  private init(isMarked: Bool, own: @escaping TakeOwn) {
    (self.isMarked, self.own) = (isMarked, own)
  }

  private mutating func take(_ line: Substring, at number: Int) {
    let text = line.trimmed
    if let heading = title {
      title = nil
      if !text.isEmpty, !text.hasPrefix("//") {
        take(heading, reading.list.name)
        (reading.list.name, hasName) = ("", false)
      }
    }
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
      if let found = DeckHeading(words) {
        take(found, words)
      } else if !words.isEmpty {
        notes.append(String(words))
      }
    } else if own(text, number, &reading) {
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
      reading.loseRemark(text, at: number)
    }
  }

  private mutating func takeCard(_ text: Substring, at number: Int) {
    if isGap {
      gaps.append(number)
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
    let found = DeckHeading(comment.trimmed)
    if !isTitle, let found { return take(found, comment) }
    if !hasName, found?.part != .about { title = found }
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

  private mutating func take(_ found: DeckHeading, _ text: some StringProtocol) {
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
    if !isMarked { reading.gaps = gaps }
    // Whether a line without a number is a card is not known here.
    if reading.bare.isEmpty { reading.divide { _, _ in true } }
    return reading
  }

  // MARK: What lines say

  /// Returns the text after `NAME :`; nil for a line that does not begin so.
  private static func named(_ word: String, _ text: Substring) -> Substring? {
    guard text.uppercased().hasPrefix(word) else { return nil }
    let rest = text.dropFirst(word.count).drop(while: \.isWhitespace)
    return rest.first == ":" ? rest.dropFirst().trimmed : nil
  }

  // MARK: Writing

  /// Writes a deck of which each zone stands below its heading, behind an empty line.
  ///
  /// - Parameters:
  ///   - head: lines before all cards.
  ///   - heading: the line before the cards of a zone; nil for none.
  ///   - card: writes a card.
  static func write(
    _ list: DeckList, in zones: [DeckZone] = DeckFormat.text.zones, head: [String] = [],
    heading: (DeckZone) -> String? = { _ in nil }, card: (DeckLine) -> String = card(of:)
  ) -> String {
    var lines = head
    var hasZone = false
    for zone in zones {
      let cards = list.lines.filter { $0.zone == zone }
      guard !cards.isEmpty else { continue }
      if hasZone { lines.append("") }
      if let heading = heading(zone) { lines.append(heading) }
      lines += cards.map(card)
      hasZone = true
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of the notes, each as a comment.
  static func notes(of list: DeckList) -> [String] {
    list.notes.isEmpty ? [] : list.notes.components(separatedBy: "\n").map { "// " + $0 }
  }

  /// The name of a zone in English.
  static func heading(of zone: DeckZone) -> String? {
    let names: [DeckZone: String] = [
      .main: "Deck", .sideboard: "Sideboard", .commander: "Commander", .companion: "Companion",
    ]
    return names[zone]
  }

  /// Writes a card with everything that stands behind its name.
  static func card(of line: DeckLine) -> String {
    var text = "\(line.count) \(line.name)"
    if !line.set.isEmpty { text += " (\(line.set))" }
    if !line.number.isEmpty { text += " \(line.number)" }
    if line.finish == .foil { text += " *F*" }
    if line.finish == .etched { text += " *E*" }
    for tag in line.tags { text += " #\(tag)" }
    return text
  }

  /// Writes plain text.
  fileprivate static func writePlain(_ list: DeckList) -> String {
    let hasHead = !(list.name + list.notes).isEmpty
    let title = list.name.isEmpty ? "//" : "// " + list.name
    return write(
      list, head: hasHead ? [title] + notes(of: list) + [""] : [],
      heading: { $0 == .main ? nil : heading(of: $0) })
  }
}
