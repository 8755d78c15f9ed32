import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The engine of what nodes tell each other of tables outside the logs: offers, questions and who is there.
final class TableExchange: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  let tables: Tables
  let spectators: Spectators

  init(_ spectators: Spectators) {
    self.spectators = spectators
    (context, links, peers) = (spectators.context, spectators.links, spectators.peers)
    (rooms, tables) = (spectators.rooms, spectators.tables)
  }

  /// A new link: ask again, sync what is shared, say where our person is.
  func greet(
    _ session: LinkSession, rooms shared: [RoomID], _ transaction: Transaction
  ) throws {
    for id in tables.sessions.asks(of: session.accounts) {
      tables.sessions.move(id, to: session.node)
      try sendAsk(id, withdrawn: false, on: session.id)
    }
    try rooms.beginSync(on: session.id, transaction)
    for id in tables.sessions.watches(of: session.accounts) {
      try spectators.sendWatch(id, on: session.id)
    }
    try spectators.sayPlayers(to: session)
    for id in Set(shared).union(tables.sessions.asks.keys).sorted() {
      // A match that is over is replayed only when somebody looks at it.
      guard let phase = try transaction.reader.table(id)?.phase, phase != .finished,
        phase != .closed, try rooms.shares(id, with: session, transaction.reader),
        let table = try tables.table(id, transaction)
      else { continue }
      if tables.sessions.asks[id] != nil { try rooms.beginSync(of: id, on: session.id) }
      if table.attendance.isHere { try tables.sendPresence(table, on: session.id) }
      turn.touch(table: id)
    }
  }

  func receive(
    _ refused: RoomRefused, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let id = RoomID(refused.room) else { return }
    try rooms.takeRefusal(of: id, refused, session, transaction)
    rooms.dropSync(of: id, on: session.id)
    guard let table = tables[id] else { return }
    if table.isWatched(by: account.author), session.accounts.contains(table.host) {
      return try spectators.endWatching(
        id, "the host no longer lets you watch", session, transaction)
    }
    guard table.concerns(account.author) else { return }
    if session.accounts.contains(where: { $0 == table.other }) {
      try closeIfUnwanted(table, by: session, transaction)
    }
    turn.notify(
      id,
      "\(peers.name(of: session.node))'s node refuses this table: \(Text.clean(refused.reason, limit: Limits.text))."
    )
  }

  /// Whether somebody who asks knows the password of a table; where not, it is told.
  private func knowsPassword(
    _ ask: Ask, by author: Author, of table: Table, _ session: LinkSession
  ) throws -> Bool {
    if table.door.opens(to: ask.proof, of: author, at: table.id) { return true }
    // Also of those who are paired: nobody guesses as fast as its machine can.
    let mayGuess = allowances.spendTable(session.node, at: now)
    try tables.decline(
      ask.room,
      mayGuess ? "that is not the table's password" : "too many wrong passwords: wait a minute",
      on: session.id)
    return false
  }

  /// Our open tables, and those that a peer may watch, as announced to it.
  func ownOffers(to link: LinkID) -> TableOffers {
    var offers = TableOffers()
    guard let node = links[link]?.node else { return offers }
    for (id, table) in tables.sorted
    where offers.offers.count < Limits.offers {
      let isWatchable =
        spectators.isWatchable(table, by: node)
        && links[link]?.accounts.contains(where: table.door.declinedForGood.contains) != true
      guard isWatchable || table.isOpen, !table.door.isPairedOnly || peers.isPaired(node) else {
        continue
      }
      var offer = TableOffer()
      offer.needsPassword = table.door.passwordKey != nil
      offer.pairedOnly = table.door.isPairedOnly
      if isWatchable {
        offer.watchable = true
        offer.joiner = Data(table.match.key(of: .joiner) ?? [])
        offer.joinerName = table.match.name(of: .joiner)
      }
      offer.room = id.data
      offer.host = account.author.data
      offer.name = settings.name
      let terms = table.match.terms
      offer.description_p = terms.description_p
      offer.rules = terms.rules
      offer.moveSeconds = terms.moveSeconds
      offer.spectators = terms.spectators
      offer.game = table.game
      offer.terms = terms.terms
      offer.createdMilliseconds = UInt64(clamping: table.created)
      offers.offers.append(offer)
    }
    return offers
  }

  func sendOffers(to link: LinkID) throws {
    let offers = ownOffers(to: link)
    if !offers.offers.isEmpty, rooms.offersTables(to: link) {
      try links.send(.tableOffers(offers), on: link)
    }
  }

  /// Tells every peer which tables of ours are open now.
  func announce() throws {
    for link in links.ids where links[link]?.state == .established {
      try links.send(
        .tableOffers(rooms.offersTables(to: link) ? ownOffers(to: link) : TableOffers()), on: link)
    }
  }

  func receive(
    _ offers: TableOffers, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard offers.offers.count <= Limits.offers else {
      throw WireError.limit("\(offers.offers.count) offers")
    }
    var offered: Set<RoomID> = []
    for offer in offers.offers {
      guard let id = RoomID(offer.room), let host = Author(offer.host),
        session.accounts.contains(host), let rules = try? settled(offer),
        offer.moveSeconds <= SessionRules.mostMoveSeconds
      else { throw WireError.malformed("an offer without room, host, rules or time") }
      // A list can be a thousand times as much work as a short frame.
      guard links.spend(on: session.id) else { return }
      // A game that is not known here cannot be joined.
      guard let game = store.registry.games[offer.game], try !isOurs(id, transaction.reader) else {
        continue
      }
      guard let terms = try? game.settleTerms?([UInt8](offer.terms)) ?? [] else {
        throw WireError.malformed("an offer with terms by which nobody can play")
      }
      offered.insert(id)
      var view = TableView()
      view.setDefaults()
      view.host.setDefaults()
      view.id = id.description
      view.phase =
        offer.watchable ? .watchable : tables.sessions.asks[id] == nil ? .offered : .asked
      view.needsPassword = offer.needsPassword
      view.pairedOnly = offer.pairedOnly
      if offer.watchable, let joiner = Author(offer.joiner) {
        view.joiner.setDefaults()
        view.joiner.name = Text.clean(offer.joinerName, limit: Limits.name)
        view.joiner.author = joiner.description
        view.joiner.words = KeyWords.words(of: joiner)
      }
      view.host.name = Text.clean(offer.name, limit: Limits.name)
      view.host.author = host.description
      view.host.words = KeyWords.words(of: host)
      view.host.online = true
      view.host.colour = peers.table.colour(of: session.node)
      view.host.paired = peers.isPaired(session.node)
      view.host.nameIsTaken = peers.takesName(view.host.name, session.node)
      view.description_p = Text.clean(offer.description_p, limit: Limits.text)
      view.rules = rules
      view.game = offer.game
      view.terms = Data(terms)
      view.moveSeconds = offer.moveSeconds
      view.spectators = offer.spectators
      view.createdMilliseconds =
        NamedTime.milliseconds(offer.createdMilliseconds)
        ?? tables.sessions.offers[id]?.view.createdMilliseconds ?? now.wall
      tables.sessions.note(
        Offer(link: session.id, node: session.node, host: host, view: view), of: id)
      try transaction.setTable(id, view)
      turn.publish(.table(view))
    }
    try withdrawOffers(of: session.node, except: offered, transaction)
  }

  /// The rules of an offered match, every field set.
  private func settled(_ offer: TableOffer) throws -> Rules {
    try store.registry.games[offer.game]?.settle(offer.rules) ?? offer.rules
  }

  /// Whether we have a chair at a table: nobody else's offer says anything about it.
  private func isOurs(_ id: RoomID, _ reader: Reader) throws -> Bool {
    if let seat = tables[id]?.seat, seat != .unspecified { return true }
    if let table = tables[id], table.isWatched(by: account.author), table.closedReason == nil {
      return true
    }
    if let phase = try reader.table(id)?.phase,
      ![.offered, .asked, .closed, .watchable].contains(phase)
    {
      return true
    }
    return try reader.room(id)?.opener == account.author
  }

  /// Takes back what a node no longer offers.
  func withdrawOffers(
    of node: NodeID, except kept: Set<RoomID> = [], _ transaction: Transaction
  ) throws {
    for id in tables.sessions.withdraw(of: node, except: kept) {
      guard !tables.sessions.isAsking(about: id), tables[id]?.seat ?? .unspecified == .unspecified,
        tables[id]?.isWatched(by: account.author) != true
      else { continue }
      // Why a question of ours came to nothing stays to be read.
      if try transaction.reader.table(id)?.phase == .closed { continue }
      try transaction.removeTable(id)
      turn.publish(.tableGone(id.description))
    }
  }

  func sendAsk(_ id: RoomID, withdrawn: Bool, on link: LinkID) throws {
    var ask = Ask()
    ask.room = id.data
    ask.author = account.author.data
    ask.withdrawn = withdrawn
    ask.proof = tables.sessions.asks[id]?.proof ?? Data()
    try links.send(.ask(ask), on: link)
  }

  func receive(_ ask: Ask, _ session: LinkSession, _ transaction: Transaction) throws {
    guard let author = Author(ask.author), session.accounts.contains(author) else {
      throw WireError.unproven("an ask in the name of somebody else")
    }
    if ask.watch { return try spectators.receive(watching: ask, by: author, session, transaction) }
    guard let id = RoomID(ask.room), let table = try tables.table(id, transaction),
      table.seat == .host
    else {
      try tables.decline(ask.room, "the table is gone", forGood: true, on: session.id)
      return
    }
    turn.touch(table: id)
    if ask.withdrawn {
      table.door.askers[author] = nil
      if table.other == author { try closeIfUnwanted(table, by: session, transaction) }
      return
    }
    // Somebody who was accepted finds it in the log.
    if table.other == author { return }
    guard peers.may(.play, session.node) else {
      return try tables.decline(ask.room, "not with you", on: session.id)
    }
    guard try rooms.quotas.hasShareForTable(session.node, transaction.reader) else {
      return try tables.decline(
        ask.room, "your node has used up its share of this disk, so there is no room for a match",
        on: session.id)
    }
    guard table.isOpen else {
      try tables.decline(
        ask.room, table.phase == .closed ? "the table is closed" : "the other chair is taken",
        forGood: true, on: session.id)
      return
    }
    guard !table.door.declinedForGood.contains(author) else {
      return try tables.decline(ask.room, "not at this table", forGood: true, on: session.id)
    }
    guard !table.door.isPairedOnly || peers.isPaired(session.node) else {
      return try tables.decline(
        ask.room, "the host plays with paired people only", forGood: true, on: session.id)
    }
    guard try knowsPassword(ask, by: author, of: table, session) else { return }
    guard table.door.hasPlace(for: author) else {
      try tables.decline(ask.room, "too many people ask at once; try again", on: session.id)
      return
    }
    let isNew = table.door.askers[author] == nil
    guard !isNew || peers.isPaired(session.node) || allowances.spendTable(session.node, at: now)
    else {
      try tables.decline(
        ask.room, "too many questions came from you: wait a minute", on: session.id)
      return
    }
    table.door.askers[author] = TableDoor.Asker(
      link: session.id, node: session.node, name: peers.name(of: session.node))
    guard isNew else { return }
    var event = TableEvent()
    event.table = id.description
    event.seat = .joiner
    event.asked = peers.name(of: session.node)
    turn.publish(.tableEvent(event))
  }

  /// Closes our table when whoever was given the other chair does not come.
  ///
  /// The table of a rematch stays open: the other node may not know of it yet.
  private func closeIfUnwanted(
    _ table: Table, by session: LinkSession, _ transaction: Transaction
  ) throws {
    guard table.seat == .host, table.phase == .seated, !table.hasGuests,
      turn.writing == .allowed, !tables.isCutOff(table),
      try !tables.isRematch(table.id, transaction.reader)
    else { return }
    try close(
      table, reason: "\(peers.name(of: session.node)) does not want to join any more", transaction)
  }

  /// Closes our open table and tells those who wait.
  func close(_ table: Table, reason: String, _ transaction: Transaction) throws {
    var step = TableStep()
    step.cancel.reason = reason
    try tables.propose(step, to: table)
    let askers = table.door.askers
    table.door.askers = [:]
    try tables.write([step], at: table.id, transaction)
    for (_, asker) in askers.sorted(by: { $0.key < $1.key }) {
      try tables.decline(
        table.id.data, reason.isEmpty ? "the host closed the table" : reason, forGood: true,
        on: asker.link)
    }
    turn.touch(table: table.id)
  }

  /// Declines those who ask from a node.
  func declineAskers(of node: NodeID) throws {
    for (id, table) in tables.sorted {
      for (author, asker) in table.door.askers.sorted(by: { $0.key < $1.key })
      where asker.node == node {
        table.door.askers[author] = nil
        try tables.decline(id.data, "not with you", on: asker.link)
        turn.touch(table: id)
      }
    }
  }

  func receive(
    _ declined: Declined, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    if let id = RoomID(declined.room), let watch = tables.sessions.watches[id],
      session.accounts.contains(watch.host)
    {
      return try spectators.endWatching(
        id, Text.clean(declined.reason, limit: Limits.text), session, transaction)
    }
    guard let id = RoomID(declined.room), let ask = tables.sessions.asks[id],
      session.accounts.contains(ask.host)
    else { return }
    tables.endAsk(at: id)
    try transaction.removeAsk(id)
    try transaction.removeChoices(id)
    let reason = Text.clean(declined.reason, limit: Limits.text)
    try closeAsked(
      id, reason: "\(peers.name(of: session.node)) declined: \(reason)", again: !declined.forGood,
      transaction)
  }

  /// Shows a table that we did not come to sit at as closed.
  ///
  /// - Parameter again: whether it is offered again at once, while its host offers it.
  func closeAsked(
    _ id: RoomID, reason: String, again: Bool = false, _ transaction: Transaction
  ) throws {
    tables.drop(id)
    var view = try transaction.reader.table(id) ?? TableView()
    view.setDefaults()
    view.id = id.description
    view.phase = .closed
    view.closedReason = reason
    if again, let offer = tables.sessions.offer(of: id, links.table) {
      view = offer.view
      view.phase = .offered
      view.closedReason = reason
    }
    turn.publish(.table(view))
    try transaction.setTable(id, view)
  }
}
