import Feature
import Schema

// Claims of a result because the other side does not answer (protocol section 8).
//
// A claim stands until some log holds a card or a decision that it had not seen. That is a function of both
// logs, so it does not matter when the card arrives or what its author knew.
extension Match {
  /// Claims that stand, for people; empty unless the match goes on.
  public var claims: [ClaimView] {
    guard phase == .playing else { return [] }
    return Seat.chairs.compactMap { seat in
      standingClaim(of: seat).map { view($0, of: seat) }
    }
  }

  /// The claim of a seat that nothing in either log has undone; nil for none.
  func standingClaim(of seat: Seat) -> SeatLog.Claim? {
    claim(of: seat, knownBy: StepWriter(seat: seat, sequence: .max, seen: .max))
  }

  /// The last claim of a seat that an author knows, if the author knows of nothing that undid it.
  func claim(of seat: Seat, knownBy author: StepWriter) -> SeatLog.Claim? {
    guard let claim = logs[seat].claims.last(where: { author.knows($0.sequence, of: seat) }) else {
      return nil
    }
    let isUndone = Seat.chairs.contains { author.knows(claim.undone[$0], of: $0) }
    return isUndone ? nil : claim
  }

  mutating func claim(_ step: ClaimResult, _ author: StepWriter) throws(Violation) -> [MatchEvent] {
    var what: String { "battle \(step.battle) of round \(step.round)" }
    guard step.kind == .win || step.kind == .draw else {
      throw author.refuse("claimed something unknown of \(what)")
    }
    guard claim(of: author.seat, knownBy: author) == nil else {
      throw author.refuse("claimed \(what) while its last claim was not answered")
    }
    guard let mine = logs[author.seat].plays.last, mine.round == step.round,
      mine.battle == step.battle
    else { throw author.refuse("claimed \(what) without having played it last") }
    guard otherOwes(play: mine, author) else {
      throw author.refuse("claimed \(what), in which nothing was withheld")
    }
    var claim = SeatLog.Claim(step: step, sequence: author.sequence, seen: author.seen)
    let other = author.seat.other
    claim.undone[other] = logs[other].moves.first { $0 > author.seen }
    logs[author.seat].claims = logs[author.seat].claims.suffix(1) + [claim]
    return [.claimed(view(claim, of: author.seat))]
  }

  mutating func acceptClaim(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    guard let claim = claim(of: author.seat.other, knownBy: author) else {
      throw author.refuse("accepted a claim, but none was waiting for an answer")
    }
    logs[author.seat].accepted = SeatLog.Acceptance(sequence: author.sequence, claim: claim.step)
    return []
  }

  /// Notes a card or a decision, and the claims that it undoes.
  mutating func noteMove(_ author: StepWriter) {
    logs[author.seat].moves = logs[author.seat].moves.suffix(3) + [author.sequence]
    for claimant in Seat.chairs {
      for index in logs[claimant].claims.indices {
        let claim = logs[claimant].claims[index]
        guard claim.undone[author.seat] == nil,
          claimant == author.seat || author.sequence > claim.seen
        else { continue }
        logs[claimant].claims[index].undone[author.seat] = author.sequence
      }
    }
  }

  /// The end by an accepted claim; nil for none.
  var acceptedResult: MatchResult? {
    let accepting = Seat.chairs.filter { logs[$0].accepted != nil }
    guard let seat = accepting.first, let claim = logs[seat].accepted?.claim else { return nil }
    if accepting.count == 2 {
      return makeResult(.claimed, winner: nil, because: "Each accepted the claim of the other.")
    }
    return makeResult(
      .claimed, winner: claim.kind == .win ? seat.other : nil,
      because:
        "\(distinctName(of: seat)) accepted that round \(claim.round) was not answered.")
  }

  private func view(_ claim: SeatLog.Claim, of seat: Seat) -> ClaimView {
    claimView(claim.step.kind, round: claim.step.round, of: seat)
  }
}
