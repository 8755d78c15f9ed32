import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The work at the start and in every turn, beside the inputs.
extension Node {
  /// After a start nobody is linked and nobody is at a table.
  func settleAtStart(_ transaction: Transaction) throws {
    try tablePublisher.settleAtStart(transaction)
    try records.settleRoomsAtStart(transaction)
    try peers.dialAtStart(transaction.reader)
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
    let isDue = links.table.beginComparison(at: now)
    if isDue {
      blobs.askAgain()
      records.rosters.renew()
    }
    for id in try rooms.tickSync(isDue: isDue, asked: tables.sessions.asks.keys, transaction) {
      tables.drop(id)
    }
    links.tickPace()
    blobs.tick()
    tablePublisher.tickClaims()
    tables.tickLate()
    spectators.tickAudiences()
    try spectators.tickPlayers()
    try tickRecovery(transaction)
    peers.advertise()
    peers.expectPeers()
    peers.engage(with: tables.engagedLinks)
  }

  /// Ends the wait after a restore, and does what our node owes since.
  func tickRecovery(_ transaction: Transaction) throws {
    guard context.tickRecovery() else { return }
    try records.introduceEverywhere(transaction)
    try tables.sayRestored(transaction)
    try settleTouched(transaction)
  }

  /// Does what our node owes at the tables that this input changed.
  func settleTouched(_ transaction: Transaction) throws {
    for id in turn.tablesToSettle.sorted() { try tableService.settle(id, transaction) }
    turn.hasSettled()
    try records.settleRooms(transaction)
  }

  /// Does the next part of an undo that is under way, and answers after the last one.
  func resumeUndo(_ transaction: Transaction) throws {
    guard var undoing = undos.undoing, let asker = undoing.asker else { return }
    let error = try alone(transaction) {
      try undos.advance(&undoing, transaction)
      try settleTouched(transaction)
    }
    if let error {
      undos.undoing = nil
      let refused = undoing.failure(error)
      return turn.tell(.answer(asker, .failure(try undos.stop(undoing, refused, transaction))))
    }
    guard undoing.done == undoing.writes.count else {
      undos.undoing = undoing
      return
    }
    undos.undoing = nil
    turn.tell(.answer(asker, .success(UndoKeeper.answer(undoing.undone))))
  }

  /// Has features react to what changed in this turn, and to the matches that ended.
  func react(_ transaction: Transaction) throws {
    guard try reactions.begin(transaction) else { return }
    if !store.registry.sessionReactions.isEmpty {
      try reactions.react(to: tablePublisher.storeFinishedSessions(transaction), transaction)
    }
    try reactions.reactToChanges(transaction)
  }

  /// Publishes what changed in this turn.
  func publishTouched(_ transaction: Transaction) throws {
    try records.publishRooms(transaction)
    try tablePublisher.publishTouched(transaction)
  }

  /// Whether `publishUnseen` has something to publish.
  public var hasUnseen: Bool { !tables.sessions.unseen.isEmpty }

  /// Publishes the newest views of the matches that went on while nobody followed; to be called between turns.
  ///
  /// - Throws: `StoreError` where a table cannot be read again.
  public func publishUnseen() throws -> [Output] {
    turn.tellNothing()
    try store.turn { try tablePublisher.publishUnseen($0) }
    tables.sessions.unseen = []
    return turn.outputs
  }

  /// Returns the time at which the node wants to be woken (steady milliseconds); nil for never.
  func nextWake() -> Int64? {
    [
      tablePublisher.nextWake, links.nextWake(watched: watched), peers.nextWake, rooms.nextWake,
      blobs.nextWake, undos.undoing == nil ? nil : now.steady, storage.nextWake(at: now),
      allowances.rebuilds.nextWake,
    ].compactMap { $0 }.min()
  }
}
