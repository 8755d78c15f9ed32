import DeckSchema
import Schema

/// Cards, libraries and lists as lines of text.
public enum CollectionText {
  /// A library in a list.
  public static func line(of library: LibraryView) -> String {
    var text = Columns.fit(library.name.plain, to: 28) + "  " + size(library)
    if !library.format.isEmpty { text += "  \(library.format.plain)" }
    if library.draft { text += "  draft" }
    if library.managed { text += "  being managed" }
    return "  " + text
  }

  /// A library with its cards, or the Card Box.
  public static func lines(of library: LibraryView) -> [String] {
    var head = "  " + library.name.plain
    if !library.format.isEmpty { head += "  \(library.format.plain)" }
    if !library.tags.isEmpty {
      head += "  " + library.tags.map { "#" + $0.plain }.joined(separator: " ")
    }
    var lines = [head, "  " + size(library) + (library.draft ? ", a draft" : "")]
    lines += library.notes.split(separator: "\n").map { "  " + String($0).plain }
    for zone in [DeckZone.commander, .companion, .main, .sideboard] {
      let cards = library.cards.filter { $0.zone == zone }
      let lands = library.lands.filter { $0.zone == zone }
      guard !cards.isEmpty || !lands.isEmpty else { continue }
      if let name = name(of: zone) { lines.append("  \(name)") }
      lines += cards.map { "  " + card($0) }
      lines += lands.map { "  \(count($0.count))  \($0.name.plain)" }
    }
    if !library.hash.isEmpty, !library.cards.isEmpty {
      lines.append("  hash \(library.hash.plain)")
    }
    return lines
  }

  /// Returns a command's remarks on a library, beside its cards.
  public static func remarks(of library: LibraryView) -> [String] {
    library.messages.map(\.plain)
      + (library.missing.isEmpty
        ? [] : ["Missing in the Card Box:"] + library.missing.map { "  " + card($0) })
  }

  /// A line of equal cards.
  public static func card(_ line: CardLine) -> String {
    var text = "\(count(line.count))  \(line.name.plain)"
    if !line.set.isEmpty { text += "  (\(line.set.plain))" }
    if !line.number.isEmpty {
      text += (line.set.isEmpty ? "  number " : " ") + line.number.plain
    }
    text += details(line).map { "  " + $0 }.joined()
    return text
  }

  /// A line of a list, with the printing that it asks for.
  static func card(_ line: DeckLine) -> String {
    let shown = CardLine.with {
      ($0.count, $0.name, $0.set, $0.number) = (line.count, line.name, line.set, line.number)
      ($0.finish, $0.tags) = (line.finish, line.tags)
    }
    return card(shown)
  }

  /// A card of a list within a sentence, with the printing that it asks for.
  static func phrase(_ line: DeckLine) -> String {
    let set = line.set.isEmpty ? "" : " (\(line.set.plain))"
    let number = line.number.isEmpty ? "" : " \(line.number.plain)"
    let finish = line.finish.words.isEmpty ? "" : ", \(line.finish.words),"
    return line.name.plain + set + number + finish
  }

  /// A line of cards that somebody shows.
  public static func line(of shown: PresentedLine) -> String {
    "  \(card(shown.card))  \(shown.own ? "you" : shown.ownerName.plain) in \(shown.roomName.plain)"
  }

  private static func details(_ line: CardLine) -> [String] {
    [
      line.finish.words, line.condition.words,
      line.grade.isEmpty ? "" : "\"\(line.grade.plain)\"", line.language.plain,
      line.marks.map(\.plain).joined(separator: ", "), line.price.plain,
      line.binder.isEmpty ? "" : "binder \(line.binder.plain)",
      line.tags.map { "#" + $0.plain }.joined(separator: " "),
      line.library.isEmpty ? "" : "in \(line.library.plain)",
      line.held ? "in a trade" : "", line.borrowed ? "borrowed" : "",
      line.doubtful ? "may exist twice" : "",
    ].filter { !$0.isEmpty }
  }

  /// A list, and what of it is here.
  public static func lines(of list: DeckListView) -> [String] {
    var lines = ["  \(list.name.plain)  by \(list.authorName.plain) in \(list.roomName.plain)"]
    lines.append("  \(cards(list.count, list.sideboard)), hash \(list.hash.plain)")
    lines += list.lines.map { line in
      "  " + card(line)
        + (name(of: line.zone).map { "  \($0.lowercased())" } ?? "")
    }
    if list.buildable {
      lines.append("  All of it is in the Card Box: `parlor library build` makes a library of it.")
    }
    if !list.missing.isEmpty {
      lines.append("  Missing:")
      lines += list.missing.map { "  " + card($0) }
    }
    if !list.elsewhere.isEmpty {
      lines.append("  In libraries:")
      lines += list.elsewhere.map { "  " + card($0) }
    }
    return lines
  }

  /// A list in a list of lists.
  public static func line(of list: DeckListView) -> String {
    "  \(ShortID.text(list.id))  \(Columns.fit(list.name.plain, to: 28))  \(cards(list.count, list.sideboard))  \(list.authorName.plain) in \(list.roomName.plain)"
  }

  /// A request for a card, and its answer.
  public static func line(of request: CardRequestView) -> String {
    var text = "  \(ShortID.text(request.id))  \(Columns.fit(request.name.plain, to: 28))"
    text += "  \(request.authorName.plain) in \(request.roomName.plain)"
    if !request.note.isEmpty { text += "  \(request.note.plain)" }
    if request.answered {
      text +=
        "  \(request.answererName.plain): \(request.facts.cost.plain) \(request.facts.type.plain)"
    }
    if request.closed {
      text += "  closed by \(request.closerName.plain)"
      if !request.closeReason.isEmpty { text += ": \(request.closeReason.plain)" }
    }
    return text
  }

  private static func size(_ library: LibraryView) -> String {
    cards(library.count, library.sideboard)
  }

  /// "60 cards, 15 in the sideboard".
  public static func cards(_ count: UInt32, _ sideboard: UInt32) -> String {
    let main = Count.of(count, "card")
    return sideboard == 0 ? main : main + ", \(sideboard) in the sideboard"
  }

  private static func count(_ count: UInt32) -> String {
    let text = "\(count)"
    return String(repeating: " ", count: max(0, 4 - text.count)) + text
  }

  private static func name(of zone: DeckZone) -> String? {
    switch zone {
    case .sideboard: "Sideboard"
    case .commander: "Commander"
    case .companion: "Companion"
    default: nil
    }
  }
}
