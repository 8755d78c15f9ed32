import Foundation
import Replication
import Schema
import Store
import Wire

/// What strangers have written into the lobby since this process began, beside what the store says.
struct LobbyBudget {
  /// Bytes kept of an author, once they were counted; the most there may be for one of whom something was too much.
  var bytes: [Author: Int] = [:]
  /// What an author may still send, in entries.
  var rates: [Author: TokenBucket] = [:]
}

/// The lobby: open to everybody on the network, and bounded (protocol.md section 1, specification section 13).
///
/// What is not taken here changes nothing for others: validity does not depend on it.
extension Node {
  /// Whether the lobby is shared with a peer.
  func sharesLobby(with session: LinkSession) -> Bool {
    guard may(.chat, session.node) else { return false }
    switch settings.lobby {
    // Our name stands in it: in quiet mode strangers have no part of it.
    case .open: return !settings.quiet || isPaired(session.node)
    case .paired: return isPaired(session.node)
    case .off: return false
    }
  }

  /// Whether it is worth looking at a slice: those of strangers in the lobby only within their quota.
  ///
  /// Whoever passes it on may have made it up, so nothing of it counts against its author yet.
  func admits(_ slice: Slice, of key: LogKey, in room: Room) -> Bool {
    guard isLimited(key.author, in: room) else { return true }
    let log = room.logs[key]
    guard log != nil || hasPlaceForStranger(in: room) else { return false }
    let next = log?.state.next ?? 1
    let end = slice.first &+ UInt64(slice.entries.count)
    guard end > next else { return true }
    guard end <= Limits.strangerEntries + 1 else { return false }
    return lobbyBudget.bytes[key.author] ?? 0 < Limits.strangerBytes
  }

  /// The strangers who say too much in their own names over a link: all of a batch counts at once, or what was written
  /// between the words of others would have less room than what was written in one go.
  func hasty(_ slices: [Slice], in room: Room, from link: LinkID?) -> Set<Author> {
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
    return Set(counts.keys.filter { !spend(counts[$0] ?? 0, of: $0) })
  }

  /// Whether verified entries fit into what their author may have here; they count from then on.
  func keeps(
    _ entries: [VerifiedEntry], of author: Author, in room: Room, _ reader: Reader
  ) throws -> Bool {
    guard isLimited(author, in: room) else { return true }
    let size = entries.reduce(0) { $0 + $1.header.count + ($1.payload?.count ?? 0) }
    let kept =
      try lobbyBudget.bytes[author]
      ?? room.logs.values.filter { $0.state.key.author == author }.reduce(0) {
        try $0 + reader.bytes(of: $1.number)
      }
    lobbyBudget.bytes[author] = min(kept + size, Limits.strangerBytes)
    return kept + size <= Limits.strangerBytes
  }

  /// Whether there is a limit to what an author may have in a room.
  private func isLimited(_ author: Author, in room: Room) -> Bool {
    #if DEBUG
      if planted == .ignoresQuotas { return false }
    #endif
    return room.stored.kind == .lobby && isStranger(author)
  }

  /// Whether one more stranger may have a log in the lobby.
  func hasPlaceForStranger(in lobby: Room) -> Bool {
    lobby.logs.keys.filter { isStranger($0.author) }.count < Limits.strangersInLobby
  }

  /// Whether no more of a log is taken.
  func isFull(_ log: StoredLog, in room: Room) -> Bool {
    let author = log.state.key.author
    guard room.stored.kind == .lobby, isStranger(author) else { return false }
    return log.state.next > Limits.strangerEntries
      || lobbyBudget.bytes[author] ?? 0 >= Limits.strangerBytes
  }

  /// Whether an author is no account of ours and of no node that we have paired with.
  func isStranger(_ author: Author) -> Bool {
    guard author != account.author else { return false }
    return (try? people.byAuthor()[author])?.paired != true
  }

  private func spend(_ entries: Int, of author: Author) -> Bool {
    let perMinute = Limits.strangerEntriesPerMinute
    // What a stranger had written before we met comes at once; from then on it has its rate.
    let new = TokenBucket(
      burst: perMinute, everyMilliseconds: 60_000 / Int64(perMinute),
      first: Int(Limits.strangerEntries), at: now.steady)
    return lobbyBudget.rates[author, default: new].spend(entries, at: now.steady)
  }
}
