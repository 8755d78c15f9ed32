import Foundation
import Identifiers
import Schema
import Store
import War
import Wire

/// What peers say about tables outside the logs: offers, asks.
extension Node {
  func receive(
    _ body: Frame.OneOf_Body, on link: LinkID, _ transaction: Transaction
  ) throws {
    guard let session = links[link] else { return }
    switch body {
    case .ping(let ping):
      var pong = Pong()
      pong.number = ping.number
      try send(.pong(pong), on: link)
      try sayPresence(to: session, transaction)
    case .pong: break
    case .roomsDigest(let digest): try receive(digest, session, transaction)
    case .digest(let digest): try receive(digest, session, transaction)
    case .have(let have): try receive(have, session, transaction)
    case .batch(let batch): try receive(batch, session, transaction)
    case .acknowledge(let acknowledge): try receive(acknowledge, session, transaction)
    case .roomRefused(let refused): try receive(refused, session, transaction)
    case .tableOffers(let offers): try receive(offers, session, transaction)
    case .ask(let ask): try receive(ask, session, transaction)
    case .declined(let declined): try receive(declined, session, transaction)
    case .presence(let presence): try receive(presence, session, transaction)
    case .profile(let profile): try receive(profile, session, transaction)
    case .pairAsk(let ask): try receive(ask, session, transaction)
    case .pairNonce(let nonce): try receive(nonce, session, transaction)
    case .pairConfirm(let word): try receive(word, session, transaction)
    case .pairRefuse(let word): try receive(word, session, transaction)
    case .pairTicket(let ticket): try receive(ticket, session, transaction)
    case .blobAsk(let ask): try receive(ask, session, transaction)
    case .blobChunks(let chunks): try receive(chunks, session, transaction)
    case .blobHere(let here): try receive(here, session)
    case .payloadAsk(let ask): try receive(ask, session, transaction)
    case .payloadAnswer(let answer): try receive(answer, session, transaction)
    case .hello, .goodbye: throw WireError.malformed("a frame out of turn")
    }
  }

  /// A new link: ask again, sync what is shared, say where our person is.
  func greetTables(
    _ session: LinkSession, rooms shared: [RoomID], _ transaction: Transaction
  ) throws {
    for (id, ask) in asks.sorted(by: { $0.key < $1.key })
    where session.accounts.contains(ask.host) {
      asks[id]?.node = session.node
      try sendAsk(id, withdrawn: false, on: session.id)
    }
    try beginSync(on: session.id, transaction)
    for id in Set(shared).union(asks.keys).sorted() {
      // A match that is over is replayed only when somebody looks at it.
      guard let phase = try transaction.reader.table(id)?.phase, phase != .finished,
        phase != .closed, try shares(id, with: session, transaction.reader),
        let table = try table(id, transaction)
      else { continue }
      if asks[id] != nil { try beginSync(of: id, on: session.id) }
      if table.isHere { try sendPresence(table, on: session.id) }
      touch(id)
    }
  }

  private func receive(
    _ refused: RoomRefused, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let id = RoomID(refused.room) else { return }
    try takeRefusal(of: id, refused, session, transaction)
    dropSync(of: id, on: session.id)
    guard let table = tables[id], table.concerns(account.author) else { return }
    if session.accounts.contains(where: { $0 == table.other }) {
      try closeIfUnwanted(table, by: session, transaction)
    }
    notify(
      id,
      "\(name(of: session.node))'s node refuses this table: \(Text.clean(refused.reason, limit: Limits.text))."
    )
  }

  /// Something about a table that people should know and that is not in its logs.
  func notify(_ id: RoomID, _ text: String) {
    var event = TableEvent()
    event.table = id.description
    event.notice = text
    publish(.tableEvent(event))
  }

  /// The name of a node's person.
  func name(of node: NodeID) -> String { peers[node]?.view.name ?? "A peer" }

  /// Our open tables, as announced.
  var ownOffers: TableOffers {
    var offers = TableOffers()
    for (id, table) in tables.sorted(by: { $0.key < $1.key }) where table.isOpen {
      var offer = TableOffer()
      offer.room = id.data
      offer.host = account.author.data
      offer.name = settings.name
      offer.description_p = table.match.tableDescription
      offer.rules = table.match.rules
      offers.offers.append(offer)
    }
    return offers
  }

  func sendOffers(to link: LinkID) throws {
    let offers = ownOffers
    if !offers.offers.isEmpty, offersTables(to: link) { try send(.tableOffers(offers), on: link) }
  }

  /// Tells every peer which tables of ours are open now.
  func announce() throws {
    let offers = ownOffers
    for link in links.keys.sorted() where links[link]?.state == .established {
      try send(.tableOffers(offersTables(to: link) ? offers : TableOffers()), on: link)
    }
  }

  private func receive(
    _ offers: TableOffers, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard offers.offers.count <= Limits.offers else {
      throw WireError.limit("\(offers.offers.count) offers")
    }
    var offered: Set<RoomID> = []
    for offer in offers.offers {
      guard let id = RoomID(offer.room), let host = Author(offer.host),
        session.accounts.contains(host), let rules = try? offer.rules.validated()
      else { throw WireError.malformed("an offer without room, host or rules") }
      // A list can be a thousand times as much work as a short frame.
      guard spend(on: session.id) else { return }
      if try isOurs(id, transaction.reader) { continue }
      offered.insert(id)
      var view = TableView()
      view.setDefaults()
      view.host.setDefaults()
      view.id = id.description
      view.phase = asks[id] == nil ? .offered : .asked
      view.host.name = Text.clean(offer.name, limit: Limits.name)
      view.host.author = host.description
      view.host.words = KeyWords.words(of: host)
      view.host.online = true
      view.host.colour = colours[session.node] ?? ""
      view.host.paired = isPaired(session.node)
      view.host.nameIsTaken = takesName(view.host.name, session.node)
      view.description_p = Text.clean(offer.description_p, limit: Limits.text)
      view.rules = rules
      view.createdMilliseconds = self.offers[id]?.view.createdMilliseconds ?? now.wall
      self.offers[id] = Offer(link: session.id, node: session.node, host: host, view: view)
      try transaction.setTable(id, view)
      publish(.table(view))
    }
    try withdrawOffers(of: session.node, except: offered, transaction)
  }

  /// Whether we have a chair at a table: nobody else's offer says anything about it.
  private func isOurs(_ id: RoomID, _ reader: Reader) throws -> Bool {
    if let seat = tables[id]?.seat, seat != .unspecified { return true }
    if let phase = try reader.table(id)?.phase, ![.offered, .asked, .closed].contains(phase) {
      return true
    }
    return try reader.room(id)?.opener == account.author
  }

  /// Takes back what a node no longer offers.
  func withdrawOffers(
    of node: NodeID, except kept: Set<RoomID> = [], _ transaction: Transaction
  ) throws {
    for (id, offer) in offers.sorted(by: { $0.key < $1.key })
    where offer.node == node && !kept.contains(id) {
      offers[id] = nil
      guard asks[id] == nil, tables[id]?.seat != .joiner else { continue }
      // Why a question of ours came to nothing stays to be read.
      if try transaction.reader.table(id)?.phase == .closed { continue }
      try transaction.removeTable(id)
      publish(.tableGone(id.description))
    }
  }

  func sendAsk(_ id: RoomID, withdrawn: Bool, on link: LinkID) throws {
    var ask = Ask()
    ask.room = id.data
    ask.author = account.author.data
    ask.withdrawn = withdrawn
    try send(.ask(ask), on: link)
  }

  private func receive(_ ask: Ask, _ session: LinkSession, _ transaction: Transaction) throws {
    guard let author = Author(ask.author), session.accounts.contains(author) else {
      throw WireError.unproven("an ask in the name of somebody else")
    }
    guard let id = RoomID(ask.room), let table = try table(id, transaction), table.seat == .host
    else {
      try decline(ask.room, "the table is gone", forGood: true, on: session.id)
      return
    }
    touch(id)
    if ask.withdrawn {
      table.askers[author] = nil
      if table.other == author { try closeIfUnwanted(table, by: session, transaction) }
      return
    }
    // Somebody who was accepted finds it in the log.
    if table.other == author { return }
    guard may(.play, session.node) else {
      return try decline(ask.room, "not with you", on: session.id)
    }
    guard try hasShareForTable(session.node, transaction.reader) else {
      return try decline(
        ask.room, "your node has used up its share of this disk, so there is no room for a match",
        on: session.id)
    }
    guard table.isOpen else {
      try decline(
        ask.room, table.match.phase == .closed ? "the table is closed" : "the other chair is taken",
        forGood: true, on: session.id)
      return
    }
    guard !table.declinedForGood.contains(author) else {
      return try decline(ask.room, "not at this table", forGood: true, on: session.id)
    }
    guard table.askers[author] != nil || table.askers.count < Limits.asksPerTable else {
      try decline(ask.room, "too many people ask at once; try again", on: session.id)
      return
    }
    let isNew = table.askers[author] == nil
    guard !isNew || isPaired(session.node) || askBudget.spend(session.node, at: now.steady) else {
      try decline(ask.room, "too many questions came from you: wait a minute", on: session.id)
      return
    }
    table.askers[author] = Table.Asker(
      link: session.id, node: session.node, name: name(of: session.node))
    guard isNew else { return }
    var event = TableEvent()
    event.table = id.description
    event.seat = .joiner
    event.asked = name(of: session.node)
    publish(.tableEvent(event))
  }

  /// Closes our table when whoever was given the other chair does not come.
  private func closeIfUnwanted(
    _ table: Table, by session: LinkSession, _ transaction: Transaction
  ) throws {
    guard table.seat == .host, table.match.phase == .seated, !table.match.hasJoined,
      mayWriteNow, !isCutOff(table)
    else { return }
    try close(
      table, reason: "\(name(of: session.node)) does not want to join any more", transaction)
  }

  /// Answers a question for the other chair with no.
  ///
  /// - Parameter forGood: whether asking again is of no use.
  func decline(
    _ room: Data, _ reason: String, forGood: Bool = false, on link: LinkID
  ) throws {
    var declined = Declined()
    declined.room = room
    declined.reason = reason
    declined.forGood = forGood
    try send(.declined(declined), on: link)
  }

  private func receive(
    _ declined: Declined, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let id = RoomID(declined.room), let ask = asks[id],
      session.accounts.contains(ask.host)
    else { return }
    asks[id] = nil
    try transaction.removeAsk(id)
    let reason = Text.clean(declined.reason, limit: Limits.text)
    try closeAsked(
      id, reason: "\(name(of: session.node)) declined: \(reason)", again: !declined.forGood,
      transaction)
  }

  /// Shows a table that we did not come to sit at as closed.
  ///
  /// - Parameter again: whether it is offered again at once, while its host offers it.
  func closeAsked(
    _ id: RoomID, reason: String, again: Bool = false, _ transaction: Transaction
  ) throws {
    tables[id] = nil
    var view = try transaction.reader.table(id) ?? TableView()
    view.setDefaults()
    view.id = id.description
    view.phase = .closed
    view.closedReason = reason
    if again, let offer = offers[id], links[offer.link] != nil {
      view = offer.view
      view.phase = .offered
      view.closedReason = reason
    }
    publish(.table(view))
    try transaction.setTable(id, view)
  }
}
