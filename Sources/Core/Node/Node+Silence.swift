import Identifiers
import Schema
import Store
import Wire

/// How soon a silent link is noticed (specification section 3): sooner while people see each other on the screen.
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
      links[link]?.pinged = now.steady
      var ping = Ping()
      ping.number = UInt64(now.steady)
      try send(.ping(ping), on: link)
      try sayPresence(to: session, transaction)
    }
  }

  /// When the next link wants attention.
  var nextLinkWake: Int64? {
    #if DEBUG
      if planted == .trustsSilence { return nil }
    #endif
    return links.nextWake(watched: watched)
  }

  /// Those who look at the same match or room as our person.
  private var watched: Set<Author> {
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
    return people
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
