import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The engine of what people are told of tables: at the end of a turn, at the start, and when they may claim.
final class TablePublisher: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let tables: Tables
  let views: TableViews
  let spectators: Spectators
  let exchange: TableExchange

  init(_ exchange: TableExchange) {
    self.exchange = exchange
    (context, links, peers) = (exchange.context, exchange.links, exchange.peers)
    (tables, spectators) = (exchange.tables, exchange.spectators)
    views = spectators.views
  }

  /// After a start nobody is at a table: what was offered is gone, and what goes on is told again.
  func settleAtStart(_ transaction: Transaction) throws {
    for phase in [TablePhase.offered, .watchable] {
      for view in try transaction.reader.tables(phase) {
        if let id = view.room { try transaction.removeTable(id) }
      }
    }
    for phase in [TablePhase.open, .asked, .seated, .playing] {
      for view in try transaction.reader.tables(phase) {
        guard let id = view.room, try tables.table(id, transaction) != nil else { continue }
        turn.touch(table: id)
      }
    }
    // An older version took a claim for the end of the match. And a match with hidden cards may still have to be opened.
    for view in try transaction.reader.tables(.finished) {
      guard let id = view.room else { continue }
      let isUnopened =
        view.result.ending == .conceded && store.registry.games[view.game]?.settleChoice != nil
      guard
        try view.result.ending == .claimed
          || isUnopened && transaction.reader.chainSecret(id) != nil
      else { continue }
      if try tables.table(id, transaction) != nil { turn.touch(table: id) }
    }
  }

  /// Publishes the tables that changed in this turn, and stores those whose phase did.
  ///
  /// While a match goes on its newest view is only published (`LiveTables`), and that only while somebody follows: a start
  /// makes it again from the logs.
  func publishTouched(_ transaction: Transaction) throws {
    var isAnnouncing = false
    for id in turn.touched.sorted() {
      guard let table = try tables.table(id, transaction) else { continue }
      updateWaiting(id, table)
      spectators.updateAudience(table)
      spectators.updatePlayers(table)
      guard
        table.seat != .unspecified || tables.sessions.isAsking(about: id)
          || table.isWatched(by: account.author)
      else { continue }
      let isOffered = table.isOpen || spectators.isWatchable(table, by: nil)
      if peers.advertising.announce(id, isOffered: isOffered) { isAnnouncing = true }
      guard context.hasSubscribers || !views.goesOn(table) else {
        tables.sessions.unseen.insert(id)
        continue
      }
      tables.sessions.unseen.remove(id)
      let view = views.view(of: table)
      if view.phase != .playing || table.storedPhase != .playing {
        var kept = view
        kept.passwordKey = table.door.passwordKey ?? Data()
        try transaction.setTable(id, kept)
        table.storedPhase = view.phase
      }
      turn.publish(.table(view))
    }
    if isAnnouncing {
      try exchange.announce()
      peers.advertise()
    }
  }

  /// Publishes the newest views of the matches that went on while nobody followed.
  func publishUnseen(_ transaction: Transaction) throws {
    for id in tables.sessions.unseen.sorted() {
      if let table = try tables.table(id, transaction) {
        turn.publish(.table(views.view(of: table)))
      }
    }
  }

  /// Stores the tables whose match ended in this turn, or was opened after its end, so that features see that it did.
  ///
  /// - Returns: the matches.
  func storeFinishedSessions(_ transaction: Transaction) throws -> [FinishedSession] {
    var finished: [FinishedSession] = []
    for id in turn.touched.sorted() {
      guard let table = try tables.table(id, transaction), table.seat != .unspecified,
        table.phase == .finished,
        table.storedPhase != .finished || table.reactedOpenings != table.match.openings
      else { continue }
      let view = views.view(of: table)
      guard let session = FinishedSession(view, of: id, in: table.match) else { continue }
      try transaction.setTable(id, view)
      table.storedPhase = view.phase
      table.reactedOpenings = table.match.openings
      finished.append(session)
    }
    return finished
  }

  /// Notes since when we wait for an answer to our tap.
  ///
  /// A player who is here may use up the time that the host has set for each card (row G-53). It stands still while one of the
  /// two is away.
  private func updateWaiting(_ id: RoomID, _ table: Table) {
    let isSilent = isSilent(table)
    let isOwing =
      table.match.moveSeconds > 0 && table.match.mayTap(table.seat) && tables.isRunning(table)
      && table.otherSeats.allSatisfy(table.match.hasPlayed)
    table.attendance.owe(isOwing, at: now)
    let limit = Int64(table.match.moveSeconds) * 1000
    let isWaiting =
      table.match.canClaim(table.seat) && (isSilent || limit > 0 && tables.isRunning(table))
    tables.sessions.wait(
      at: id, isWaiting ? isSilent ? configuration.claimMilliseconds : limit : nil,
      isTimed: !isSilent, from: now)
  }

  /// Whether the other side cannot be waited for in good faith: its node withholds, or it is away.
  private func isSilent(_ table: Table) -> Bool {
    table.match.withholding.map { $0 != table.seat } ?? false || !table.attendance.isOtherHere
      || links.link(ofAuthor: table.other) == nil
  }

  /// Lets people claim what was withheld for too long.
  func tickClaims() {
    for id in tables.sessions.claimable(at: now) { turn.touch(id) }
  }

  /// Has the views of all tables stored and told again.
  func storeAgain() {
    for (id, table) in tables.inMemory {
      table.storedPhase = nil
      turn.touch(table: id)
    }
  }

  /// The time at which spectators are served, a claim can be made, or a step is written that waits for our person (steady
  /// milliseconds); nil for never.
  var nextWake: Int64? {
    var next = tables.sessions.nextWake ?? .max
    for table in tables.inMemory.values {
      let audience = table.audience
      next = min(next, min(audience.serveAt ?? .max, audience.tellAt ?? .max))
      next = min(next, table.secret.nextLate ?? .max)
    }
    return next == .max ? nil : next
  }
}

extension TableView {
  /// The room in bytes.
  var room: RoomID? { Base32.decode(id).flatMap { RoomID($0) } }
}
