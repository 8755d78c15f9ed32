import DuelSchema
import Schema

/// Words about chance, secrets, undo and the end of a game.
extension DuelWord {
  /// Dice, random picks, sealed hands and secrets.
  static let chance: [DuelWord] = [
    DuelWord("roll [N]d[SIDES]", "dice: `roll d20`, `roll 2d6`") { (line) throws(DuelMistake) in
      let text = line.takeWord()?.lowercased() ?? "d6"
      try line.end()
      let parts = text.split(separator: "d", omittingEmptySubsequences: false)
      let count = parts.count == 2 ? (parts[0].isEmpty ? 1 : UInt32(parts[0])) : nil
      guard let count, let sides = UInt32(parts[1]), (1...100).contains(count),
        (2...1_000_000).contains(sides)
      else {
        throw DuelMistake(
          "\(text.plain) is no dice: write 1 to 100 of 2 to 1000000 sides: `roll 2d6`.")
      }
      return [dice(count, sides)]
    },
    DuelWord("coin [N]", "flip N coins (1)") { (line) throws(DuelMistake) in
      let count = try line.takeCount(or: 1, atMost: 100)
      try line.end()
      return [dice(count, 2)]
    },
    DuelWord("random [N] [hand|[their] ZONE]", "pick cards at random; `discard picked` names them")
    { (line) throws(DuelMistake) in
      let count = try line.takeCount(or: 1)
      var place = line.takeWord()?.lowercased() ?? "hand"
      let isTheirs = place == "their"
      if isTheirs { place = line.takeWord()?.lowercased() ?? "" }
      try line.end()
      let zone = DuelReading.zones[place]
      guard place == "hand" && !isTheirs || zone != nil else {
        throw DuelMistake(
          "\(isTheirs ? "their " : "")\(place.plain) is no place for that: write hand, table, graveyard or exile, or their table, graveyard or exile."
        )
      }
      let seat = line.board.far
      return [
        .with {
          $0.pick.count = count
          if let zone { $0.pick.zone = zone } else { $0.pick.hand = true }
          if isTheirs { $0.pick.of = seat }
        }
      ]
    },
    DuelWord("seal-hand", "lay the hand down in a hidden order, for the other to choose from") {
      (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.sealHand = true }]
    },
    DuelWord("choose N", "choose a card of the other player's sealed hand") {
      (line) throws(DuelMistake) in
      let number = try line.takeCount(or: 1)
      try line.end()
      let seat = line.board.far
      return [
        .with {
          $0.choose.seat = seat
          $0.choose.position = number - 1
        }
      ]
    },
    DuelWord("secret TEXT", "a choice that stays hidden until you open it") {
      (line) throws(DuelMistake) in
      guard !line.rest.isEmpty else { throw DuelMistake("A text is missing: `secret red`.") }
      line.choice.secret = line.rest
      return [.with { $0.secret = true }]
    },
    DuelWord("open-secret [N]", "open a secret choice") { (line) throws(DuelMistake) in
      let secrets = line.board.duel.own.secrets
      guard let last = secrets.last else {
        throw DuelMistake("You have no secret choice: `secret TEXT` makes one.")
      }
      let number = try line.takeCount(or: last.number, atMost: .max)
      try line.end()
      guard let secret = secrets.first(where: { $0.number == number }) else {
        throw DuelMistake("You have no secret choice \(number).")
      }
      return [
        .with {
          $0.openChoice.number = number
          $0.openChoice.text = secret.text
        }
      ]
    },
  ]

  /// Agreements of both, and the end.
  static let agreement: [DuelWord] = [
    DuelWord("undo [LINE]", "ask to take back your last action, or all from a line on") {
      (line) throws(DuelMistake) in
      let number = try line.undoneLine()
      return [.with { $0.askUndo.line = number }]
    },
    DuelWord("yes", "grant the other player's undo") { (line) throws(DuelMistake) in
      [try answer(line, true)]
    },
    DuelWord("no", "refuse it") { (line) throws(DuelMistake) in [try answer(line, false)] },
    DuelWord("concede-game", "concede this game; `concede` concedes the match") {
      (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.end = .concede }]
    },
    DuelWord("offer-draw", "offer a draw of this game") { (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.end = .offerDraw }]
    },
    DuelWord("accept-draw", "accept a draw that is offered") { (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.end = .acceptDraw }]
    },
    DuelWord("open-match", "open the match for all, once it is over") {
      (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.openMatch = true }]
    },
    DuelWord("complain N", "say that a box of the other player cannot be opened") {
      (line) throws(DuelMistake) in
      let number = try line.takeCount(or: 1, atMost: .max)
      try line.end()
      return [.with { $0.complain.shown = number }]
    },
  ]

  /// Rolls dice.
  static func dice(_ count: UInt32, _ sides: UInt32) -> DuelMove {
    .with {
      $0.dice.count = count
      $0.dice.sides = sides
    }
  }

  private static func answer(_ line: DuelReading, _ isGranted: Bool) throws(DuelMistake) -> DuelMove
  {
    try line.end()
    guard line.board.duel.own.askedUndo else {
      throw DuelMistake("Nobody asks you for an undo now.")
    }
    return .with { $0.answerUndo = isGranted }
  }
}

extension DuelReading {
  /// Takes the line of the log from which on all is taken back; our last one where none is named.
  mutating func undoneLine() throws(DuelMistake) -> UInt32 {
    let own = board.duel.own
    let last = board.duel.log.last { $0.seat == board.near && !$0.undone }
    let number = try takeCount(or: last?.number ?? 0, atMost: .max)
    try end()
    guard own.undoFrom > 0, number >= own.undoFrom else {
      throw DuelMistake(
        own.undoFrom > 0
          ? "Line \(number) of the log cannot be taken back: only those from \(own.undoFrom) on."
          : "Nothing can be taken back now: shuffles and what was before them stay.")
    }
    return number
  }
}
