import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The work at the start and in every turn, beside the inputs.
extension Node {
  /// After a start nobody is linked and nobody is at a table.
  func settleAtStart(_ transaction: Transaction) throws {
    for phase in [TablePhase.offered, .watchable] {
      for view in try transaction.reader.tables(phase) {
        if let id = view.room { try transaction.removeTable(id) }
      }
    }
    for phase in [TablePhase.open, .asked, .seated, .playing] {
      for view in try transaction.reader.tables(phase) {
        guard let id = view.room, try table(id, transaction) != nil else { continue }
        turn.touch(table: id)
      }
    }
    // An older version took a claim for the end of the match.
    for view in try transaction.reader.tables(.finished) where view.result.ending == .claimed {
      if let id = view.room, try table(id, transaction) != nil { turn.touch(table: id) }
    }
    try settleRoomsAtStart(transaction)
    for address in try transaction.reader.addresses() {
      peers.dialler.add(.typed(address), addresses: [address], at: now)
    }
    for (node, peer) in peers.table.sorted
    where peer.isKept && !peer.view.blocked {
      peers.dialler.add(.peer(node), addresses: peer.view.addresses, node: node, at: now)
    }
    try publishTouched(transaction)
    // There is no clock yet: the first turn publishes the tables again and counts from then on.
    sessions.stopWaiting()
    turn.hasSettled()
    turn.tellNothing()
  }

  /// Runs all timers.
  func tick(_ transaction: Transaction) throws {
    try tickLinks(transaction)
    peers.tickDialler()
    try carryOut(peers.tickPairing(), transaction)
    try tickRebuilds(transaction)
    try tickSync(transaction)
    tickPace()
    tickBlobs()
    tickClaims()
    tickAudiences()
    try tickPlayers()
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
    try introduceAgain(transaction)
    for id in try Self.roomIDs(transaction.reader, own: account.author) {
      let kind = try room(id, transaction.reader)?.stored.kind
      if kind == .private || kind == .direct { try introduce(in: id, transaction) }
    }
    try sayRestored(transaction)
    for id in tables.keys { turn.settle(id) }
    try settleTouched(transaction)
  }

  /// Does what our node owes at the tables that this input changed.
  func settleTouched(_ transaction: Transaction) throws {
    for id in turn.tablesToSettle.sorted() { try settle(id, transaction) }
    turn.hasSettled()
    try settleRooms(transaction)
  }

  /// Publishes the tables that changed in this turn, and stores those whose phase did.
  ///
  /// While a match goes on its newest view is only published (`LiveTables`), and that only while somebody follows: a start
  /// makes it again from the logs.
  func publishTouched(_ transaction: Transaction) throws {
    try publishRooms(transaction)
    var isAnnouncing = false
    for id in turn.touched.sorted() {
      guard let table = try table(id, transaction) else { continue }
      updateWaiting(id, table)
      updateAudience(table)
      updatePlayers(table)
      guard
        table.seat != .unspecified || sessions.isAsking(about: id)
          || table.isWatched(by: account.author)
      else { continue }
      let isOffered = table.isOpen || isWatchable(table, by: nil)
      if peers.advertising.announce(id, isOffered: isOffered) { isAnnouncing = true }
      guard hasSubscribers || !goesOn(table) else {
        sessions.unseen.insert(id)
        continue
      }
      sessions.unseen.remove(id)
      let view = view(of: table)
      if view.phase != .playing || table.storedPhase != .playing {
        var kept = view
        kept.passwordKey = table.door.passwordKey ?? Data()
        try transaction.setTable(id, kept)
        table.storedPhase = view.phase
      }
      turn.publish(.table(view))
    }
    if isAnnouncing {
      try announce()
      peers.advertise()
    }
  }

  /// Whether `publishUnseen` has something to publish.
  public var hasUnseen: Bool { !sessions.unseen.isEmpty }

  /// Publishes the newest views of the matches that went on while nobody followed; to be called between turns.
  ///
  /// - Throws: `StoreError` where a table cannot be read again.
  public func publishUnseen() throws -> [Output] {
    turn.tellNothing()
    try store.turn { transaction in
      for id in sessions.unseen.sorted() {
        if let table = try table(id, transaction) { turn.publish(.table(view(of: table))) }
      }
    }
    sessions.unseen = []
    return turn.outputs
  }

  /// Notes since when we wait for an answer to our tap.
  ///
  /// A player who is here may use up the time that the host has set for each card (row G-53). It stands still while one of the
  /// two is away.
  private func updateWaiting(_ id: RoomID, _ table: Table) {
    let isSilent = isSilent(table)
    let isOwing =
      table.match.moveSeconds > 0 && table.match.mayTap(table.seat) && isRunning(table)
      && table.match.hasPlayed(table.seat.other)
    table.attendance.owe(isOwing, at: now)
    let limit = Int64(table.match.moveSeconds) * 1000
    let isWaiting = table.match.canClaim(table.seat) && (isSilent || limit > 0 && isRunning(table))
    sessions.wait(
      at: id, isWaiting ? isSilent ? configuration.claimMilliseconds : limit : nil,
      isTimed: !isSilent, from: now)
  }

  /// Whether the other side cannot be waited for in good faith: its node withholds, or it is away.
  private func isSilent(_ table: Table) -> Bool {
    table.match.withholding == table.seat.other || !table.attendance.isOtherHere
      || links.link(ofAuthor: table.other) == nil
  }

  /// Lets people claim what was withheld for too long.
  func tickClaims() {
    for id in sessions.claimable(at: now) { turn.touch(id) }
  }

  /// Returns the time at which the node wants to be woken (steady milliseconds); nil for never.
  func nextWake() -> Int64? {
    let digests =
      links.table.hasDigests ? now.steady : rooms.isEmpty ? nil : links.table.nextComparison
    let resync = rooms.resyncs.isEmpty ? nil : now.steady + 1_000
    let audiences = tables.values.flatMap { [$0.audience.serveAt, $0.audience.tellAt] }
      .compactMap { $0 }.min()
    return [
      audiences, nextLinkWake, peers.dialler.nextWake(isLinked: peers.linkedTest),
      sessions.nextWake, digests,
      resync, turn.undoing == nil ? nil : now.steady,
      nextBlobWake, nextPaceWake, storage.nextWake(at: now),
      lobby.order.nextWake, allowances.rebuilds.nextWake, peers.pairing.nextWake,
      peers.tickets.nextWake,
    ].compactMap { $0 }.min()
  }
}

extension TableView {
  /// The room in bytes.
  var room: RoomID? { Base32.decode(id).flatMap { RoomID($0) } }
}
