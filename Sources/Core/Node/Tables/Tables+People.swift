import Feature
import Identifiers
import Schema
import Wire

/// Tables as links and people come and go.
extension Tables {
  /// The link to a node is gone.
  func part(from session: LinkSession) {
    for (id, table) in sorted
    where session.accounts.contains(where: table.involves) {
      inMemory[id]?.lostLink(of: session.accounts, at: now)
      turn.touch(table: id)
    }
  }

  /// Something has changed about the people on a node.
  func touch(of node: NodeID) {
    guard let accounts = links.session(to: node)?.accounts else { return }
    for (id, table) in sorted
    where accounts.contains(where: table.involves) {
      turn.touch(table: id)
    }
  }

  /// Somebody has another name or colour now.
  func rename(_ author: Author, at session: LinkSession) {
    for (id, table) in sorted {
      table.door.askers[author]?.name = peers.name(of: session.node)
      if table.involves(author) { turn.touch(table: id) }
    }
  }

  /// Those who look at the same match as our person.
  var watchedPeople: Set<Author> {
    var people: Set<Author> = []
    // Asked for after each turn; many tables may be with one and the same.
    var last: Author?
    for table in inMemory.values where table.attendance.isHere && table.attendance.isOtherHere {
      guard let other = table.other, other != last else { continue }
      people.insert(other)
      last = other
    }
    // Who watches sees by the host alone what goes on.
    for table in inMemory.values where table.seat == .unspecified && table.attendance.isHere {
      people.insert(table.host)
    }
    return people
  }

  /// The links to people with whom our person plays, or has asked to play.
  var engagedLinks: Set<LinkID> {
    var wanted: Set<LinkID> = []
    for ask in sessions.asks.values {
      if let link = links.link(to: ask.node) { wanted.insert(link) }
    }
    for table in inMemory.values where [.seated, .playing].contains(table.phase) {
      if let link = links.link(ofAuthor: table.other) { wanted.insert(link) }
    }
    return wanted
  }
}
