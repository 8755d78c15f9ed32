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
    switch links.table.rivalry(of: session, own: configuration.node) {
    case .none: break
    case .loses:
      links.refuse(link, .duplicate, "another link to this node is kept")
      // Its peer would not dial over a link that it takes to live.
      if let kept = links.link(to: session.node) { try links.doubt(kept) }
      return
    case .replaces(let other):
      links.refuse(other, .duplicate, "a newer link to this node is kept")
      try closed(other, reason: "another link to the same node is kept", transaction)
    }
    recovery?.wait(Recovery.linkedMilliseconds, from: now)
    session.state = .established
    links.table.establish(session)
    turn.tell(.established(link, isKnown ? .paired : .stranger))
    try meet(session, hello, transaction)
    if isKnown { turn.changes.weighsBlobs = true }
  }

  /// Tells a new link what our person shows it, and which rooms and tables there are.
  private func meet(_ session: LinkSession, _ hello: Hello, _ transaction: Transaction) throws {
    let rooms = try session.accounts.flatMap { try transaction.reader.rooms(of: $0) }
    try peers.meet(session, hello, sharesRooms: !rooms.isEmpty, transaction)
    // Who was paired before it was met tells its accounts now.
    if peers.isPaired(session.node) { try keepPairedRooms(transaction) }
    try peers.sendTicket(to: session.node, on: session.id)
    try sendOffers(to: session.id)
    try peers.askWayBack(on: session)
    try greetTables(session, rooms: rooms, transaction)
    try sayRoomPresence(to: session, transaction)
    turn.changes.presence.formUnion(attendedRooms)
  }

  /// Ends a link.
  func closed(_ link: LinkID, reason: String, _ transaction: Transaction) throws {
    guard let session = links[link] else { return }
    let wasKept = links.table.isKept(link)
    dropLink(link)
    peers.dialler.closed(session, now, &context.random)
    guard wasKept else { return }
    try peers.part(from: session.node, transaction)
    try deliveries.save(of: session.accounts, transaction)
    try peers.endPairing(with: session.node, "the link was lost")
    for (id, table) in tables.sorted(by: { $0.key < $1.key })
    where session.accounts.contains(where: { table.concerns($0) || table.door.askers[$0] != nil }) {
      tables[id]?.lostLink(of: session.accounts, at: now)
      turn.touch(table: id)
    }
    try withdrawOffers(of: session.node, transaction)
  }

  /// Forgets a link and its syncs.
  func dropLink(_ link: LinkID) {
    let wasKept = links.table.isKept(link)
    guard let session = links.table.remove(link) else { return }
    lobby.places.release(link)
    if wasKept {
      peers.table.part(from: session.node)
      presence.part(from: session.accounts)
      turn.changes.presence.formUnion(attendedRooms)
    }
    rooms.drop(link)
    if session.blobs.fetch != nil { wakeFetches() }
    roomInvitations.part(from: session.accounts)
    diskFull?.drop(link)
  }

  /// Says goodbye on every link, for a clean stop; carry out the outputs, then end.
  public func farewell() -> [Output] {
    turn.tellNothing()
    // Where it cannot be written, less is said of what waits: as after a crash.
    try? keepDeliveries()
    for link in links.ids { links.refuse(link, .stopping, "Parlor stops here") }
    return turn.outputs
  }

  // MARK: Silence

  /// Pings what is silent and closes what is dead.
  func tickLinks(_ transaction: Transaction) throws {
    #if DEBUG
      if planted == .trustsSilence { return }
    #endif
    for link in links.table.silent(at: now, watched: watched) {
      guard let session = links[link] else { continue }
      if let reason = try links.probe(session) {
        // Nobody waits for the end of a connection that carries nothing.
        try closed(link, reason: reason, transaction)
      } else {
        try sayPresence(to: session, transaction)
      }
    }
  }

  /// This machine has other addresses now: each link may be one of the old ones, and a peer that could not be dialled may be near.
  func change(_ networks: [Subnet]) throws {
    peers.change(networks)
    for link in links.ids { try links.doubt(link) }
    peers.dialler.hurry(at: now)
  }

  /// The time at which the next link is to be pinged or ended (steady milliseconds).
  var nextLinkWake: Int64? {
    #if DEBUG
      if planted == .trustsSilence { return nil }
    #endif
    return links.table.nextWake(watched: watched)
  }

  /// Those who look at the same match or room as our person, or everybody where it looks at the list of peers.
  private var watched: WatchedPeople {
    guard !isLookedAt else { return WatchedPeople(isEverybody: true) }
    var people = presence.companions(of: account.author)
    // Asked for after each turn; many tables may be with one and the same.
    var last: Author?
    for table in tables.values where table.attendance.isHere && table.attendance.isOtherHere {
      guard let other = table.other, other != last else { continue }
      people.insert(other)
      last = other
    }
    // Who watches sees by the host alone what goes on.
    for table in tables.values where table.seat == .unspecified && table.attendance.isHere {
      people.insert(table.host)
    }
    return WatchedPeople(people: people)
  }

  /// Tells with which strangers our person deals: they go before others, and give their place to nobody.
  func engage() {
    var wanted: Set<LinkID> = []
    if let peer = peers.pairing.exchange?.peer, let link = links.link(to: peer) {
      wanted.insert(link)
    }
    for ask in sessions.asks.values {
      if let link = links.link(to: ask.node) { wanted.insert(link) }
    }
    for table in tables.values where [.seated, .playing].contains(table.phase) {
      if let link = links.link(ofAuthor: table.other) { wanted.insert(link) }
    }
    let strangers = wanted.filter { link in links[link].map { !peers.isPaired($0.node) } ?? false }
    if let output = peers.advertising.engage(strangers.sorted()) { turn.tell(output) }
  }
}
