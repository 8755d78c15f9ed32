import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The peers that our person trusts, and those that it wants nothing to do with: decisions about keys, made here and kept.
extension Peers {
  /// Whether a person here trusts this node's key.
  func isPaired(_ node: NodeID) -> Bool { table.isPaired(node) }

  /// Whether a person here wants nothing to do with this node.
  func isBlocked(_ node: NodeID) -> Bool { table.isBlocked(node) }

  /// The one peer that a text names: its id or any unique beginning of it, its name, or an address of it.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  func find(peer text: String) throws -> (node: NodeID, peer: Peer) {
    let node = try table.named(text).only(
      "There is no peer \(text).", .see("peer list")
    ) { "\($0) peers fit \(text): give more letters of the id." }
    return (node, known(node))
  }

  // MARK: Commands

  /// Checks a decision to trust a key, and notes the account that a friend introduced.
  ///
  /// - Returns: the node, and whether its key is trusted from now on: not while the introduced account is awaited.
  func accept(
    _ command: TrustPeer, _ transaction: Transaction
  ) throws -> (node: NodeID, isTrusted: Bool) {
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
    let isAwaited = try !command.author.isEmpty && awaitAccount(of: node, command, transaction)
    return (node, !isAwaited)
  }

  /// Notes the account that a friend introduced, where the node has not shown one.
  ///
  /// - Returns: false where it has shown that account already.
  private func awaitAccount(
    of node: NodeID, _ command: TrustPeer, _ transaction: Transaction
  ) throws -> Bool {
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
    guard peer.view.authors.isEmpty else { return false }
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
    return true
  }

  /// The peer that is to be unpaired.
  ///
  /// - Throws: `Refused` where it is not paired.
  func pairedPeer(_ text: String) throws -> (node: NodeID, peer: Peer) {
    let (node, peer) = try find(peer: text)
    guard peer.view.paired || peer.view.awaited != nil else {
      throw Refused(.notNow, "\(shown(peer)) is not paired: there is nothing to undo.")
    }
    return (node, peer)
  }

  /// Trusts a key no more; what was shared with the peer has ended.
  func unpair(_ node: NodeID, _ transaction: Transaction) throws {
    try endTrust(of: node, "the person at the other end has unpaired this node", transaction) {
      _ in
    }
  }

  /// The peer that is to be blocked, also one that was never met.
  func blockablePeer(_ text: String) throws -> (node: NodeID, peer: Peer) {
    let (node, peer) =
      try NodeID(text: text).map { node in (node, known(node)) } ?? find(peer: text)
    guard node != configuration.node else {
      throw Refused(.invalid, "That is your own node: it cannot be blocked.")
    }
    return (node, peer)
  }

  /// Blocks a peer; what was shared with it has ended.
  func block(_ node: NodeID, _ transaction: Transaction) throws {
    try endTrust(of: node, "the person at the other end has blocked this node", transaction) {
      $0.view.blocked = true
      $0.isKept = true
    }
  }

  /// Ends the block of a peer.
  ///
  /// - Returns: the peer.
  func perform(_ command: UnblockPeer, _ transaction: Transaction) throws -> PeerView {
    var (node, peer) = try find(peer: command.peer)
    guard peer.view.blocked else {
      throw Refused(.notNow, "\(shown(peer)) is not blocked: there is nothing to undo.")
    }
    peer.view.blocked = false
    try keep(peer, node, transaction)
    return view(of: node)
  }

  /// Takes a right from a peer, or gives it back.
  ///
  /// - Returns: the peer's node.
  func perform(_ command: LimitPeer, _ transaction: Transaction) throws -> NodeID {
    var (node, peer) = try find(peer: command.peer)
    switch command.right {
    case .play, .chat, .rooms: break
    case .unspecified, .UNRECOGNIZED:
      throw Refused(.invalid, "Name a right: play, chat or rooms.")
    }
    peer.view.withheld.removeAll { $0 == command.right }
    if command.withheld { peer.view.withheld.append(command.right) }
    peer.view.withheld.sort { $0.rawValue < $1.rawValue }
    peer.isKept = true
    try keep(peer, node, transaction)
    return node
  }

  func checkNotBlocked(_ node: NodeID) throws {
    guard isBlocked(node) else { return }
    throw Refused(
      .notNow,
      "\(name(of: node)) is blocked.", .about(node, .unblock))
  }

  private func shown(_ peer: Peer) -> String {
    peer.view.name.isEmpty ? String(peer.view.id.prefix(8)) : peer.view.name
  }

  // MARK: Changes of trust

  /// Trusts a key from now on.
  ///
  /// - Returns: the peer where it was not trusted before: its rooms, tables and link are to follow (`Node.pair`).
  func setPaired(_ node: NodeID, _ transaction: Transaction) throws -> Peer? {
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
    return isNew ? peer : nil
  }

  /// Compares the account that a Hello shows with what our person trusts on that node.
  ///
  /// To be called before the link counts as one of a paired peer.
  ///
  /// - Returns: the notice for our person where the node is to be trusted from now on; nil where nothing begins.
  func settleTrust(of session: LinkSession, _ transaction: Transaction) throws -> String? {
    guard var peer = table[session.node] else { return nil }
    let shown = session.accounts.first
    switch AccountTrust(in: peer.view, shown: shown) {
    case .unchanged: return nil
    case .begins:
      let notice =
        "\(self.shown(peer)) is here and shows the words that a friend has introduced, \(peer.view.awaitedWords): trusted from now on."
      peer.view.accounts = session.accounts.map(\.description)
      try keep(peer, session.node, transaction)
      return notice
    case .ends(let expected):
      let problem = AccountTrust.problem(of: peer.view, expected: expected, shown: shown)
      peer.view.endTrust()
      peer.view.trustProblem = problem.text
      if let remedy = problem.remedy { peer.view.trustRemedy = remedy }
      try revokePairing(with: session.node)
      try keep(peer, session.node, transaction)
      turn.publish(.notice("\(self.shown(peer)): \(problem.text)"))
      return nil
    }
  }

  /// Notes whether a peer that we have paired with has paired with us, as its node says.
  func notePairing(
    _ isPairedThere: Bool, with node: NodeID, _ transaction: Transaction
  ) throws {
    guard var peer = table[node], peer.view.paired, peer.view.unpairedThere == isPairedThere else {
      return
    }
    peer.view.unpairedThere = !isPairedThere
    try keep(peer, node, transaction)
    // What our person writes to it reaches it again, or no longer.
    let rooms = try transaction.reader.rooms(sharedBy: account.author, and: peer.view.authors)
    turn.changes.presence.formUnion(rooms)
  }

  /// Trusts a key no more: links of today and sessions of yesterday end.
  private func endTrust(
    of node: NodeID, _ reason: String, _ transaction: Transaction, _ change: (inout Peer) -> Void
  ) throws {
    var peer = known(node)
    peer.view.endTrust()
    change(&peer)
    try revokePairing(with: node)
    try keep(peer, node, transaction)
    for session in links.sorted where session.node == node {
      links.refuse(session.id, .unwanted, reason)
    }
    turn.tell(.renewSecurity)
  }

  /// The peer of a key, also of one that was never met.
  private func known(_ node: NodeID) -> Peer {
    if let peer = table[node] { return peer }
    var view = PeerView.unknown
    view.id = node.description
    view.words = KeyWords.words(of: node)
    view.discovered = table.shows(id: view.id)
    return Peer(view: view, version: 0, isKept: true)
  }

  // MARK: Names

  /// Whether a node takes our own name, or one that another node had first (row P-12).
  func takesName(_ name: String, _ node: NodeID) -> Bool {
    table.takesName(name, node, own: settings.name)
  }

  /// Flags those who have a name that a trusted peer or our own person has.
  func flagNames(
    like name: String, except trusted: NodeID? = nil, _ transaction: Transaction
  ) throws {
    for (node, peer) in table.sorted where node != trusted {
      let isTaken = takesName(peer.view.name, node)
      guard peer.view.name.lowercased() == name.lowercased(), isTaken != peer.view.nameIsTaken
      else { continue }
      var peer = peer
      peer.view.nameIsTaken = isTaken
      try keep(peer, node, transaction)
    }
  }
}
