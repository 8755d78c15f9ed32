import DuelSchema
import Schema

/// Words about the library, the hand, and cards that move.
extension DuelWord {
  /// The library and the hand.
  static let library: [DuelWord] = [
    DuelWord("begin [N] [swap A for B, …]", "the first or next game, with a hand of N (7)") {
      (line) throws(DuelMistake) in [try begin(&line)]
    },
    DuelWord("draw [N] [bottom]", "draw N cards (1)") { (line) throws(DuelMistake) in
      [try draw(&line, .hand)]
    },
    DuelWord(
      "mulligan [N]",
      "London: draw 7, and put one more back each time; with N draw N, put none back"
    ) { (line) throws(DuelMistake) in
      let isLondon = line.take(last: "london") || line.rest.isEmpty
      let count = try line.takeCount(or: 7)
      try line.end()
      return [.with { ($0.mulligan.draw, $0.mulligan.london) = (count, isLondon) }]
    },
    DuelWord("shuffle", "shuffle your library") { (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.shuffle = true }]
    },
    DuelWord("look [N] [bottom]", "look at the top N cards (1), to place each") {
      (line) throws(DuelMistake) in [try draw(&line, .look)]
    },
    DuelWord("reveal [N] [bottom|until CARD]", "the same, and everybody sees them") {
      (line) throws(DuelMistake) in [try draw(&line, .open)]
    },
    DuelWord(
      "mill [N] [bottom|until CARD]", "the top N cards into the graveyard; until `type Land` comes"
    ) { (line) throws(DuelMistake) in [try draw(&line, .mill)] },
    DuelWord("enough", "stop asking for cards; any other act of yours does, too") {
      (line) throws(DuelMistake) in
      try line.end()
      guard !line.board.duel.own.until.isEmpty else {
        throw DuelMistake("No cards are being asked for.")
      }
      return [.with { $0.say = "enough" }]
    },
    DuelWord("always show|look|off", "always show the top card, or look at it, or neither") {
      (line) throws(DuelMistake) in
      let top = try line.top()
      return [.with { $0.top = top }]
    },
    DuelWord("bury [N] [bottom]", "put the top N cards (1) into exile, face down") {
      (line) throws(DuelMistake) in [try draw(&line, .down)]
    },
    DuelWord("top", "look at the top card, which stays there") { (line) throws(DuelMistake) in
      try line.end()
      return [
        .with {
          $0.draw.count = 1
          $0.draw.goal = .stay
        }
      ]
    },
    DuelWord("show-top", "show the top card to all, after `top`") { (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.show.cards = [.with { $0.slot = 0 }] }]
    },
    DuelWord("find CARD [to PLACE] [shown]", "search your library, and shuffle it") {
      (line) throws(DuelMistake) in
      let isShown = line.take(last: "shown")
      let target = try line.takeTarget(besides: [.library], or: "hand")
      let items = try line.cards(in: [.library])
      return [
        .with {
          $0.place = DuelMove.Place(items, to: target)
          $0.place.shuffle = true
          $0.place.show = isShown
        }
      ]
    },
    DuelWord("wish CARD [to PLACE]", "take a card of your sideboard") {
      (line) throws(DuelMistake) in
      let target = try line.takeTarget(besides: [.side], or: "hand")
      let items = try line.cards(in: [.side])
      return [.with { $0.place = DuelMove.Place(items, to: target) }]
    },
    DuelWord("let-search", "shuffle your library, and let the other player search it") {
      (line) throws(DuelMistake) in
      try line.end()
      let seat = line.board.far
      return [.with { $0.letSearch = seat }]
    },
    DuelWord("take CARD", "take a card of the library that you search") {
      (line) throws(DuelMistake) in
      let labels = try line.cards(in: [.search]).compactMap { item -> UInt32? in
        if case .label(let label) = item.key { label } else { nil }
      }
      return [.with { $0.chosen.labels = labels }]
    },
  ]

  /// Cards that move.
  static let cards: [DuelWord] = [
    DuelWord("play CARD [to PLACE] [face-down]", "play a card, to the table by itself") {
      (line) throws(DuelMistake) in [try place(&line, from: [.hand, .looked], or: "table")]
    },
    DuelWord("move CARD to PLACE", "move any card of yours: `move graveyard 2 to hand`") {
      (line) throws(DuelMistake) in
      [
        try place(
          &line, from: [.hand, .looked, .field, .stack, .graveyard, .exile, .command], or: nil)
      ]
    },
    DuelWord("discard CARD", "put a card of the hand into the graveyard") {
      (line) throws(DuelMistake) in [.place(try line.cards(in: [.hand, .looked]), in: .graveyard)]
    },
    DuelWord("destroy CARD", "put a card of the table into the graveyard") {
      (line) throws(DuelMistake) in [.place(try line.cards(in: [.field, .stack]), in: .graveyard)]
    },
    DuelWord("put CARD [to top N|bottom] [random]", "put cards on or under your library") {
      (line) throws(DuelMistake) in [try place(&line, from: [.hand, .looked], or: "top")]
    },
    DuelWord("show CARD [to them]", "show a card, or `show all` of the hand, to all or one") {
      (line) throws(DuelMistake) in
      let isForOne = !line.isName(in: [.hand, .looked]) && line.take(last: "them")
      if isForOne { _ = line.take(last: "to") }
      let seat = isForOne ? line.board.far : .unspecified
      if line.rest.lowercased() == "all" {
        return [
          .with {
            $0.show.hand = true
            $0.show.to = seat
          }
        ]
      }
      let items = try line.cards(in: [.hand, .looked, .field])
      return [
        .with {
          $0.show.cards = items.compactMap(\.card)
          $0.show.to = seat
        }
      ]
    },
  ]

  private static func draw(
    _ line: inout DuelReading, _ goal: DuelStep.Goal
  ) throws(DuelMistake) -> DuelMove {
    let until = try line.takeUntil(goal)
    let isBottom = line.take(last: "bottom")
    let count = try line.takeCount(or: until == nil ? 1 : 0)
    try line.end()
    return .with {
      if var until {
        until.left = count
        $0.draw.until = until
      } else {
        $0.draw.count = count
      }
      $0.draw.bottom = isBottom
      $0.draw.goal = goal
    }
  }

  private static func place(
    _ line: inout DuelReading, from piles: [DuelListing], or target: String?
  ) throws(DuelMistake) -> DuelMove {
    let target = try line.takeTarget(besides: piles, or: target)
    let items = try line.cards(in: piles)
    return .with { $0.place = DuelMove.Place(items, to: target) }
  }

  private static func begin(_ line: inout DuelReading) throws(DuelMistake) -> DuelMove {
    let count = try line.takeCount(or: 7)
    var swaps: [DuelSwap] = []
    if !line.rest.isEmpty {
      guard line.takeWord()?.lowercased() == "swap" else {
        throw DuelMistake("Write `begin`, `begin 7` or `begin 7 swap Forest for Elk`.")
      }
      swaps = try DuelSwap.read(line.rest, at: line.board)
    }
    line.choice = DuelSwap.choice(swaps, at: line.board)
    return .with { $0.begin.draw = count }
  }
}

extension DuelReading {
  /// Takes "until Elf" or "until type Land" from the end; nil where the line has no such words.
  mutating func takeUntil(_ goal: DuelStep.Goal) throws(DuelMistake) -> DuelStep.Until? {
    guard [.mill, .open].contains(goal), let text = take(behind: "until") else { return nil }
    let words = text.split(separator: " ")
    if words.count > 1, words[0].lowercased() == "type" {
      return .with { $0.type = words.dropFirst().joined(separator: " ") }
    }
    guard case .library(let name) = try reading(of: text).card(in: [.library]).key else {
      throw DuelMistake("Name a card of your library: `mill until Elf`.")
    }
    return .with { $0.card = .init(name.utf8) }
  }

  /// Takes the use of the top card.
  mutating func top() throws(DuelMistake) -> DuelStep.Top {
    switch rest.lowercased() {
    case "show": .show
    case "look": .look
    case "off": .unspecified
    default: throw DuelMistake("Write `always show`, `always look` or `always off`.")
    }
  }
}

/// Two cards that change places between the main part and the sideboard before a game.
struct DuelSwap: Equatable, Sendable {
  let out: String
  let added: String

  /// The choice that makes the swaps before the next game; an empty one for none.
  static func choice(_ swaps: [DuelSwap], at board: DuelBoard) -> DuelChoice {
    guard !swaps.isEmpty else { return DuelChoice() }
    return .with {
      $0.game = board.player(board.near).game + 1
      $0.out = swaps.map(\.out)
      $0.in = swaps.map(\.added)
    }
  }

  /// Reads "Forest for Elk, Hill for Bear"; names are those of the lists of the next game.
  static func read(_ text: String, at board: DuelBoard) throws(DuelMistake) -> [DuelSwap] {
    var swaps: [DuelSwap] = []
    for part in text.split(separator: ",") {
      var line = DuelReading(part, at: board)
      guard let added = line.take(behind: "for"), !line.rest.isEmpty else {
        throw DuelMistake(
          "Write which card goes out and which one comes in: `swap Forest for Elk`.")
      }
      swaps.append(
        DuelSwap(
          out: try name(line.rest, in: board.duel.own.nextMain, "main part"),
          added: try name(added, in: board.duel.own.nextSide, "sideboard")))
    }
    return swaps
  }

  private static func name(
    _ text: String, in cards: [DuelCountView], _ part: String
  ) throws(DuelMistake) -> String {
    let wanted = text.lowercased()
    if let card = cards.first(where: { $0.name.plain.lowercased() == wanted }) { return card.name }
    let found = cards.filter { $0.name.plain.lowercased().hasPrefix(wanted) }
    guard let card = found.first, found.count == 1 else {
      throw DuelMistake(
        found.isEmpty
          ? "There is no \(text.plain) in your \(part): `sides` lists both parts."
          : "\(text.plain) may be \(found.map(\.name.plain).joined(separator: " or ")): write more of it."
      )
    }
    return card.name
  }
}
