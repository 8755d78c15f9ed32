import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of people who watch a match (row G-49).
///
/// The host lets them in its log. They are sent each round once it is decided.
final class Spectators: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  let tables: Tables
  let views: TableViews

  init(_ views: TableViews) {
    self.views = views
    (context, links, peers) = (views.context, views.links, views.peers)
    (rooms, tables) = (views.tables.rooms, views.tables)
  }

  /// So long spectators wait at most, so that what the players wait for goes first.
  static let spectatorMilliseconds: Int64 = 50

  // MARK: The spectator's side

  /// Asks a host to watch a match, or stops watching.
  func perform(_ command: WatchTable, _ transaction: Transaction) throws -> TableView {
    let id = try Tables.table(command.table, transaction.reader)
    let table = try tables.table(id, transaction)
    guard table?.seat ?? .unspecified == .unspecified else {
      throw Refused(.notNow, "You play at that table.", .item(id.description, .resumeMatch))
    }
    if command.stop {
      let isWatching = table?.isWatched(by: account.author) == true && table?.closedReason == nil
      guard tables.sessions.watches[id] != nil || isWatching else {
        throw Refused(.notNow, "You do not watch that table.")
      }
      if let host = tables.sessions.watches[id]?.host ?? table?.host,
        let link = links.link(ofAuthor: host)
      {
        try sendWatch(id, withdrawn: true, on: link)
      }
      try endWatching(id, "you stopped watching", nil, transaction)
      return try transaction.reader.table(id) ?? TableView()
    }
    if let table, table.isWatched(by: account.author), table.closedReason == nil {
      return views.view(of: table)
    }
    guard let offer = tables.sessions.offer(of: id, links.table), offer.view.phase == .watchable
    else {
      throw Refused(
        .notFound, "That match cannot be watched.", .see("war list"))
    }
    tables.sessions.watch(OwnAsk(host: offer.host, node: offer.node), at: id)
    tables.noteAsked(id)
    if try transaction.reader.room(id) == nil {
      _ = try transaction.addRoom(id, kind: .table, opener: offer.host)
    }
    tables.drop(id)
    try sendWatch(id, on: offer.link)
    turn.touch(table: id)
    return offer.view
  }

  /// Asks at a link to watch a table of its node.
  func sendWatch(_ id: RoomID, withdrawn: Bool = false, on link: LinkID) throws {
    var ask = Ask()
    ask.room = id.data
    ask.author = account.author.data
    ask.watch = true
    ask.withdrawn = withdrawn
    try links.send(.ask(ask), on: link)
  }

  /// We see no more of a table.
  func endWatching(
    _ id: RoomID, _ reason: String, _ session: LinkSession?, _ transaction: Transaction
  ) throws {
    tables.sessions.endWatch(at: id)
    tables.noteAsked(id)
    tables[id]?.attendance.isSentAway = true
    if let session { rooms.dropSync(of: id, on: session.id) }
    try transaction.removeMember(account.author, of: id)
    var view = try transaction.reader.table(id) ?? TableView()
    if let table = tables[id], table.phase != .unopened {
      if table.phase == .finished {
        // What was seen stays.
        return turn.touch(table: id)
      }
      view = views.view(of: table)
      table.closedReason = reason
    }
    view.setDefaults()
    view.id = id.description
    view.phase = .closed
    view.watching = false
    view.closedReason = reason
    turn.publish(.table(view))
    try transaction.setTable(id, view)
  }

  // MARK: The players' side

  /// Whether somebody may ask to watch a table of ours now.
  ///
  /// - Parameter node: whose node asks; nil for anybody at all.
  func isWatchable(_ table: Table, by node: NodeID?) -> Bool {
    guard table.seat == .host, table.isPlaying, table.attendance.isHere, !tables.isCutOff(table)
    else {
      return false
    }
    switch table.match.spectatorPolicy {
    case .everybody: return true
    case .paired: return node.map { peers.isPaired($0) } ?? true
    case .unspecified, .UNRECOGNIZED: return false
    }
  }

  /// Somebody asks to watch, or does not want to any more.
  func receive(
    watching ask: Ask, by author: Author, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let id = RoomID(ask.room), let table = try tables.table(id, transaction),
      table.seat == .host
    else {
      return try tables.decline(ask.room, "the table is gone", forGood: true, on: session.id)
    }
    if ask.withdrawn {
      if table.match.watches(author.bytes) { try dismiss(author, from: table, transaction) }
      return
    }
    if table.match.watches(author.bytes) { return try rooms.beginSync(of: id, on: session.id) }
    if let reason = whyNotWatch(table, author, session) {
      return try tables.decline(ask.room, reason, forGood: true, on: session.id)
    }
    // Also of those who are paired: to come and to go are two steps in the host's log, which has room for so many only.
    guard allowances.spendTable(session.node, at: now) else {
      return try tables.decline(
        ask.room, "too many questions came from you: wait a minute", on: session.id)
    }
    guard turn.writing == .allowed, !tables.isCutOff(table) else {
      return try tables.decline(ask.room, "nobody can be let in now; try again", on: session.id)
    }
    var step = TableStep()
    step.admitSpectator.author = author.data
    step.admitSpectator.name = peers.name(of: session.node)
    try tables.propose(step, to: table)
    try tables.write([step], at: id, transaction)
    try tables.changeSpectators(of: table, transaction)
    try rooms.beginSync(of: id, on: session.id)
    turn.touch(table: id)
  }

  private func whyNotWatch(_ table: Table, _ author: Author, _ session: LinkSession) -> String? {
    let match = table.match
    if table.concerns(author) { return "you play at that table" }
    if table.door.declinedForGood.contains(author) { return "the host no longer lets you watch" }
    guard peers.may(.play, session.node) else { return "not with you" }
    switch match.spectatorPolicy {
    case .everybody: break
    case .paired where peers.isPaired(session.node): break
    case .paired: return "the host lets paired people watch only"
    case .unspecified, .UNRECOGNIZED: return "the host lets nobody watch"
    }
    guard match.phase == .playing || match.phase == .finished else {
      return "the match has not begun"
    }
    guard match.spectators.count < Limits.spectators else { return "too many people watch" }
    return nil
  }

  /// Sends a spectator away.
  func perform(_ command: DismissSpectator, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(command.table, transaction)
    guard table.seat == .host else {
      throw Refused(.notNow, "Only the host can send a spectator away.")
    }
    let watching = table.match.spectators.filter { !$0.isRemoved }.compactMap { spectator in
      Author(spectator.key).map { (author: $0, name: spectator.name) }
    }
    let found = watching.meant(
      by: command.person, ids: { [$0.author.description] },
      isNamed: { $0.name.isName(command.person) }
    ).map(\.author)
    let author = try found.only(
      "Nobody called \(command.person) watches.", .see("war show")
    ) { "\($0) spectators fit \(command.person): give more letters of the id." }
    // Before it is told, so that it is not offered the match again.
    table.door.declinedForGood.insert(author)
    try dismiss(author, from: table, transaction)
    return views.view(of: table)
  }

  private func dismiss(_ author: Author, from table: Table, _ transaction: Transaction) throws {
    guard turn.writing == .allowed, !tables.isCutOff(table) else { return }
    var step = TableStep()
    step.removeSpectator.author = author.data
    step.removeSpectator.last =
      try rooms.room(table.id, transaction.reader)?.newest(of: author) ?? []
    try tables.propose(step, to: table)
    try tables.write([step], at: table.id, transaction)
    try tables.changeSpectators(of: table, transaction)
    turn.touch(table: table.id)
  }

  // MARK: What they are sent

  /// Notes what spectators may have, after something happened at a table.
  func updateAudience(_ table: Table) {
    guard !table.match.spectators.isEmpty, table.seat != .unspecified,
      let position = rooms[table.id]?.stored.position, position > table.audience.mayHave
    else { return }
    // When an end is taken back, all before it has been shown.
    let goesOn = table.audience.wasOver && table.phase == .playing
    table.audience.wasOver = table.phase == .finished
    let isNew = table.match.roundsDecided != table.audience.rounds
    guard goesOn || table.match.isShown(isDecided: isNew) else { return }
    table.audience.mayHave = position
    table.audience.rounds = table.match.roundsDecided
    if table.audience.serveAt == nil {
      table.audience.serveAt = now.steady + Self.spectatorMilliseconds
    }
  }

  /// Serves spectators whose time has come.
  func tickAudiences() {
    let due = tables.inMemory.filter { $0.value.audience.serveAt.map { $0 <= now.steady } ?? false }
    for (id, table) in due.sorted(by: { $0.key < $1.key }) {
      table.audience.serveAt = nil
      table.access.served = table.audience.mayHave
      turn.sync(id)
    }
  }
}
