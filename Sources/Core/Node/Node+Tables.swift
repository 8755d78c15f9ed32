import Feature
import Foundation
import Identifiers
import Replication
import Schema
import Store
import War
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
        seat: owner == account.author ? .host : .unspecified)
    if let stored = try transaction.reader.table(id), table.seat == .host {
      let declined = stored.declinedForGood.compactMap { Base32.decode($0).flatMap { Author($0) } }
      table.declinedForGood.formUnion(declined)
      table.isPairedOnly = stored.pairedOnly
      table.passwordKey = stored.passwordKey.isEmpty ? nil : stored.passwordKey
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
    guard table.seat != .unspecified, table.match.hasCommitted(table.seat) else { return }
    table.lacksSecret = try reader.chainSecret(table.id) == nil
  }

  private func replay(
    _ room: Room, into table: Table, before position: Int64, _ reader: Reader
  ) throws {
    var room = room
    if let host = room.logs.values.first(where: { $0.state.key.author == table.host }),
      let from = host.state.forkedFrom
    {
      table.match.applyFork(by: .host, from: from)
    }
    for log in room.logs.values where log.state.key.author != table.host {
      if let from = log.state.forkedFrom { table.match.applyFork(by: .joiner, from: from) }
    }
    try reader.entries(in: room.id, of: Array(room.logs.values)) { place, entry in
      guard place < position else { return false }
      table.steps += UInt64(Self.replay(entry, into: table).count)
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

  /// Applies one stored entry to a match.
  ///
  /// - Returns: what it brought, and what did not follow.
  static func replay(_ entry: VerifiedEntry, into table: Table) -> [Verdict] {
    let log = entry.place.log
    let seat = table.seat(of: log.author)
    guard seat != .unspecified else { return [] }
    if table.logs[seat] == nil { table.logs[seat] = log }
    guard table.logs[seat] == log else { return [] }
    let other = seat.other
    for citation in entry.dependencies {
      guard let cited = LogKey(citation.log), table.seat(of: cited.author) == other,
        table.logs[other] == cited
      else { continue }
      table.seen[seat] = max(table.seen[seat] ?? 0, citation.sequence)
    }
    guard let payload = entry.payload,
      let operations = try? Coding.decode(Payload.self, from: payload).operations
    else { return [] }
    let position = Match.Position(sequence: entry.place.sequence, seen: table.seen[seat] ?? 0)
    return operations.compactMap { operation in
      guard case .war(let step)? = operation.kind else { return nil }
      return table.match.apply(step, by: seat, at: position)
    }
  }

  /// Applies an entry that was just stored, and tells what it brought.
  func apply(_ entry: VerifiedEntry, _ transaction: Transaction) throws {
    let id = entry.place.room
    guard let table = try tableBefore(entry, transaction) else { return }
    noticeRestored(entry, at: table)
    let writer = table.seat(of: entry.place.log.author)
    let wasUnopened = table.match.phase == .unopened
    let wasTaken = table.isTaken
    let hadJoiner = table.match.joinerKey != nil
    let hadTip = table.match.tip(of: writer) != nil
    let watchersBefore = table.match.spectators
    let verdicts = Self.replay(entry, into: table)
    if wasUnopened { try checkRoom(entry, id) }
    if !hadJoiner, let joiner = table.match.joinerKey.flatMap({ Author($0) }) {
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
    if !wasTaken, table.isHere, let link = link(to: table.other) {
      try sendPresence(table, on: link)
    }
    touch(id)
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
    guard let nonce = Self.openingNonce(of: entry),
      RoomID(table: entry.place.log.author, nonce: nonce) == id
    else { throw WireError.unproven("a table whose id does not follow from its first step") }
  }

  /// The nonce of the step that opens a table, where an entry begins with one.
  static func openingNonce(of entry: VerifiedEntry) -> Data? {
    guard let payload = entry.payload,
      case .war(let step)? = try? Coding.decode(Payload.self, from: payload).operations.first?.kind,
      case .open(let open)? = step.step
    else { return nil }
    return open.nonce
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
  private func tell(_ verdict: Verdict, of table: Table) {
    table.steps += 1
    switch verdict {
    case .accepted(let events):
      for event in events {
        publish(.tableEvent(TableEvent(event, table: table.id, number: table.steps)))
      }
    case .refused(let violation):
      var event = TableEvent()
      event.table = table.id.description
      event.number = table.steps
      event.seat = violation.seat
      event.notice = violation.sentence
      publish(.tableEvent(event))
      if let result = table.match.result, result.ending == .broken {
        publish(.tableEvent(TableEvent(.finished(result), table: table.id, number: table.steps)))
      }
    }
  }

  /// Writes what our node owes at a table, and what it plays by itself, until nothing is due.
  func settle(_ id: RoomID, _ transaction: Transaction) throws {
    guard mayWriteNow, let table = try table(id, transaction), table.seat != .unspecified,
      table.closedReason == nil, !isCutOff(table)
    else { return }
    #if DEBUG
      table.match.picksInTapOrder = planted == .picksInTapOrder
    #endif
    var steps: [WarStep] = []
    while let duty = table.match.duties(of: table.seat).first ?? autoTap(table) {
      guard table.seat != .joiner || duty != .join || asks[id] != nil else { break }
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
    if table.match.hasJoined, table.seat == .joiner, asks.removeValue(forKey: id) != nil {
      try transaction.removeAsk(id)
    }
    try settleRematch(table, transaction)
  }

  /// So many decisions fit into one entry of a table.
  private static let mostStepsInEntry = 16

  /// Whether our chair cannot go on: a chair has one log, and since a restore we write another one; or its secret is not here.
  func isCutOff(_ table: Table) -> Bool {
    table.lacksSecret || table.logs[table.seat].map { $0 != account.log } ?? false
  }

  private func autoTap(_ table: Table) -> Duty? {
    guard table.isAuto, mayPlay(at: table) else { return nil }
    return table.match.tapSteps(for: table.seat).first
  }

  /// Whether both persons are at the table and linked.
  func isRunning(_ table: Table) -> Bool {
    table.isHere && table.isOtherHere && link(to: table.other) != nil
  }

  /// Whether the other side has claimed a result and nothing has undone that yet.
  func isClaimed(_ table: Table) -> Bool {
    table.match.claims.contains { $0.seat == table.seat.other }
  }

  /// Whether our person may play now: both are there, or ours is and undoes a claim.
  func mayPlay(at table: Table) -> Bool {
    isRunning(table) || table.isHere && isClaimed(table)
  }

  /// The established link to the node of an author.
  func link(to author: Author?) -> LinkID? {
    guard let author else { return nil }
    return links.values.filter { $0.state == .established && $0.accounts.contains(author) }
      .map(\.id).min()
  }

  /// Lets a step of ours take effect on the match before it is written.
  ///
  /// - Throws: `Refused` when it does not follow.
  func propose(_ step: WarStep, to table: Table) throws {
    guard !isCutOff(table) else { throw Self.cutOff(table) }
    let room = rooms[table.id]
    let sequence = room?.logs[account.log]?.state.next ?? 1
    let other = table.logs[table.seat.other]
    let seen = other.flatMap { room?.logs[$0]?.state.next }.map { $0 - 1 } ?? 0
    let verdict = table.match.apply(
      step, by: table.seat, at: Match.Position(sequence: sequence, seen: seen))
    if case .refused(let violation) = verdict {
      table.needsReload = true
      throw Refused(.notNow, violation.sentence)
    }
    table.logs[table.seat] = account.log
    table.seen[table.seat] = seen
    proposed.append((table, verdict))
  }

  /// Writes steps that were proposed as one entry, and tells what they brought.
  func write(_ steps: [WarStep], at id: RoomID, _ transaction: Transaction) throws {
    guard !steps.isEmpty else { return }
    try write(
      steps.map { step in Schema.Operation.with { $0.war = step } }, in: id, transaction)
    for (table, verdict) in proposed where table.id == id { tell(verdict, of: table) }
    proposed.removeAll { $0.table.id == id }
  }

  func step(
    for duty: Duty, table: Table, _ transaction: Transaction
  ) throws -> WarStep {
    var step = WarStep()
    switch duty {
    case .join:
      let random = randomBytes(16)
      let seed = asks[table.id]?.seed
      step.join.nonce = Data(seed.map { MatchSeed.nonce(of: $0, .joiner) } ?? random)
      step.join.name = settings.name
    case .commit:
      step.commit = try commitment(table, transaction)
    case .reveal(let round):
      step.reveal.round = round
      step.reveal.link = Data(try link(of: round, table, transaction))
    case .play(let round, let battle):
      step.play.round = round
      step.play.battle = battle
    case .playOn: step.playOn = PlayOn()
    case .decide(let decide):
      step.decide = decide
    }
    return step
  }

  /// Makes the secret and commits to its chain; both are on disk before anything is sent.
  func commitment(_ table: Table, _ transaction: Transaction) throws -> CommitTip {
    let random = randomBytes(32)
    let seeded = (table.seed ?? asks[table.id]?.seed).map { seed in
      MatchSeed.secret(of: seed, table.seat)
    }
    let secret = seeded ?? random
    #if DEBUG
      if planted == .keepsSecretInMemory {
        return try plantedCommitment(secret, table, transaction)
      }
    #endif
    try transaction.addChainSecret(secret, room: table.id)
    var commit = CommitTip()
    commit.tip = Data(ChainLink.tip(secret: secret, of: table.seat))
    try transaction.addTip(commit.tip, room: table.id)
    return commit
  }

  private func link(
    of round: UInt32, _ table: Table, _ transaction: Transaction
  ) throws -> [UInt8] {
    guard !table.lacksSecret else { throw Self.cutOff(table) }
    if table.chain.isEmpty {
      guard let secret = try transaction.reader.chainSecret(table.id) else {
        throw StoreError.damaged("the secret of our chain is missing")
      }
      table.chain = ChainLink.links(secret: secret, of: table.seat)
    }
    guard round > 0, round <= table.chain.count else {
      throw Refused(.notNow, "Round \(round) has no link.")
    }
    return table.chain[Int(round) - 1]
  }
}

#if DEBUG
  extension Node {
    /// The link of the round after one whose link is revealed.
    private func earlyReveal(
      _ step: WarStep, _ table: Table, _ transaction: Transaction
    ) throws -> [WarStep] {
      guard case .reveal(var reveal)? = step.step else { return [] }
      reveal.round += 1
      reveal.link = Data(try link(of: reveal.round, table, transaction))
      return [.with { $0.reveal = reveal }]
    }

    /// Commits to a chain whose secret is nowhere but in memory.
    private func plantedCommitment(
      _ secret: [UInt8], _ table: Table, _ transaction: Transaction
    ) throws -> CommitTip {
      table.chain = ChainLink.links(secret: secret, of: table.seat)
      let tip = Data(ChainLink.tip(secret: secret, of: table.seat))
      try transaction.addTip(tip, room: table.id)
      return .with { $0.tip = tip }
    }
  }
#endif
