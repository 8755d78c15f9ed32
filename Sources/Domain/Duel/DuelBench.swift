import DuelSchema
import Feature
import Schema

/// The place of a judge: a match that is replayed before it is audited with what both players have opened to the judge alone.
public struct DuelBench: Sendable {
  private let keys: DuelJudgeKeys

  /// Sits down with the keys of a judge.
  public init(_ keys: DuelJudgeKeys) { self.keys = keys }

  /// Audits a match that is over, and signs what follows.
  func audit(_ match: DuelMatch, _ start: Duel, _ outcome: DuelOutcome) -> SessionAudit {
    guard match.duelTerms.hasJudge, match.duelTerms.judge.key == keys.publicKey else {
      return SessionAudit(sentence: "You are not the judge of this match.", counts: false)
    }
    let (entries, unreadable) = unsealed(match)
    let report = DuelAudit.verify(start, entries, ended: outcome)
    let failure =
      unreadable.map { index in
        DuelReport.Failure(
          step: index + 1, seat: entries[index].seat, sentence: DuelFault.unreadable.rawValue)
      } ?? report.failure
    if let failure {
      let entry = entries[failure.step - 1].place.sequence
      var audit = match.audit(of: failure, outcome)
      audit.signed = sign(outcome, match) {
        ($0.failing, $0.entry) = (UInt32(failure.seat), entry)
      }
      return audit
    }
    guard report.level == .opened || report.level == .winnerOpened else {
      return SessionAudit(
        sentence: "Every step follows, but not all that must be opened to you was.", counts: false)
    }
    let who = report.level == .opened ? "both players have" : "the winner has"
    var audit = SessionAudit(
      sentence: "Every step follows, and \(who) opened to you.", counts: true)
    audit.signed = sign(outcome, match)
    return audit
  }

  private func sign(
    _ outcome: DuelOutcome, _ match: DuelMatch, _ fill: (inout DuelStep.Verdict) -> Void = { _ in }
  ) -> String {
    var verdict = DuelStep.Verdict()
    if case .won(let seat) = outcome { verdict.winner = UInt32(seat) }
    verdict.last = Seat.chairs.map { chair in
      match.entries.last { $0.seat == DuelMatch.number(chair) }?.place.sequence ?? 0
    }
    fill(&verdict)
    return keys.sign(verdict, gameID: match.gameID, match.entries)?.text ?? ""
  }

  /// The entries with what the boxes hold in their place, and the first one whose box holds nothing of that kind.
  private func unsealed(_ match: DuelMatch) -> (entries: [DuelEntry], unreadable: Int?) {
    var (entries, unreadable) = (match.entries, Int?.none)
    for index in entries.indices {
      guard case .openMatch(let part)? = entries[index].steps[0].step, !part.judgeBox.isEmpty
      else { continue }
      if let open = keys.open(part, of: entries[index].seat, gameID: match.gameID) {
        entries[index].steps[0].openMatch = open
      } else {
        unreadable = unreadable ?? index
      }
    }
    return (entries, unreadable)
  }
}

extension SessionRules {
  /// The duel as a judge replays it.
  public static func duel(before bench: DuelBench) -> SessionRules {
    SessionRules(
      game: duel.game,
      begin: {
        var match = DuelMatch(hostKey: $0)
        match.bench = bench
        return match
      }, settleTerms: duel.settleTerms, settleChoice: duel.settleChoice,
      mayBeWatched: duel.mayBeWatched)
  }
}
