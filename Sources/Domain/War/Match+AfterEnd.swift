import Feature
import Schema

// What the two may still agree on after the end: that a concession is taken back, and that they play again.
extension Match {
  /// The concession of a seat that counts for a writer; nil for none.
  func concession(
    of seat: Seat, knownBy author: StepWriter
  ) -> Concessions.Concession? { logs[seat].concessions.standing(of: seat, for: author) }

  /// The seat that asks to take a concession back and waits for the other side; nil for none.
  public var takeBackAsked: Seat? {
    Seat.chairs.first { logs[$0].concessions.isAsked }
  }

  /// Whether a seat may ask to take its concession back now.
  public func mayAskTakeBack(_ seat: Seat) -> Bool {
    result?.ending == .conceded && result?.winner == seat.other && rematchTable == nil
      && logs[seat].concessions.mayBeAsked
  }

  mutating func requestTakeBack(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    let seat = author.seat
    guard let standing = concession(of: seat, knownBy: author) else {
      throw author.refuse("asked to take back a concession, but had not conceded")
    }
    guard standing.asked == nil else {
      throw author.refuse("asked twice to take back a concession")
    }
    guard !knowsEnd(seat, seen: author.seen, butForConcessionOf: seat) else {
      throw author.refuse("asked to take back a concession, but the match was over without it")
    }
    logs[seat].concessions.ask(for: standing, at: author.sequence)
    return [.askedTakeBack(seat)]
  }

  mutating func grantTakeBack(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    let loser = author.seat.other
    guard let standing = concession(of: loser, knownBy: author),
      author.knows(standing.asked, of: loser)
    else { throw author.refuse("let a concession be taken back, but nobody had asked for that") }
    guard !knowsEnd(author.seat, seen: author.seen, butForConcessionOf: loser) else {
      throw author.refuse("let a concession be taken back, but the match was over without it")
    }
    logs[loser].concessions.grant(standing, at: author.sequence)
    return [.grantedTakeBack(author.seat)]
  }

  // MARK: Another match

  /// The seats that offer a rematch which nobody has accepted yet, the host first.
  public var rematchOffers: [Seat] {
    guard rematchTable == nil else { return [] }
    return Seat.chairs.filter { offersRematch($0) }
  }

  /// The seat that accepted the rematch and hosts it; nil before that. If both did, the host's acceptance counts.
  public var rematchHost: Seat? { Seat.chairs.first { logs[$0].rematch.table != nil } }

  /// The id of the table of the rematch, 16 bytes; nil before it is accepted.
  public var rematchTable: [UInt8]? { rematchHost.flatMap { logs[$0].rematch.table } }

  /// Whether a seat offers a rematch and has not taken that back.
  public func offersRematch(_ seat: Seat) -> Bool { logs[seat].rematch.stands }

  private func requireEnd(_ author: StepWriter, _ doing: String) throws(Violation) {
    guard author.knows(started, of: .host), knowsEnd(author.seat, seen: author.seen) else {
      throw author.refuse("\(doing) before the match was over")
    }
  }

  mutating func offerRematch(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    try requireEnd(author, "offered a rematch")
    guard !offersRematch(author.seat) else { throw author.refuse("offered a rematch twice") }
    logs[author.seat].rematch.add(at: author.sequence)
    return [.offeredRematch(author.seat)]
  }

  mutating func withdrawRematch(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    guard logs[author.seat].rematch.withdraw(at: author.sequence) else {
      throw author.refuse("took back a rematch that it had not offered")
    }
    return [.withdrewRematch(author.seat)]
  }

  mutating func acceptRematch(
    _ step: AcceptRematch, _ author: StepWriter
  ) throws(Violation) -> [MatchEvent] {
    try requireEnd(author, "accepted a rematch")
    guard logs[author.seat.other].rematch.stands(for: author) else {
      throw author.refuse("accepted a rematch that was not offered")
    }
    guard author.seat == .host || !offersRematch(author.seat) else {
      throw author.refuse("accepted a rematch that it had offered as well, which the host accepts")
    }
    guard logs[author.seat].rematch.table == nil else {
      throw author.refuse("accepted a rematch twice")
    }
    guard step.table.count == Self.nonceByteCount else {
      throw author.refuse("accepted a rematch at a table that has no id")
    }
    logs[author.seat].rematch.table = Array(step.table)
    return [.acceptedRematch(author.seat, table: Array(step.table))]
  }
}
