import Feature
import Schema

// What a file of the match proves.
extension DuelMatch {
  var openings: Int {
    guard let duel else { return 0 }
    return duel.seats.reduce(0) { $0 + duel[$1].opening.count + duel[$1].complaints.count }
  }

  func audit() -> SessionAudit? {
    guard let start, let result else { return nil }
    let outcome: DuelOutcome =
      result.winner.isChair ? .won(Self.number(result.winner)) : .draw
    let report = DuelAudit.verify(start, entries, ended: outcome)
    if let failure = report.failure {
      let place = failure.step - 1
      let step = numbers.indices.contains(place) ? numbers[place] : 1
      return SessionAudit(
        step: step, sentence: "Step \(step) does not hold: \(failure.sentence)",
        counts: outcome == .won(3 - failure.seat))
    }
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
      return SessionAudit(
        sentence:
          "Every step follows, but not all that must be opened was: the match counts for nothing.",
        counts: false, mayCount: true)
    }
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
