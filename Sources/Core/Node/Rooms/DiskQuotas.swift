import Identifiers
import Replication
import Schema
import Store
import Wire

/// Every node has a share of the disk according to its role; what does not fit into it is refused, and both sides are told.
extension Rooms {
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
  private func hasShare(_ bytes: UInt64, _ node: NodeID, _ reader: Reader) throws -> Bool {
    #if DEBUG
      if planted == .ignoresQuotas { return true }
    #endif
    let used = try diskShares.used(by: node, reader)
    // Who is what need be looked up only by those who have much.
    if used + bytes <= settings.smallestShare { return true }
    let limit = settings.share(of: try role(of: node, reader))
    guard used + bytes > limit else { return true }
    if diskShares.refused.updateValue(limit, forKey: node) == nil {
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
    let bytes = UInt64(cost(of: entries, in: room))
    guard try hasShare(bytes, node, transaction.reader) else {
      if let link { refuseLog(log.state.key, in: room, from: link) }
      return false
    }
    if diskShares.add(bytes, of: node, log: log.number) { try diskShares.write(node, transaction) }
    return true
  }

  /// Whether a payload that was asked for fits; it counts from then on.
  func fits(
    payload bytes: Int, of log: StoredLog, from link: LinkID, _ transaction: Transaction
  ) throws -> Bool {
    guard let node = holder(of: log.state.key.author, from: link) else { return true }
    guard try hasShare(UInt64(2 * bytes), node, transaction.reader) else { return false }
    if diskShares.add(UInt64(2 * bytes), of: node, log: log.number) {
      try diskShares.write(node, transaction)
    }
    return true
  }

  // MARK: Telling the other side

  /// Notes that no more of a log is taken from a link; the peer is told at the end of the batch.
  private func refuseLog(_ key: LogKey, in room: Room, from link: LinkID) {
    guard self[link]?.refuse(key, in: room.id) == true else { return }
    guard room.stored.kind == .table, let node = links[link]?.node else { return }
    turn.notify(
      room.id,
      "\(peers.name(of: node))'s node has used up its share of this disk, so its moves are not taken: `parlor status` shows the shares."
    )
  }

  /// Whether no more of a log is taken from a link, as the peer knows.
  func isRefused(_ key: LogKey, in room: RoomID, from link: LinkID?) -> Bool {
    link.map { self[$0]?.isUnwanted(key, in: room) == true } ?? false
  }

  /// Tells a peer which logs of a room are not taken from it any more, once.
  func sayUnwanted(in id: RoomID, on link: LinkID) throws {
    guard let room = cache[id], self[link]?.tellUnwanted() == true else { return }
    _ = cache[id]?.syncs[link]?.receiveGap()
    try sendHave(room, room.part, on: link)
  }

  /// Tells a peer whether its share is used up, by way of a room.
  private func sayShare(
    in id: RoomID, on link: LinkID, _ transaction: Transaction
  ) throws {
    guard links[link]?.state == .established, let room = try room(id, transaction.reader) else {
      return
    }
    _ = cache[id]?.syncs[link]?.receiveGap()
    try sendHave(room, room.part, on: link)
  }

  /// Hears whether a peer takes no more of ours.
  func hearShare(_ have: Have, _ session: LinkSession, _ transaction: Transaction) throws {
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
    if let id = RoomID(have.room), access[id] != nil { turn.notify(id, sentence) }
  }

  // MARK: Room again

  /// Looks whether nodes of which something was refused have room again, and compares with them then.
  func reviewShares(_ transaction: Transaction) throws {
    guard !diskShares.refused.isEmpty else { return }
    diskShares.recount()
    let refused = diskShares.refused
    diskShares.refused = [:]
    for (node, limit) in refused.sorted(by: { $0.key < $1.key }) {
      let used = try diskShares.used(by: node, transaction.reader)
      let now = settings.share(of: try role(of: node, transaction.reader))
      if used + min(UInt64(Limits.blob), now / 4) > now { diskShares.refused[node] = limit }
    }
    guard diskShares.refused.count < refused.count else { return }
    for link in links.ids where self[link]?.hasUnwanted == true {
      self[link]?.takeAllAgain()
      try beginSync(on: link, transaction)
    }
    for node in refused.keys.sorted() where diskShares.refused[node] == nil {
      guard let session = links.session(to: node) else { continue }
      let link = session.id
      self[link]?.knowsShare = false
      // Where both have the same already, no comparison would tell it.
      if let id = try sharedRooms(with: session, transaction.reader).first {
        try sayShare(in: id, on: link, transaction)
      }
      try beginSync(on: link, transaction)
    }
  }

  // MARK: Files

  /// The node against which a file counts, by who points at it; nil for nobody.
  func holder(of use: BlobUse, _ reader: Reader) throws -> NodeID? {
    if use.author == account.author { return nil }
    if let node = pairedNode(of: use.author) { return node }
    if let node = try reader.holder(of: use.log) { return node }
    return diskShares.pending.filter { $0.value[use.log] != nil }.keys.min()
  }

  /// Whether a file fits into the share of a node; it counts from then on.
  func fits(
    _ blob: StoredBlob, of node: NodeID, _ transaction: Transaction
  ) throws -> Bool {
    guard try hasShare(blob.size, node, transaction.reader) else {
      // Each link is told only once.
      if let session = links.session(to: node),
        let id = try transaction.reader.room(
          pointingAt: blob.number, where: { try shares($0, with: session, transaction.reader) }),
        self[session.id]?.knowsShare != true
      {
        self[session.id]?.knowsShare = true
        try sayShare(in: id, on: session.id, transaction)
      }
      return false
    }
    diskShares.add(file: blob.size, of: node)
    return true
  }
}
