import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The steps that our node writes at tables: what it owes, and what it plays by itself (specification section 8).
extension Tables {
  /// Writes what our node owes at a table, and what it plays by itself, until nothing is due.
  func settle(_ id: RoomID, _ transaction: Transaction) throws {
    guard turn.writing == .allowed, let table = try table(id, transaction),
      table.seat != .unspecified,
      table.closedReason == nil, !isCutOff(table)
    else { return }
    #if DEBUG
      table.match.picksInTapOrder = planted == .picksInTapOrder
    #endif
    var steps: [TableStep] = []
    while let duty = table.match.due(of: table.seat) ?? autoTap(table) {
      if table.seat == .joiner, case .join = duty, sessions.asks[id] == nil { break }
      if steps.count == Self.mostStepsInEntry {
        try write(steps, at: id, transaction)
        steps = []
      }
      let step = try self.step(for: duty, table: table, transaction)
      try propose(step, to: table)
      steps.append(step)
      #if DEBUG
        if planted == .revealsEarly { steps += try earlyReveal(step, table, transaction) }
      #endif
    }
    try write(steps, at: id, transaction)
    if table.match.hasJoined, table.seat == .joiner, endAsk(at: id) != nil {
      try transaction.removeAsk(id)
    }
    try settleRematch(table, transaction)
  }

  /// So many decisions fit into one entry of a table.
  private static let mostStepsInEntry = 16

  /// Whether our chair cannot go on: a chair has one log, and since a restore we write another one; or its secret is not here.
  func isCutOff(_ table: Table) -> Bool {
    table.secret.isMissing || table.logs[table.seat].map { $0 != account.log } ?? false
  }

  private func autoTap(_ table: Table) -> SessionDuty? {
    guard table.attendance.isAuto, mayPlay(at: table) else { return nil }
    return table.match.moves(of: table.seat, for: Tap()).first
  }

  /// Whether both persons are at the table and linked.
  func isRunning(_ table: Table) -> Bool {
    table.attendance.isHere && table.attendance.isOtherHere
      && links.link(ofAuthor: table.other) != nil
  }

  /// Whether the other side has claimed a result and nothing has undone that yet.
  func isClaimed(_ table: Table) -> Bool {
    table.match.claims.contains { $0.seat == table.seat.other }
  }

  /// Whether our person may play now: both are there, or ours is and undoes a claim.
  func mayPlay(at table: Table) -> Bool {
    isRunning(table) || table.attendance.isHere && isClaimed(table)
  }

  /// Lets a step of ours take effect on the match before it is written.
  ///
  /// - Throws: `Refused` when it does not follow.
  func propose(_ step: TableStep, to table: Table) throws {
    guard !isCutOff(table) else { throw Self.cutOff(table) }
    let room = rooms[table.id]
    let sequence = room?.logs[account.log]?.state.next ?? 1
    let other = table.logs[table.seat.other]
    let seen = other.flatMap { room?.logs[$0]?.state.next }.map { $0 - 1 } ?? 0
    let verdict = table.take(
      step, by: table.seat, at: SessionPosition(sequence: sequence, seen: seen))
    table.updateAccess()
    if case .refused(_, let sentence) = verdict {
      table.needsReload = true
      throw Refused(.notNow, sentence)
    }
    table.logs.propose(in: account.log, seen: seen, by: table.seat)
    proposed.add(verdict, at: table)
  }

  /// Writes steps that were proposed as one entry, and tells what they brought.
  func write(_ steps: [TableStep], at id: RoomID, _ transaction: Transaction) throws {
    guard !steps.isEmpty else { return }
    try append(steps, at: id, transaction)
    for (table, verdict) in proposed.take(at: id) { tell(verdict, of: table) }
  }

  /// Writes steps as one entry. They are applied already, and there is no chat in them.
  func append(_ steps: [TableStep], at id: RoomID, _ transaction: Transaction) throws {
    let operations = steps.map { step in Schema.Operation.with { $0.step = step } }
    _ = try rooms.append(operations, in: id, transaction)
  }

  /// Writes what several duties ask for as one entry.
  func write(_ duties: [SessionDuty], of table: Table, _ transaction: Transaction) throws {
    var steps: [TableStep] = []
    for duty in duties {
      let step = try step(for: duty, table: table, transaction)
      try propose(step, to: table)
      steps.append(step)
    }
    try write(steps, at: table.id, transaction)
  }

  /// The step that a duty asks for.
  private func step(
    for duty: SessionDuty, table: Table, _ transaction: Transaction
  ) throws -> TableStep {
    switch duty {
    case .join:
      let random = randomBytes(16)
      let seed = sessions.asks[table.id]?.seed
      return .with {
        $0.join.nonce = Data(seed.map { MatchSeed.nonce(of: $0, .joiner) } ?? random)
        $0.join.name = settings.name
      }
    case .commit:
      let tip = try commitment(table, transaction)
      return .with { $0.commit.tip = tip }
    case .step(let step): return step
    case .secret(let make): return try make(links(of: table, transaction))
    }
  }

  /// Makes our secret and what commits to it; both are on disk before anything is sent.
  private func commitment(_ table: Table, _ transaction: Transaction) throws -> Data {
    let random = randomBytes(32)
    let seeded = (table.secret.seed ?? sessions.asks[table.id]?.seed).map { seed in
      MatchSeed.secret(of: seed, table.seat)
    }
    let secret = seeded ?? random
    let tip = Data(table.match.tip(of: secret, by: table.seat))
    try transaction.addTip(tip, room: table.id)
    #if DEBUG
      if planted == .keepsSecretInMemory {
        table.secret.chain = table.match.links(of: secret, by: table.seat)
        return tip
      }
    #endif
    try transaction.addChainSecret(secret, room: table.id)
    return tip
  }

  /// Returns the links of our chain, which follow from our secret.
  private func links(of table: Table, _ transaction: Transaction) throws -> [[UInt8]] {
    guard !table.secret.isMissing else { throw Self.cutOff(table) }
    if table.secret.chain.isEmpty {
      guard let secret = try transaction.reader.chainSecret(table.id) else {
        throw StoreError.damaged("the secret of our chain is missing")
      }
      table.secret.chain = table.match.links(of: secret, by: table.seat)
    }
    return table.secret.chain
  }
}

#if DEBUG
  extension Tables {
    /// The link of the round after one whose link is revealed.
    private func earlyReveal(
      _ step: TableStep, _ table: Table, _ transaction: Transaction
    ) throws -> [TableStep] {
      guard case .reveal(var reveal)? = step.step else { return [] }
      reveal.round += 1
      let links = try links(of: table, transaction)
      guard reveal.round <= links.count else { return [] }
      reveal.link = Data(links[Int(reveal.round) - 1])
      return [.with { $0.reveal = reveal }]
    }
  }
#endif
