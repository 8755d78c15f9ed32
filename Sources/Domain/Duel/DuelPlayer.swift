import DuelSchema
import Feature
import Schema

/// One seat of a duel as only its own node can replay it: the cards, the boxes, and what its person chose.
///
/// It holds a copy of the match of its own that it lets take the same steps, so that none is copied for a step.
struct DuelPlayer: Sendable {
  let seat: SeatNumber
  /// The name of the library that is played with.
  let library: String
  private(set) var match: Duel
  private(set) var own: DuelPrivate
  private(set) var boxes: DuelBoxReader
  /// Cards of the hand that the last random pick has hit.
  private(set) var picked: [UInt32] = []
  /// Texts of secret choices, by number.
  private(set) var texts: [UInt32: String] = [:]

  /// Begins at the start of a match.
  init(_ match: Duel, _ own: DuelPrivate, library: String, texts: [UInt32: String] = [:]) {
    (seat, self.match, self.own, self.library) = (own.seat, match, own, library)
    self.texts = texts
    boxes = DuelBoxReader(own.cards.secrets)
  }

  /// Follows a step of either log that the match accepts.
  mutating func follow(_ step: DuelStep, by author: SeatNumber, at place: DuelPlace) {
    let seals = match[seat].seals
    guard case .accepted(let events) = match.apply(step, by: author, at: place) else { return }
    own.follow(step, by: author, at: place, seals: seals, events)
    boxes.follow(step, by: author, in: match)
    for event in events {
      if case .picked(seat, let picks) = event {
        picked = picks.compactMap { own.cards.handle(sealed: $0) }
      }
    }
  }

  /// Takes what a person has chosen since: the main part of a later game, or the text of a secret choice.
  mutating func keep(_ choice: DuelChoice) {
    if choice.hasSwap, let main = DuelCards.main(after: choice.swap, of: own.cards.list) {
      _ = own.choose(main, for: choice.swap.game)
    }
  }

  // MARK: What its node writes

  /// The steps that its node writes now without asking its person; empty for none.
  func due(at table: DuelMatch) -> [DuelStep] {
    if table.result != nil {
      return maySee(table) && match[seat].openedFrom == nil ? own.opening(in: match) : []
    }
    guard table.knowsNoEnd(seat) else { return [] }
    if match[seat].game == 0 { return [own.begin(in: match)] }
    return own.due(in: match)
  }

  /// Whether the match is opened without asking: nothing can be taken back, or the other side has opened.
  private func maySee(_ table: DuelMatch) -> Bool {
    table.result?.ending != .conceded || match[3 - seat].openedAt != nil
  }

  /// The steps of a person's move.
  /// - Throws: `DuelRefusal` where it does not count now.
  func draft(of move: DuelMove, at table: DuelMatch) throws -> DuelDraft {
    switch move.move {
    case .openMatch, .complain:
      guard table.result != nil || !table.isOpening(move) else {
        throw DuelRefusal("The match is not over: it is opened at its end.")
      }
    default:
      guard table.phase == .playing else { throw DuelRefusal("The match is not going on.") }
    }
    var draft = DuelDraft(
      match, own, table.log, isPaused: Seat.chairs.contains { table.hasLeft($0) },
      isEnded: table.result != nil)
    try draft.make(move)
    return draft
  }
}

extension DuelMatch {
  func hasLeft(_ seat: Seat) -> Bool { self[seat].isAway(asOf: .max) }

  /// Whether the seat's node knows of no end by the table.
  func knowsNoEnd(_ seat: SeatNumber) -> Bool {
    phase == .playing && !knowsEnd(Writer(seat: Seat(seat), sequence: .max, seen: .max))
  }

  func isOpening(_ move: DuelMove) -> Bool {
    if case .openMatch? = move.move { return true }
    return false
  }
}
