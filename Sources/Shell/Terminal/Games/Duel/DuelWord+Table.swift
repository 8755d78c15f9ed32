import DuelSchema
import Schema

/// Words about what lies on the table, and about the players.
extension DuelWord {
  /// Cards and tokens on the table.
  static let objects: [DuelWord] = [
    DuelWord("tap CARD", "tap cards: `tap 2`, `tap 1, 3`, `tap all`") {
      (line) throws(DuelMistake) in
      let items = try line.cards(in: [.field]) { !$0.notes.contains("tapped") }
      return [.with { $0.tap.objects = items.compactMap(\.object) }]
    },
    DuelWord("untap [CARD]", "untap a card; all that does not stay tapped without one") {
      (line) throws(DuelMistake) in
      guard !line.rest.isEmpty else { return [untapAll] }
      let items = try line.cards(in: [.field]) { $0.notes.contains("tapped") }
      return [
        .with {
          $0.tap.objects = items.compactMap(\.object)
          $0.tap.untap = true
        }
      ]
    },
    DuelWord("stay CARD", "a card stays tapped when you untap all, or no longer") {
      (line) throws(DuelMistake) in
      let items = try line.cards(in: [.field])
      return [
        .with {
          $0.mark.objects = items.compactMap(\.object)
          $0.mark.staysTapped = !items.allSatisfy { $0.notes.contains("stays tapped") }
        }
      ]
    },
    DuelWord("flip CARD", "show the other face of a card") { (line) throws(DuelMistake) in
      let items = try line.cards(in: [.field, .stack])
      return [
        .with {
          $0.mark.objects = items.compactMap(\.object)
          $0.mark.flipped = !items.allSatisfy { $0.notes.contains("other face") }
        }
      ]
    },
    DuelWord("face-up CARD", "turn a card face up") { (line) throws(DuelMistake) in
      [try turn(&line, isDown: false)]
    },
    DuelWord("face-down CARD", "turn a card face down") { (line) throws(DuelMistake) in
      [try turn(&line, isDown: true)]
    },
    DuelWord("counter N NAME [on CARD]", "counters: 3 sets, +1 and -1 change; yours without a card")
    {
      (line) throws(DuelMistake) in
      let items = try line.objectsBehindOn()
      let change = try line.takeChange("counter +1 charge on Forest")
      guard !line.rest.isEmpty else {
        throw DuelMistake("The counter has no name: write `counter +1 charge on Forest`.")
      }
      return [counter(line.rest, change, items)]
    },
    DuelWord("power N/N on CARD", "power and toughness") { (line) throws(DuelMistake) in
      let items = try line.objectsBehindOn()
      let numbers = line.rest.split(separator: "/").map { Int32($0) }
      guard numbers.count == 2, let power = numbers[0], let toughness = numbers[1],
        let objects = line.objects(or: items)
      else { throw DuelMistake("Write both numbers and the card: `power 3/4 on Bear`.") }
      return [
        counter("power", .to(power), objects), counter("toughness", .to(toughness), objects),
      ]
    },
    DuelWord("note [TEXT] on CARD", "a note on a card; without text it goes") {
      (line) throws(DuelMistake) in
      let named = try line.objectsBehindOn()
      guard let items = line.objects(or: named) else {
        throw DuelMistake("A card is missing: `note blocks on Bear`.")
      }
      let text = line.rest
      return [
        .with {
          $0.note.objects = items.compactMap(\.object)
          $0.note.text = text
        }
      ]
    },
    DuelWord("attach CARD to CARD", "a card lies on another one and moves with it") {
      (line) throws(DuelMistake) in
      guard let text = line.take(behind: "to") else {
        throw DuelMistake("Write both cards: `attach Cloak to Bear`.")
      }
      let item = try line.card(in: [.field])
      let host = try line.reading(of: text).card(in: [.field, .farField])
      return [
        .with {
          $0.attach.object = item.object ?? 0
          $0.attach.to = host.object ?? 0
        }
      ]
    },
    DuelWord("detach CARD", "it lies by itself again") { (line) throws(DuelMistake) in
      try line.cards(in: [.field]).compactMap(\.object).map { object in
        .with { $0.attach.object = object }
      }
    },
    DuelWord("arrow CARD to CARD|me|them", "an arrow that both see") { (line) throws(DuelMistake) in
      guard let text = line.take(behind: "to") else {
        throw DuelMistake("Write from where to where: `arrow Bear to them`.")
      }
      let from = try line.card(in: [.field, .stack]).object ?? 0
      let to = try line.arrowTarget(text)
      return [
        .with {
          $0.arrow.from = from
          $0.arrow.to = to
        }
      ]
    },
    DuelWord("no-arrows", "remove your arrows") { (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.arrow.clear = true }]
    },
    DuelWord("give CARD", "give the control of a card to the other player") {
      (line) throws(DuelMistake) in
      let items = try line.cards(in: [.field, .stack])
      let seat = line.board.far
      return [
        .with {
          $0.give.objects = items.compactMap(\.object)
          $0.give.seat = seat
        }
      ]
    },
    DuelWord("token [N] NAME", "N tokens (1) of a name") { (line) throws(DuelMistake) in
      let count = try line.takeCount(or: 1, atMost: 100)
      guard !line.rest.isEmpty else { throw DuelMistake("A name is missing: `token 2 Goblin`.") }
      return [token(line.rest, count, line.board)]
    },
    DuelWord("copy CARD", "a token of the same name") { (line) throws(DuelMistake) in
      let item = try line.card(in: [.field, .farField, .stack])
      guard !item.name.isEmpty else { throw DuelMistake("A card without a name cannot be copied.") }
      return [token(item.name, 1, line.board)]
    },
  ]

  /// The players, and the turn.
  static let players: [DuelWord] = [
    DuelWord("life N", "your life: 20 sets, +3 and -2 change") { (line) throws(DuelMistake) in
      let change = try line.takeChange("life -2")
      try line.end()
      return [counter("life", change, [])]
    },
    DuelWord("gain [N]", "gain life (1)") { (line) throws(DuelMistake) in
      let count = try line.takeCount(or: 1, atMost: 99_999)
      try line.end()
      return [counter("life", .by(Int32(count)), [])]
    },
    DuelWord("lose [N]", "lose life (1)") { (line) throws(DuelMistake) in
      let count = try line.takeCount(or: 1, atMost: 99_999)
      try line.end()
      return [counter("life", .by(-Int32(count)), [])]
    },
    DuelWord("phase [NAME]", "the next phase, or one by its name or number") {
      (line) throws(DuelMistake) in
      let phase = try line.phase()
      return [.with { $0.phase = phase }]
    },
    DuelWord("stop PHASE", "the other's turns do not pass a phase by, or do again") {
      (line) throws(DuelMistake) in
      guard !line.rest.isEmpty else { throw DuelMistake("A phase is missing: `stop End`.") }
      let phase = try line.phase()
      let isOn = !line.board.player(line.board.near).stops.contains(phase)
      return [.with { ($0.stop.phase, $0.stop.on) = (phase, isOn) }]
    },
    DuelWord("pass", "pass priority: you do nothing more until the other player acts") {
      (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.priority = .pass }]
    },
    DuelWord("hold", "hold priority: the other player is to wait; `pass` ends it") {
      (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.priority = .hold }]
    },
    DuelWord("turn", "pass the turn") { (line) throws(DuelMistake) in
      try line.end()
      return [.with { $0.passTurn = true }]
    },
    DuelWord("phrase TEXT", "say something in the log: `phrase in response`") {
      (line) throws(DuelMistake) in
      guard !line.rest.isEmpty else {
        throw DuelMistake("A text is missing: `phrase in response`.")
      }
      let text = line.rest
      return [.with { $0.say = text }]
    },
  ]

  /// Untaps everything but what stays tapped.
  static var untapAll: DuelMove {
    .with {
      $0.tap.untap = true
      $0.tap.all = true
    }
  }

  /// Changes a counter of objects, or one of ours.
  static func counter(_ name: String, _ change: DuelReading.Change, _ items: [DuelItem]) -> DuelMove
  {
    .with {
      $0.counter.objects = items.compactMap(\.object)
      $0.counter.name = name
      switch change {
      case .to(let value): $0.counter.value = value
      case .by(let value): $0.counter.by = value
      }
    }
  }

  /// Makes tokens on our part of the table.
  static func token(_ name: String, _ count: UInt32, _ board: DuelBoard) -> DuelMove {
    .with {
      $0.tokens.name = name
      $0.tokens.count = count
      $0.tokens.to.zone = .battlefield
      $0.tokens.to.x = board.freeColumn
    }
  }

  private static func turn(_ line: inout DuelReading, isDown: Bool) throws(DuelMistake) -> DuelMove
  {
    let items = try line.cards(in: [.field, .exile, .stack])
    return .with {
      $0.turn.objects = items.compactMap(\.object)
      $0.turn.down = isDown
    }
  }
}

extension DuelReading {
  /// Takes the cards behind "on"; none where the line has no such word.
  mutating func objectsBehindOn() throws(DuelMistake) -> [DuelItem] {
    guard let text = take(behind: "on") else { return [] }
    return try reading(of: text).cards(in: [.field, .stack])
  }

  /// Returns the cards that were named, else the selected ones on the table; nil for none.
  func objects(or named: [DuelItem]) -> [DuelItem]? {
    let items = named.isEmpty ? chosen.filter { $0.object != nil } : named
    return items.isEmpty ? nil : items
  }

  /// Returns what an arrow points at: an object, or a player.
  func arrowTarget(_ text: String) throws(DuelMistake) -> UInt32 {
    switch text.lowercased() {
    case "me": UInt32(board.near.rawValue)
    case "them": UInt32(board.far.rawValue)
    default: try reading(of: text).card(in: [.farField, .field, .stack]).object ?? 0
    }
  }

  /// Takes a phase by its name, the beginning of it or its number from 1; the next one where none is named.
  mutating func phase() throws(DuelMistake) -> UInt32 {
    let names = board.duel.phases.map(\.plain)
    guard !rest.isEmpty else {
      let next = Int(board.duel.phase) + 1
      guard next < names.count else {
        throw DuelMistake("This is the last phase of the turn: `turn` passes the turn.")
      }
      return UInt32(next)
    }
    if let number = Int(rest), names.indices.contains(number - 1) { return UInt32(number - 1) }
    let wanted = rest.lowercased()
    let whole = names.indices.filter { names[$0].lowercased() == wanted }
    let found =
      whole.isEmpty ? names.indices.filter { names[$0].lowercased().hasPrefix(wanted) } : whole
    guard let index = found.first, found.count == 1 else {
      throw DuelMistake("\"\(rest.plain)\" is not one phase: `phases` lists them.")
    }
    return UInt32(index)
  }
}
