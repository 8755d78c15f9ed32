import DuelSchema

// What the node does by itself for its person: it asks until a card comes, and for the top card.
extension DuelPrivate {
  /// The next ask of a row; nil where no row has begun, or its card has come.
  func nextOfRow(in match: Duel, _ isPaused: Bool) -> DuelStep? {
    guard !isPaused, let row = row(in: match), match[seat].opened[row.handle] != nil else {
      return nil
    }
    let library = match[seat].pocket.library
    guard !library.isSearched, Int(row.place.skip) < library.slots.count else { return nil }
    guard row.goal != .mill || match.hasRoom(seat) else { return nil }
    return draw(1, from: row.place.end, skip: Int(row.place.skip), to: row.goal, in: match).map {
      var step = $0
      step.ask.cards.until = row.wanted
      step.ask.cards.until.left -= 1
      return step
    }
  }

  /// The current row of asks; nil for none.
  func row(in match: Duel) -> DuelSeat.Until? {
    guard let row = match[seat].until else { return nil }
    // Its first ask waits for the answer, or its card for being opened.
    guard row.handle != 0, let card = match[seat].opened[row.handle] else { return row }
    return row.wanted.left > 0 && !isWanted(card, by: row.wanted) ? row : nil
  }

  /// Whether a card is the one that is asked for: by its name, or by all words of a type.
  func isWanted(_ card: [UInt8], by until: DuelStep.Until) -> Bool {
    guard until.type.isEmpty else {
      let words = Self.words(types[card] ?? "")
      let wanted = Self.words(until.type)
      return !wanted.isEmpty && wanted.isSubset(of: words)
    }
    return card == Array(until.card)
  }

  private static func words(_ type: String) -> Set<String> {
    Set(type.lowercased().split { !$0.isLetter && $0 != "-" && $0 != "'" }.map(String.init))
  }

  /// The ask for the top card, or the step that shows it to all; nil where nothing is to be done.
  func topCard(in match: Duel, _ isPaused: Bool) -> DuelStep? {
    let pocket = match[seat].pocket
    guard pocket.top != .unspecified, !pocket.library.isSearched,
      let slot = pocket.library.slots.first
    else { return nil }
    if slot.isOpen { return isPaused ? nil : draw(1, to: .stay, in: match) }
    guard pocket.top == .show, match[seat].opened[slot.handle] == nil else { return nil }
    return open(slot.handle, in: match)
  }
}
