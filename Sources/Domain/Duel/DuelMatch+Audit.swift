import Feature
import Schema

// What a file of the match proves.
extension DuelMatch {
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
        counts: false)
    }
  }
}
