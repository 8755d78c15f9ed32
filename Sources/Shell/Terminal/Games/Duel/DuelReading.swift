import DuelSchema
import Schema

/// The reason why a line of a duel is not understood or names nothing.
struct DuelMistake: Error, Equatable {
  /// A sentence: what is wrong, and what to do.
  let text: String

  init(_ text: String) { self.text = text }
}

/// The rest of a line behind its first word, at a table: it finds the cards that the line names.
struct DuelReading: Sendable {
  let board: DuelBoard
  /// Cards that are selected on the screen: they are meant where a line names none.
  let chosen: [DuelItem]
  /// The choice that goes to our own node alone beside the move, such as a swap with the sideboard.
  var choice = DuelChoice()
  /// The text that is not read yet.
  private(set) var rest: String

  init(_ rest: some StringProtocol, at board: DuelBoard, chosen: [DuelItem] = []) {
    self.board = board
    self.chosen = chosen
    self.rest = Self.trim(rest)
  }

  private static func trim(_ text: some StringProtocol) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Fails where something is left that nothing has read.
  func end() throws(DuelMistake) {
    guard rest.isEmpty else {
      throw DuelMistake(
        "\"\(rest.plain)\" is not understood there: `words` lists what can be said.")
    }
  }

  // MARK: Words and numbers

  /// Takes the last word where it is this one.
  mutating func take(last word: String) -> Bool {
    let words = rest.split(separator: " ")
    guard let last = words.last, last.lowercased() == word else { return false }
    rest = Self.trim(rest.dropLast(last.count))
    return true
  }

  /// Takes the first word; nil where nothing is left.
  mutating func takeWord() -> String? {
    guard let word = rest.split(separator: " ").first else { return nil }
    rest = Self.trim(rest.dropFirst(word.count))
    return String(word)
  }

  /// Takes a count, which stands first; another number where none does.
  mutating func takeCount(or other: UInt32, atMost most: UInt32 = 500) throws(DuelMistake) -> UInt32
  {
    guard let word = rest.split(separator: " ").first, word.first?.isNumber == true else {
      return other
    }
    guard let number = UInt32(word), (1...most).contains(number) else {
      throw DuelMistake("\(String(word).plain) is no such count: write a number from 1 to \(most).")
    }
    _ = takeWord()
    return number
  }

  /// A change of a number: to a value, or by one.
  enum Change: Equatable, Sendable {
    case to(Int32)
    case by(Int32)
  }

  /// Takes a number: "20" sets a value, "+3" and "-3" change it.
  mutating func takeChange(_ example: String) throws(DuelMistake) -> Change {
    guard let word = takeWord(), let number = Int32(word), abs(Int64(number)) <= 99_999 else {
      throw DuelMistake("A number is missing or not valid: write it as in `\(example)`.")
    }
    return word.hasPrefix("+") || word.hasPrefix("-") ? .by(number) : .to(number)
  }

  /// Takes what stands behind the last such word: of "two words on Forest" it is "Forest"; nil where the word is not there.
  mutating func take(behind word: String) -> String? {
    let padded = " \(rest)"
    guard let range = Self.last(" \(word) ", in: padded) else { return nil }
    let behind = Self.trim(padded[range.upperBound...])
    rest = Self.trim(padded[..<range.lowerBound])
    return behind
  }

  private static func last(_ wanted: String, in text: String) -> Range<String.Index>? {
    var start = text.endIndex
    while start > text.startIndex {
      start = text.index(before: start)
      let end = text.index(start, offsetBy: wanted.count, limitedBy: text.endIndex)
      guard let end else { continue }
      if text[start..<end].lowercased() == wanted { return start..<end }
    }
    return nil
  }

  /// A reading of another text at the same table.
  func reading(of text: String) -> DuelReading { DuelReading(text, at: board) }

  // MARK: Cards

  /// The cards that the rest names: by number in the first list, by name in any, or with the list in front ("graveyard 2"). While
  /// the player looks at cards, these come first: they are to be placed.
  ///
  /// - Parameter fits: which cards a name may mean where several have it.
  func cards(
    in piles: [DuelListing], where fits: (DuelItem) -> Bool = { _ in true }
  ) throws(DuelMistake) -> [DuelItem] {
    var piles = piles
    if let looked = piles.firstIndex(of: .looked), !board.items(.looked).isEmpty {
      piles.insert(piles.remove(at: looked), at: 0)
    }
    if rest.isEmpty {
      let keys = Set(piles.flatMap { board.items($0).map(\.key) })
      let meant = chosen.filter { keys.contains($0.key) }
      guard !meant.isEmpty, meant.count == chosen.count else {
        throw DuelMistake("A card is missing: write its number \(place(piles[0])), or its name.")
      }
      return meant
    }
    if let found = try find(rest, piles, fits, []) { return found }
    var found: [DuelItem] = []
    for part in rest.split(separator: ",") {
      let text = Self.trim(part)
      guard let items = try find(text, piles, fits, found) else { throw missing(text, piles) }
      found += items.filter { item in item.card == nil || !found.contains { $0.key == item.key } }
    }
    return found
  }

  /// The only card that the rest names.
  func card(in piles: [DuelListing]) throws(DuelMistake) -> DuelItem {
    let found = try cards(in: piles)
    guard let item = found.first, found.count == 1 else {
      throw DuelMistake("Only one card can be meant there: name one.")
    }
    return item
  }

  /// Whether the whole rest is the name of a card in one of the lists.
  func isName(in piles: [DuelListing]) -> Bool {
    let wanted = rest.lowercased()
    return !wanted.isEmpty
      && piles.contains { board.items($0).contains { $0.name.lowercased() == wanted } }
  }

  private func place(_ pile: DuelListing) -> String { board.place(pile) }

  private func missing(_ text: String, _ piles: [DuelListing]) -> DuelMistake {
    let places = piles.map(place)
    let list = places.dropLast().joined(separator: ", ")
    let somewhere = places.count > 1 ? "\(list) or \(places[places.count - 1])" : places[0]
    return DuelMistake(
      "There is no \(text.plain) \(somewhere): `\(piles[0].words[0])` lists what is there.")
  }

  private func find(
    _ text: String, _ piles: [DuelListing], _ fits: (DuelItem) -> Bool, _ taken: [DuelItem]
  ) throws(DuelMistake) -> [DuelItem]? {
    if let item = try named(text, piles, fits, taken, isWhole: true) { return [item] }
    var (text, piles) = (text, piles)
    if let (pile, rest) = Self.pile(in: text) { (text, piles) = (rest, [pile]) }
    if text.lowercased() == "all" { return board.items(piles[0]).filter(fits) }
    if text.lowercased() == "picked" {
      let lists = piles.contains(.hand) ? piles : [.hand] + piles
      return lists.flatMap(board.items).filter { $0.notes.contains("picked") }
    }
    if let number = Int(text) {
      let items = board.items(piles[0])
      guard items.indices.contains(number - 1) else {
        throw DuelMistake(
          "There is no number \(number) \(place(piles[0])): \(Count.of(items.count, "card is", "cards are")) there."
        )
      }
      return [items[number - 1]]
    }
    if let item = try named(text, piles, fits, taken, isWhole: true) { return [item] }
    return try named(text, piles, fits, taken, isWhole: false).map { [$0] }
  }

  /// The list that a text begins with, and the text behind it.
  private static func pile(in text: String) -> (DuelListing, String)? {
    let lower = text.lowercased()
    for pile in DuelListing.allCases {
      for word in pile.words where lower.hasPrefix(word + " ") {
        return (pile, trim(text.dropFirst(word.count)))
      }
    }
    return nil
  }

  private func named(
    _ text: String, _ piles: [DuelListing], _ fits: (DuelItem) -> Bool, _ taken: [DuelItem],
    isWhole: Bool
  ) throws(DuelMistake) -> DuelItem? {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return nil }
    var found: [(pile: DuelListing, number: Int, item: DuelItem)] = []
    for pile in piles {
      for (index, item) in board.items(pile).enumerated() where fits(item) {
        let name = item.name.lowercased()
        let isUsed =
          item.card?.card.map(Self.isOneCard) == true && taken.contains { $0.key == item.key }
        if !isUsed, isWhole ? name == wanted : name.hasPrefix(wanted) {
          found.append((pile, index + 1, item))
        }
      }
    }
    guard let first = found.first else { return nil }
    let names = Self.distinct(found.map(\.item.name))
    guard names.count == 1 else {
      throw DuelMistake(
        "\(text.plain) may be \(names.joined(separator: " or ")): write more of it.")
    }
    let places = Self.distinct(found.map { place($0.pile) })
    guard places.count == 1 else {
      throw DuelMistake(
        "\(names[0]) is \(places.joined(separator: " and ")): write which, as in `\(first.pile.words[0]) \(names[0])`."
      )
    }
    guard found.allSatisfy({ $0.item.text == first.item.text }) else {
      let numbers = found.map { "\($0.number)" }.joined(separator: ", ")
      throw DuelMistake(
        "There are different \(names[0]) \(places[0]), numbers \(numbers): write the number.")
    }
    return first.item
  }

  /// Whether a key means one card, and not a name that several have.
  private static func isOneCard(_ card: DuelMove.Card.OneOf_Card) -> Bool {
    switch card {
    case .handle, .object, .slot: true
    case .library, .side: false
    }
  }

  private static func distinct(_ texts: [String]) -> [String] {
    texts.enumerated().filter { texts.firstIndex(of: $1) == $0 }.map(\.element)
  }
}
