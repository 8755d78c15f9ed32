import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of the lobby: open to everybody on the network, and bounded (protocol.md section 1, specification section 13).
///
/// Entries that are not taken here change nothing for others: validity does not depend on this.
final class LobbyKeeper: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let quotas: DiskQuotas
  /// The quotas of strangers; restored when a turn cannot be committed.
  var state = Lobby()

  init(_ quotas: DiskQuotas) {
    self.quotas = quotas
    (context, links, peers) = (quotas.context, quotas.links, quotas.peers)
  }

  /// Whether the lobby is shared with a peer.
  func isShared(with session: LinkSession) -> Bool {
    guard peers.may(.chat, session.node) else { return false }
    switch settings.lobby {
    // Our name stands in it: in quiet mode strangers have no part of it.
    case .open: return !settings.quiet || peers.isPaired(session.node)
    case .paired: return peers.isPaired(session.node)
    case .off: return false
    }
  }

  /// Whether it is worth looking at a slice: those of strangers in the lobby only within their quota.
  ///
  /// The peer that passes it on may have made it up, so nothing of it counts against its author yet.
  func admits(_ slice: Slice, of key: LogKey, in room: Room, from link: LinkID?) -> Bool {
    guard isLimited(key.author, in: room) else { return true }
    let log = room.logs[key]
    // What continues where nothing was taken would only look like a gap. No entry has number 0: the verifier refuses that.
    guard log != nil || (slice.first < 2 && admitsNew(key, from: link)) else { return false }
    let next = log?.state.next ?? 1
    let end = slice.first &+ UInt64(slice.entries.count)
    guard end > next else { return true }
    guard end <= Limits.strangerEntries + 1 else { return false }
    return !state.isFull(key.author)
  }

  /// Whether a link may bring one more log of a stranger now.
  func admitsNew(_ key: LogKey, from link: LinkID?) -> Bool {
    guard let link, let session = links[link] else { return true }
    let isOwn = session.accounts.contains(key.author)
    guard isOwn || !state.places.isGivenUp(key, at: now.steady) else { return false }
    return session.budget.mayBringLog(at: now)
  }

  /// Returns the number of strangers' logs that a link may bring.
  private func quota(of link: LinkID?) -> Int {
    guard let link, let session = links[link] else { return Limits.strangersInLobby }
    return peers.isPaired(session.node) ? Limits.strangersPerPairedLink : Limits.strangersPerLink
  }

  /// Counts a new log of a stranger, of which something was verified, and gives another one up where there is no room.
  ///
  /// - Parameter room: the lobby.
  /// - Returns: false when the link brings too many.
  func makePlace(
    for key: LogKey, in room: inout Room, from link: LinkID?, _ transaction: Transaction
  ) throws -> Bool {
    let quota = quota(of: link)
    if let link, links[link]?.budget.spendNewLog(quota: quota, at: now) == false { return false }
    settlePlaces(of: room)
    let victim = state.places.victim(for: link, quota: quota) { log, link in
      links.table.isAccount(log.author, at: link)
    }
    if let victim { try giveUp(victim.author, in: &room, transaction) }
    return true
  }

  /// Notes that a log of a stranger brought something.
  func noteActive(_ key: LogKey, in room: Room, from link: LinkID?) {
    guard isLimited(key.author, in: room) else { return }
    state.places.note(key, from: link, isOwn: links.table.isAccount(key.author, at: link))
  }

  private func settlePlaces(of room: Room) {
    let revision = peers.table.revision
    guard state.places.isStale(since: revision) else { return }
    let strange = room.logs.values.filter { isStranger($0.state.key.author) }
      .sorted { $0.number < $1.number }
    state.places.settle(strange.map(\.state.key), peers: revision)
  }

  /// Gives up all that a stranger wrote into the lobby, for others.
  private func giveUp(
    _ author: Author, in room: inout Room, _ transaction: Transaction
  ) throws {
    // What waits to be counted against a node names the log.
    try quotas.ledger.writeAll(transaction)
    quotas.ledger.recount()
    for log in room.logs.logs(of: author) {
      let key = log.state.key
      try transaction.removeLog(log, of: room.id, in: room.stored)
      room.logs[key] = nil
      state.places.giveUp(key, until: now.steady + Limits.givenUpMilliseconds)
    }
    room.recent = RecentEntries(room.recent.filter { $0.entry.place.log.author != author })
    room.revision += 1
    state.forget(author)
    state.order.loseLog()
    turn.publish(.roomChanged(room.id.description))
  }

  /// The logs of the lobby that a peer need not send: we have given them up.
  func unwantedLogs(in room: Room, on link: LinkID) -> [LogKey] {
    guard room.stored.kind == .lobby, let session = links[link] else { return [] }
    return state.places.givenUp.keys.sorted().filter { key in
      state.places.isGivenUp(key, at: now.steady) && !session.accounts.contains(key.author)
    }
  }

  /// The strangers who say too much in their own names over a link: all of a batch counts at once, or what was written
  /// between the words of others would have less room than what was written in one go.
  func overRateLimit(_ slices: [Slice], in room: Room, from link: LinkID?) -> Set<Author> {
    guard let accounts = link.flatMap({ links[$0]?.accounts }) else { return [] }
    var counts: [Author: Int] = [:]
    for slice in slices {
      guard let key = LogKey(slice.log), accounts.contains(key.author),
        isLimited(key.author, in: room)
      else { continue }
      let next = room.logs[key]?.state.next ?? 1
      let end = slice.first &+ UInt64(slice.entries.count)
      guard end > next else { continue }
      counts[key.author, default: 0] += min(slice.entries.count, Int(clamping: end - next))
    }
    return Set(counts.keys.filter { !state.spend(counts[$0] ?? 0, of: $0, at: now) })
  }

  /// Whether verified entries fit into what their author may have here; they count from then on.
  func keeps(
    _ entries: [VerifiedEntry], of author: Author, in room: Room, _ reader: Reader
  ) throws -> Bool {
    guard isLimited(author, in: room) else { return true }
    let size = entries.reduce(0) { $0 + $1.header.count + ($1.payload?.count ?? 0) }
    return try state.keep(size, of: author) {
      try room.logs.logs(of: author).reduce(0) {
        try $0 + reader.bytes(of: $1.number)
      }
    }
  }

  /// Whether there is a limit to what an author may have in a room.
  func isLimited(_ author: Author, in room: Room) -> Bool {
    #if DEBUG
      if planted == .ignoresQuotas { return false }
    #endif
    return room.stored.kind == .lobby && isStranger(author)
  }

  /// Whether no more of a log is taken.
  func isFull(_ log: StoredLog, in room: Room) -> Bool {
    let author = log.state.key.author
    guard room.stored.kind == .lobby, isStranger(author) else { return false }
    return log.state.next > Limits.strangerEntries || state.isFull(author)
  }

  /// Whether an author is no account of ours and of no node that we have paired with.
  func isStranger(_ author: Author) -> Bool {
    guard author != account.author else { return false }
    return (try? peers.people.byAuthor()[author])?.paired != true
  }
}
