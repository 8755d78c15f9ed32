import DuelSchema
import Schema

// Taps, counters, notes, arrows, control and the turn.
extension DuelDraft {
  mutating func tap(_ move: DuelMove.Tap) throws {
    var numbers = move.objects
    if move.all {
      let objects = table.objects
      numbers = objects.keys.sorted().filter { number in
        guard let object = objects[number], object.controller == seat else { return false }
        let isHeld = move.untap && object.counters[DuelMark.staysTapped] != nil
        return object.spot.zone == .battlefield && object.isTapped == move.untap && !isHeld
      }
      guard !numbers.isEmpty else {
        throw DuelRefusal("Nothing of yours is \(move.untap ? "tapped" : "untapped").")
      }
    }
    guard !numbers.isEmpty else { throw DuelRefusal("Name the cards to tap.") }
    for number in numbers { try self.move(number) { $0.tapped = !move.untap } }
  }

  mutating func mark(_ move: DuelMove.Mark) throws {
    guard !move.objects.isEmpty else { throw DuelRefusal("Name the cards to mark.") }
    let (name, isSet): (String, Bool)
    switch move.mark {
    case .staysTapped(let set): (name, isSet) = (DuelMark.staysTapped, set)
    case .flipped(let set): (name, isSet) = (DuelMark.flipped, set)
    case nil: throw DuelRefusal("The mark is of a newer version.")
    }
    for number in move.objects { try setCounter(name, isSet ? 1 : 0, of: number) }
  }

  private mutating func setCounter(_ name: String, _ value: Int32, of number: UInt32) throws {
    try add {
      $0.mark.counter.object = number
      $0.mark.counter.name = name
      $0.mark.counter.value = value
    }
  }

  mutating func count(_ move: DuelMove.Counter) throws {
    guard !DuelMark.all.contains(move.name) else {
      throw DuelRefusal("\(move.name) is a mark and no counter.")
    }
    for number in move.objects.isEmpty ? [0] : move.objects {
      let counters =
        number == 0 ? match[seat].pocket.counters : try controlled(number).counters
      let value: Int64
      switch move.to {
      case .value(let set): value = Int64(set)
      case .by(let change): value = Int64(counters[move.name] ?? 0) + Int64(change)
      case nil: throw DuelRefusal("Say how many counters.")
      }
      guard let value = Int32(exactly: value) else {
        throw DuelRefusal(DuelReason.outOfRange.rawValue)
      }
      try setCounter(move.name, value, of: number)
    }
  }

  mutating func note(_ move: DuelMove.Note) throws {
    guard !move.objects.isEmpty else { throw DuelRefusal("Name the cards to write on.") }
    for number in move.objects {
      try add {
        $0.note.object = number
        $0.note.text = move.text
      }
    }
  }

  mutating func attach(_ move: DuelMove.Attach) throws {
    guard move.to == 0 || table.objects[move.to] != nil else {
      throw DuelRefusal(DuelReason.notThere.rawValue)
    }
    try self.move(move.object) { $0.attachedTo = move.to }
  }

  mutating func draw(_ move: DuelMove.Arrow) throws {
    let from = move.clear ? match[seat].pocket.arrows.keys.sorted() : [move.from]
    guard !from.isEmpty else { throw DuelRefusal("You have drawn no arrows.") }
    for number in from {
      if !move.clear, move.to != 0 {
        let isSeat = SeatNumber(exactly: move.to).map { match.seats.contains($0) } ?? false
        guard table.objects[number] != nil, isSeat || table.objects[move.to] != nil else {
          throw DuelRefusal(DuelReason.notThere.rawValue)
        }
      }
      try add {
        $0.mark.arrow.from = number
        $0.mark.arrow.to = move.clear ? 0 : move.to
      }
    }
  }

  mutating func give(_ move: DuelMove.Give) throws {
    guard !move.objects.isEmpty else { throw DuelRefusal("Name the cards to give.") }
    let receiver = try otherPlayer(move.seat)
    for number in move.objects {
      try add {
        $0.pass.object = number
        $0.pass.seat = UInt32(receiver)
      }
    }
  }

  /// Moves on to a phase; where the other player does not let one pass before it, to that one.
  mutating func moveOn(to phase: UInt32) throws {
    let stop = match.stop(before: phase, in: table.marker) ?? phase
    try add { $0.mark.phase = stop }
  }

  /// Passes the turn; where the other player does not let a phase of it pass, moves on to that one.
  mutating func passTurn() throws {
    if let stop = match.stop(before: .max, in: table.marker) {
      return try add { $0.mark.phase = stop }
    }
    let receiver = UInt32(other)
    try add {
      $0.pass.marker = true
      $0.pass.seat = receiver
    }
  }

  mutating func say(_ text: String) throws {
    guard !text.isEmpty else { throw DuelRefusal("Say something.") }
    try add { $0.note.text = text }
  }
}

/// Marks of objects that people see as such: counters with names of their own.
enum DuelMark {
  /// It stays tapped when its controller untaps everything.
  static let staysTapped = "stays tapped"
  /// Its other face is shown.
  static let flipped = "flipped"
  static let all = [staysTapped, flipped]

  /// The counter of a player that has the tax of a card of the command zone.
  static func tax(of card: [UInt8]) -> String { "tax of \(String(decoding: card, as: UTF8.self))" }
}
