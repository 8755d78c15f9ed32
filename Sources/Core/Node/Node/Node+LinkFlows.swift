import Feature
import Identifiers
import Schema
import Store
import Wire

/// The order in which engines follow a link, from its Hello to its end (design section 4).
extension Node {
  /// Takes a frame.
  ///
  /// - Throws: `WireError` where the peer broke the protocol; `StoreError`.
  func receive(_ bytes: [UInt8], on link: LinkID, _ transaction: Transaction) throws {
    switch try peers.accept(bytes, on: link) {
    case .handled: break
    case .hello(let hello): try greet(hello, on: link, transaction)
    case .goodbye(let goodbye):
      let reason = try peers.hear(goodbye, on: link, transaction)
      try closed(link, reason: reason, transaction)
    case .body(let body, let session):
      guard turn.writing != .diskFull || !body.needsRoom else { return postpone(bytes, on: link) }
      try receive(body, session, transaction)
    }
  }

  /// Takes the Hello of a peer, and closes the other link to its node where there is one.
  private func greet(_ hello: Hello, on link: LinkID, _ transaction: Transaction) throws {
    guard var session = try peers.identify(hello, on: link, transaction) else { return }
    if let notice = try peers.settleTrust(of: session, transaction) {
      try pair(session.node, transaction)
      turn.publish(.notice(notice))
    }
    let isKnown = peers.isPaired(session.node)
    session.greet(hello)
    let rivalry = try links.settleRivalry(of: session)
    if rivalry == .loses { return }
    if case .replaces(let other) = rivalry {
      try closed(other, reason: "another link to the same node is kept", transaction)
    }
    recovery?.wait(Recovery.linkedMilliseconds, from: now)
    session.state = .established
    links.table.establish(session)
    rooms.open(link)
    blobs.open(link)
    turn.tell(.established(link, isKnown ? .paired : .stranger))
    try meet(session, hello, transaction)
    if isKnown { turn.changes.weighsBlobs = true }
  }

  /// Tells a new link what our person shows it, and which rooms and tables there are.
  private func meet(_ session: LinkSession, _ hello: Hello, _ transaction: Transaction) throws {
    let shared = try session.accounts.flatMap { try transaction.reader.rooms(of: $0) }
    try peers.meet(session, hello, sharesRooms: !shared.isEmpty, transaction)
    // Who was paired before it was met tells its accounts now.
    if peers.isPaired(session.node) { try pairedRooms.keep(transaction) }
    try peers.sendTicket(to: session.node, on: session.id)
    try tableExchange.sendOffers(to: session.id)
    try peers.askWayBack(on: session)
    try tableExchange.greet(session, rooms: shared, transaction)
    try rooms.sayRoomPresence(to: session, transaction)
    turn.changes.presence.formUnion(rooms.attendedRooms)
  }

  /// Ends a link.
  func closed(_ link: LinkID, reason: String, _ transaction: Transaction) throws {
    guard let session = links[link] else { return }
    let wasKept = links.table.isKept(link)
    dropLink(link)
    peers.dialler.closed(session, now, &context.random)
    guard wasKept else { return }
    try peers.part(from: session.node, transaction)
    try rooms.deliveries.save(of: session.accounts, transaction)
    try peers.endPairing(with: session.node, "the link was lost")
    tables.part(from: session)
    try tableExchange.withdrawOffers(of: session.node, transaction)
  }

  /// Forgets a link and its syncs.
  func dropLink(_ link: LinkID) {
    let wasKept = links.table.isKept(link)
    guard let session = links.table.remove(link) else { return }
    if wasKept { peers.table.part(from: session.node) }
    rooms.part(from: session, wasKept: wasKept)
    blobs.part(from: link)
    diskFull?.drop(link)
  }

  /// Says goodbye on every link, for a clean stop; carry out the outputs, then end.
  public func farewell() -> [Output] {
    turn.tellNothing()
    // Where it cannot be written, less is said of what waits: as after a crash.
    try? rooms.keepDeliveries()
    for link in links.ids { links.refuse(link, .stopping, "Parlor stops here") }
    return turn.outputs
  }

  // MARK: Silence

  /// Pings what is silent and closes what is dead.
  func tickLinks(_ transaction: Transaction) throws {
    for link in links.silent(watched: watched) {
      guard let session = links[link] else { continue }
      if let reason = try links.probe(session) {
        // Nobody waits for the end of a connection that carries nothing.
        try closed(link, reason: reason, transaction)
      } else {
        try tableExchange.sayPresence(to: session, transaction)
      }
    }
  }

  /// Those who look at the same match or room as our person, or everybody where it looks at the list of peers.
  var watched: WatchedPeople {
    guard !isLookedAt else { return WatchedPeople(isEverybody: true) }
    let people = rooms.presence.companions(of: account.author).union(tables.watchedPeople)
    return WatchedPeople(people: people)
  }
}
