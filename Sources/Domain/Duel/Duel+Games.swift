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

  /// The games as they ended, as an author knows it; nil for everything that is known.
  func score(for author: Author?) -> DuelScore {
    DuelScore(logs: logs, games: games, author: author)
  }

  /// The end of a game from everything that is known; nil while it goes on.
  public func outcome(of game: UInt32) -> DuelOutcome? { score(for: nil).outcome(of: game) }

  func isOver(_ game: UInt32, for author: Author) -> Bool {
    score(for: author).outcome(of: game) != nil || isMatchOver(for: author)
  }

  /// The games that each seat has won, the host's first, from everything that is known.
  public var wins: [Int] { score(for: nil).total.wins }

  /// The result of the match; nil while it goes on.
  ///
  /// An opening ends a match in any case: a concession that hid that it had seen another one cannot let a match resume whose
  /// cards are known.
  public var result: DuelOutcome? {
    guard isMatchOver(for: nil) else { return nil }
    let broken = seats.filter { self[$0].broken != nil }
    let (wins, isOver) = score(for: nil).total
    if broken.count == 1, !isOver { return .won(3 - broken[0]) }
    return wins[0] == wins[1] ? .draw : .won(wins[0] > wins[1] ? 1 : 2)
  }

  /// Whether the games that were played decide the match: neither an opening nor a broken log does.
  public var isDecided: Bool { score(for: nil).total.isOver }

  func isMatchOver(for author: Author?) -> Bool {
    let score = score(for: author)
    return score.total.isOver || score.isEnded
  }

  // MARK: Opening

  mutating func open(_ step: DuelStep.OpenMatch, _ author: Author) throws -> [DuelEvent]? {
    let seat = author.seat
    guard isMatchOver(for: author) || author.isEnded || has(.opensBeforeEnd) else {
      throw DuelReason.notOver
    }
    guard step.judgeBox.isEmpty || !judgeBoxKey.isEmpty else { throw DuelReason.noJudge }
    try step.check(after: self[seat].opening, games: games)
    self[seat].opening.append(step)
    if self[seat].openedFrom == nil { self[seat].openedFrom = author.sequence }
    if step.part == step.parts {
      // The other one may have begun and conceded games that this seat never began.
      let game = max(self[seat].game, score(for: author).gamesOver)
      self[seat].openedAt = .init(sequence: author.sequence, game: game)
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

  /// Takes what the judge has signed, as far as it names what the log has seen.
  mutating func take(_ step: DuelStep.Verdict, _ author: Author) throws -> [DuelEvent]? {
    guard !judgeBoxKey.isEmpty else { throw DuelReason.noJudge }
    guard isMatchOver(for: author) || author.isEnded else { throw DuelReason.notOver }
    try step.check(author, seats: logs.count)
    try self[author.seat].add(step)
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
    let receiver = try receiver(step.seat, from: seat)
    try DuelLimits.check(step.box, part: step.part, of: step.parts)
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
    guard step.labels.count <= DuelLimits.chosenCards, step.labels.allSatisfy({ $0 < count }),
      Set(step.labels).count == step.labels.count
    else { throw DuelReason.notThere }
    self[author.seat].chosen[grant.epoch] = .init(sequence: author.sequence, labels: step.labels)
  }
}
