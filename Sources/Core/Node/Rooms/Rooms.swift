import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Rooms: loading, writing our own entries, taking those of others.
extension Node {
  /// The room in memory, loaded where it is not.
  func room(_ id: RoomID, _ reader: Reader) throws -> Room? {
    if let room = rooms[id] { return room }
    guard var room = try Room.load(id, reader) else { return nil }
    #if DEBUG
      room.planted = planted
    #endif
    let synced = rooms.load(room)
    for session in links.sorted {
      let link = session.id
      let isLevel = links[link]?.rooms.level.remove(id) != nil
      guard !synced.contains(link), session.state == .established,
        try shares(id, with: session, reader)
      else { continue }
      if isLevel {
        rooms[id]?.markInSync(with: link)
      } else {
        // Not compared on this link: before anything new of it is sent, it is.
        rooms[id]?.syncs[link, default: RoomSync()].begin(at: room.stored.position)
      }
    }
    return rooms[id]
  }

  /// Drops what is cached of a room's entries after an undone input or turn, and syncs it again.
  func forget(_ id: RoomID) {
    if id == .lobby {
      lobby.places.isStale = true
      lobby.order.forget()
    }
    for link in rooms.letGo(of: id) { links[link]?.rooms.wait(for: nil, of: id) }
    tables[id]?.needsReload = true
    tables[id]?.storedPhase = nil
  }

  /// Writes one entry into our own log of a room.
  func write(_ operations: [Schema.Operation], in id: RoomID, _ transaction: Transaction) throws {
    if let refusal = turn.writing.refusal { throw refusal }
    let (entry, known) = try nextEntry(operations, in: id, transaction)
    // Taken out while it is changed, or all of it would be copied.
    guard var room = rooms.takeOut(id) else { throw Self.roomIsGone }
    var log = known
    do {
      if room.logs[account.log] == nil { room.revision += 1 }
      for citation in entry.dependencies {
        if let key = LogKey(citation.log) { room.cited[key] = citation.sequence }
      }
      try store(entry, isSigned: false, log: &log, room: &room, transaction)
    } catch {
      rooms[id] = room
      throw error
    }
    let (kind, position) = (room.stored.kind, room.stored.position)
    rooms[id] = room
    turn.wrote(
      Written(
        room: id, log: log.number, sequence: entry.place.sequence, position: position,
        hash: entry.hash))
    noteWrite(operations, in: id, log: log.number, sequence: entry.place.sequence)
    turn.touch(table: id)
    if kind == .table {
      try applyToTable(entry, log: log.number, transaction)
    } else {
      try applyToRoom([entry], in: id, log: log.number, transaction)
    }
  }

  /// The next entry of our own log of a room, and the log.
  private func nextEntry(
    _ operations: [Schema.Operation], in id: RoomID, _ transaction: Transaction
  ) throws -> (VerifiedEntry, StoredLog) {
    guard let room = try room(id, transaction.reader) else { throw Self.roomIsGone }
    let log = try room.logs[account.log] ?? transaction.addLog(account.log, in: room.stored)
    var payload = Payload()
    payload.operations = operations
    let (citations, order) = room.uncited(by: account.log)
    let entry = try EntryWriter.write(
      payload, room: id, state: log.state, dependencies: citations, dependencyOrder: order,
      wallMilliseconds: UInt64(clamping: now.wall))
    return (entry, log)
  }

  /// Signs what was written in this turn, all of it at once.
  func signWritten(_ transaction: Transaction) throws {
    let written = turn.written
    guard !written.isEmpty else { return }
    let signatures = try account.key.signHeads(written.map(\.hash))
    for (entry, signature) in zip(written, signatures) {
      try transaction.setSignature(signature, log: entry.log, sequence: entry.sequence)
      rooms[entry.room]?.sign(entry.position, signature)
    }
    turn.hasSigned()
  }

  /// - Parameter isSigned: false for an entry of ours that is signed with all others of the turn.
  private func store(
    _ entry: VerifiedEntry, isSigned: Bool = true, log: inout StoredLog, room: inout Room,
    _ transaction: Transaction
  ) throws {
    turn.touch(room.id)
    let position = room.stored.position + 1
    try transaction.append(entry, log: log.number, position: position, isSigned: isSigned)
    room.stored.position = position
    log.state.append(entry)
    room.logs[log.state.key] = log
    room.recent.append((position, entry))
  }

  /// Takes the slices of a batch; new entries are stored and applied.
  ///
  /// - Parameter link: where they came from; nil for a file.
  /// - Returns: whether something was missing before them.
  func take(
    _ slices: [Slice], in id: RoomID, from link: LinkID?, _ transaction: Transaction
  ) throws -> Bool {
    var early: [Slice] = []
    let hasGap = try take(slices, in: id, from: link, passingOver: &early, transaction)
    guard !early.isEmpty else { return hasGap }
    // Made again once for each batch, however many people it adds: a forked owner could ask for any number.
    turn.changes.collect()
    try rebuild(id, transaction)
    turn.changes.membership.insert(id)
    var stillEarly: [Slice] = []
    let hasLaterGap = try take(early, in: id, from: link, passingOver: &stillEarly, transaction)
    return hasGap || hasLaterGap || !stillEarly.isEmpty
  }

  /// Takes slices of those who may write.
  ///
  /// - Parameter early: takes the slices of authors who may turn out to be members when the room is made again.
  private func take(
    _ slices: [Slice], in id: RoomID, from link: LinkID?, passingOver early: inout [Slice],
    _ transaction: Transaction
  ) throws -> Bool {
    turn.sync(id)
    var hasGap = false
    var isDeaf = false
    var useless = 0
    let overRateLimit =
      try room(id, transaction.reader).map { self.overRateLimit(slices, in: $0, from: link) } ?? []
    var rules: (revision: Int, rules: CitationRules)?
    for slice in slices {
      guard let room = try room(id, transaction.reader) else { return true }
      guard let key = LogKey(slice.log) else { throw WireError.malformed("a log without author") }
      guard try mayWrite(key.author, in: room, transaction.reader) else {
        // Who sent it may not know yet that what made its author a member counts no more, or takes our history of the owner's log
        // for its own.
        let isClaimed = link.map { links[$0]?.rooms.claimed.contains(id) == true } ?? false
        guard room.stored.kind == .private, room.hasRetractableMembership || isClaimed else {
          throw WireError.unproven("an entry of somebody who does not belong to this room")
        }
        if room.needsRebuild { early.append(slice) }
        continue
      }
      guard !overRateLimit.contains(key.author), admits(slice, of: key, in: room, from: link) else {
        continue
      }
      guard !isRefused(key, in: id, from: link) else {
        isDeaf = true
        continue
      }
      // A new one gets its row once something of it holds.
      let log = room.logs[key] ?? StoredLog(without: key)
      if log.state.hasAllThatCounts, !log.state.counts(slice.first) { continue }
      if rules?.revision != room.revision { rules = (room.revision, room.citationRules) }
      let result = try verify(
        slice, log: log, room: room, rules?.rules ?? room.citationRules, transaction.reader)
      switch result {
      // Of a forked log nothing more can count, but an earlier fork may show.
      case .gap where log.state.hasAllThatCounts, .entries where log.state.hasAllThatCounts:
        useless += 1
      case .gap:
        hasGap = true
        useless += 1
      case .fork(let proof, let from):
        try fork(proof, log: key, from: from, in: id, from: link, transaction)
      case .entries(let entries):
        if entries.isEmpty { useless += 1 }
        #if DEBUG
          if planted == .appliesTwice { try applyAgain(slice, log: log, in: room, transaction) }
        #endif
        for entry in entries { try Self.check(entry, in: room) }
        guard try keeps(entries, of: key.author, in: room, transaction.reader),
          let log = try self.log(key, in: id, from: link, transaction),
          try fits(entries, of: log, in: room, from: link, transaction)
        else { continue }
        if !entries.isEmpty { noteActive(key, in: room, from: link) }
        try take(entries, log: log, in: id, transaction)
        if let link {
          spendWrite(cost(of: entries, in: room), of: id, on: link)
          rooms[id]?.syncs[link]?.receiveEntries(
            of: key, next: slice.first + UInt64(slice.entries.count))
        }
      }
    }
    // What was in flight when the peer was told costs it no more than that.
    if isDeaf, let link { links.spend(on: link) }
    if let link { peers.spendUseless(useless, on: link) }
    return hasGap
  }

  /// Stores verified entries of one log and applies them.
  func take(
    _ entries: [VerifiedEntry], log: StoredLog, in id: RoomID, _ transaction: Transaction
  ) throws {
    // Taken out while it is changed, or all of it would be copied.
    guard !entries.isEmpty, var room = rooms.takeOut(id) else { return }
    var log = log
    do {
      for entry in entries { try store(entry, log: &log, room: &room, transaction) }
    } catch {
      rooms[id] = room
      throw error
    }
    rooms[id] = room
    let key = log.state.key
    if let cited = room.unresolvedDependencies[key], log.state.next > cited {
      try remake(id, for: key.author, transaction)
    }
    if room.stored.kind == .table {
      for entry in entries {
        try apply(entry, transaction)
        try applyToTable(entry, log: log.number, transaction)
      }
    } else {
      try applyToRoom(entries, in: id, log: log.number, transaction)
    }
    turn.touch(table: id)
  }

  /// The row of a log, made where it is new; nil where a link brings too many new ones of strangers into the lobby.
  private func log(
    _ key: LogKey, in id: RoomID, from link: LinkID?, _ transaction: Transaction
  ) throws -> StoredLog? {
    guard let room = rooms[id] else { throw Refused(.notFound, "That room is gone.") }
    if let log = room.logs[key] { return log }
    let isLimited = isLimited(key.author, in: room)
    if isLimited {
      guard try makePlace(for: key, from: link, transaction) else { return nil }
    }
    guard rooms[id]?.logs.count ?? 0 < Limits.logsPerRoom else {
      throw WireError.limit("more than \(Limits.logsPerRoom) logs in one room")
    }
    let log = try transaction.addLog(key, in: room.stored)
    rooms[id]?.logs[key] = log
    rooms[id]?.revision += 1
    if isLimited { noteActive(key, in: room, from: link) }
    return log
  }

  private static func check(_ entry: VerifiedEntry, in room: Room) throws {
    guard room.stored.kind == .table else {
      if entry.payload == nil, room.isOpening(entry.place.log, entry.place.sequence) {
        throw WireError.unproven("the first entry of a room without what it says")
      }
      return
    }
    guard entry.place.sequence <= Limits.entriesPerTableLog else {
      throw WireError.limit("more than \(Limits.entriesPerTableLog) entries in one log")
    }
    guard let payload = entry.payload, entry.header.count + payload.count <= Limits.tableEntry
    else { throw WireError.limit("an entry of that size, or erased, at a table") }
  }

  private func verify(
    _ slice: Slice, log: StoredLog, room: Room, _ rules: CitationRules, _ reader: Reader
  ) throws -> SliceResult {
    try SliceVerifier.verify(
      slice, room: room.id, state: log.state, citations: rules,
      known: { key, sequence in
        let cited = room.logs[key]
        if room.stored.kind == .lobby, key != log.state.key, sequence >= cited?.state.next ?? 1 {
          try recordUnresolvedDependency(key, sequence, reader)
        }
        guard let cited else { return nil }
        if sequence == cited.state.next - 1, sequence > 0 {
          return KnownEntry(hash: cited.state.hash, order: cited.state.order)
        }
        return try reader.known(log: cited.number, sequence: sequence)
      },
      stored: { try reader.slice(of: log, room: room.id, from: $0) }, heads: &heads)
  }

  /// Takes proofs of forks that somebody passed on.
  func take(
    _ proofs: [ForkProof], in id: RoomID, from link: LinkID?, _ transaction: Transaction
  ) throws {
    for proof in proofs where try isWanted(proof, in: id, from: link, transaction.reader) {
      let (room, key, from) = try SliceVerifier.verify(proof)
      guard room == id else { throw WireError.malformed("a fork proof of another room") }
      try fork(proof, log: key, from: from, in: id, from: link, transaction)
    }
  }

  /// Whether a proof can change anything that anybody should be able to change.
  ///
  /// Anybody can make up authors and sign two histories for each: in the lobby such proofs count against the places of
  /// strangers as their entries do, and elsewhere only those who belong to the room can fork. Where the author is not known to belong
  /// to it yet, the digests differ until the proof comes again. What is known already is not checked again.
  private func isWanted(
    _ proof: ForkProof, in id: RoomID, from link: LinkID?, _ reader: Reader
  ) throws -> Bool {
    // What is no proof at all is for the verifier to refuse.
    guard let key = LogKey(proof.left.log), let room = try room(id, reader) else { return true }
    if let log = room.logs[key] {
      return log.state.forkedFrom.map { $0 > proof.left.first } ?? true
    }
    guard room.stored.kind == .lobby else { return try mayWrite(key.author, in: room, reader) }
    return !isLimited(key.author, in: room) || admitsNew(key, from: link)
  }

  /// Takes a proof of a fork, found here or passed on: entries from there on count for nothing.
  func fork(
    _ proof: ForkProof, log key: LogKey, from sequence: UInt64, in id: RoomID, from link: LinkID?,
    _ transaction: Transaction
  ) throws {
    guard try room(id, transaction.reader) != nil else { return }
    #if DEBUG
      if planted == .acceptsForks { return }
    #endif
    guard var log = try self.log(key, in: id, from: link, transaction) else { return }
    if let known = log.state.forkedFrom, known <= sequence { return }
    try log.state.fork(from: sequence) {
      try transaction.reader.known(log: log.number, sequence: $0)?.hash
    }
    log.forkProof = proof
    try transaction.setFork(log: log.number, from: sequence, proof: proof)
    rooms[id]?.logs[key] = log
    rooms[id]?.revision += 1
    try remake(id, for: key.author, transaction)
    tables[id]?.needsReload = true
    turn.touch(table: id)
    for link in (rooms[id]?.syncs ?? [:]).keys.sorted() {
      if links[link]?.rooms.claimed.contains(id) == true {
        // Whoever sent it may own the room by what is forked now, and would never hear of that. What was written is not needed.
        try send(proof.withoutPayloads, of: id, on: link)
      } else {
        try beginSync(of: id, on: link)
      }
    }
    for session in links.sorted where session.rooms.refusedThere[id] == true {
      try send(proof.withoutPayloads, of: id, on: session.id)
    }
  }

  /// Whether an author's entries belong into a room.
  private func mayWrite(_ author: Author, in room: Room, _ reader: Reader) throws -> Bool {
    switch room.stored.kind {
    case .lobby: return true
    case .personal: return author == room.stored.opener
    // Before its first entry has come, only that can be taken.
    case .private: return room.stored.members?.knows(author) ?? (author == room.stored.opener)
    default:
      if room.stored.opener == author || tables[room.id]?.concerns(author) == true
        || tables[room.id]?.match.spectator(author.bytes) != nil
      {
        return true
      }
      return try reader.members(of: room.id).contains(author)
    }
  }
}

#if DEBUG
  extension Node {
    /// Applies the entries of a table's slice that were here before it.
    private func applyAgain(
      _ slice: Slice, log: StoredLog, in room: Room, _ transaction: Transaction
    ) throws {
      let end = min(log.state.next, slice.first + UInt64(slice.entries.count))
      guard room.stored.kind == .table, slice.first < end else { return }
      for sequence in slice.first..<end {
        let stored = try transaction.reader.entry(of: log, in: room.id, sequence: sequence)
        if let stored { try apply(stored, transaction) }
      }
    }
  }
#endif
