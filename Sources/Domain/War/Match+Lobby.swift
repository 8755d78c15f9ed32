import Feature
import Schema

// Steps before the start: open, seat, join, commit, start, cancel.
extension Match {
  static let nonceByteCount = 16
  static let keyByteCount = 32

  mutating func open(_ step: OpenTable, _ author: StepWriter) throws(Violation) -> [MatchEvent] {
    guard author.seat == .host else { throw author.refuse("opened a table that it does not host") }
    guard logs.host.began == nil else { throw author.refuse("opened the table twice") }
    guard step.nonce.count == Self.nonceByteCount else {
      throw author.refuse("opened the table with a nonce of \(step.nonce.count) bytes, not 16")
    }
    guard let sent = try? Rules(serializedBytes: step.rules) else {
      throw author.refuse("opened the table with rules that cannot be read")
    }
    do {
      rules = try sent.validated()
    } catch {
      throw author.refuse("opened the table with rules that do not hold: \(error.description)")
    }
    guard step.moveSeconds <= SessionRules.mostMoveSeconds else {
      throw author.refuse("opened the table with \(step.moveSeconds) seconds for each card")
    }
    rulesBytes = Array(step.rules)
    spectatorPolicy = step.spectators
    spectatorsTalk = step.spectatorsTalk
    moveSeconds = step.moveSeconds
    tableDescription = Label.clean(step.description_p, limit: Label.descriptionLimit)
    hasNoChat = step.noChat
    logs.host.began = author.sequence
    logs.host.nonce = Array(step.nonce)
    logs.host.name = Label.clean(step.name, limit: Label.nameLimit)
    return [.opened(name: name(of: .host))]
  }

  mutating func seatJoiner(_ step: SeatJoiner, _ author: StepWriter) throws(Violation)
    -> [MatchEvent]
  {
    guard author.seat == .host else {
      throw author.refuse("gave away the chair, which only the host can do")
    }
    guard joinerKey == nil else { throw author.refuse("gave away the chair twice") }
    let key = Array(step.joiner)
    guard key.count == Self.keyByteCount, key != hostKey else {
      throw author.refuse("gave the chair to a key that cannot be a joiner's")
    }
    joinerKey = key
    seated = author.sequence
    return [.seated(key: key)]
  }

  mutating func join(_ step: JoinTable, _ author: StepWriter) throws(Violation) -> [MatchEvent] {
    guard author.seat == .joiner else { throw author.refuse("joined the table that it hosts") }
    guard logs.joiner.began == nil else { throw author.refuse("joined twice") }
    guard author.knows(seated, of: .host), let joinerKey else {
      throw author.refuse("joined before the host had accepted it")
    }
    guard step.nonce.count == Self.nonceByteCount else {
      throw author.refuse("joined with a nonce of \(step.nonce.count) bytes, not 16")
    }
    logs.joiner.began = author.sequence
    logs.joiner.nonce = Array(step.nonce)
    logs.joiner.name = Label.clean(step.name, limit: Label.nameLimit)
    let id = GameID.make(
      rules: rulesBytes, hostKey: hostKey, joinerKey: joinerKey, hostNonce: logs.host.nonce,
      joinerNonce: logs.joiner.nonce)
    gameID = id
    stateHash = layout.stateHash(gameID: id, roundsDecided: 0, battle: 0)
    return [.joined(name: distinctName(of: .joiner))]
  }

  mutating func commit(_ step: CommitTip, _ author: StepWriter) throws(Violation) -> [MatchEvent] {
    let tip = Array(step.tip)
    guard logs[author.seat].tip == nil else { throw author.refuse("committed to two chains") }
    guard tip.count == digestByteCount else {
      throw author.refuse("committed to a tip of \(tip.count) bytes, not 32")
    }
    if author.seat == .host {
      guard author.knows(logs.joiner.committed, of: .joiner) else {
        throw author.refuse("committed to its chain before the joiner had")
      }
      guard tip != logs.joiner.tip else { throw author.refuse("copied the joiner's tip") }
    }
    logs[author.seat].tip = tip
    logs[author.seat].committed = author.sequence
    return []
  }

  mutating func start(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    guard author.seat == .host else { throw author.refuse("started a match that it does not host") }
    guard logs.host.committed != nil else {
      throw author.refuse("started the match before committing to its chain")
    }
    guard started == nil else { throw author.refuse("started the match twice") }
    started = author.sequence
    return [.started]
  }

  mutating func cancel(_ step: CancelTable, _ author: StepWriter) throws(Violation) -> [MatchEvent]
  {
    guard author.seat == .host else { throw author.refuse("closed a table that it does not host") }
    guard started == nil else { throw author.refuse("closed the table after the start") }
    cancelled = author.sequence
    cancelReason = Label.clean(step.reason, limit: Label.descriptionLimit)
    return [.closed(reason: cancelReason)]
  }
}
