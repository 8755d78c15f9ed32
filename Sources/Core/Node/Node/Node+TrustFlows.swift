import Feature
import Identifiers
import Schema
import Store
import Wire

/// The order in which engines follow what our person decides about a peer, and what a peer says of itself (design section 4).
extension Node {
  /// Trusts a key from now on; a live link is raised at once.
  func pair(_ node: NodeID, _ transaction: Transaction) throws {
    guard let peer = try peers.setPaired(node, transaction) else { return }
    turn.changes.weighsBlobs = true
    try keepPairedRooms(adding: peer.view.authors, transaction)
    try peers.flagNames(like: peer.view.name, except: node, transaction)
    if let session = links.session(to: node), session.state == .established {
      turn.tell(.established(session.id, .paired))
      // It may send longer frames now, and perhaps rooms that are for paired peers only.
      try beginSync(on: session.id, transaction)
      // It need not answer, where it decided nothing new and thinks that nothing more is shared.
      try sendDigests(to: session, transaction)
      try reevaluateSharing(on: session.id, transaction)
      if settings.quiet {
        try peers.sendProfile(to: session.id)
        try sendOffers(to: session.id)
      }
    }
    touchTables(of: node)
  }

  func perform(_ command: TrustPeer, _ transaction: Transaction) throws -> PeerView {
    let (node, isTrusted) = try peers.accept(command, transaction)
    if isTrusted { try pair(node, transaction) }
    return peers.view(of: node)
  }

  func perform(_ command: UnpairPeer, _ transaction: Transaction) throws -> PeerView {
    let (node, peer) = try peers.pairedPeer(command.peer)
    try stopSharing(with: peer, transaction)
    try peers.unpair(node, transaction)
    touchTables(of: node)
    return peers.view(of: node)
  }

  func perform(_ command: BlockPeer, _ transaction: Transaction) throws -> PeerView {
    let (node, peer) = try peers.blockablePeer(command.peer)
    try stopSharing(with: peer, transaction)
    try peers.block(node, transaction)
    touchTables(of: node)
    try publishWritten(by: peer.view.authors, transaction)
    return peers.view(of: node)
  }

  func perform(_ command: UnblockPeer, _ transaction: Transaction) throws -> PeerView {
    let view = try peers.perform(command, transaction)
    try publishWritten(by: view.authors, transaction)
    return view
  }

  func perform(_ command: LimitPeer, _ transaction: Transaction) throws -> PeerView {
    let node = try peers.perform(command, transaction)
    if let link = links.link(to: node), links[link]?.state == .established {
      try reevaluateSharing(on: link, transaction)
      try links.send(
        .tableOffers(offersTables(to: link) ? ownOffers(to: link) : TableOffers()), on: link)
    }
    if command.withheld, command.right == .play { try declineAskers(of: node) }
    if command.right == .chat {
      try publishWritten(by: peers.view(of: node).authors, transaction)
    }
    return peers.view(of: node)
  }

  func forgetPeer(_ text: String, _ transaction: Transaction) throws -> PeerView {
    guard let (node, peer) = try peers.forgetAddress(text, transaction) else {
      return PeerView.with { $0.addresses = [(try? Address(text))?.description].compactMap { $0 } }
    }
    try stopSharing(with: peer, transaction)
    return try peers.forget(node, peer, transaction)
  }

  // MARK: Pairing

  /// Carries out the steps of a pairing, in order.
  func carryOut(_ steps: [Pairing.Step], _ transaction: Transaction) throws {
    for step in steps {
      if let node = try peers.carryOut(step) { try pair(node, transaction) }
    }
  }

  /// Carries out the steps of a command about a pairing.
  ///
  /// - Returns: the newest of what people are told.
  func answer(_ steps: [Pairing.Step], _ transaction: Transaction) throws -> PairView {
    try carryOut(steps, transaction)
    var answer = PairView()
    for case .tell(let view) in steps { answer = peers.named(view) }
    return answer
  }

  // MARK: What a peer says of itself

  /// A peer's person has another name or colour now.
  func receive(
    _ profile: Profile, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let author = try peers.receive(profile, session, transaction) else { return }
    for (id, table) in tables.sorted(by: { $0.key < $1.key }) {
      table.door.askers[author]?.name = peers.name(of: session.node)
      if table.concerns(author) || table.door.askers[author] != nil { turn.touch(table: id) }
    }
  }

  private func touchTables(of node: NodeID) {
    guard let accounts = links.session(to: node)?.accounts else { return }
    for (id, table) in tables.sorted(by: { $0.key < $1.key })
    where accounts.contains(where: { table.concerns($0) || table.door.askers[$0] != nil }) {
      turn.touch(table: id)
    }
  }
}
