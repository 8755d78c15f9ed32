import DuelSchema
import Identifiers

extension Duel {
  /// Judges one step of a seat's log and lets it take effect if it is valid.
  ///
  /// The steps of an entry come one after another with the same place. After a step that is not valid nothing of its log counts.
  public mutating func apply(
    _ step: DuelStep, by seat: SeatNumber, at place: DuelPlace
  ) -> DuelVerdict {
    guard seats.contains(seat) else { return .refused(.notSeated) }
    guard self[seat].broken == nil else { return .refused(.brokenLog) }
    self[seat].seen = max(self[seat].seen, place.seen)
    self[seat].steps += 1
    var author = Author(
      seat: seat, sequence: place.sequence, seen: self[seat].seen, depth: 0,
      isPaused: place.isPaused, isEnded: place.isEnded)
    author.depth = deepen(author)
    let settled = settle(author)
    do {
      guard self[seat].steps <= DuelLimits.steps else { throw DuelReason.tooManySteps }
      guard let events = try perform(step, author) else {
        return settled.isEmpty ? .ignored : .accepted(settled)
      }
      return .accepted(settled + events)
    } catch let reason as DuelReason {
      // What comes after the end changes nothing of it.
      if !author.isEnded, !isMatchOver(for: author) {
        self[seat].broken = DuelViolation(sequence: place.sequence, reason: reason)
      }
      return .refused(reason)
    } catch {
      return .refused(.brokenLog)
    }
  }

  /// Notes the causal depth of an entry and returns it.
  private mutating func deepen(_ author: Author) -> UInt64 {
    let log = self[author.seat]
    if let last = log.depths.last, last.sequence == author.sequence { return last.depth }
    let others = self[author.other].depths
    // The last entry that this log has seen.
    let low = others.partitioningIndex { $0.sequence > author.seen }
    let depth = 1 + max(log.depths.last?.depth ?? 0, low > 0 ? others[low - 1].depth : 0)
    self[author.seat].depths.append(.init(sequence: author.sequence, depth: depth))
    return depth
  }

  /// Performs a step; nil where it is of a game that is over.
  private mutating func perform(_ step: DuelStep, _ author: Author) throws -> [DuelEvent]? {
    guard let kind = step.step else { return [] }
    let tail = self[author.seat].tail
    self[author.seat].tail = .other
    switch kind {
    case .openMatch(let step): return try open(step, author)
    case .complain(let step): return try complain(step, author)
    case .verdict(let step): return try take(step, author)
    case .shuffle(let shuffle) where step.game == self[author.seat].game + 1:
      return try begin(shuffle, author)
    default: break
    }
    let game = self[author.seat].game
    guard step.game > 0, step.game <= game else { throw DuelReason.wrongGame }
    guard step.game == game, !isOver(game, for: author) else { return nil }
    noteAct(kind, author)
    let events = try performInGame(kind, author, after: tail)
    switch kind {
    case .answer, .answerUndo, .askUndo, .endGame: break
    default: self[author.seat].note(author)
    }
    return events
  }

  private mutating func performInGame(
    _ kind: DuelStep.OneOf_Step, _ author: Author, after tail: DuelSeat.Tail
  ) throws -> [DuelEvent] {
    if waitsForUndo(author) {
      switch kind {
      case .answer, .answerUndo, .endGame: break
      default: throw DuelReason.waitsForUndo
      }
    }
    switch kind {
    case .shuffle(let step): return try shuffle(step, author)
    case .ask(let step): try ask(step, author)
    case .answer(let step): try answer(step, author)
    case .open(let step): try open(step, author)
    case .showTo(let step): try show(step, author, after: tail)
    case .play(let step): return try play(step, author)
    case .put(let step): return try put(step, author)
    case .take(let step): return try take(step, author)
    case .turn(let step): try turn(step, author)
    case .move(let step): try move(step, author)
    case .pass(let step): try pass(step, author)
    case .sealHand(let step): try sealHand(step, author)
    case .choose(let step): try choose(step, author)
    case .note(let step): try note(step, author)
    case .mark(let step): try mark(step, author)
    case .askUndo(let step): try askUndo(step, author)
    case .answerUndo(let step): return try answerUndo(step, author)
    case .endGame(let step): try endGame(step, author)
    case .search(let step): try search(step, author, after: tail)
    case .openMatch, .complain, .verdict: break
    }
    return []
  }
}
