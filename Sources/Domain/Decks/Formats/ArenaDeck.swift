import DeckSchema
import Schema

extension DeckFormat {
  /// Magic Arena: text with headings.
  static let arena = DeckFormat(
    name: "arena", title: "MTGA text", endings: ["txt"],
    parts: [.name, .sets, .numbers, .commander, .companion],
    zones: [.commander, .companion, .main, .sideboard],
    recognises: { $0.has { $0 != "Sideboard" && DeckHeading.isArena($0) } },
    reads: ArenaDeck.read, writes: ArenaDeck.write)
}

/// Decks of Magic Arena: each zone below its heading, and codes of sets that others call otherwise (row D-43).
enum ArenaDeck {
  /// Arena's codes of sets that others call otherwise.
  private static let sets = ["DAR": "DOM"]

  static func read(_ text: String) -> DeckReading {
    var reading = TextDeck.read(text)
    takeCompanionOnce(&reading)
    for index in reading.list.lines.indices {
      let set = reading.list.lines[index].set
      reading.list.lines[index].set = sets[set] ?? set
    }
    return reading
  }

  /// Takes the companion once where it stands in the sideboard again, as Arena writes it.
  private static func takeCompanionOnce(_ reading: inout DeckReading) {
    for place in companions(in: reading.list).sorted(by: >) {
      reading.report.taken -= min(reading.report.taken, 1)
      reading.report.change(
        ImportNote(
          line: reading.numbers[place], reading.list.lines[place].name,
          "It is the companion, which Arena writes in the sideboard again: it is taken once.",
          isPart: true))
      reading.list.lines[place].count -= 1
      guard reading.list.lines[place].count == 0 else { continue }
      reading.list.lines.remove(at: place)
      reading.numbers.remove(at: place)
    }
  }

  /// The lines of the sideboard that name a companion again.
  private static func companions(in list: DeckList) -> [Int] {
    let single = list.lines.filter { $0.zone == .companion && $0.count == 1 }
    return single.compactMap { card in
      list.lines.firstIndex {
        $0.zone == .sideboard && $0.name == card.name && $0.set == card.set
          && $0.number == card.number
      }
    }
  }

  static func write(_ list: DeckList) -> String {
    let codes = Dictionary(uniqueKeysWithValues: sets.map { ($0.value, $0.key) })
    var list = list
    for index in list.lines.indices {
      let set = list.lines[index].set
      list.lines[index].set = codes[set] ?? set
    }
    for place in companions(in: list) { list.lines[place].count += 1 }
    return TextDeck.write(
      list, in: DeckFormat.arena.zones,
      head: list.name.isEmpty ? [] : ["About", "Name " + list.name, ""],
      heading: TextDeck.heading(of:))
  }
}
