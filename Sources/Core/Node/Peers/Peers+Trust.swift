import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The peers that our person trusts, and those that it wants nothing to do with: decisions about keys, made here and kept.
extension Node {
  /// Whether a person here trusts this node's key.
  func isPaired(_ node: NodeID) -> Bool { peers.isPaired(node) }

  /// Whether a person here wants nothing to do with this node.
  func isBlocked(_ node: NodeID) -> Bool { peers.isBlocked(node) }

  /// The one peer that a text names: its id or any unique beginning of it, its name, or an address of it.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  func find(peer text: String) throws -> (node: NodeID, peer: Peer) {
    let node = try peers.named(text).only(
      "There is no peer \(text).", .see("peer list")
    ) { "\($0) peers fit \(text): give more letters of the id." }
    return (node, known(node))
  }

  // MARK: Commands

  func perform(_ command: TrustPeer, _ transaction: Transaction) throws -> PeerView {
    // Beginnings of keys can be made to measure.
    guard let node = NodeID(text: command.node) else {
      throw Refused(
        .invalid,
        "A key is trusted by its whole node id of 52 letters.", .readStatusThere
      )
    }
    guard node != configuration.node else {
      throw Refused(.invalid, "That is your own node: give the id of the other one.")
    }
    try checkNotBlocked(node)
    if command.author.isEmpty {
      try setPaired(node, transaction)
    } else {
      try trust(node, introducedBy: command, transaction)
    }
    return view(of: node)
  }

  /// Trusts a node with the account that a friend introduced: now where the node has shown it, otherwise as soon as it does.
  private func trust(
    _ node: NodeID, introducedBy command: TrustPeer, _ transaction: Transaction
  ) throws {
    guard let author = Base32.decode(command.author).flatMap({ Author($0) }) else {
      throw Refused(
        .invalid,
        "An account is trusted by its whole author id of 52 letters.",
        .see("peer introductions --json")
      )
    }
    guard author != account.author else {
      throw Refused(.invalid, "That is your own account: nobody else can be trusted for it.")
    }
    var peer = known(node)
    let name = Text.clean(command.name, limit: Limits.name)
    guard peer.view.authors.first ?? author == author else {
      throw Refused(
        .notNow,
        "Nobody new is trusted: the node that is introduced as \(name.isEmpty ? "somebody" : name) shows another account (\(peer.view.words)). Ask the friend who introduces it."
      )
    }
    guard peer.view.authors.isEmpty else { return try setPaired(node, transaction) }
    peer.view.forgetIntroduction()
    peer.view.awaitedAuthor = author.description
    peer.view.awaitedWords = KeyWords.words(of: author)
    if peer.view.name.isEmpty {
      peer.view.nameIsTaken = takesName(name, node)
      peer.view.name = name
    }
    // They are where a friend says it was; who answers there is proved by its key.
    for text in command.addresses.prefix(Limits.addressesPerPeer).reversed() {
      if let address = try? Address(text) { peer.remember(address.description) }
    }
    peer.isKept = true
    try keep(peer, node, transaction)
  }

  func perform(_ command: UnpairPeer, _ transaction: Transaction) throws -> PeerView {
    var (node, peer) = try find(peer: command.peer)
    guard peer.view.paired || peer.view.awaited != nil else {
      throw Refused(.notNow, "\(shown(peer)) is not paired: there is nothing to undo.")
    }
    try stopSharing(with: peer, transaction)
    peer.view.unpaired = peer.view.unpaired || peer.view.paired
    peer.view.paired = false
    peer.view.forgetIntroduction()
    peer.view.unpairedThere = false
    try endTrust(of: node, peer, "the person at the other end has unpaired this node", transaction)
    return view(of: node)
  }

  func perform(_ command: BlockPeer, _ transaction: Transaction) throws -> PeerView {
    var (node, peer) =
      try NodeID(text: command.peer).map { node in (node, known(node)) }
      ?? find(peer: command.peer)
    guard node != configuration.node else {
      throw Refused(.invalid, "That is your own node: it cannot be blocked.")
    }
    try stopSharing(with: peer, transaction)
    peer.view.unpaired = peer.view.unpaired || peer.view.paired
    peer.view.paired = false
    peer.view.unpairedThere = false
    peer.view.blocked = true
    peer.view.forgetIntroduction()
    peer.isKept = true
    try endTrust(of: node, peer, "the person at the other end has blocked this node", transaction)
    try publishWritten(by: peer.view.authors, transaction)
    return view(of: node)
  }

  func perform(_ command: UnblockPeer, _ transaction: Transaction) throws -> PeerView {
    var (node, peer) = try find(peer: command.peer)
    guard peer.view.blocked else {
      throw Refused(.notNow, "\(shown(peer)) is not blocked: there is nothing to undo.")
    }
    peer.view.blocked = false
    try keep(peer, node, transaction)
    try publishWritten(by: peer.view.authors, transaction)
    return view(of: node)
  }

  func checkNotBlocked(_ node: NodeID) throws {
    guard isBlocked(node) else { return }
    throw Refused(
      .notNow,
      "\(name(of: node)) is blocked.", .about(node, .unblock))
  }

  func view(of node: NodeID) -> PeerView { peers[node]?.view ?? PeerView() }

  private func shown(_ peer: Peer) -> String {
    peer.view.name.isEmpty ? String(peer.view.id.prefix(8)) : peer.view.name
  }

  // MARK: Changes of trust

  /// From now on this key is trusted; a live link is raised at once.
  func setPaired(_ node: NodeID, _ transaction: Transaction) throws {
    var peer = known(node)
    let isNew = !peer.view.paired
    peer.view.paired = true
    peer.view.unpaired = false
    // Until it says otherwise.
    peer.view.unpairedThere = false
    peer.view.forgetIntroduction()
    peer.isKept = true
    try keep(peer, node, transaction)
    // Trust decides whose a name is, but for our own.
    let isTaken = takesName(peer.view.name, node)
    if peer.view.nameIsTaken != isTaken {
      peer.view.nameIsTaken = isTaken
      try keep(peer, node, transaction)
    }
    guard isNew else { return }
    turn.changes.weighsBlobs = true
    try keepPairedRooms(adding: peer.view.authors, transaction)
    try flagNames(like: peer.view.name, except: node, transaction)
    if let link = links.link(to: node), links[link]?.state == .established {
      turn.tell(.established(link, .paired))
      // It may send longer frames now, and perhaps rooms that are for paired peers only.
      try beginSync(on: link, transaction)
      // It need not answer, where it decided nothing new and thinks that nothing more is shared.
      if let session = links[link] { try sendDigests(to: session, transaction) }
      try reevaluateSharing(on: link, transaction)
      if settings.quiet {
        try sendProfile(to: link)
        try sendOffers(to: link)
      }
    }
    touchTables(of: node)
  }

  /// Compares the account that a Hello shows with what our person trusts on that node.
  ///
  /// To be called before the link counts as one of a paired peer.
  func settleTrust(of session: LinkSession, _ transaction: Transaction) throws {
    guard var peer = peers[session.node] else { return }
    let shown = session.accounts.first
    switch AccountTrust(in: peer.view, shown: shown) {
    case .unchanged: break
    case .begins:
      let notice =
        "\(self.shown(peer)) is here and shows the words that a friend has introduced, \(peer.view.awaitedWords): trusted from now on."
      peer.view.accounts = session.accounts.map(\.description)
      try keep(peer, session.node, transaction)
      try setPaired(session.node, transaction)
      turn.publish(.notice(notice))
    case .ends(let expected):
      let problem = AccountTrust.problem(of: peer.view, expected: expected, shown: shown)
      peer.view.unpaired = peer.view.unpaired || peer.view.paired
      peer.view.paired = false
      peer.view.unpairedThere = false
      peer.view.forgetIntroduction()
      peer.view.trustProblem = problem.text
      if let remedy = problem.remedy { peer.view.trustRemedy = remedy }
      try revokePairing(with: session.node, transaction)
      try keep(peer, session.node, transaction)
      turn.publish(.notice("\(self.shown(peer)): \(problem.text)"))
    }
  }

  /// Notes whether a peer that we have paired with has paired with us, as its node says.
  func notePairing(
    _ isPairedThere: Bool, with node: NodeID, _ transaction: Transaction
  ) throws {
    guard var peer = peers[node], peer.view.paired, peer.view.unpairedThere == isPairedThere else {
      return
    }
    peer.view.unpairedThere = !isPairedThere
    try keep(peer, node, transaction)
    // What our person writes to it reaches it again, or no longer.
    let rooms = try transaction.reader.rooms(sharedBy: account.author, and: peer.view.authors)
    turn.changes.presence.formUnion(rooms)
  }

  /// From now on this key is not trusted: links of today and sessions of yesterday end.
  private func endTrust(
    of node: NodeID, _ peer: Peer, _ reason: String, _ transaction: Transaction
  ) throws {
    try revokePairing(with: node, transaction)
    try keep(peer, node, transaction)
    touchTables(of: node)
    for session in links.sorted where session.node == node {
      refuse(session.id, .unwanted, reason)
    }
    turn.tell(.renewSecurity)
  }

  /// The peer of a key, also of one that was never met.
  private func known(_ node: NodeID) -> Peer {
    if let peer = peers[node] { return peer }
    var view = PeerView.unknown
    view.id = node.description
    view.words = KeyWords.words(of: node)
    view.discovered = peers.shows(id: view.id)
    return Peer(view: view, version: 0, isKept: true)
  }

  private func touchTables(of node: NodeID) {
    guard let accounts = links.session(to: node)?.accounts else { return }
    for (id, table) in tables.sorted(by: { $0.key < $1.key })
    where accounts.contains(where: { table.concerns($0) || table.door.askers[$0] != nil }) {
      turn.touch(table: id)
    }
  }

  // MARK: Names

  /// Whether a node takes our own name, or one that another node had first (row P-12).
  func takesName(_ name: String, _ node: NodeID) -> Bool {
    peers.takesName(name, node, own: settings.name)
  }

  /// Flags those who have a name that a trusted peer or our own person has.
  func flagNames(
    like name: String, except trusted: NodeID? = nil, _ transaction: Transaction
  ) throws {
    for (node, peer) in peers.sorted where node != trusted {
      let isTaken = takesName(peer.view.name, node)
      guard peer.view.name.lowercased() == name.lowercased(), isTaken != peer.view.nameIsTaken
      else { continue }
      var peer = peer
      peer.view.nameIsTaken = isTaken
      try keep(peer, node, transaction)
    }
  }
}
