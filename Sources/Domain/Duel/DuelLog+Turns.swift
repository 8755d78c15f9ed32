import DuelSchema
import Schema

// The phrases of what players tell of their own seats, and of rows of asks.
extension DuelLog {
  func describeSeat(_ step: DuelStep.Mark) -> DuelPhrase? {
    switch step.what {
    case .top(let top):
      switch top {
      case .look: DuelPhrase(.show, "always looks at the top card of the library")
      case .show: DuelPhrase(.show, "always shows the top card of the library")
      case .unspecified, .UNRECOGNIZED:
        DuelPhrase(.show, "leaves the top card of the library alone")
      }
    case .stop(let stop):
      DuelPhrase(
        .turn, stop.on ? "stops at \(phase(stop.phase))" : "lets \(phase(stop.phase)) pass")
    case .priority(let priority):
      switch priority {
      case .pass: DuelPhrase(.turn, "passes priority")
      case .hold: DuelPhrase(.turn, "holds priority")
      case .unspecified, .UNRECOGNIZED: DuelPhrase(.turn, "neither passes nor holds priority")
      }
    case .counter, .phase, .arrow, nil: nil
    }
  }

  /// The name of a phase, or its number.
  func phase(_ phase: UInt32) -> String {
    phase < phases.count ? phases[Int(phase)] : "phase \(UInt64(phase) + 1)"
  }

  /// The first ask of a row has a sentence; of the others the cards that come tell.
  func describeRow(_ ask: DuelStep.Cards, _ seat: SeatNumber, _ match: Duel) -> DuelPhrase? {
    let (row, until) = (match[seat].until?.wanted, ask.until)
    if let row, row.left == until.left &+ 1, row.card == until.card, row.type == until.type {
      return nil
    }
    let verb = ask.goal == .mill ? "mills" : "turns over"
    let most = Count.of(UInt64(ask.until.left) + 1, "card")
    let from = ask.place.end == .bottom ? " from the bottom of the library" : ""
    return DuelPhrase(.draw, "\(verb) cards\(from) until \(ask.until.name) comes, at most \(most)")
  }

  /// Picks whose list is not the whole of a zone, and orders.
  func describePick(_ step: DuelStep.Ask, _ seat: SeatNumber, _ match: Duel) -> DuelPhrase? {
    guard case .pick(let pick)? = step.kind else { return nil }
    switch pick.from {
    case .order(let place):
      let end = place.end == .bottom ? "bottom" : "top"
      let skip = place.skip > 0 ? ", passing over \(place.skip)," : ""
      return DuelPhrase(
        .draw,
        "mixes \(Count.of(pick.count, "card")) at the \(end) of the library\(skip) in an order that nobody chooses"
      )
    case .objects(let objects):
      // The numbers are the peer's: at most so many are valid.
      let names = objects.numbers.prefix(DuelLimits.objectsPerPick).map { object($0, seat, match) }
      return DuelPhrase(.dice, "picks \(pick.count) at random of", names)
    case .sealedHand, .zone, nil: return nil
    }
  }
}
