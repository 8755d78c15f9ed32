import DuelSchema

/// The audit of boxes, once their author and their receiver have opened the match.
enum DuelBoxAudit {
  /// A box whose parts are being read.
  private struct Reading {
    var expected = DuelBox()
    var box: [UInt8] = []
    var number: UInt32 = 0
    var first = 0
  }

  /// Checks all boxes against what was opened; nil where all hold.
  static func check(
    _ match: Duel, _ records: [DuelAudit.Record]
  ) -> DuelReport.Failure? {
    guard match.seats.allSatisfy({ match[$0].isOpen }) else { return nil }
    let failures = match.seats.compactMap { check($0, match, records) }
    return failures.min { $0.step < $1.step }
  }

  private static func check(
    _ seat: SeatNumber, _ match: Duel, _ records: [DuelAudit.Record]
  ) -> DuelReport.Failure? {
    guard var cards = try? DuelAudit.opened(seat, match),
      let other = try? DuelAudit.opened(3 - seat, match)
    else { return nil }
    var reading = Reading()
    for (index, record) in records.enumerated() where record.isCounted {
      let seals = record.seals[Int(seat) - 1]
      // A step that does not hold was found before.
      guard
        (try? cards.follow(
          record.step, by: record.seat, at: record.place, seals: seals, record.events)) != nil
      else { return nil }
      guard record.seat == seat, read(record.step, seals, cards, at: index, &reading) else {
        continue
      }
      let info = DuelBoxes.info(
        gameID: match.gameID, from: seat, to: 3 - seat, number: reading.number)
      let found = DuelBoxes.open(reading.box, with: other.secrets.boxSecret, info)
      guard found?.cards == reading.expected.cards, found?.epoch == reading.expected.epoch else {
        return DuelAudit.failure(reading.first, seat, DuelFault.otherBox)
      }
    }
    return nil
  }

  /// Reads a part of a box.
  /// - Returns: whether the box is whole.
  private static func read(
    _ step: DuelStep, _ seals: UInt32, _ cards: DuelCards, at index: Int, _ reading: inout Reading
  ) -> Bool {
    switch step.step {
    case .showTo(let step):
      if step.part == 1 {
        let number = reading.number + 1
        reading = Reading(number: number, first: index)
        reading.expected.cards = shown(step, seals, cards).map { .init($0) }
      }
      reading.box += Array(step.box)
      return step.part == step.parts
    case .search(let search):
      guard case .grant(let step)? = search.step else { return false }
      if step.part == 1 {
        reading = Reading(number: reading.number + 1, first: index)
        if let epoch = cards.epoch {
          reading.expected.cards = epoch.cards.map { .init(cards.list.cards[$0]) }
          reading.expected.epoch = .init(cards.secrets.epochSecret(epoch.number))
        }
      }
      reading.box += Array(step.box)
      return step.part == step.parts
    default: return false
    }
  }

  /// The cards of a ShowTo: of each seal, then of each handle.
  private static func shown(
    _ step: DuelStep.ShowTo, _ seals: UInt32, _ cards: DuelCards
  ) -> [[UInt8]] {
    let known = cards.cardOfHandle.keys.sorted()
    let sealed = step.seals.enumerated().map { place, seal in
      (try? cards.handle(of: Array(seal), seals + 1 + UInt32(place), in: known)) ?? 0
    }
    return (sealed + step.handles).map { cards.card(of: $0) ?? [] }
  }
}
