import Schema

extension Session {
  /// The claim of a seat as people are shown it, whether it was read in an entry or told by the host of the match.
  public func claimView(_ kind: ClaimKind, round: UInt32, of seat: Seat) -> ClaimView {
    let text =
      "\(distinctName(of: seat)) claims \(kind == .win ? "the win" : "a draw"), because "
      + "\(distinctName(of: seat.other)) did not answer round \(round)."
    return .with { ($0.seat, $0.kind, $0.round, $0.text) = (seat, kind, round, text) }
  }
}
