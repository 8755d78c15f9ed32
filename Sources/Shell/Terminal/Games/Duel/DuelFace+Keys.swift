import DuelSchema
import Schema

/// The keys of a duel: what is selected, and what is done with it.
extension DuelFace {
  var question: String {
    switch mode {
    case .free: ""
    case .typing(let typing):
      "\(typing.prompt) \(typing.editor.text.suffix(40))_  (Return does it, Escape does not)"
    case .placing:
      "To: h hand, t table, s stack, g graveyard, x exile, c command, T top, B bottom, l library. Escape: nowhere."
    case .aiming(.attach, let item):
      "Attach \(item.title) to: select a card, Return. Escape: to none."
    case .aiming(.arrow, let item):
      "An arrow from \(item.title) to: select a card and press Return, or y you, o the other. Escape: none."
    case .conceding: "Concede this game? y concedes it, any other key plays on."
    }
  }

  func keys(_ view: TableView) -> [String] {
    let own = view.duel.own
    var keys: [String] = []
    if own.askedUndo { keys += ["y grants the undo", "N refuses it"] }
    if own.mayBegin { keys.append("B begins the game") }
    if DuelBoard(view).needsHand { keys.append("B draws your hand") }
    if page != nil || !DuelListing.onTable.contains(pile) { keys.append("Escape goes back") }
    keys.append("Return \(use)")
    return keys + ["d draws", "o moves", "Space next phase", "E ends the turn", "? all keys"]
  }

  /// The effect of Return on what is selected.
  private var use: String {
    switch pile {
    case .hand, .looked: "plays"
    case .field: "taps"
    case .search: "takes"
    case .farField, .farGraveyard, .farExile, .farCommand, .shown: "reads"
    case .stack, .graveyard, .exile, .command, .library, .side: "moves"
    }
  }

  mutating func press(_ key: Key, at view: TableView) -> GameAct? {
    let board = DuelBoard(view)
    switch mode {
    case .free: break
    case .typing(let typing): return type(key, typing, view)
    case .placing: return place(key, board)
    case .aiming(let aim, let item): return self.aim(key, aim, item, board)
    case .conceding:
      mode = .free
      return key == .character("y") ? make([.with { $0.end = .concede }]) : GameAct()
    }
    if page != nil { return turnPage(key) }
    if move(key, board) { return GameAct() }
    switch key {
    case .enter: return use(board)
    case .space: return read("phase", at: view)
    case .delete: return act("move to graveyard", board)
    case .escape:
      (pile, index, marked) = (.hand, 0, [])
      return GameAct()
    case .character(let character): return letter(character, view, board)
    default: return nil
    }
  }

  // MARK: Selection

  /// The cards that a key acts on: those marked, or the selected one.
  func targets(_ board: DuelBoard) -> [DuelItem] {
    guard marked.isEmpty else {
      return DuelListing.allCases.flatMap(board.items).filter { marked.contains($0.key) }
    }
    let items = board.items(pile)
    return items.indices.contains(index) ? [items[index]] : []
  }

  /// Selects the first card of a list.
  mutating func select(_ pile: DuelListing) {
    (self.pile, index, page) = (pile, 0, nil)
  }

  /// Moves the selection.
  ///
  /// - Returns: false for a key that moves nothing.
  private mutating func move(_ key: Key, _ board: DuelBoard) -> Bool {
    let last = max(0, board.items(pile).count - 1)
    let isOnTable = DuelListing.onTable.contains(pile)
    switch key {
    case .left: index = max(0, index - 1)
    case .right: index = min(last, index + 1)
    case .up where !isOnTable: index = max(0, index - 1)
    case .down where !isOnTable: index = min(last, index + 1)
    case .up: step(to: DuelListing.onTable.reversed(), board)
    case .down: step(to: DuelListing.onTable, board)
    case .home: index = 0
    case .end: index = last
    default: return false
    }
    hasSelected = true
    return true
  }

  /// Goes to the next of some lists that is not empty.
  private mutating func step(to piles: [DuelListing], _ board: DuelBoard) {
    guard let place = piles.firstIndex(of: pile) else { return }
    let next = piles.dropFirst(place + 1).first { !board.items($0).isEmpty }
    if let next { (pile, index) = (next, min(index, board.items(next).count - 1)) }
  }

  private mutating func turnPage(_ key: Key) -> GameAct? {
    switch key {
    case .up: scroll = max(0, scroll - 1)
    case .down: scroll += 1
    case .pageUp: scroll = max(0, scroll - 10)
    case .pageDown: scroll += 10
    case .escape, .enter, .space, .character("?"), .character("L"), .character("q"):
      (page, scroll) = (nil, 0)
    default: return nil
    }
    return GameAct()
  }

  // MARK: Acts

  /// Does a line with the selected cards.
  private mutating func act(_ line: String, _ board: DuelBoard) -> GameAct {
    hasSelected = true
    return read(line, at: board.view)
  }

  /// Does what Return does with the selected cards.
  private mutating func use(_ board: DuelBoard) -> GameAct {
    let items = targets(board)
    guard !items.isEmpty else {
      return GameAct(text: "Nothing is selected: the arrow keys select.")
    }
    switch pile {
    case .hand, .looked: return act("play", board)
    case .field:
      let isTapped = items.allSatisfy { $0.notes.contains("tapped") }
      let objects = items.compactMap(\.object)
      return make([
        .with {
          $0.tap.objects = objects
          $0.tap.untap = isTapped
        }
      ])
    case .search: return act("take", board)
    case .farField, .farGraveyard, .farExile, .farCommand, .shown:
      return GameAct(text: items.map(\.text).joined(separator: ", "))
    case .side where board.duel.own.mayBegin:
      return typing(
        "Out of the main part for \(items[0].title):", "swap ", after: " for \(items[0].name)")
    case .stack, .graveyard, .exile, .command, .library, .side:
      mode = .placing
      return GameAct()
    }
  }

  /// Takes the key that says where the cards go.
  private mutating func place(_ key: Key, _ board: DuelBoard) -> GameAct {
    mode = .free
    let places: [Character: String] = [
      "h": "hand", "t": "table", "s": "stack", "g": "graveyard", "x": "exile", "c": "command",
      "T": "top", "B": "bottom", "l": "library",
    ]
    guard case .character(let character) = key, let place = places[character],
      let target = try? DuelReading.target(place, column: board.freeColumn)
    else { return GameAct() }
    let items = targets(board)
    let isSearch = items.contains { if case .library = $0.key { true } else { false } }
    return make([
      .with {
        $0.place = DuelMove.Place(items, to: target)
        $0.place.shuffle = isSearch
      }
    ])
  }

  /// Selects the second card of an arrow or of what is attached; Return takes it.
  private mutating func aim(
    _ key: Key, _ aim: Aim, _ item: DuelItem, _ board: DuelBoard
  ) -> GameAct {
    if move(key, board) { return GameAct() }
    let isArrow = aim == .arrow
    var to: UInt32?
    switch key {
    case .enter: to = targets(board).first?.object
    case .character("y") where isArrow: to = UInt32(board.near.rawValue)
    case .character("o") where isArrow: to = UInt32(board.far.rawValue)
    case .escape, .interrupt, .close: break
    default: return GameAct()
    }
    mode = .free
    guard let to, let from = item.object else { return GameAct() }
    return make([
      .with {
        if isArrow {
          $0.arrow.from = from
          $0.arrow.to = to
        } else {
          $0.attach.object = from
          $0.attach.to = to
        }
      }
    ])
  }

  /// Begins to type the rest of a line.
  mutating func typing(
    _ prompt: String, _ before: String, after: String = "", text: String = ""
  ) -> GameAct {
    var typing = Typing(prompt: prompt, before: before, after: after)
    typing.editor.set(text)
    mode = .typing(typing)
    return GameAct()
  }

  private mutating func type(_ key: Key, _ typing: Typing, _ view: TableView) -> GameAct {
    var typing = typing
    switch typing.editor.type(key) {
    case nil: mode = .typing(typing)
    case .refused(let sentence): return GameAct(text: sentence)
    case .takenBack: mode = .free
    case .given(let text):
      mode = .free
      guard typing.before != "#" else { return select(number: text, DuelBoard(view)) }
      hasSelected = true
      return read(typing.before + text + typing.after, at: view)
    }
    return GameAct()
  }

  private mutating func select(number text: String, _ board: DuelBoard) -> GameAct {
    let count = board.items(pile).count
    guard let number = Int(text), (1...max(1, count)).contains(number), count > 0 else {
      return GameAct(text: "\(text.plain) is no number of a card there: it has \(count).")
    }
    (index, hasSelected) = (number - 1, true)
    return GameAct()
  }
}
