import Schema

// What the two may still agree on after the end: that a concession is taken back, and that they play again.
extension Match {
  /// The concession of a seat that counts for an author; nil for none.
  func concession(of seat: Seat, knownBy author: Author) -> SeatLog.Concession? {
    logs[seat].concessions.last {
      author.knows($0.sequence, of: seat) && !author.knows($0.granted, of: seat.other)
    }
  }

  /// The seat that asks to take a concession back and waits for the other side; nil for none.
  public var takeBackAsked: Seat? {
    Seat.chairs.first { seat in
      logs[seat].concessions.contains { $0.granted == nil && $0.asked != nil }
    }
  }

  /// Whether a seat may ask to take its concession back now.
  public func mayAskTakeBack(_ seat: Seat) -> Bool {
    result?.ending == .conceded && result?.winner == seat.other && rematchTable == nil
      && logs[seat].concessions.contains { $0.granted == nil && $0.asked == nil }
  }

  mutating func requestTakeBack(_ author: Author) throws(Violation) -> [MatchEvent] {
    let seat = author.seat
    guard let standing = concession(of: seat, knownBy: author),
      let index = logs[seat].concessions.firstIndex(of: standing)
    else { throw author.refuse("asked to take back a concession, but had not conceded") }
    guard standing.asked == nil else {
      throw author.refuse("asked twice to take back a concession")
    }
    guard !knowsEnd(seat, seen: author.seen, butForConcessionOf: seat) else {
      throw author.refuse("asked to take back a concession, but the match was over without it")
    }
    logs[seat].concessions[index].asked = author.sequence
    return [.askedTakeBack(seat)]
  }

  mutating func grantTakeBack(_ author: Author) throws(Violation) -> [MatchEvent] {
    let loser = author.seat.other
    guard let standing = concession(of: loser, knownBy: author),
      author.knows(standing.asked, of: loser),
      let index = logs[loser].concessions.firstIndex(of: standing)
    else { throw author.refuse("let a concession be taken back, but nobody had asked for that") }
    guard !knowsEnd(author.seat, seen: author.seen, butForConcessionOf: loser) else {
      throw author.refuse("let a concession be taken back, but the match was over without it")
    }
    logs[loser].concessions[index].granted = author.sequence
    return [.grantedTakeBack(author.seat)]
  }

  // MARK: Another match

  /// The seats that offer a rematch which nobody has accepted yet, the host first.
  public var rematchOffers: [Seat] {
    guard rematchTable == nil else { return [] }
    return Seat.chairs.filter { seat in
      logs[seat].rematchOffers.contains { $0.withdrawn == nil }
    }
  }

  /// The seat that accepted the rematch and hosts it; nil before that. If both did, the host's acceptance counts.
  public var rematchHost: Seat? { Seat.chairs.first { logs[$0].rematch != nil } }

  /// The id of the table of the rematch, 16 bytes; nil before it is accepted.
  public var rematchTable: [UInt8]? { rematchHost.flatMap { logs[$0].rematch?.table } }

  /// Whether a seat offers a rematch and has not taken that back.
  public func offersRematch(_ seat: Seat) -> Bool {
    logs[seat].rematchOffers.contains { $0.withdrawn == nil }
  }

  private func requireEnd(_ author: Author, _ doing: String) throws(Violation) {
    guard author.knows(started, of: .host), knowsEnd(author.seat, seen: author.seen) else {
      throw author.refuse("\(doing) before the match was over")
    }
  }

  mutating func offerRematch(_ author: Author) throws(Violation) -> [MatchEvent] {
    try requireEnd(author, "offered a rematch")
    guard !offersRematch(author.seat) else { throw author.refuse("offered a rematch twice") }
    logs[author.seat].rematchOffers.append(SeatLog.RematchOffer(sequence: author.sequence))
    return [.offeredRematch(author.seat)]
  }

  mutating func withdrawRematch(_ author: Author) throws(Violation) -> [MatchEvent] {
    let offers = logs[author.seat].rematchOffers
    guard let index = offers.firstIndex(where: { $0.withdrawn == nil }) else {
      throw author.refuse("took back a rematch that it had not offered")
    }
    logs[author.seat].rematchOffers[index].withdrawn = author.sequence
    return [.withdrewRematch(author.seat)]
  }

  mutating func acceptRematch(
    _ step: AcceptRematch, _ author: Author
  ) throws(Violation) -> [MatchEvent] {
    try requireEnd(author, "accepted a rematch")
    let other = author.seat.other
    let isOffered = logs[other].rematchOffers.contains {
      author.knows($0.sequence, of: other) && !author.knows($0.withdrawn, of: other)
    }
    guard isOffered else { throw author.refuse("accepted a rematch that was not offered") }
    guard author.seat == .host || !offersRematch(author.seat) else {
      throw author.refuse("accepted a rematch that it had offered as well, which the host accepts")
    }
    guard logs[author.seat].rematch == nil else { throw author.refuse("accepted a rematch twice") }
    guard step.table.count == Self.nonceByteCount else {
      throw author.refuse("accepted a rematch at a table that has no id")
    }
    logs[author.seat].rematch = SeatLog.RematchAcceptance(
      sequence: author.sequence, table: Array(step.table))
    return [.acceptedRematch(author.seat, table: Array(step.table))]
  }
}
