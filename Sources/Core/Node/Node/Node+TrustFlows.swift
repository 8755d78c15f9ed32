import Feature
import Identifiers
import Schema
import Store
import Wire

/// The order in which engines follow what our person decides, and what a peer says of itself (design section 4).
extension Node {
  /// Trusts a key from now on; a live link is raised at once.
  func pair(_ node: NodeID, _ transaction: Transaction) throws {
    guard let peer = try peers.setPaired(node, transaction) else { return }
    turn.changes.weighsBlobs = true
    try pairedRooms.keep(adding: peer.view.authors, transaction)
    if let room = peers.tickets.takeRoom(for: node) {
      try roomService.add(peer.view.authors, to: room, transaction)
    }
    try peers.flagNames(like: peer.view.name, except: node, transaction)
    if let session = links.session(to: node), session.state == .established {
      turn.tell(.established(session.id, .paired))
      try rooms.shareMore(with: session, transaction)
      if settings.quiet {
        try peers.sendProfile(to: session.id)
        try tableExchange.sendOffers(to: session.id)
      }
    }
    tables.touch(of: node)
  }

  func perform(_ command: MakeTicket, _ transaction: Transaction) throws -> TicketView {
    try peers.perform(command, into: roomService.growingRoom(command.room, transaction))
  }

  func perform(_ command: TrustPeer, _ transaction: Transaction) throws -> PeerView {
    let (node, isTrusted) = try peers.accept(command, transaction)
    if isTrusted { try pair(node, transaction) }
    return peers.view(of: node)
  }

  func perform(_ command: UnpairPeer, _ transaction: Transaction) throws -> PeerView {
    let (node, peer) = try peers.pairedPeer(command.peer)
    try pairedRooms.stopSharing(with: peer, transaction)
    try peers.unpair(node, transaction)
    tables.touch(of: node)
    return peers.view(of: node)
  }

  func perform(_ command: BlockPeer, _ transaction: Transaction) throws -> PeerView {
    let (node, peer) = try peers.blockablePeer(command.peer)
    try pairedRooms.stopSharing(with: peer, transaction)
    try peers.block(node, transaction)
    tables.touch(of: node)
    try records.publishWritten(by: peer.view.authors, transaction)
    return peers.view(of: node)
  }

  func perform(_ command: UnblockPeer, _ transaction: Transaction) throws -> PeerView {
    let view = try peers.perform(command, transaction)
    try records.publishWritten(by: view.authors, transaction)
    return view
  }

  func perform(_ command: LimitPeer, _ transaction: Transaction) throws -> PeerView {
    let node = try peers.perform(command, transaction)
    if let link = links.link(to: node), links[link]?.state == .established {
      try rooms.reevaluateSharing(on: link, transaction)
      try links.send(
        .tableOffers(
          rooms.offersTables(to: link) ? tableExchange.ownOffers(to: link) : TableOffers()),
        on: link)
    }
    if command.withheld, command.right == .play { try tableExchange.declineAskers(of: node) }
    if command.right == .chat {
      try records.publishWritten(by: peers.view(of: node).authors, transaction)
    }
    return peers.view(of: node)
  }

  func forgetPeer(_ text: String, _ transaction: Transaction) throws -> PeerView {
    guard let (node, peer) = try peers.forgetAddress(text, transaction) else {
      return PeerView.with { $0.addresses = [(try? Address(text))?.description].compactMap { $0 } }
    }
    try pairedRooms.stopSharing(with: peer, transaction)
    return try peers.forget(node, peer, transaction)
  }

  // MARK: Settings

  /// Changes a setting, and tells everybody who shows it.
  func perform(_ command: ChangeSetting, _ transaction: Transaction) throws -> SettingsView {
    let (oldName, oldLobby) = (settings.name, settings.lobby)
    let stored = try settings.set(command.key, command.value)
    try transaction.setSetting(command.key == "color" ? "colour" : command.key, stored)
    turn.publish(.settings(settings.view))
    // The view of the lobby says whether anybody gets what is written there.
    if settings.lobby != oldLobby { turn.changes.presence.insert(.lobby) }
    try peers.sendProfile(after: oldName, transaction)
    try records.introduceAgain(transaction)
    try tableExchange.announce()
    for link in links.ids { try rooms.reevaluateSharing(on: link, transaction) }
    if command.key.hasPrefix("share-") { turn.changes.weighsBlobs = true }
    return settings.view
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
    return peers.newest(of: steps)
  }

  // MARK: What a peer says of itself

  /// A peer's person has another name or colour now.
  func receive(
    _ profile: Profile, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let author = try peers.receive(profile, session, transaction) else { return }
    tables.rename(author, at: session)
  }
}
