import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of rooms: their logs, who may read and write, how they are compared with peers, presence.
final class Rooms: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let quotas: DiskQuotas
  let lobby: LobbyKeeper
  var presence = RoomPresence()
  var roomInvitations = RoomInvitations()
  /// The positions up to which members of rooms are known to have everything.
  var deliveries = Deliveries()
  /// The rooms at each established link.
  private(set) var atLinks: [LinkID: LinkRooms] = [:]
  /// The link that sent digests of rooms last.
  var lastTurn: LinkID?
  /// The hosts of tables about which our person asks: they may have these rooms.
  var asked: [RoomID: Author] = [:]
  /// The rooms in memory. They are not restored: they are large, and are loaded again.
  var cache = RoomCache()
  /// The access to the rooms of the tables in memory, which the tables keep up to date.
  var access: [RoomID: RoomAccess] = [:]

  init(_ peers: Peers) {
    self.peers = peers
    (context, links) = (peers.context, peers.links)
    quotas = DiskQuotas(peers)
    lobby = LobbyKeeper(quotas)
  }

  /// A room in memory. It is changed by the methods of rooms, and by engines of this folder.
  subscript(id: RoomID) -> Room? { cache[id] }

  /// The rooms at an established link; what changes of them is changed in place.
  subscript(link: LinkID) -> LinkRooms? {
    get { atLinks[link] }
    _modify { yield &atLinks[link] }
  }

  /// The refusal for a room that was there a moment ago.
  static var roomIsGone: Refused { Refused(.notFound, "That room is gone.") }

  // MARK: Undo

  typealias State = (
    presence: RoomPresence, roomInvitations: RoomInvitations, deliveries: Deliveries,
    atLinks: [LinkID: LinkRooms], lastTurn: LinkID?, asked: [RoomID: Author]
  )

  /// The part that is restored when a turn cannot be committed.
  private(set) var state: State {
    get { (presence, roomInvitations, deliveries, atLinks, lastTurn, asked) }
    set { (presence, roomInvitations, deliveries, atLinks, lastTurn, asked) = newValue }
  }

  /// Undoes a turn that was not committed, and begins the sync of every room again.
  func undo(_ state: State) {
    self.state = state
    lobby.state.places.isStale = true
    for id in Set(cache.ids).union(access.keys) { forget(id) }
  }

  /// The room in memory, loaded where it is not.
  func room(_ id: RoomID, _ reader: Reader) throws -> Room? {
    if let room = cache[id] { return room }
    guard var room = try Room.load(id, reader) else { return nil }
    #if DEBUG
      room.planted = planted
    #endif
    let synced = cache.load(room)
    for session in links.sorted {
      let link = session.id
      let isLevel = self[link]?.level.remove(id) != nil
      guard !synced.contains(link), session.state == .established,
        try shares(id, with: session, reader)
      else { continue }
      if isLevel {
        cache[id]?.markInSync(with: link)
      } else {
        // Not compared on this link: before anything new of it is sent, it is.
        cache[id]?.syncs[link, default: RoomSync()].begin(at: room.stored.position)
      }
    }
    return cache[id]
  }

  /// Keeps a room in memory that was just made.
  func add(_ stored: StoredRoom, _ id: RoomID) {
    cache[id] = Room(id: id, stored: stored)
    #if DEBUG
      cache[id]?.planted = planted
    #endif
  }

  /// Takes note of other members.
  func setMembers(_ members: Members?, of id: RoomID) {
    cache[id]?.stored.members = members
    cache[id]?.revision += 1
  }

  /// Takes note of what our own log has cited.
  func noteCited(_ cited: [LogKey: UInt64], in id: RoomID) {
    for (key, sequence) in cited { cache[id]?.logs.cite(key, sequence) }
  }

  /// Ends a turn: the entries of the rooms that it has changed are in the store.
  func endTurn(of touched: Set<RoomID>) {
    for id in touched { cache[id]?.recent = RecentEntries() }
  }

  /// Has a room compared with the peers again.
  func compareAgain(_ id: RoomID) { cache.compareAgain(id) }

  /// Has all rooms compared with the peers again.
  func compareAllAgain() { cache.resyncAll() }

  /// Drops what is cached of all rooms.
  func forgetAll() {
    for id in cache.ids { forget(id) }
  }

  /// The room in memory, loaded where it is not.
  ///
  /// - Throws: `Refused` for one that is not in the store; `StoreError`.
  func present(_ id: RoomID, _ reader: Reader) throws -> Room {
    guard let room = try room(id, reader) else { throw Self.roomIsGone }
    return room
  }

  /// Drops what is cached of a room's entries after an undone input or turn, and syncs it again.
  func forget(_ id: RoomID) {
    if id == .lobby {
      lobby.state.places.isStale = true
      lobby.state.order.forget()
    }
    for link in cache.letGo(of: id) { self[link]?.wait(for: nil, of: id) }
    access[id]?.needsReload = true
    access[id]?.storedPhase = nil
  }

  // MARK: Our own entries

  /// Writes one entry into our own log of a room.
  ///
  /// - Returns: the entry, which the caller applies.
  func append(
    _ operations: [Schema.Operation], in id: RoomID, _ transaction: Transaction
  ) throws -> Stored {
    if let refusal = turn.writing.refusal { throw refusal }
    let (entry, known) = try nextEntry(operations, in: id, transaction)
    var log = known
    let (kind, position) = try change(id) { room in
      if room.logs[account.log] == nil { room.revision += 1 }
      for citation in entry.dependencies {
        if let key = LogKey(citation.log) { room.logs.cite(key, citation.sequence) }
      }
      try store([entry], isSigned: false, log: &log, room: &room, transaction)
      return (room.stored.kind, room.stored.position)
    }
    turn.wrote(
      Written(
        room: id, log: log.number, sequence: entry.place.sequence, position: position,
        hash: entry.hash))
    turn.touch(table: id)
    return Stored(room: id, kind: kind, log: log.number, entries: [entry])
  }

  /// The next entry of our own log of a room, and the log.
  private func nextEntry(
    _ operations: [Schema.Operation], in id: RoomID, _ transaction: Transaction
  ) throws -> (VerifiedEntry, StoredLog) {
    let room = try present(id, transaction.reader)
    let log = try room.logs[account.log] ?? transaction.addLog(account.log, in: room.stored)
    var payload = Payload()
    payload.operations = operations
    let (citations, order) = room.uncited(by: account.log)
    let entry = try EntryWriter.write(
      payload, room: id, state: log.state, dependencies: citations, dependencyOrder: order,
      wallMilliseconds: UInt64(clamping: now.wall),
      term: room.stored.roster?.owner == account.author
        ? room.stored.roster?.termName ?? Data() : Data())
    return (entry, log)
  }

  /// Signs what was written in this turn, all of it at once.
  func signWritten(_ transaction: Transaction) throws {
    let written = turn.written
    guard !written.isEmpty else { return }
    let signatures = try account.key.signHeads(written.map(\.hash))
    for (entry, signature) in zip(written, signatures) {
      try transaction.setSignature(signature, log: entry.log, sequence: entry.sequence)
      cache[entry.room]?.sign(entry.position, signature)
    }
    turn.hasSigned()
  }

  /// Changes a room, which is taken out meanwhile: or all of it would be copied.
  func change<Result>(_ id: RoomID, _ body: (inout Room) throws -> Result) throws -> Result {
    guard var room = cache.takeOut(id) else { throw Self.roomIsGone }
    defer { cache[id] = room }
    return try body(&room)
  }

  /// The writer against whose rate counts what comes of a room over a link.
  func writer(of room: RoomID, _ session: LinkSession) -> Writer {
    if peers.isPaired(session.node) { return .paired(session.node) }
    switch cache[room]?.stored.kind {
    case .private, .direct: return .room(room)
    case .table:
      let isPlayer = session.accounts.contains { access[room]?.concerns($0) == true }
      return isPlayer ? .table(room) : .crowd
    default: return .crowd
    }
  }

  /// - Parameter isSigned: false for entries of ours that are signed with all others of the turn.
  func store(
    _ entries: [VerifiedEntry], isSigned: Bool = true, log: inout StoredLog, room: inout Room,
    _ transaction: Transaction
  ) throws {
    turn.touch(room.id)
    for entry in entries {
      let position = room.stored.position + 1
      try transaction.append(entry, log: log.number, position: position, isSigned: isSigned)
      room.stored.position = position
      log.append(entry, at: position)
      room.recent.append((position, entry))
    }
    room.logs[log.state.key] = log
  }
}
