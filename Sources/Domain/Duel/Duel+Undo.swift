import DuelSchema

/// A part of a match as it was before a step.
struct DuelRecord: Sendable {
  enum Part: Sendable {
    case pocket(SeatNumber, DuelPocket)
    case object(UInt32, DuelObject?)
    case marker(DuelMarker)
  }

  var seat: SeatNumber
  var sequence: UInt64
  var game: UInt32
  var part: Part
}

// An undo: what changed since a place goes back, and chance never happens again.
extension Duel {
  // MARK: The journal

  mutating func keepPocket(_ author: Author) {
    keep(.pocket(author.seat, self[author.seat].pocket), author)
  }

  mutating func keepObject(_ number: UInt32, _ author: Author) {
    keep(.object(number, tables[self[author.seat].game]?.objects[number]), author)
  }

  mutating func keepMarker(_ author: Author) {
    keep(.marker(table(of: self[author.seat].game).marker), author)
  }

  private mutating func keep(_ part: DuelRecord.Part, _ author: Author) {
    let game = self[author.seat].game
    journal.append(
      DuelRecord(seat: author.seat, sequence: author.sequence, game: game, part: part))
    guard journal.count > 4_096 else { return }
    // Entries before the oldest that an undo may name are never taken back.
    let first = logs.map { log in
      log.recent.count > DuelLimits.undoSteps
        ? log.recent[log.recent.count - DuelLimits.undoSteps - 1].sequence : 0
    }
    journal.removeAll { $0.sequence < first[Int($0.seat) - 1] }
  }

  /// Notes that no undo goes behind an entry.
  mutating func fix(_ author: Author) {
    self[author.seat].fixed = author.sequence
    guard !has(.undoAcrossShuffle) else { return }
    // What was done in the game before stays: a question about it may still be granted.
    let game = self[author.seat].game
    journal.removeAll { $0.seat == author.seat && $0.game == game }
  }

  // MARK: Questions

  /// Whether a log waits for the answer to its own question.
  func waitsForUndo(_ author: Author) -> Bool {
    guard let question = self[author.seat].questions.last, question.game == self[author.seat].game
    else { return false }
    guard let reply = self[author.other].replies[question.sequence] else { return true }
    return !author.knows(reply, of: author.other)
  }

  mutating func askUndo(_ step: DuelStep.AskUndo, _ author: Author) throws {
    let seat = author.seat
    guard self[seat].ask == nil else { throw DuelReason.askIsOpen }
    let game = self[seat].game
    guard self[seat].questions.count(where: { $0.game == game }) < DuelLimits.undoQuestions else {
      throw DuelReason.tooMany
    }
    guard step.kept.count == logs.count, step.kept[Int(author.other) - 1] <= author.seen,
      step.kept[Int(seat) - 1] < author.sequence
    else { throw DuelReason.wrongPlace }
    try checkPlace(step.kept, of: seat)
    let seen = seenAt(step.kept, of: seat)
    self[seat].questions.append(
      .init(sequence: author.sequence, game: game, kept: step.kept, seen: seen))
  }

  /// The question of the other seat that waits for an answer of a seat, by its entry; nil for none.
  public func undoQuestion(for seat: SeatNumber) -> UInt64? {
    question(.next(of: seat))?.sequence
  }

  /// The question of a seat that was not answered yet, in the game that it plays; nil for none.
  func openQuestion(of seat: SeatNumber) -> DuelSeat.Question? {
    guard let question = self[seat].questions.last, question.game == self[seat].game,
      self[3 - seat].replies[question.sequence] == nil
    else { return nil }
    return question
  }

  private func question(_ author: Author) -> DuelSeat.Question? {
    self[author.other].questions.last {
      author.knows($0.sequence, of: author.other)
        && $0.sequence > self[author.seat].replied.sequence
        && $0.game == self[author.seat].game
    }
  }

  mutating func answerUndo(_ step: DuelStep.AnswerUndo, _ author: Author) throws -> [DuelEvent] {
    let seat = author.seat
    guard let question = question(author) else { throw DuelReason.noQuestion }
    if step.granted {
      guard self[seat].ask == nil else { throw DuelReason.askIsOpen }
      // Of two questions that cross, neither is granted before the other is answered.
      guard !waitsForUndo(author) else { throw DuelReason.waitsForUndo }
      // The asker's own part was checked with the question; its log may be in the next game by now.
      try checkPlace(question.kept, of: seat)
      // No kept entry has seen one that is taken back.
      guard question.seen <= question.kept[Int(seat) - 1],
        seenAt(question.kept, of: seat) <= question.kept[Int(author.other) - 1]
      else { throw DuelReason.wrongPlace }
    }
    self[seat].replied = .init(sequence: question.sequence, game: question.game)
    self[seat].replies[question.sequence] = author.sequence
    guard step.granted else { return [] }
    return undo(question, author)
  }

  /// Checks that an undo may go back to an entry of a log.
  private func checkPlace(_ kept: [UInt64], of seat: SeatNumber) throws {
    let log = self[seat]
    let kept = kept[Int(seat) - 1]
    guard kept >= log.fixed || has(.undoAcrossShuffle) else { throw DuelReason.badUndo }
    guard log.recent.count(where: { $0.sequence > kept }) <= DuelLimits.undoSteps else {
      throw DuelReason.wrongPlace
    }
  }

  /// The entry of the other log that a kept entry of a seat had seen.
  private func seenAt(_ kept: [UInt64], of seat: SeatNumber) -> UInt64 {
    self[seat].recent.last { $0.sequence <= kept[Int(seat) - 1] }?.seen ?? 0
  }

  // MARK: Going back

  private mutating func undo(_ question: DuelSeat.Question, _ author: Author) -> [DuelEvent] {
    let game = question.game
    for record in journal.reversed()
    where record.game == game && record.sequence > question.kept[Int(record.seat) - 1] {
      switch record.part {
      case .pocket(let seat, let pocket):
        // A seat that has begun the next game has nothing of this one.
        if self[seat].game == game { self[seat].pocket = pocket }
      case .object(let number, let object): tables[game]?.objects[number] = object
      case .marker(let marker): tables[game]?.marker = marker
      }
    }
    journal.removeAll { $0.game == game }
    for seat in seats where self[seat].game == game {
      if !has(.undoReturnsOpenSlots) { self[seat].fixPicked(since: question.kept[Int(seat) - 1]) }
      (self[seat].owed, self[seat].milled, self[seat].until) = ([], [], nil)
    }
    self[author.seat].fixed = author.sequence
    let asker = author.other
    if self[asker].game == game { self[asker].fixed = max(self[asker].fixed, question.sequence) }
    return [.undone(game: game, kept: question.kept)]
  }
}
