import DuelSchema
import Feature
import FoundationEssentials
import Schema

// The steps of the duel itself.
extension DuelMatch {
  mutating func play(_ bytes: [UInt8], _ writer: StepWriter) throws -> [TableEvent] {
    let seat = writer.seat
    guard duel != nil, writer.knows(started, of: .host) else {
      throw Self.wrong(seat, "played before the match had started")
    }
    guard let step = try? DuelStep(serializedBytes: bytes) else {
      throw Self.wrong(seat, "wrote a step that cannot be read")
    }
    guard let place = place(of: step, writer) else { return [] }
    if case .openMatch? = step.step {
      // What the other one has opened cannot be taken back any more.
      let waits =
        !hasOpened(seat.other, writer)
        && self[seat].concessions.waits(for: writer)
      guard !waits else {
        throw Self.wrong(seat, "opened the match while it asked to take its concession back")
      }
    }
    return try apply(step, seat, place)
  }

  /// The place of a step in the logs; nil where it counts for nothing, because the table has ended the match.
  func place(of step: DuelStep, _ writer: StepWriter) -> DuelPlace? {
    let isEnded = knowsTableEnd(writer)
    if isEnded {
      // Only the opening and a complaint count then.
      switch step.step {
      case .openMatch, .complain: break
      default: return nil
      }
    }
    let isPaused = Seat.chairs.contains { chair in
      self[chair].isAway(asOf: chair == writer.seat ? writer.sequence : writer.seen)
    }
    return DuelPlace(
      sequence: writer.sequence, seen: writer.seen, isPaused: isPaused, isEnded: isEnded)
  }

  private mutating func apply(
    _ step: DuelStep, _ seat: Seat, _ place: DuelPlace
  ) throws -> [TableEvent] {
    let number = Self.number(seat)
    // No copy of the match may be held while it takes the step.
    let (phrase, ask) = described(step, number)
    // A step without content is no act.
    if step.step != nil { self[seat].moved = max(self[seat].moved, place.sequence) }
    let verdict = take(step, number, place)
    var isKept = true
    if case .refused = verdict { isKept = !place.isEnded }
    if isKept {
      entries.append(DuelEntry(seat: number, place: place, steps: [step]))
      numbers.append(steps)
    }
    switch verdict {
    case .accepted(let events):
      keepOpened()
      guard let duel else { return [] }
      let sentences = log.add(phrase, events, after: ask, by: number, at: place, in: duel)
      return sentences.map { sentence in
        .with { ($0.seat, $0.notice) = (seat, sentence) }
      }
    case .ignored: return []
    case .refused(let reason):
      throw Self.wrong(seat, "played what does not follow: \(reason.rawValue)".droppingPeriod)
    }
  }

  /// Computes the cards of those who have opened: once for each step after an opening, and not for each view.
  private mutating func keepOpened() {
    for seat in duel?.seats ?? [] where duel?[seat].openedAt != nil {
      openedCards[seat] = start.flatMap { DuelAudit.cards(of: seat, $0, entries) }
    }
  }

  private func described(
    _ step: DuelStep, _ number: SeatNumber
  ) -> (phrase: DuelPhrase?, ask: DuelAsk?) {
    guard let duel else { return (nil, nil) }
    return (log.describe(step, by: number, in: duel), duel[number].ask)
  }

  /// Lets the match take a step in place: it is much to copy.
  private mutating func take(
    _ step: DuelStep, _ number: SeatNumber, _ place: DuelPlace
  ) -> DuelVerdict {
    duel?.apply(step, by: number, at: place) ?? .ignored
  }
}

extension String {
  /// The text without the period at its end.
  fileprivate var droppingPeriod: String { last == "." ? String(dropLast()) : self }
}
