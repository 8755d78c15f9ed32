import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of tables: seats, offers, questions, what our node owes at matches, spectators (specification section 8).
final class Tables: Engine {
  /// The part that is restored when a turn cannot be committed.
  struct State {
    var sessions: TableRequests
  }

  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  var state: State
  /// The tables in memory. They are not restored, and are replayed again.
  private(set) var inMemory: [RoomID: Table] = [:]
  /// Steps that were tried on a match and are not told yet.
  var proposed = ProposedSteps()

  /// - Parameter asks: the questions of ours that the store has.
  init(
    _ context: NodeContext, _ links: Links, _ peers: Peers, _ rooms: Rooms, asks: [RoomID: OwnAsk]
  ) {
    self.context = context
    self.links = links
    self.peers = peers
    self.rooms = rooms
    state = State(sessions: TableRequests(asks: asks))
    rooms.asked = asks.mapValues(\.host)
  }

  /// A table in memory.
  subscript(id: RoomID) -> Table? { inMemory[id] }

  /// The tables in memory, in order.
  var sorted: [(key: RoomID, value: Table)] { inMemory.sorted { $0.key < $1.key } }

  /// The questions, offers and waits; they are changed in place.
  var sessions: TableRequests {
    get { state.sessions }
    _modify { yield &state.sessions }
  }

  /// The table in memory, replayed from its logs where it is not.
  func table(_ id: RoomID, _ transaction: Transaction) throws -> Table? {
    if let table = inMemory[id], !table.needsReload { return table }
    return try load(id, before: .max, transaction)
  }

  /// Keeps a table in memory; its room takes what it says of access.
  func keep(_ table: Table) {
    inMemory[table.id] = table
    rooms.access[table.id] = table.access
  }

  /// Lets go of a table in memory.
  func drop(_ id: RoomID) {
    inMemory[id] = nil
    rooms.access[id] = nil
  }

  /// Replays a table from its logs.
  ///
  /// - Parameter position: the first entry of the room that is left out.
  private func load(
    _ id: RoomID, before position: Int64, _ transaction: Transaction
  ) throws -> Table? {
    guard let room = try rooms.room(id, transaction.reader), room.stored.kind == .table else {
      return nil
    }
    let owner = room.stored.opener
    let created = try transaction.reader.table(id)?.createdMilliseconds ?? now.wall
    let table =
      inMemory[id]
      ?? Table(
        id: id, host: owner, created: created, person: account.author, store.registry.games)
    if let stored = try transaction.reader.table(id), table.seat == .host {
      let declined = stored.declinedForGood.compactMap { Base32.decode($0).flatMap { Author($0) } }
      table.door.declinedForGood.formUnion(declined)
      table.door.isPairedOnly = stored.pairedOnly
      table.door.passwordKey = stored.passwordKey.isEmpty ? nil : stored.passwordKey
    }
    table.clear()
    table.secret.begin(try transaction.reader.sessionKeep(id))
    try replay(room, into: table, before: position, transaction.reader)
    table.needsReload = false
    table.updateAccess()
    reopenAudience(table, before: position)
    try noteSecret(table, transaction.reader)
    if isCutOff(table), !table.isPlaying, table.match.result == nil {
      table.closedReason = Self.cutOff(table).refusal.message
    }
    keep(table)
    return table
  }

  private func noteSecret(_ table: Table, _ reader: Reader) throws {
    guard table.seat != .unspecified, table.match.commitment(of: table.seat) != nil else { return }
    table.secret.isMissing =
      try table.match.keepsSecret(table.seat) && reader.chainSecret(table.id) == nil
  }

  private func replay(
    _ room: Room, into table: Table, before position: Int64, _ reader: Reader
  ) throws {
    var cited: [LogKey: UInt64] = [:]
    for log in room.logs.values {
      if let from = log.state.forkedFrom { table.applyFork(by: log.state.key.author, from: from) }
    }
    try reader.entries(in: room.id, of: Array(room.logs.values)) { place, entry in
      guard place < position else { return false }
      table.replay(entry) { _ in table.steps += 1 }
      if entry.place.log == account.log {
        for citation in entry.dependencies {
          if let key = LogKey(citation.log) { cited[key] = citation.sequence }
        }
      }
      return true
    }
    rooms.noteCited(cited, in: room.id)
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
    let hadTips = table.match.commitment(of: writer) != nil
    let watchersBefore = table.match.spectators
    var verdicts: [SessionVerdict] = []
    table.replay(entry) { verdicts.append($0) }
    table.updateAccess()
    if wasUnopened { try checkRoom(entry, id) }
    if !hadJoiner, let joiner = table.joiner {
      try transaction.addMember(table.host, of: id)
      try transaction.addMember(joiner, of: id)
      if joiner == account.author { table.seat = .joiner }
    }
    if table.match.spectators != watchersBefore { try changeSpectators(of: table, transaction) }
    if !hadTips, let commitment = table.match.commitment(of: writer) {
      try noteSecret(table, transaction.reader)
      for tip in commitment.tips { try refuseOldTip(Data(tip), in: id, transaction) }
    }
    keep(table)
    for verdict in verdicts { tell(verdict, of: table) }
    if !wasTaken, table.attendance.isHere, let link = links.link(ofAuthor: table.other) {
      try sendPresence(table, on: link)
    }
    turn.touch(table: id)
  }

  /// The table as it was before an entry that has just been stored, with those that came with it.
  private func tableBefore(_ entry: VerifiedEntry, _ transaction: Transaction) throws -> Table? {
    let id = entry.place.room
    if let table = inMemory[id], !table.needsReload { return table }
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
  func tell(_ verdict: SessionVerdict, of table: Table) {
    for event in table.events(of: verdict) { turn.publish(.tableEvent(event)) }
    if case .refused = verdict, let result = table.match.result, result.ending == .broken {
      turn.publish(.tableEvent(table.event { $0.finished = result }))
    }
  }
}

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
