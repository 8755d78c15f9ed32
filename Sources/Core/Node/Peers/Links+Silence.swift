import Identifiers
import Schema
import Store
import Wire

/// The detection of silent links (specification section 3): sooner while people see each other on the screen.
extension Node {
  /// Pings what is silent and closes what is dead.
  func tickLinks(_ transaction: Transaction) throws {
    #if DEBUG
      if planted == .trustsSilence { return }
    #endif
    for link in links.silent(at: now, watched: watched) {
      guard let session = links[link] else { continue }
      guard session.pinged == nil, session.state == .established else {
        let silence = now.steady - session.heard
        refuse(link, .silence, "nothing was heard for \(silence / 1000) seconds")
        // Nobody waits for the end of a connection that carries nothing.
        try closed(link, reason: "nothing was heard for \(silence / 1000) seconds", transaction)
        continue
      }
      try ping(link)
      try sayPresence(to: session, transaction)
    }
  }

  private func ping(_ link: LinkID) throws {
    links[link]?.pinged = now.steady
    var ping = Ping()
    ping.number = UInt64(now.steady)
    try send(.ping(ping), on: link)
  }

  /// Something speaks against a link: it has a short time to show that it lives.
  func doubt(_ link: LinkID) throws {
    #if DEBUG
      if planted == .trustsSilence { return }
    #endif
    if links.doubt(link, at: now) { try ping(link) }
  }

  /// This machine has other addresses now: each link may be one of the old ones, and a peer that could not be dialled may be near.
  func doubtLinks() throws {
    for link in links.ids { try doubt(link) }
    dialler.hurry(at: now)
  }

  /// Tries the link of a peer that is announced at other addresses: it may have moved.
  ///
  /// - Parameter prefix: the beginning of the node's id.
  func doubtLinks(to prefix: String, announcedAt addresses: [String]) throws {
    let hosts = Set(addresses.compactMap { try? Address($0).host })
    guard !hosts.isEmpty else { return }
    for session in links.sorted where session.node.description.hasPrefix(prefix) {
      guard let host = try? Address(session.address).host, !hosts.contains(host) else { continue }
      try doubt(session.id)
    }
  }

  /// The time at which the next link is to be pinged or ended (steady milliseconds).
  var nextLinkWake: Int64? {
    #if DEBUG
      if planted == .trustsSilence { return nil }
    #endif
    return links.nextWake(watched: watched)
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
    if let peer = pairing.exchange?.peer, let link = links.link(to: peer) { wanted.insert(link) }
    for ask in sessions.asks.values {
      if let link = links.link(to: ask.node) { wanted.insert(link) }
    }
    for table in tables.values where [.seated, .playing].contains(table.phase) {
      if let link = link(to: table.other) { wanted.insert(link) }
    }
    let strangers = wanted.filter { link in links[link].map { !isPaired($0.node) } ?? false }
    if let output = advertising.engage(strangers.sorted()) { turn.tell(output) }
  }
}
