import DeckSchema
import FoundationEssentials
import Feature
import Schema

extension DeckFormat {
  /// Forge: sections in brackets, `4 Lightning Bolt|M10`.
  static let forge = DeckFormat(
    name: "forge", title: "Forge", endings: ["dck"],
    parts: [.name, .notes, .tags, .sets, .numbers, .foil, .commander],
    zones: [.commander, .companion, .main, .sideboard],
    recognises: { $0.has(ForgeDeck.isSection) }, reads: ForgeDeck.read, writes: ForgeDeck.write)
}

/// Decks of Forge: sections in brackets, `4 Lightning Bolt|M10|[146]`, a plus behind the name for foil (row D-45).
enum ForgeDeck {
  /// Whether a line begins a section.
  static func isSection(_ line: Substring) -> Bool {
    ["[metadata]", "[main]", "[sideboard]", "[commander]", "[deck]"].contains(line.lowercased())
  }

  static func read(_ text: String) -> DeckReading {
    var reading = DeckReading()
    var section = ""
    var notes: [String] = []
    for (number, line) in FileLines.of(text) {
      let text = line.trimmed
      guard !text.isEmpty else { continue }
      if text.first == "[", text.last == "]" {
        section = text.lowercased()
        continue
      }
      switch section {
      // Old files have no such section, or another one.
      case "", "[general]", "[metadata]", "[deck]":
        take(line, &notes, at: number, &reading)
      case "[main]": add(text, in: .main, at: number, &reading)
      case "[sideboard]": add(text, in: .sideboard, at: number, &reading)
      case "[commander]": add(text, in: .commander, at: number, &reading)
      default: reading.leaveOut(text, at: number, below: section)
      }
    }
    reading.take(notes: notes.joined(separator: "\n"), at: 1)
    return reading
  }

  private static func take(
    _ line: Substring, _ notes: inout [String], at number: Int, _ reading: inout DeckReading
  ) {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? parts[1] : ""
    switch parts[0].trimmed.lowercased() {
    case "name", "title": reading.take(name: value, at: number)
    case "comment", "description": notes.append(String(value))
    case "tags":
      reading.take(
        tags: Text.clean(String(value), limit: .max).split(separator: ",").map {
          String($0.trimmed)
        }, at: number)
    default:
      reading.loseRemark(line, at: number)
    }
  }

  private static func add(
    _ text: Substring, in zone: DeckZone, at number: Int, _ reading: inout DeckReading
  ) {
    guard text.utf8.count <= DeckReading.mostLineBytes else {
      return reading.leave(
        text, at: number, "The line is longer than \(DeckReading.mostLineBytes) bytes.")
    }
    reading.add(text, in: zone, at: number) { text throws(Unplaced) in
      let parts = Text.clean(text, limit: .max, lines: true)
        .split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
      // The number and the name, as in other texts; the rest is Forge's own.
      var card = try CardLineText(parts[0])
      guard card.hasCount else { throw Unplaced(reason: "It has no number of cards in front.") }
      if card.line.name.hasSuffix("+") {
        card.line.name = CardName.canonical(card.line.name.dropLast())
        card.line.finish = .foil
      }
      for (place, part) in parts.dropFirst().enumerated() where !part.isEmpty {
        if part.first == "[", part.last == "]" {
          card.line.number = String(part.dropFirst().dropLast())
        } else if place == 0 {
          card.line.set = String(part)
        } else if Int(part) == nil {
          card.lose(part, "It stands behind a line and has no place here.")
        } else {
          // Which of several pictures it is, in Forge's own numbers.
          card.lose(part, "The numbers that Forge gives to pictures have no place here.")
        }
      }
      card.line = try CardLineText.checked(card.line, name: card.line.name)
      return card
    }
  }

  static func write(_ list: DeckList) -> String {
    var lines = ["[metadata]", "Name=" + list.name]
    if !list.notes.isEmpty {
      lines += list.notes.components(separatedBy: "\n").map { "Comment=" + $0 }
    }
    if !list.tags.isEmpty { lines.append("Tags=" + list.tags.joined(separator: ",")) }
    for (zone, section) in [
      (DeckZone.commander, "[Commander]"), (.main, "[Main]"), (.sideboard, "[Sideboard]"),
    ] {
      let cards = list.lines.filter { $0.zone == zone }
      guard !cards.isEmpty || zone == .main else { continue }
      lines.append(section)
      lines += cards.map { line in
        var text = "\(line.count) \(line.name)" + (line.finish == .foil ? "+" : "")
        if !line.set.isEmpty { text += "|" + line.set }
        if !line.number.isEmpty { text += "|[\(line.number)]" }
        return text
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
