import DeckSchema
import Feature
import FoundationEssentials
import Schema

/// The content of a deck file: the cards in their order, and the report of everything else in it (row D-48).
public struct DeckReading: Sendable {
  /// The format in which it was written.
  public internal(set) var format = DeckFormat.text
  /// The deck.
  public internal(set) var list = DeckList()
  /// The number of the file's line for each line of the list, from 1 on.
  public internal(set) var numbers: [Int] = []
  /// Lines of the file that name a card without a number: they count as one where the card is known.
  public internal(set) var bare: Set<Int> = []
  /// The report of cards that were taken, left out and lost.
  public internal(set) var report = ImportReport()
  /// The lines behind empty lines of a file that names no sideboard, as long as it is not known which of its lines are cards.
  var gaps: [Int] = []

  /// Bytes of a line; longer ones are no cards.
  static let mostLineBytes = 1_000

  init() {}

  /// A list that stands in no file.
  init(_ list: DeckList) {
    self.init()
    self.list = list
    numbers = list.lines.map { _ in 0 }
    report.take(list.lines.reduce(0) { $0 + Int($1.count) })
  }

  /// Takes a card that stands on a line.
  mutating func add(_ line: DeckLine, at number: Int) {
    guard list.lines.count < DeckRules.mostLines else {
      return report.lose(ImportNote(line: number, line.name, Self.isFull, count: Int(line.count)))
    }
    list.lines.append(line)
    numbers.append(number)
    report.take(line.count)
  }

  /// Notes where a companion stands in the sideboard as well: some programs write one card so, and it is not known here.
  mutating func noteCompanionsBeside() {
    for card in list.lines where card.zone == .companion {
      for (line, number) in zip(list.lines, numbers)
      where line.zone == .sideboard && CardName.isSame(line.name, card.name) {
        let all = Count.of(Int(card.count) + Int(line.count), "card is", "cards are")
        report.change(
          ImportNote(
            line: number, line.name,
            "It is the companion as well: \(all) taken. Take this line out if both mean one card.",
            isPart: true))
      }
    }
  }

  private static let isFull = "A deck may have at most \(DeckRules.mostLines) lines."

  /// Takes a line that is a card, or notes why it is none.
  ///
  /// - Parameters:
  ///   - zone: where it stands in the deck, unless the line itself says so.
  ///   - read: reads the line.
  mutating func add(
    _ text: some StringProtocol, in zone: DeckZone, at number: Int,
    read: (String) throws(Unplaced) -> CardLineText = { (text) throws(Unplaced) in
      try CardLineText(text)
    }
  ) {
    do {
      var card = try read(String(text))
      card.line.zone = card.zone ?? zone
      if let outside = card.outside {
        return leaveOut(text, at: number, below: outside)
      }
      guard list.lines.count < DeckRules.mostLines else {
        return report.lose(ImportNote(line: number, text, Self.isFull, count: Int(card.count)))
      }
      if card.line.count == 0 {
        card.line.count = 1
        bare.insert(number)
      }
      add(card.line, at: number)
      for part in card.changed {
        report.change(ImportNote(line: number, part.text, part.reason, isPart: true))
      }
      for part in card.lost {
        report.lose(ImportNote(line: number, part.text, part.reason, isPart: true))
      }
    } catch {
      leave(text, at: number, error.reason)
    }
  }

  /// Notes a line that is no card, or none that can be taken.
  mutating func leave(_ text: some StringProtocol, at number: Int, _ reason: String) {
    let count = CardLineText.number(in: text)
    report.lose(ImportNote(line: number, text, reason, count: count))
  }

  /// Notes a card that is no part of the deck.
  mutating func leaveOut(
    _ text: some StringProtocol, at number: Int, below heading: some StringProtocol
  ) {
    let reason = "It stands below \(Text.preview(heading)), which is no part of a deck."
    report.leaveOut(
      ImportNote(line: number, text, reason, count: CardLineText.number(in: text)))
  }

  /// Notes a line that says something about the deck.
  mutating func loseRemark(_ text: some StringProtocol, at number: Int) {
    losePart(
      text, at: number,
      "It says something about the deck that has no place here: \(Text.preview(text)).")
  }

  /// Notes what is said about the deck and has no place here.
  mutating func losePart(_ text: some StringProtocol, at number: Int, _ reason: String) {
    report.lose(ImportNote(line: number, text, reason, isPart: true))
  }

  /// Takes what the deck is called.
  mutating func take(name text: some StringProtocol, at number: Int) {
    let name = Text.clean(String(text), limit: .max).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard name.utf8.count <= DeckRules.name else {
      return losePart(text, at: number, "The name is longer than \(DeckRules.name) bytes.")
    }
    list.name = name
  }

  /// Takes what is said about the deck beside its cards.
  mutating func take(notes text: String, at number: Int) {
    let notes = Text.clean(text, limit: .max, lines: true)
    guard notes.utf8.count <= DeckRules.notes else {
      return losePart(text, at: number, "The notes are longer than \(DeckRules.notes) bytes.")
    }
    list.notes = notes
  }

  /// Takes the tags of the deck, without those that are too many or too long.
  mutating func take(tags: [String], at number: Int) {
    for tag in tags where !tag.isEmpty {
      guard tag.utf8.count <= DeckRules.tag, list.tags.count < DeckRules.mostTags else {
        losePart(
          tag, at: number,
          "A deck has at most \(DeckRules.mostTags) tags of \(DeckRules.tag) bytes.")
        continue
      }
      list.tags.append(tag)
    }
  }

  /// Takes the format in which the deck is played.
  mutating func take(format text: String, at number: Int) {
    let format = Text.clean(text, limit: .max).lowercased()
    guard format.utf8.count <= DeckRules.format else {
      return losePart(text, at: number, "The format is longer than \(DeckRules.format) bytes.")
    }
    list.format = format
  }

  /// Divides the deck at the only empty line between cards: those behind it are the sideboard, as Magic Online writes decks.
  ///
  /// - Parameter isCard: whether a line of the list, with its number, is one.
  mutating func divide(where isCard: (DeckLine, Int) -> Bool) {
    var (rest, places, hasCard) = (gaps[...], [Int](), false)
    gaps = []
    guard !rest.isEmpty else { return }
    for (index, number) in numbers.enumerated() where isCard(list.lines[index], number) {
      let later = rest.drop { $0 <= number }
      if later.count < rest.count, hasCard { places.append(index) }
      (rest, hasCard) = (later, true)
    }
    guard let place = places.first else { return }
    guard places.count == 1 else {
      report.change(
        ImportNote(
          line: numbers[place], list.lines[place].name,
          "Several empty lines divide the cards, and no heading names a sideboard: all of them are in the deck.",
          isPart: true))
      return
    }
    takeSideboard(from: place)
  }

  /// Takes cards for the sideboard; says so where they are more than a sideboard has.
  private mutating func takeSideboard(from place: Int) {
    var count = 0
    for index in place..<list.lines.count where list.lines[index].zone == .main {
      list.lines[index].zone = .sideboard
      count += Int(list.lines[index].count)
    }
    guard count > DeckFormatRules("").sideboard else { return }
    report.change(
      ImportNote(
        line: numbers[place], list.lines[place].name,
        "The cards behind the only empty line are in the sideboard, as Magic Online writes decks: a heading Deck before them puts them into the deck.",
        count: count, isPart: true))
  }

  /// Checks that there is a card in it.
  ///
  /// - Throws: `Refused` with what was said of the first line that is none.
  func checkHasCards() throws {
    guard list.lines.isEmpty else { return }
    let reason =
      (report.lost + report.leftOut).first { !$0.part }.map { " Line \($0.line): \($0.reason)" }
      ?? ""
    throw Refused(
      .invalid, "There is no card in the file, so it is no deck that Parlor knows.\(reason)")
  }
}
