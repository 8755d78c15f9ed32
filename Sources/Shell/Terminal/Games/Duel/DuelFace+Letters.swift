import DuelSchema
import Schema

/// The letters of a duel: Cockatrice's keys without Ctrl, and some of our own.
extension DuelFace {
  /// All keys with what they do, for the page of keys.
  static let allKeys: [(key: String, help: String)] = [
    ("arrows", "select a card; up and down change the list"), ("#", "select by number"),
    ("Return", "play, tap, or move the card"), ("o", "move it somewhere"),
    ("Del, D", "to the graveyard"), ("b", "to the bottom of the library"),
    ("x, X", "mark a card, the whole list"), ("h", "go to the hand"),
    ("d, e", "draw one, draw several"), ("m", "mulligan"), ("s", "shuffle"),
    ("w, W", "look at the top, the bottom"), ("V, v", "look at the top card, show it"),
    ("M, Y", "mill, mill until a card comes"), ("A", "the top card always"),
    ("1", "library, to search it"), ("2", "graveyard"), ("3", "sideboard"),
    ("4, 5", "exile, command zone"), ("6, 7", "the other's graveyard, exile"),
    ("8, 9", "library that you search, shown cards"), ("u, U", "untap all, does not untap"),
    ("f", "other face of the card"), ("F", "turn it face up or down"), ("k", "peek at it"),
    ("a", "attach it"), (">, r", "arrow, remove arrows"), ("., ,", "counter on it: more, less"),
    ("p, n", "power and toughness, note"), ("t, g, j", "token, another, copy of the card"),
    ("l, -, +", "life: set, less, more"), ("i, I", "die, coin"),
    ("Space, E", "next phase, end of the turn"), ("S", "stop at a phase of the other's turns"),
    ("P, H", "pass priority, hold it"), ("z", "undo: asks the other player"),
    ("y, N", "grant an undo, refuse it"), ("B", "begin a game"), ("C", "concede the game"),
    ("L", "log"), (":", "a word: `words` lists them all"), ("/", "talk"),
    ("q", "leave; the match waits"),
  ]

  /// Does what a letter does; nil for one that is the table's.
  mutating func letter(
    _ character: Character, _ view: TableView, _ board: DuelBoard
  ) -> GameAct? {
    if let digit = character.wholeNumberValue { return open(digit, board) }
    if let act = ask(character) { return act }
    if let act = aim(character, board) { return act }
    if let line = Self.lines[character] { return read(line, at: view) }
    if let line = Self.cardLines[character] {
      hasSelected = true
      return read(line, at: view)
    }
    switch character {
    case "x": mark(board)
    case "X": markAll(board)
    case "h": select(.hand)
    case "k": return GameAct(text: targets(board).map(\.text).joined(separator: ", "))
    case ".": return count(1, board)
    case ",": return count(-1, board)
    case "o": mode = .placing
    case "C": mode = .conceding
    case "?": (page, scroll) = (.keys, 0)
    case "L": (page, scroll) = (.log, 0)
    case "F":
      let isDown = targets(board).allSatisfy { board.isDown($0) }
      return read(isDown ? "face-up" : "face-down", at: view)
    case "g":
      guard !lastToken.isEmpty else { return GameAct(text: "No token was made yet: t makes one.") }
      return make([DuelWord.token(lastToken, 1, board)])
    default: return nil
    }
    return GameAct()
  }

  /// The lines that letters stand for.
  private static let lines: [Character: String] = [
    "d": "draw", "s": "shuffle", "V": "top", "v": "show-top", "u": "untap", "r": "no-arrows",
    "P": "pass", "H": "hold", "I": "coin", "E": "turn", "z": "undo", "y": "yes", "N": "no",
    "-": "lose", "+": "gain",
    "=": "gain",
  ]

  /// The lines that letters stand for and that act on the selected cards.
  private static let cardLines: [Character: String] = [
    "D": "move to graveyard", "b": "move to bottom", "U": "stay", "f": "flip", "j": "copy",
  ]

  /// Asks for the rest of a line.
  private mutating func ask(_ character: Character) -> GameAct? {
    switch character {
    case "e": typing("Draw how many cards?", "draw ")
    case "m":
      typing("London, or draw how many anew?", "mulligan ", text: "london")
    case "w": typing("Look at how many from the top?", "look ", text: "1")
    case "W": typing("Look at how many from the bottom?", "look ", after: " bottom", text: "1")
    case "M": typing("Mill how many cards?", "mill ", text: "1")
    case "Y": typing("Mill until which card, or type TYPE, comes?", "mill until ")
    case "A": typing("The top card always: show, look or off?", "always ", text: "show")
    case "S": typing("Stop at which phase of the other's turns?", "stop ")
    case "l": typing("Life:", "life ")
    case "p": typing("Power and toughness:", "power ")
    case "n": typing("Note:", "note ")
    case "t": typing("Token:", "token ", text: lastToken)
    case "i": typing("Dice:", "roll ", text: "d6")
    case "B": typing("Begin with how many cards?", "begin ", text: "7")
    case "#": typing("Number:", "#")
    default: nil
    }
  }

  /// Changes the usual counter of the selected cards.
  private mutating func count(_ by: Int32, _ board: DuelBoard) -> GameAct {
    let items = targets(board).filter { $0.object != nil }
    guard !items.isEmpty else { return GameAct(text: "Select a card on the table first.") }
    return make([DuelWord.counter("counter", .by(by), items)])
  }

  /// Begins to choose a second card.
  private mutating func aim(_ character: Character, _ board: DuelBoard) -> GameAct? {
    guard character == "a" || character == ">" else { return nil }
    guard let item = targets(board).first, item.object != nil else {
      return GameAct(text: "Select a card on the table first.")
    }
    mode = .aiming(character == "a" ? .attach : .arrow, item)
    marked = []
    return GameAct()
  }

  /// Opens a list by its digit.
  private mutating func open(_ digit: Int, _ board: DuelBoard) -> GameAct? {
    let piles: [DuelListing] = [
      .library, .graveyard, .side, .exile, .command, .farGraveyard, .farExile, .search, .shown,
    ]
    guard piles.indices.contains(digit - 1) else { return nil }
    select(piles[digit - 1])
    hasSelected = true
    return GameAct()
  }

  private mutating func mark(_ board: DuelBoard) {
    let items = board.items(pile)
    guard items.indices.contains(index) else { return }
    let key = items[index].key
    if marked.remove(key) == nil { marked.insert(key) }
  }

  private mutating func markAll(_ board: DuelBoard) {
    let keys = Set(board.items(pile).map(\.key))
    marked = keys.isSubset(of: marked) ? marked.subtracting(keys) : marked.union(keys)
  }
}

extension DuelBoard {
  /// Whether a card lies face down.
  func isDown(_ item: DuelItem) -> Bool {
    guard let number = item.object, let object = object(number) else { return false }
    return object.down || object.name.isEmpty
  }
}
