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
  ///
  /// - Returns: the table; nil where our node may write nothing there.
  func settle(_ id: RoomID, _ transaction: Transaction) throws -> Table? {
    guard turn.writing == .allowed, let table = try table(id, transaction),
      table.seat != .unspecified,
      table.closedReason == nil, !isCutOff(table)
    else { return nil }
    var steps: [TableStep] = []
    var size = 0
    while let duty = due(at: table) ?? late(at: table) ?? autoTap(table) {
      if case .join = duty, sessions.asks[id] == nil { break }
      let step = try self.step(for: duty, table: table, transaction)
      let bytes = try Self.size(of: step)
      if steps.count == Self.mostStepsInEntry || size + bytes > Self.mostBytesInEntry {
        try write(steps, at: id, transaction)
        (steps, size) = ([], 0)
      }
      size += bytes
      do {
        try propose(step, to: table)
      } catch is Refused {
        // A game has asked for a step that it refuses. What a peer has sent is not to blame, and is not taken back for that.
        break
      }
      steps.append(step)
      #if DEBUG
        if planted == .revealsEarly { steps += earlyReveal(step, table) }
      #endif
    }
    try write(steps, at: id, transaction)
    if table.seat != .host, table.match.hasJoined(table.seat), endAsk(at: id) != nil {
      try transaction.removeAsk(id)
    }
    try forgetSecret(of: table, transaction)
    return table
  }

  /// So many decisions fit into one entry of a table.
  private static let mostStepsInEntry = 16
  /// So many bytes of steps, beside the header of the entry.
  private static let mostBytesInEntry = Limits.tableEntry - 256

  /// The bytes of a step within an entry: it is an operation, and a field of the payload.
  private static func size(of step: TableStep) throws -> Int { try Coding.encode(step).count + 6 }

  /// Whether our chair cannot go on: a chair has one log, and since a restore we write another one; or its secret is not here.
  func isCutOff(_ table: Table) -> Bool {
    table.secret.isMissing || table.logs[table.seat].map { $0 != account.log } ?? false
  }

  /// The step that our node must write now: one that follows from the match, or from what only we see of it.
  private func due(at table: Table) -> SessionDuty? {
    table.match.due(of: table.seat) ?? table.secret.session?.due(in: table.match)
  }

  /// The step that our person has let wait for too long.
  private func late(at table: Table) -> SessionDuty? {
    table.secret.takeLate(in: table.match, at: now.steady)
  }

  /// Has the steps written that our person has let wait for too long.
  func tickLate() {
    for (id, table) in inMemory where table.secret.tickLate(at: now.steady) {
      turn.touch(table: id)
    }
  }

  /// The steps that a tap of our person plays.
  ///
  /// - Throws: `Refused` where only we see that it does not count, or our chair cannot go on.
  func moves(for tap: Tap, at table: Table) throws -> [SessionDuty] {
    guard !isCutOff(table) else { throw Self.cutOff(table) }
    let moves = table.match.moves(of: table.seat, for: tap)
    guard moves.isEmpty, let session = table.secret.session else { return moves }
    return try session.moves(for: tap, in: table.match)
  }

  private func autoTap(_ table: Table) -> SessionDuty? {
    guard table.attendance.isAuto, mayPlay(at: table) else { return nil }
    return try? moves(for: Tap(), at: table).first
  }

  /// Deletes our secret once the game needs it no more.
  private func forgetSecret(of table: Table, _ transaction: Transaction) throws {
    guard table.secret.keep != nil, table.match.commitment(of: table.seat) != nil,
      !table.match.keepsSecret(table.seat)
    else { return }
    try transaction.removeChainSecret(table.id)
    table.secret.begin(nil)
  }

  /// Whether both persons are at the table and linked.
  func isRunning(_ table: Table) -> Bool {
    table.attendance.isHere && table.attendance.isOtherHere
      && links.link(ofAuthor: table.other) != nil
  }

  /// Whether the other side has claimed a result and nothing has undone that yet.
  func isClaimed(_ table: Table) -> Bool {
    table.match.claims.contains { $0.seat != table.seat }
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
    let position = table.logs.nextPosition(sequence, of: table.seat) { room?.logs[$0]?.state.next }
    let verdict = table.take(step, by: table.seat, at: position)
    table.updateAccess()
    if case .refused(_, let sentence) = verdict {
      table.needsReload = true
      throw Refused(.notNow, sentence)
    }
    table.logs.propose(in: account.log, at: position, by: table.seat)
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

  /// Writes what several duties ask for as one entry; what does not fit follows in further ones.
  func write(_ duties: [SessionDuty], of table: Table, _ transaction: Transaction) throws {
    var steps: [TableStep] = []
    var size = 0
    for duty in duties {
      let step = try step(for: duty, table: table, transaction)
      let bytes = try Self.size(of: step)
      guard bytes <= Self.mostBytesInEntry else {
        table.needsReload = true
        throw Refused(.invalid, "That move has too many parts for one entry: make it in parts.")
      }
      if size + bytes > Self.mostBytesInEntry {
        try write(steps, at: table.id, transaction)
        (steps, size) = ([], 0)
      }
      size += bytes
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
        $0.join.nonce = Data(seed.map { MatchSeed.nonce(of: $0, table.seat) } ?? random)
        $0.join.name = settings.name
      }
    case .commit:
      let commitment = try commitment(table, transaction)
      return .with { $0.commit = commitment.step }
    case .step(let step): return step
    case .secret(let make):
      guard !table.secret.isMissing else { throw Self.cutOff(table) }
      guard let step = try table.secret.make(make) else {
        throw StoreError.damaged("the secret of our chain is missing")
      }
      return step
    }
  }

  /// Makes our secret and what commits to it; both are on disk before anything is sent.
  private func commitment(
    _ table: Table, _ transaction: Transaction
  ) throws -> SessionCommitment {
    let random = randomBytes(32)
    let seeded = (table.secret.seed ?? sessions.asks[table.id]?.seed).map { seed in
      MatchSeed.secret(of: seed, table.seat)
    }
    let keep = SessionKeep(
      secret: seeded ?? random, choices: try transaction.reader.choices(table.id))
    let commitment = table.match.commitment(of: keep, by: table.seat)
    for tip in commitment.tips { try transaction.addTip(Data(tip), room: table.id) }
    table.secret.begin(keep)
    #if DEBUG
      if planted == .keepsSecretInMemory { return commitment }
    #endif
    try transaction.addChainSecret(keep.secret, room: table.id)
    return commitment
  }
}

#if DEBUG
  extension Tables {
    /// The link of the round after one whose link is revealed.
    private func earlyReveal(_ step: TableStep, _ table: Table) -> [TableStep] {
      guard case .reveal(var reveal)? = step.step else { return [] }
      reveal.round += 1
      guard let links = table.secret.keep?.links, reveal.round <= links.count else { return [] }
      reveal.link = Data(links[Int(reveal.round) - 1])
      return [.with { $0.reveal = reveal }]
    }
  }
#endif
