import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Slices of others: they are verified and stored one after the other, and the caller applies each before the next is looked at
/// (specification section 6). What one of them says may decide whether the next is taken.
extension EntryExchange {
  /// Takes the next slices of a delivery, until one of them has brought something.
  ///
  /// - Returns: the step that the caller is to take before it calls this again; nil at the end.
  func advance(
    _ delivery: inout Delivery, _ transaction: Transaction
  ) throws -> Delivery.Step? {
    noteApplied(&delivery)
    if !delivery.isInPass { try beginPass(&delivery, transaction.reader) }
    while let slice = delivery.nextSlice() {
      guard let room = try rooms.room(delivery.room, transaction.reader) else {
        delivery.cutOff()
        break
      }
      if let stored = try take(slice, in: room, &delivery, transaction) { return .stored(stored) }
    }
    if !delivery.isCutOff { endPass(delivery) }
    return delivery.endPass() ? .rebuild(delivery.room) : nil
  }

  private func beginPass(_ delivery: inout Delivery, _ reader: Reader) throws {
    turn.sync(delivery.room)
    let room = try rooms.room(delivery.room, reader)
    delivery.beginPass(
      without: room.map { rooms.lobby.overRateLimit(delivery.slices, in: $0, from: delivery.link) }
        ?? [])
  }

  private func endPass(_ delivery: Delivery) {
    guard let link = delivery.link else { return }
    // What was in flight when the peer was told costs it no more than that.
    if delivery.isDeaf { links.spend(on: link) }
    peers.spendUseless(delivery.useless, on: link)
  }

  /// Counts entries that the caller has applied.
  private func noteApplied(_ delivery: inout Delivery) {
    guard let applied = delivery.takeApplied() else { return }
    if applied.isNew { turn.touch(table: delivery.room) }
    guard let link = delivery.link else { return }
    if let session = links[link] {
      links.spendWrite(applied.cost, by: rooms.writer(of: delivery.room, session))
    }
    rooms.cache[delivery.room]?.syncs[link]?.receiveEntries(of: applied.log, next: applied.next)
  }

  /// Takes one slice, if its author may write.
  ///
  /// The slices of authors who may turn out to be members when the room is made again wait for that.
  ///
  /// - Returns: the entries that are new; nil for none.
  private func take(
    _ slice: Slice, in room: Room, _ delivery: inout Delivery, _ transaction: Transaction
  ) throws -> Stored? {
    let (id, link) = (delivery.room, delivery.link)
    guard let key = LogKey(slice.log) else { throw WireError.malformed("a log without author") }
    guard try mayWrite(key.author, in: room, transaction.reader) else {
      // Who sent it may not know yet that what made its author a member counts no more, or takes our history of the owner's log
      // for its own; or the statement that gives its author a part is still on its way to us.
      let isClaimed = link.map { rooms[$0]?.claimed.contains(id) == true } ?? false
      guard room.stored.kind == .private,
        room.hasRetractableMembership || isClaimed || room.stored.roster != nil
      else {
        throw WireError.unproven("an entry of somebody who does not belong to this room")
      }
      if room.needsRebuild { delivery.early.append(slice) }
      return nil
    }
    guard !delivery.overRateLimit.contains(key.author),
      rooms.lobby.admits(slice, of: key, in: room, from: link)
    else { return nil }
    guard !rooms.quotas.isRefused(key, in: id, from: link) else {
      delivery.isDeaf = true
      return nil
    }
    // A new one gets its row once something of it holds.
    let log = room.logs[key] ?? StoredLog(without: key)
    if log.state.hasAllThatCounts, !log.state.counts(slice.first) { return nil }
    let rules = delivery.citationRules(of: room)
    switch try verify(slice, log: log, room: room, rules, transaction.reader) {
    // Of a forked log nothing more can count, but an earlier fork may show.
    case .gap where log.state.hasAllThatCounts, .entries where log.state.hasAllThatCounts:
      delivery.useless += 1
    case .gap:
      delivery.hasGap = true
      delivery.useless += 1
    case .fork(let proof, let from):
      try fork(proof, log: key, from: from, in: id, from: link, transaction)
    case .entries(let entries):
      if entries.isEmpty { delivery.useless += 1 }
      return try keep(entries, of: slice, log: log, in: room, &delivery, transaction)
    }
    return nil
  }

  /// Stores verified entries of a slice where there is room for them.
  private func keep(
    _ entries: [VerifiedEntry], of slice: Slice, log: StoredLog, in room: Room,
    _ delivery: inout Delivery, _ transaction: Transaction
  ) throws -> Stored? {
    let (key, link) = (log.state.key, delivery.link)
    #if DEBUG
      let repeated =
        planted == .appliesTwice ? try known(slice, log: log, in: room, transaction.reader) : []
    #endif
    for entry in entries { try Self.check(entry, in: room) }
    guard try rooms.lobby.keeps(entries, of: key.author, in: room, transaction.reader),
      let log = try self.log(key, in: room.id, from: link, transaction),
      try rooms.quotas.fits(entries, of: log, in: room, from: link, transaction)
    else { return nil }
    if !entries.isEmpty { rooms.lobby.noteActive(key, in: room, from: link) }
    delivery.apply(
      Delivery.Applied(
        log: key, next: slice.first + UInt64(slice.entries.count), isNew: !entries.isEmpty,
        cost: room.cost(of: entries)))
    #if DEBUG
      if entries.isEmpty, !repeated.isEmpty {
        return Stored(
          room: room.id, kind: room.stored.kind, log: log.number, entries: [], repeated: repeated)
      }
    #endif
    guard !entries.isEmpty else {
      noteApplied(&delivery)
      return nil
    }
    let kind = try store(entries, log: log, in: room.id, transaction)
    #if DEBUG
      return Stored(
        room: room.id, kind: kind, log: log.number, entries: entries, repeated: repeated)
    #else
      return Stored(room: room.id, kind: kind, log: log.number, entries: entries)
    #endif
  }

  /// Stores verified entries of one log.
  ///
  /// - Returns: the kind of their room.
  private func store(
    _ entries: [VerifiedEntry], log: StoredLog, in id: RoomID, _ transaction: Transaction
  ) throws -> RoomKind {
    var log = log
    let key = log.state.key
    let (kind, cited) = try rooms.change(id) { room in
      try rooms.store(entries, log: &log, room: &room, transaction)
      return (room.stored.kind, room.unresolvedDependencies[key])
    }
    if let cited, log.state.next > cited { try rooms.remake(id, for: key.author, transaction) }
    return kind
  }

  /// The row of a log, made where it is new; nil where a link brings too many new ones of strangers into the lobby.
  private func log(
    _ key: LogKey, in id: RoomID, from link: LinkID?, _ transaction: Transaction
  ) throws -> StoredLog? {
    guard let room = rooms.cache[id] else { throw Rooms.roomIsGone }
    if let log = room.logs[key] { return log }
    let isLimited = rooms.lobby.isLimited(key.author, in: room)
    if isLimited {
      let hasPlace = try rooms.change(id) {
        try rooms.lobby.makePlace(for: key, in: &$0, from: link, transaction)
      }
      guard hasPlace else { return nil }
    }
    guard rooms.cache[id]?.logs.count ?? 0 < Limits.logsPerRoom else {
      throw WireError.limit("more than \(Limits.logsPerRoom) logs in one room")
    }
    let log = try transaction.addLog(key, in: room.stored)
    rooms.cache[id]?.logs[key] = log
    rooms.cache[id]?.revision += 1
    if isLimited { rooms.lobby.noteActive(key, in: room, from: link) }
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
          try rooms.recordUnresolvedDependency(key, sequence, reader)
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
    guard let key = LogKey(proof.left.log), let room = try rooms.room(id, reader) else {
      return true
    }
    if let log = room.logs[key] {
      return log.state.forkedFrom.map { $0 > proof.left.first } ?? true
    }
    guard room.stored.kind == .lobby else { return try mayWrite(key.author, in: room, reader) }
    return !rooms.lobby.isLimited(key.author, in: room) || rooms.lobby.admitsNew(key, from: link)
  }

  /// Takes a proof of a fork, found here or passed on: entries from there on count for nothing.
  func fork(
    _ proof: ForkProof, log key: LogKey, from sequence: UInt64, in id: RoomID, from link: LinkID?,
    _ transaction: Transaction
  ) throws {
    guard try rooms.room(id, transaction.reader) != nil else { return }
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
    rooms.cache[id]?.logs[key] = log
    rooms.cache[id]?.revision += 1
    try rooms.remake(id, for: key.author, transaction)
    rooms.access[id]?.needsReload = true
    turn.touch(table: id)
    for link in (rooms.cache[id]?.syncs ?? [:]).keys.sorted() {
      if rooms[link]?.claimed.contains(id) == true {
        // Whoever sent it may own the room by what is forked now, and would never hear of that. What was written is not needed.
        try rooms.send(proof.withoutPayloads, of: id, on: link)
      } else {
        try rooms.beginSync(of: id, on: link)
      }
    }
    for session in links.sorted where rooms[session.id]?.refusedThere[id] == true {
      try rooms.send(proof.withoutPayloads, of: id, on: session.id)
    }
  }

  /// Whether an author's entries belong into a room.
  private func mayWrite(_ author: Author, in room: Room, _ reader: Reader) throws -> Bool {
    switch room.stored.kind {
    case .lobby: return true
    case .personal: return author == room.stored.opener
    // Before its first entry has come, only that can be taken.
    case .private: return room.stored.people?.knows(author) ?? (author == room.stored.opener)
    default:
      if room.stored.opener == author || rooms.access[room.id]?.concerns(author) == true
        || rooms.access[room.id]?.spectator(author) != nil
      {
        return true
      }
      return try reader.isMember(author, of: room.id)
    }
  }
}

#if DEBUG
  extension EntryExchange {
    /// The entries of a table's slice that were here before it.
    private func known(
      _ slice: Slice, log: StoredLog, in room: Room, _ reader: Reader
    ) throws -> [VerifiedEntry] {
      let end = min(log.state.next, slice.first + UInt64(slice.entries.count))
      guard room.stored.kind == .table, slice.first < end else { return [] }
      return try (slice.first..<end).compactMap {
        try reader.entry(of: log, in: room.id, sequence: $0)
      }
    }
  }
#endif
