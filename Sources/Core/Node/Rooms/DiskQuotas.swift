import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of shares of the disk: every node has one according to its role; what does not fit into it is refused, and both sides
/// are told.
final class DiskQuotas: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  /// The bytes of this disk that other nodes have filled; also restored when an input fails.
  var ledger = QuotaLedger()
  /// The refusals at each link where there is one.
  private var atLinks: [LinkID: LinkShare] = [:]

  init(_ peers: Peers) {
    self.peers = peers
    (context, links) = (peers.context, peers.links)
  }

  typealias State = (ledger: QuotaLedger, atLinks: [LinkID: LinkShare])

  /// The part that is restored when a turn cannot be committed.
  var state: State {
    get { (ledger, atLinks) }
    set { (ledger, atLinks) = newValue }
  }

  /// A link is gone.
  func part(from link: LinkID) { atLinks[link] = nil }

  /// The node against which an author's entries count; nil for our own, and for what a person took from a file.
  private func holder(of author: Author, from link: LinkID?) -> NodeID? {
    if author == account.author { return nil }
    if let node = pairedNode(of: author) { return node }
    return link.flatMap { links[$0]?.node }
  }

  private func pairedNode(of author: Author) -> NodeID? {
    guard let peer = (try? peers.people.byAuthor())?[author], peer.paired else { return nil }
    return peer.node
  }

  /// Returns the role that a node has for us now.
  private func role(of node: NodeID, _ reader: Reader) throws -> NodeRole {
    if peers.isPaired(node) { return .paired }
    let authors =
      links.session(to: node)?.accounts ?? peers[node]?.view.authors ?? []
    return try reader.sharePrivateRoom(account.author, authors) ? .member : .stranger
  }

  /// Whether a node may fill so much more; where it may not, its people and ours are told.
  func hasShare(_ bytes: UInt64, _ node: NodeID, _ reader: Reader) throws -> Bool {
    #if DEBUG
      if planted == .ignoresQuotas { return true }
    #endif
    let used = try ledger.used(by: node, reader)
    // Who is what need be looked up only by those who have much.
    if used + bytes <= settings.smallestShare { return true }
    let limit = settings.share(of: try role(of: node, reader))
    guard used + bytes > limit else { return true }
    if ledger.refused.updateValue(limit, forKey: node) == nil {
      let name = peers.name(of: node)
      turn.publish(
        .notice(
          "\(name) has used up the \(limit >> 20) MiB of this disk that its node may fill, so nothing more of it is kept: `parlor settings set share-\(try role(of: node, reader)) MIB` gives it more."
        ))
    }
    return false
  }

  /// Whether a node may come to a table: what its person plays needs some room.
  func hasShareForTable(_ node: NodeID, _ reader: Reader) throws -> Bool {
    let limit = settings.share(of: try role(of: node, reader))
    return try hasShare(min(UInt64(Limits.shareForTable), limit / 4), node, reader)
  }

  /// Whether verified entries fit into the share of the node that they count against; from then on they do count.
  func fits(
    _ entries: [VerifiedEntry], of log: StoredLog, in room: Room, from link: LinkID?,
    _ transaction: Transaction
  ) throws -> Bool {
    guard let node = holder(of: log.state.key.author, from: link) else { return true }
    let bytes = UInt64(room.cost(of: entries))
    guard try hasShare(bytes, node, transaction.reader) else {
      if let link { refuseLog(log.state.key, in: room, from: link) }
      return false
    }
    if ledger.add(bytes, of: node, log: log.number) { try ledger.write(node, transaction) }
    return true
  }

  /// Whether a payload that was asked for fits; it counts from then on.
  func fits(
    payload bytes: Int, of log: StoredLog, from link: LinkID, _ transaction: Transaction
  ) throws -> Bool {
    guard let node = holder(of: log.state.key.author, from: link) else { return true }
    guard try hasShare(UInt64(2 * bytes), node, transaction.reader) else { return false }
    if ledger.add(UInt64(2 * bytes), of: node, log: log.number) {
      try ledger.write(node, transaction)
    }
    return true
  }

  // MARK: Telling the other side

  /// Notes that no more of a log is taken from a link; the peer is told at the end of the batch.
  private func refuseLog(_ key: LogKey, in room: Room, from link: LinkID) {
    guard let node = links[link]?.node,
      atLinks[link, default: LinkShare()].refuse(key, in: room.id), room.stored.kind == .table
    else { return }
    turn.notify(
      room.id,
      "\(peers.name(of: node))'s node has used up its share of this disk, so its moves are not taken: `parlor status` shows the shares."
    )
  }

  /// Whether no more of a log is taken from a link, as the peer knows.
  func isRefused(_ key: LogKey, in room: RoomID, from link: LinkID?) -> Bool {
    link.map { atLinks[$0]?.isUnwanted(key, in: room) == true } ?? false
  }

  /// The logs of a room that are not taken from a link.
  func unwanted(in room: RoomID, on link: LinkID) -> Set<LogKey> {
    atLinks[link]?.unwanted(in: room) ?? []
  }

  /// Whether there are logs of which the peer at a link is to be told that they are not taken; it is told now.
  func tellUnwanted(on link: LinkID) -> Bool { atLinks[link]?.tellUnwanted() == true }

  /// Notes that the peer at a link is told that a file of its does not fit.
  ///
  /// - Returns: false where it was told before.
  func tellShare(on link: LinkID) -> Bool { atLinks[link, default: LinkShare()].tell() }

  /// Hears whether a peer takes no more of ours.
  ///
  /// - Parameter isTable: whether it says so by way of a table.
  func hear(
    _ have: Have, isTable: Bool, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard var peer = peers[session.node], (peer.view.shareUsedUp > 0) != (have.share > 0),
      links[session.id]?.budget.spendShareChange() == true
    else { return }
    peer.view.shareUsedUp = have.share
    try peers.keep(peer, session.node, transaction)
    let name = peers.name(of: session.node)
    guard have.share > 0 else {
      return turn.publish(.notice("\(name)'s node has room for what you write again."))
    }
    let sentence =
      "\(name)'s node keeps no more of what you write and share: the \(have.share >> 20) MiB of its disk that your node may fill are used up. Ask \(name) to give you more."
    turn.publish(.notice(sentence))
    if let id = RoomID(have.room), isTable { turn.notify(id, sentence) }
  }

  // MARK: Room again

  /// Looks whether nodes of which something was refused have room again.
  ///
  /// - Returns: the nodes that have, in order.
  func review(_ reader: Reader) throws -> [NodeID] {
    guard !ledger.refused.isEmpty else { return [] }
    ledger.recount()
    let refused = ledger.refused
    ledger.refused = [:]
    for (node, limit) in refused.sorted(by: { $0.key < $1.key }) {
      let used = try ledger.used(by: node, reader)
      let now = settings.share(of: try role(of: node, reader))
      if used + min(UInt64(Limits.blob), now / 4) > now { ledger.refused[node] = limit }
    }
    return refused.keys.filter { ledger.refused[$0] == nil }.sorted()
  }

  /// Takes all logs of a link again.
  ///
  /// - Returns: false where all of them are taken.
  func takeAllAgain(on link: LinkID) -> Bool { atLinks[link]?.takeAllAgain() == true }

  /// The peer at a link may be told again that a file of its does not fit.
  func forgetTold(on link: LinkID) { atLinks[link]?.knowsShare = false }

  // MARK: Files

  /// The node against which a file counts, by who points at it; nil for nobody.
  func holder(of use: BlobUse, _ reader: Reader) throws -> NodeID? {
    if use.author == account.author { return nil }
    if let node = pairedNode(of: use.author) { return node }
    if let node = try reader.holder(of: use.log) { return node }
    return ledger.pending.filter { $0.value[use.log] != nil }.keys.min()
  }
}
