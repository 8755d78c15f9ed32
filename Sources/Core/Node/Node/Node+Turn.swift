import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The work at the start and in every turn, beside the inputs.
extension Node {
  /// After a start nobody is linked and nobody is at a table.
  func settleAtStart(_ transaction: Transaction) throws {
    try tables.settleAtStart(transaction)
    try records.settleRoomsAtStart(transaction)
    for address in try transaction.reader.addresses() {
      peers.dialler.add(.typed(address), addresses: [address], at: now)
    }
    for (node, peer) in peers.table.sorted
    where peer.isKept && !peer.view.blocked {
      peers.dialler.add(.peer(node), addresses: peer.view.addresses, node: node, at: now)
    }
    try publishTouched(transaction)
    // There is no clock yet: the first turn publishes the tables again and counts from then on.
    tables.sessions.stopWaiting()
    turn.hasSettled()
    turn.tellNothing()
  }

  /// Runs all timers.
  func tick(_ transaction: Transaction) throws {
    try tickLinks(transaction)
    peers.tickDialler()
    try carryOut(peers.tickPairing(), transaction)
    try records.tickRebuilds(transaction)
    for id in try rooms.tickSync(asked: tables.sessions.asks.keys, transaction) { tables.drop(id) }
    rooms.tickPace()
    rooms.tickBlobs()
    tables.tickClaims()
    tables.tickAudiences()
    try tables.tickPlayers()
    try tickRecovery(transaction)
    peers.advertise()
    peers.expectPeers()
    engage()
  }

  /// Ends the wait after a restore, and does what our node owes since.
  func tickRecovery(_ transaction: Transaction) throws {
    recovery?.begin(at: now)
    for case .command(let id, _) in recovery?.late(at: now) ?? [] {
      turn.tell(.answer(id, .failure(Recovery.refused)))
    }
    guard storage.endRecovery(at: now) else { return }
    try records.introduceAgain(transaction)
    for id in try Records.roomIDs(transaction.reader, own: account.author) {
      let kind = try rooms.room(id, transaction.reader)?.stored.kind
      if kind == .private || kind == .direct { try records.introduce(in: id, transaction) }
    }
    try tables.sayRestored(transaction)
    try settleTouched(transaction)
  }

  /// Does what our node owes at the tables that this input changed.
  func settleTouched(_ transaction: Transaction) throws {
    for id in turn.tablesToSettle.sorted() { try tables.settle(id, transaction) }
    turn.hasSettled()
    try records.settleRooms(transaction)
  }

  /// Has features react to what changed in this turn, and to the matches that ended.
  func react(_ transaction: Transaction) throws {
    guard try records.beginReactions(transaction) else { return }
    if !store.registry.sessionReactions.isEmpty {
      try records.react(to: tables.storeFinishedSessions(transaction), transaction)
    }
    try records.reactToChanges(transaction)
  }

  /// Publishes what changed in this turn.
  func publishTouched(_ transaction: Transaction) throws {
    try records.publishRooms(transaction)
    try tables.publishTouched(transaction)
  }

  /// Whether `publishUnseen` has something to publish.
  public var hasUnseen: Bool { !tables.sessions.unseen.isEmpty }

  /// Publishes the newest views of the matches that went on while nobody followed; to be called between turns.
  ///
  /// - Throws: `StoreError` where a table cannot be read again.
  public func publishUnseen() throws -> [Output] {
    turn.tellNothing()
    try store.turn { try tables.publishUnseen($0) }
    tables.sessions.unseen = []
    return turn.outputs
  }

  /// Returns the time at which the node wants to be woken (steady milliseconds); nil for never.
  func nextWake() -> Int64? {
    let digests =
      links.table.hasDigests ? now.steady : rooms.cache.isEmpty ? nil : links.table.nextComparison
    return [
      tables.nextWake, nextLinkWake, peers.dialler.nextWake(isLinked: peers.linkedTest),
      digests, records.state.undoing == nil ? nil : now.steady,
      rooms.nextWake, storage.nextWake(at: now), allowances.rebuilds.nextWake,
      peers.pairing.nextWake,
      peers.tickets.nextWake,
    ].compactMap { $0 }.min()
  }
}
