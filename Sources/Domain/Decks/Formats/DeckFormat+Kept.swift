import DeckSchema
import Schema

/// A part of a deck that a file can hold beside numbers and names of cards.
enum DeckPart {
  case name, notes, format, tags, sets, numbers, foil, etched, cardTags, commander, companion
  /// Sets in any words, and numbers without a set: others have a place for codes alone.
  case anySets
}

extension DeckFormat {
  /// The deck as a file of the format says it: what is read of a file that was written.
  public func kept(of list: DeckList) -> DeckList {
    var kept = list
    if !parts.contains(.name) { kept.name = "" }
    if !parts.contains(.notes) { kept.notes = "" }
    if !parts.contains(.format) { kept.format = "" }
    if !parts.contains(.tags) { kept.tags = [] }
    let lines = list.lines.map(kept(of:))
    kept.lines = zones.flatMap { zone in lines.filter { $0.zone == zone } }
    return kept
  }

  private func kept(of line: DeckLine) -> DeckLine {
    var line = line
    let hasAnySets = parts.contains(.anySets)
    if !parts.contains(.sets) || !hasAnySets && !CardLineText.isCode(line.set, isNumbered: true) {
      line.set = ""
    }
    if !hasAnySets { line.set = line.set.uppercased() }
    let hasPlace = parts.contains(.numbers) && (hasAnySets || !line.set.isEmpty)
    if !hasPlace || line.number.contains(where: \.isWhitespace) { line.number = "" }
    if !parts.contains(line.finish == .etched ? .etched : .foil) { line.finish = .unspecified }
    if !parts.contains(.cardTags) { line.tags = [] }
    let isOut =
      line.zone == .commander && !parts.contains(.commander)
      || line.zone == .companion && !parts.contains(.companion)
    if isOut { line.zone = .sideboard }
    return line
  }

  /// Returns the parts of a deck that the format leaves out, in sentences.
  func losses(of list: DeckList) -> [String] {
    let kept = kept(of: list)
    var notes: [String] = []
    func note(_ isLost: Bool, _ what: String) {
      if isLost { notes.append("\(what): the format \(name) has no place for that.") }
    }
    note(kept.name != list.name, "The name of the deck is left out")
    note(kept.notes != list.notes, "The notes are left out")
    note(kept.format != list.format, "The format of the deck is left out")
    note(kept.tags != list.tags, "The tags of the deck are left out")
    func differs<Value: Hashable>(_ value: (DeckLine) -> Value) -> Bool {
      Set(list.lines.map { [AnyHashable($0.name), AnyHashable(value($0))] })
        != Set(kept.lines.map { [AnyHashable($0.name), AnyHashable(value($0))] })
    }
    note(differs { $0.set.uppercased() }, "Some sets are left out")
    note(differs(\.number), "Some numbers of cards in their sets are left out")
    note(differs(\.finish), "It is left out which cards are foil")
    note(differs(\.tags), "The tags of cards are left out")
    note(differs(\.zone), "Commanders and companions are in the sideboard")
    return notes
  }

  /// Returns a sentence about the cards that the program for such files leaves out of a deck; nil where it takes all of them.
  func warning(of list: DeckList) -> String? { warning(kept(of: list)) }
}
