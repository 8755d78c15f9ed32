import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Tables: loading, applying entries, doing what our node owes (specification section 8).
extension Node {
  /// The table in memory, replayed from its logs where it is not.
  func table(_ id: RoomID, _ transaction: Transaction) throws -> Table? {
    if let table = tables[id], !table.needsReload { return table }
    return try load(id, before: .max, transaction)
  }

  /// Replays a table from its logs.
  ///
  /// - Parameter position: the first entry of the room that is left out.
  private func load(
    _ id: RoomID, before position: Int64, _ transaction: Transaction
  ) throws -> Table? {
    guard let room = try room(id, transaction.reader), room.stored.kind == .table else {
      return nil
    }
    let owner = room.stored.opener
    let created = try transaction.reader.table(id)?.createdMilliseconds ?? now.wall
    let table =
      tables[id]
      ?? Table(
        id: id, host: owner, created: created,
        seat: owner == account.author ? .host : .unspecified, store.registry.games)
    if let stored = try transaction.reader.table(id), table.seat == .host {
      let declined = stored.declinedForGood.compactMap { Base32.decode($0).flatMap { Author($0) } }
      table.door.declinedForGood.formUnion(declined)
      table.door.isPairedOnly = stored.pairedOnly
      table.door.passwordKey = stored.passwordKey.isEmpty ? nil : stored.passwordKey
    }
    table.clear()
    try replay(room, into: table, before: position, transaction.reader)
    table.needsReload = false
    reopenAudience(table, before: position)
    try noteSecret(table, transaction.reader)
    if isCutOff(table), !table.isPlaying, table.match.result == nil {
      table.closedReason = Self.cutOff(table).refusal.message
    }
    tables[id] = table
    return table
  }

  private func noteSecret(_ table: Table, _ reader: Reader) throws {
    guard table.seat != .unspecified, table.match.tip(of: table.seat) != nil else { return }
    table.secret.isMissing = try reader.chainSecret(table.id) == nil
  }

  private func replay(
    _ room: Room, into table: Table, before position: Int64, _ reader: Reader
  ) throws {
    var room = room
    if let host = room.logs.values.first(where: { $0.state.key.author == table.host }),
      let from = host.state.forkedFrom
    {
      table.applyFork(by: .host, from: from)
    }
    for log in room.logs.values where log.state.key.author != table.host {
      if let from = log.state.forkedFrom { table.applyFork(by: .joiner, from: from) }
    }
    try reader.entries(in: room.id, of: Array(room.logs.values)) { place, entry in
      guard place < position else { return false }
      table.steps += UInt64(table.replay(entry).count)
      if entry.place.log == account.log {
        for citation in entry.dependencies {
          if let key = LogKey(citation.log) { room.cited[key] = citation.sequence }
        }
      }
      return true
    }
    rooms[room.id] = room
    if table.seat == .unspecified { table.seat = table.seat(of: account.author) }
  }

  /// Applies an entry that was just stored, and tells what it brought.
  func apply(_ entry: VerifiedEntry, _ transaction: Transaction) throws {
    let id = entry.place.room
    guard let table = try tableBefore(entry, transaction) else { return }
    noticeRestored(entry, at: table)
    let writer = table.seat(of: entry.place.log.author)
    let wasUnopened = table.phase == .unopened
    let wasTaken = table.isTaken
    let hadJoiner = table.joiner != nil
    let hadTip = table.match.tip(of: writer) != nil
    let watchersBefore = table.match.spectators
    let verdicts = table.replay(entry)
    if wasUnopened { try checkRoom(entry, id) }
    if !hadJoiner, let joiner = table.joiner {
      try transaction.addMember(table.host, of: id)
      try transaction.addMember(joiner, of: id)
      if joiner == account.author { table.seat = .joiner }
    }
    if table.match.spectators != watchersBefore { try changeSpectators(of: table, transaction) }
    if !hadTip, let tip = table.match.tip(of: writer) {
      try noteSecret(table, transaction.reader)
      try refuseOldTip(Data(tip), in: id, transaction)
    }
    tables[id] = table
    for verdict in verdicts {
      tell(verdict, of: table)
    }
    if !wasTaken, table.attendance.isHere, let link = links.link(ofAuthor: table.other) {
      try sendPresence(table, on: link)
    }
    turn.touch(table: id)
  }

  /// The table as it was before an entry that has just been stored, with those that came with it.
  private func tableBefore(_ entry: VerifiedEntry, _ transaction: Transaction) throws -> Table? {
    let id = entry.place.room
    if let table = tables[id], !table.needsReload { return table }
    let place = rooms[id]?.recent.last { $0.entry.hash == entry.hash }
    return try load(id, before: place?.position ?? .max, transaction)
  }

  /// The room id must follow from its owner and the nonce in the first step.
  private func checkRoom(_ entry: VerifiedEntry, _ id: RoomID) throws {
    guard let nonce = entry.openingNonce,
      RoomID(table: entry.place.log.author, nonce: nonce) == id
    else { throw WireError.unproven("a table whose id does not follow from its first step") }
  }

  /// A chain serves one match: its tip at another table would let its owner know what comes.
  private func refuseOldTip(_ tip: Data, in id: RoomID, _ transaction: Transaction) throws {
    if let other = try transaction.reader.roomOfTip(tip) {
      guard other == id else { throw WireError.unproven("a chain that was used at another table") }
    } else {
      try transaction.addTip(tip, room: id)
    }
  }

  /// Publishes what a step brought.
  private func tell(_ verdict: SessionVerdict, of table: Table) {
    for event in table.events(of: verdict) { turn.publish(.tableEvent(event)) }
    if case .refused = verdict, let result = table.match.result, result.ending == .broken {
      turn.publish(.tableEvent(table.event { $0.finished = result }))
    }
  }

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
    if table.match.hasJoined, table.seat == .joiner, sessions.endAsk(at: id) != nil {
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
    if case .refused(_, let sentence) = verdict {
      table.needsReload = true
      throw Refused(.notNow, sentence)
    }
    table.logs.propose(in: account.log, seen: seen, by: table.seat)
    turn.propose(verdict, at: table)
  }

  /// Writes steps that were proposed as one entry, and tells what they brought.
  func write(_ steps: [TableStep], at id: RoomID, _ transaction: Transaction) throws {
    guard !steps.isEmpty else { return }
    try write(
      steps.map { step in Schema.Operation.with { $0.step = step } }, in: id, transaction)
    for (table, verdict) in turn.takeProposed(at: id) { tell(verdict, of: table) }
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
  extension Node {
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

extension Table {
  /// Returns the events of a step, as people see them; counts the step.
  func events(of verdict: SessionVerdict) -> [TableEvent] {
    steps += 1
    switch verdict {
    case .accepted(let events):
      return events.map { event in
        var event = event
        event.table = id.description
        event.number = steps
        return event
      }
    case .refused(let seat, let sentence):
      return [
        event {
          $0.seat = seat
          $0.notice = sentence
        }
      ]
    }
  }

  /// Something that happened at the last step.
  func event(_ fill: (inout TableEvent) -> Void) -> TableEvent {
    var event = TableEvent()
    event.table = id.description
    event.number = steps
    fill(&event)
    return event
  }
}
