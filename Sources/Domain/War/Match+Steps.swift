import Feature
import Schema

extension StepWriter {
  /// The error for a step that does not follow.
  func refuse(_ sentence: String) -> Violation {
    Violation(seat: seat, sequence: sequence, sentence: "\(seat.capitalTitle) \(sentence).")
  }
}

extension Match {
  /// Whether a seat has written or cited something that ended the match.
  ///
  /// - Parameter ignored: a seat whose concession is left out.
  func knowsEnd(_ seat: Seat, seen: UInt64, butForConcessionOf ignored: Seat? = nil) -> Bool {
    let author = StepWriter(seat: seat, sequence: 0, seen: seen)
    let other = logs[seat.other]
    if author.knows(cancelled, of: .host) { return true }
    if decidedEnd != nil, knowsLastDecision(author) { return true }
    if logs[seat].accepted != nil { return true }
    for loser in Seat.chairs where loser != ignored {
      if concession(of: loser, knownBy: author) != nil { return true }
    }
    return [other.accepted?.sequence, other.violation?.sequence, other.forked]
      .contains { author.knows($0, of: seat.other) }
  }

  func knowsLastDecision(_ author: StepWriter) -> Bool {
    guard let lastDecision else { return author.knows(started, of: .host) }
    return author.knows(lastDecision.sequence, of: lastDecision.seat)
  }

  /// A link revealed without being asked for is a tap, so its card must follow.
  func refuseUnplayedReveal(_ step: TableStep.OneOf_Step, _ author: StepWriter) throws(Violation) {
    guard let owed = logs[author.seat].owedPlay else { return }
    if case .play(let play) = step, play.round == owed, play.battle == 0 { return }
    throw author.refuse(
      "revealed its link of round \(owed) unasked and then did not play that round's card")
  }

  mutating func perform(
    _ step: TableStep.OneOf_Step, _ author: StepWriter
  ) throws(Violation) -> [MatchEvent] {
    if case .open = step {
    } else if case .join = step {
    } else if logs[author.seat].began == nil {
      throw author.refuse("wrote a step before sitting down")
    }
    return switch step {
    case .open(let step): try open(step, author)
    case .seat(let step): try seatJoiner(step, author)
    case .join(let step): try join(step, author)
    case .commit(let step): try commit(step, author)
    case .start: try start(author)
    case .cancel(let step): try cancel(step, author)
    case .reveal(let step): try reveal(step, author)
    case .play(let step): try play(step, author)
    case .decide(let step): try decide(step, author)
    case .left: try changePresence(leaving: true, author)
    case .returned: try changePresence(leaving: false, author)
    case .concede: try concede(author)
    case .claim(let step): try claim(step, author)
    case .acceptClaim: try acceptClaim(author)
    case .offerHosting: try offerHosting(author)
    case .takeHosting: try takeHosting(author)
    case .admitSpectator(let step): try admit(step, author)
    case .removeSpectator(let step): try remove(step, author)
    case .offerRematch: try offerRematch(author)
    case .acceptRematch(let step): try acceptRematch(step, author)
    case .withdrawRematch: try withdrawRematch(author)
    case .requestTakeBack: try requestTakeBack(author)
    case .grantTakeBack: try grantTakeBack(author)
    case .playOn: try playOn(author)
    case .move: []
    }
  }

  func requireStart(_ author: StepWriter, _ doing: String) throws(Violation) {
    guard author.knows(started, of: .host) else {
      throw author.refuse("\(doing) before the match had started")
    }
  }
}
