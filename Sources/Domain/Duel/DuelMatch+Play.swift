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
      case .openMatch, .complain, .verdict: break
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
    let open = openSeats
    let verdict = take(step, number, place)
    var isKept = true
    if case .refused = verdict { isKept = !place.isEnded }
    if isKept {
      entries.append(DuelEntry(seat: number, place: place, steps: [step]))
      numbers.append(steps)
    }
    switch verdict {
    case .accepted(let events):
      if let start {
        for seat in openSeats where !open.contains(seat) {
          openedCards[seat] = DuelAudit.cards(of: seat, start, entries)
        }
      }
      if case .verdict(let verdict)? = step.step, duelTerms.hasJudge,
        duelTerms.judge.hasSigned(verdict, gameID: gameID, entries)
      {
        verdicts.append(verdict)
      }
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

  private var openSeats: [SeatNumber] {
    duel.map { duel in duel.seats.filter { duel[$0].isOpen } } ?? []
  }

  /// The line of a step that the match is about to take, and the ask of its seat before it.
  func described(
    _ step: DuelStep, _ number: SeatNumber
  ) -> (phrase: DuelPhrase?, ask: DuelAsk?) {
    guard let duel else { return (nil, nil) }
    return (log.describe(step, by: number, in: duel), duel[number].ask)
  }

  /// Lets the match take a step in place, as it is much to copy. The cards that are known follow it, and are forgotten where it does not hold.
  mutating func take(
    _ step: DuelStep, _ number: SeatNumber, _ place: DuelPlace
  ) -> DuelVerdict {
    let seals = openedCards.keys.map { ($0, duel?[$0].seals ?? 0) }
    let verdict = duel?.apply(step, by: number, at: place) ?? .ignored
    guard case .accepted(let events) = verdict else { return verdict }
    for (seat, seals) in seals {
      do {
        try openedCards[seat]?.follow(step, by: number, at: place, seals: seals, events)
      } catch {
        openedCards[seat] = nil
      }
    }
    return verdict
  }
}

extension String {
  /// The text without the period at its end.
  fileprivate var droppingPeriod: String { last == "." ? String(dropLast()) : self }
}
