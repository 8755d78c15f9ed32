import DuelSchema

/// The end of a game or match.
public enum DuelOutcome: Equatable, Sendable {
  case won(SeatNumber)
  case draw
}

// Games of a match, and its opening.
extension Duel {
  mutating func endGame(_ step: DuelStep.EndGame, _ author: Author) throws {
    let (seat, game) = (author.seat, self[author.seat].game)
    switch step.how {
    case .concede:
      if has(.concessionByArrival), self[author.other].ends.conceded[game] != nil { return }
      self[seat].ends.conceded[game] = author.sequence
    // The first offer stands: an answer may have seen no other.
    case .offerDraw:
      self[seat].ends.offered[game] = self[seat].ends.offered[game] ?? author.sequence
    case .acceptDraw:
      guard let offered = self[author.other].ends.offered[game],
        author.knows(offered, of: author.other)
      else { throw DuelReason.noDrawOffered }
      self[seat].ends.accepted[game] = author.sequence
    case .unspecified, .UNRECOGNIZED: throw DuelReason.outOfRange
    }
  }

  /// The end of a game from everything that is known; nil while it goes on.
  public func outcome(of game: UInt32) -> DuelOutcome? { outcome(of: game, for: nil) }

  /// The end of a game as an author knows it. A concession comes before an agreed draw; two concessions are a draw.
  private func outcome(of game: UInt32, for author: Author?) -> DuelOutcome? {
    func knows(_ sequence: UInt64?, of seat: SeatNumber) -> Bool {
      guard let sequence else { return false }
      return author?.knows(sequence, of: seat) ?? true
    }
    let conceded = seats.filter { knows(self[$0].ends.conceded[game], of: $0) }
    if conceded.count == 1 { return .won(3 - conceded[0]) }
    if conceded.count > 1 { return .draw }
    return seats.contains { knows(self[$0].ends.accepted[game], of: $0) } ? .draw : nil
  }

  func isOver(_ game: UInt32, for author: Author) -> Bool {
    outcome(of: game, for: author) != nil || isMatchOver(for: author)
  }

  /// The games that each seat has won, the host's first, from everything that is known.
  public var wins: [Int] { score(for: nil).wins }

  /// The result of the match; nil while it goes on.
  ///
  /// An opening ends a match in any case: a concession that hid that it had seen another one cannot let a match resume whose
  /// cards are known.
  public var result: DuelOutcome? {
    guard isMatchOver(for: nil) else { return nil }
    let broken = seats.filter { self[$0].broken != nil }
    if broken.count == 1, !score(for: nil).isOver { return .won(3 - broken[0]) }
    let wins = self.wins
    return wins[0] == wins[1] ? .draw : .won(wins[0] > wins[1] ? 1 : 2)
  }

  /// Whether the games that were played decide the match: neither an opening nor a broken log does.
  public var isDecided: Bool { score(for: nil).isOver }

  func isMatchOver(for author: Author?) -> Bool {
    if score(for: author).isOver { return true }
    return seats.contains { seat in
      let ends = [self[seat].openedAt?.sequence, self[seat].broken?.sequence].compactMap { $0 }
      return ends.contains { author?.knows($0, of: seat) ?? true }
    }
  }

  private func score(for author: Author?) -> (wins: [Int], isOver: Bool) {
    var wins = seats.map { _ in 0 }
    // Games after an opening count for nothing.
    let opened = seats.compactMap { seat -> UInt32? in
      guard let opened = self[seat].openedAt else { return nil }
      return author?.knows(opened.sequence, of: seat) ?? true ? opened.game : nil
    }
    let last = min(games, opened.min() ?? games)
    for game in 1...max(last, 1) {
      guard let outcome = outcome(of: game, for: author) else { return (wins, false) }
      if case .won(let seat) = outcome { wins[Int(seat) - 1] += 1 }
      if wins.contains(where: { $0 > games / 2 }) { return (wins, true) }
    }
    return (wins, last == games)
  }

  // MARK: Opening

  mutating func open(_ step: DuelStep.OpenMatch, _ author: Author) throws -> [DuelEvent]? {
    let seat = author.seat
    guard isMatchOver(for: author) || author.isEnded || has(.opensBeforeEnd) else {
      throw DuelReason.notOver
    }
    try step.check(after: self[seat].opening, games: games)
    self[seat].opening.append(step)
    if self[seat].openedFrom == nil { self[seat].openedFrom = author.sequence }
    if step.part == step.parts, step.judgeBox.isEmpty {
      self[seat].openedAt = .init(sequence: author.sequence, game: self[seat].game)
    }
    return []
  }

  mutating func complain(_ step: DuelStep.Complain, _ author: Author) throws -> [DuelEvent]? {
    let shown = self[author.other].shown
    guard step.shown > 0, step.shown <= shown.count,
      shown[Int(step.shown) - 1].seat == author.seat
    else { throw DuelReason.notThere }
    guard author.knows(shown[Int(step.shown) - 1].sequence, of: author.other) else {
      throw DuelReason.unseen
    }
    guard !self[author.seat].complaints.contains(step.shown) else { throw DuelReason.tooMany }
    self[author.seat].complaints.append(step.shown)
    return []
  }

  // MARK: Searches by another seat

  mutating func search(_ step: DuelStep.Search, _ author: Author, after tail: DuelSeat.Tail) throws
  {
    switch step.step {
    case .grant(let grant): try self.grant(grant, author, after: tail)
    case .chosen(let chosen): try choose(chosen, author)
    case nil: throw DuelReason.outOfRange
    }
  }

  private mutating func grant(
    _ step: DuelStep.Grant, _ author: Author, after tail: DuelSeat.Tail
  ) throws {
    let seat = author.seat
    guard let receiver = SeatNumber(exactly: step.seat), seats.contains(receiver), receiver != seat
    else { throw DuelReason.notSeated }
    guard (1...DuelLimits.boxBytes).contains(step.box.count),
      (1...DuelLimits.boxParts).contains(step.parts), step.part <= step.parts
    else { throw DuelReason.outOfRange }
    if step.part == 1 {
      guard tail == .shuffle else { throw DuelReason.noShuffleBefore }
      self[seat].pocket.library.isSearched = true
      self[seat].grants.append(
        .init(
          sequence: author.sequence, seat: receiver, epoch: self[seat].pocket.library.epoch))
      self[seat].shown.append(.init(sequence: author.sequence, seat: receiver))
      fix(author)
    } else {
      guard tail == .grant(receiver, part: step.part &- 1, of: step.parts) else {
        throw DuelReason.wrongParts
      }
    }
    self[seat].tail = .grant(receiver, part: step.part, of: step.parts)
  }

  private mutating func choose(_ step: DuelStep.Chosen, _ author: Author) throws {
    guard let owner = SeatNumber(exactly: step.seat), seats.contains(owner), owner != author.seat,
      let grant = self[owner].grants.last(where: { author.knows($0.sequence, of: owner) }),
      grant.seat == author.seat, self[author.seat].chosen[grant.epoch] == nil
    else { throw DuelReason.notGranted }
    let count = self[owner].roots[Int(grant.epoch) - 1].count
    guard step.labels.count <= Int(DuelLimits.cardsPerAsk), step.labels.allSatisfy({ $0 < count }),
      Set(step.labels).count == step.labels.count
    else { throw DuelReason.notThere }
    self[author.seat].chosen[grant.epoch] = .init(sequence: author.sequence, labels: step.labels)
  }
}
