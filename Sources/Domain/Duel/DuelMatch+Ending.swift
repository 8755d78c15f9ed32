import Feature
import Identifiers
import Schema

// Concessions of the match, claims, what may be agreed on after the end, and the result.
extension DuelMatch {
  // MARK: Known ends

  /// Whether a writer knows of something that ended the match.
  func knowsEnd(_ writer: StepWriter) -> Bool {
    if writer.knows(cancelled, of: .host) { return true }
    if knowsTableEnd(writer) { return true }
    return duel?.isMatchOver(for: author(writer)) ?? false
  }

  private func author(_ writer: StepWriter) -> Author {
    Author(
      seat: Self.number(writer.seat), sequence: writer.sequence, seen: writer.seen, depth: 0)
  }

  /// Whether a writer knows that the table ended the match: by a concession, an accepted claim, or a fork.
  func knowsTableEnd(_ writer: StepWriter, butForConcessionOf ignored: Seat? = nil) -> Bool {
    for seat in Seat.chairs {
      if seat != ignored, concession(of: seat, knownBy: writer) != nil { return true }
      if writer.knows(self[seat].accepted?.sequence, of: seat) { return true }
    }
    let other = self[writer.seat.other]
    return [other.forked, other.brokenAt].contains { writer.knows($0, of: writer.seat.other) }
  }

  private func requireStart(_ writer: StepWriter, _ doing: String) throws {
    guard writer.knows(started, of: .host) else {
      throw Self.wrong(writer.seat, "\(doing) before the match had started")
    }
  }

  // MARK: Concessions

  /// The concession of a seat that counts for a writer; nil for none.
  func concession(
    of seat: Seat, knownBy writer: StepWriter
  ) -> Concessions.Concession? { self[seat].concessions.standing(of: seat, for: writer) }

  mutating func concede(_ writer: StepWriter) throws -> [TableEvent] {
    try requireStart(writer, "conceded")
    self[writer.seat].concessions.add(at: writer.sequence)
    return []
  }

  /// Whether the writer knows that a seat has begun to open its cards. From then on nothing can be taken back.
  func hasOpened(_ seat: Seat, _ writer: StepWriter) -> Bool {
    guard let log = duel?[Self.number(seat)], let first = log.openedFrom else { return false }
    return writer.knows(first, of: seat)
  }

  mutating func requestTakeBack(_ writer: StepWriter) throws -> [TableEvent] {
    let seat = writer.seat
    guard let standing = concession(of: seat, knownBy: writer), standing.asked == nil,
      !knowsTableEnd(writer, butForConcessionOf: seat), !hasOpened(seat, writer)
    else { throw Self.wrong(seat, "asked to take back a concession that stands") }
    self[seat].concessions.ask(for: standing, at: writer.sequence)
    return [.with { ($0.seat, $0.askedTakeBack) = (seat, true) }]
  }

  mutating func grantTakeBack(_ writer: StepWriter) throws -> [TableEvent] {
    let loser = writer.seat.other
    guard let standing = concession(of: loser, knownBy: writer),
      writer.knows(standing.asked, of: loser),
      !knowsTableEnd(writer, butForConcessionOf: loser), !hasOpened(writer.seat, writer),
      !hasOpened(loser, writer)
    else { throw Self.wrong(writer.seat, "let a concession be taken back that stands") }
    self[loser].concessions.grant(standing, at: writer.sequence)
    return [.with { ($0.seat, $0.grantedTakeBack) = (writer.seat, true) }]
  }

  var takeBackAsked: Seat? {
    guard Seat.chairs.allSatisfy({ duel?[Self.number($0)].openedFrom == nil }) else { return nil }
    return Seat.chairs.first { self[$0].concessions.isAsked }
  }

  func mayAskTakeBack(_ seat: Seat) -> Bool {
    result?.ending == .conceded && result?.winner == seat.other && rematchTable == nil
      && Seat.chairs.allSatisfy { duel?[Self.number($0)].openedFrom == nil }
      && self[seat].concessions.mayBeAsked
  }

  // MARK: Claims

  mutating func claim(_ step: ClaimResult, _ writer: StepWriter) throws -> [TableEvent] {
    try requireStart(writer, "claimed a result")
    guard step.kind == .win || step.kind == .draw else {
      throw Self.wrong(writer.seat, "claimed something unknown")
    }
    self[writer.seat].claims.append(
      .init(step: step, sequence: writer.sequence, seen: writer.seen))
    return [.with { ($0.seat, $0.claimed) = (writer.seat, view(of: step, writer.seat)) }]
  }

  /// The claim of a seat that a writer knows and nothing has undone: whatever the other seat plays undoes it.
  private func claim(of seat: Seat, knownBy writer: StepWriter) -> DuelChair.Claim? {
    guard let claim = self[seat].claims.last(where: { writer.knows($0.sequence, of: seat) }),
      self[seat.other].moved <= claim.seen
    else { return nil }
    return claim
  }

  mutating func acceptClaim(_ writer: StepWriter) throws -> [TableEvent] {
    guard let claim = claim(of: writer.seat.other, knownBy: writer) else {
      throw Self.wrong(writer.seat, "accepted a claim, but none was waiting for an answer")
    }
    self[writer.seat].accepted = .init(sequence: writer.sequence, claim: claim.step)
    return []
  }

  private func view(of step: ClaimResult, _ seat: Seat) -> ClaimView {
    .with {
      ($0.seat, $0.kind, $0.round) = (seat, step.kind, step.round)
      $0.text =
        "\(distinctName(of: seat)) claims \(step.kind == .win ? "the win" : "a draw"), because "
        + "\(distinctName(of: seat.other)) did not continue."
    }
  }

  var claims: [ClaimView] {
    guard phase == .playing else { return [] }
    return Seat.chairs.compactMap { seat in
      claim(of: seat, knownBy: StepWriter(seat: seat, sequence: .max, seen: .max))
        .map { view(of: $0.step, seat) }
    }
  }

  // MARK: Another match

  var rematchOffers: [Seat] {
    rematchTable == nil ? Seat.chairs.filter { offersRematch($0) } : []
  }

  func offersRematch(_ seat: Seat) -> Bool { self[seat].rematch.stands }

  var rematchHost: Seat? { Seat.chairs.first { self[$0].rematch.table != nil } }

  var rematchTable: [UInt8]? { rematchHost.flatMap { self[$0].rematch.table } }

  private func requireEnd(_ writer: StepWriter, _ doing: String) throws {
    guard writer.knows(started, of: .host), knowsEnd(writer) else {
      throw Self.wrong(writer.seat, "\(doing) before the match was over")
    }
  }

  mutating func offerRematch(_ writer: StepWriter) throws -> [TableEvent] {
    try requireEnd(writer, "offered a rematch")
    guard !offersRematch(writer.seat) else {
      throw Self.wrong(writer.seat, "offered a rematch twice")
    }
    self[writer.seat].rematch.add(at: writer.sequence)
    return [.with { ($0.seat, $0.offeredRematch) = (writer.seat, true) }]
  }

  mutating func withdrawRematch(_ writer: StepWriter) throws -> [TableEvent] {
    guard self[writer.seat].rematch.withdraw(at: writer.sequence) else {
      throw Self.wrong(writer.seat, "took back a rematch that it had not offered")
    }
    return [.with { ($0.seat, $0.withdrewRematch) = (writer.seat, true) }]
  }

  mutating func acceptRematch(_ step: AcceptRematch, _ writer: StepWriter) throws -> [TableEvent] {
    try requireEnd(writer, "accepted a rematch")
    guard self[writer.seat.other].rematch.stands(for: writer),
      writer.seat == .host || !offersRematch(writer.seat),
      self[writer.seat].rematch.table == nil, step.table.count == Self.nonceBytes
    else { throw Self.wrong(writer.seat, "accepted a rematch that it cannot accept") }
    self[writer.seat].rematch.table = Array(step.table)
    return [
      .with { ($0.seat, $0.acceptedRematch) = (writer.seat, Base32.encode(step.table)) }
    ]
  }

  // MARK: The result

  var phase: SessionPhase {
    if closedReason != nil { return .closed }
    if started != nil { return result == nil ? .playing : .finished }
    if seated != nil { return .seated }
    return self[.host].began == nil ? .unopened : .open
  }

  var closedReason: String? {
    guard started == nil else { return nil }
    if cancelled != nil { return cancelReason }
    let broken = Seat.chairs.compactMap(brokenSentence)
    return broken.isEmpty ? nil : broken.joined(separator: " ")
  }

  /// The reason why nothing of a log counts, from a moment when its writer did not know the end; nil for none.
  private func brokenSentence(_ seat: Seat) -> String? {
    if let broken = self[seat].broken { return broken }
    guard let forked = self[seat].forked,
      !knowsEnd(
        StepWriter(seat: seat, sequence: max(forked, 1) - 1, seen: self[seat].seen(before: forked)))
    else { return nil }
    let title = seat == .joiner ? "The joiner" : "The host"
    return "\(title) signed two different entries with number \(forked)."
  }

  /// The result of the match; nil while it goes on.
  ///
  /// A function of both logs: games that decide the match come before a broken log, that before a concession, and that before
  /// an accepted claim, wherever two of them did not know of each other. Last comes an opening: the games that its seat knew to decide
  /// the match may not, since the other one conceded one of them as well.
  var result: MatchResult? {
    guard started != nil, let duel else { return nil }
    if duel.isDecided { return byGames(duel) }
    let broken = Seat.chairs.filter { brokenSentence($0) != nil }
    if let loser = broken.first {
      let because = broken.compactMap(brokenSentence).joined(separator: " ")
      return ended(.broken, broken.count == 1 ? loser.other : nil, because)
    }
    let conceded = Seat.chairs.filter { self[$0].concessions.stands }
    if let loser = conceded.first {
      let both = conceded.count == 2
      return ended(
        .conceded, both ? nil : loser.other,
        both ? "Both conceded." : "\(distinctName(of: loser)) conceded the match.")
    }
    let accepted = Seat.chairs.filter { self[$0].accepted != nil }
    guard let seat = accepted.first, let claim = self[seat].accepted?.claim else {
      return duel.seats.contains { duel[$0].openedAt != nil } ? byGames(duel) : nil
    }
    if accepted.count == 2 {
      return ended(.claimed, nil, "Each accepted the claim of the other.")
    }
    return ended(
      .claimed, claim.kind == .win ? seat.other : nil,
      "\(distinctName(of: seat)) accepted the claim.")
  }

  private func byGames(_ duel: Duel) -> MatchResult {
    let (host, joiner) = (duel.wins[0], duel.wins[1])
    let winner: Seat? = host == joiner ? nil : host > joiner ? .host : .joiner
    return ended(.cards, winner, "The games stand \(max(host, joiner)) to \(min(host, joiner)).")
  }

  private func ended(_ ending: Ending, _ winner: Seat?, _ because: String) -> MatchResult {
    .with {
      $0.ending = ending
      $0.winner = winner ?? .unspecified
      $0.text = (winner.map { "\(distinctName(of: $0)) won. " } ?? "A draw. ") + because
    }
  }
}
