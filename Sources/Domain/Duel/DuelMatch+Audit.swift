import DuelSchema
import Feature
import Schema

// What a file of the match proves.
extension DuelMatch {
  var openings: Int {
    guard let duel else { return 0 }
    return duel.seats.reduce(0) {
      $0 + duel[$1].opening.count + duel[$1].complaints.count + duel[$1].verdicts.count
    }
  }

  func audit() -> SessionAudit? {
    guard let start, let outcome else { return nil }
    if let bench { return bench.audit(self, start, outcome) }
    let report = DuelAudit.verify(start, entries, ended: outcome)
    if let failure = report.failure { return audit(of: failure, outcome) }
    switch report.level {
    case .opened:
      return SessionAudit(
        sentence: "Every step follows, and both players have opened: nobody cheated.", counts: true)
    case .winnerOpened:
      return SessionAudit(sentence: "Every step follows, and the winner has opened.", counts: true)
    case .disputed:
      return SessionAudit(
        sentence: "Every step follows, but a box is in dispute: the match counts for nothing.",
        counts: false)
    case .notOpened, .goesOn, .broken:
      if duelTerms.hasJudge { return audit(by: duelTerms.judge, outcome) }
      return SessionAudit(
        sentence:
          "Every step follows, but not all that must be opened was: the match counts for nothing.",
        counts: false, mayCount: true)
    }
  }

  /// The end of a match that is over.
  var outcome: DuelOutcome? {
    result.map { $0.winner.isChair ? .won(Self.number($0.winner)) : .draw }
  }

  /// The audit of a match in which a step fails.
  func audit(of failure: DuelReport.Failure, _ outcome: DuelOutcome) -> SessionAudit {
    let step = number(ofStep: failure.step - 1)
    return SessionAudit(
      step: step, sentence: "Step \(step) does not hold: \(failure.sentence)",
      counts: outcome == .won(3 - failure.seat))
  }

  private func number(ofStep index: Int) -> UInt64 {
    numbers.indices.contains(index) ? numbers[index] : 1
  }

  /// The audit of a match that is opened to its judge, by what the judge has signed.
  func audit(by judge: DuelJudge, _ outcome: DuelOutcome) -> SessionAudit {
    guard let verdict = verdicts.first else {
      return SessionAudit(
        sentence:
          "Every step follows; the match counts once its judge \(judge.title) has signed that it holds.",
        counts: false, mayCount: true)
    }
    let counts = Set(verdicts.map { $0.counts(for: outcome) })
    guard counts.count == 1 else {
      return SessionAudit(
        sentence:
          "The judge \(judge.title) has signed results that do not go together: the match counts for nothing.",
        counts: false)
    }
    guard verdict.failing > 0 else {
      return SessionAudit(
        sentence: counts == [true]
          ? "Every step follows, and the judge \(judge.title) has signed that nobody cheated."
          : "The judge \(judge.title) has signed another result: the match counts for nothing.",
        counts: counts == [true])
    }
    let failing = entries.firstIndex {
      UInt32($0.seat) == verdict.failing && $0.place.sequence == verdict.entry
    }
    let step = number(ofStep: failing ?? 0)
    return SessionAudit(
      step: step,
      sentence: "Step \(step) does not hold, as the judge \(judge.title) has signed.",
      counts: counts == [true])
  }

  /// The winners of the games of a match that is over.
  var gameWinners: [Seat] {
    guard let duel, let result else { return [] }
    var winners: [Seat] = []
    for game in 1...duel.games {
      guard let outcome = duel.outcome(of: game) else { break }
      if case .won(let seat) = outcome {
        winners.append(Seat(seat))
      } else {
        winners.append(.unspecified)
      }
    }
    guard !duel.isDecided, result.winner.isChair else { return winners }
    // The other one gave the match away, and with it all games that were left.
    let most = Int(duel.games / 2) + 1
    let won = winners.count { $0 == result.winner }
    winners += Array(repeating: result.winner, count: max(0, most - won))
    return winners
  }
}

extension DuelStep.Verdict {
  /// Whether a match with a result counts by this verdict.
  fileprivate func counts(for outcome: DuelOutcome) -> Bool {
    guard case .won(let seat) = outcome else { return failing == 0 && winner == 0 }
    return failing == 0 ? winner == UInt32(seat) : failing == UInt32(3 - seat)
  }
}
