import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// Peers: who they are, where they were seen, when they are dialled.
extension Node {
  /// The name of a node's person.
  func name(of node: NodeID) -> String { peers[node]?.view.name ?? "A peer" }

  /// Updates and greets a peer, once both Hellos are accepted.
  func meet(
    _ session: LinkSession, _ hello: Hello, version: UInt32, _ transaction: Transaction
  ) throws {
    var peer = peers[session.node] ?? Peer(view: .unknown, version: version, isKept: false)
    peer.version = version
    peer.view.id = session.node.description
    // Its person's, as in rooms and at tables; the node's own as long as nobody is known there.
    peer.view.words = KeyWords.words(of: session.accounts.first ?? session.node)
    let name = Text.clean(hello.accounts.first?.name ?? hello.nodeName, limit: Limits.name)
    peer.view.nameIsTaken = takesName(name, session.node)
    peer.view.name = name
    peer.view.accounts = session.accounts.map(\.description)
    peer.view.online = true
    // Its sighting may have come before anybody knew whose it was.
    peer.view.discovered = peers.shows(id: peer.view.id)
    peer.view.lastSeenMilliseconds = now.wall
    peer.view.problem = ""
    peer.view.note(wall: hello.wallMilliseconds, at: now)
    peer.view.wayBackAddress = ""
    peer.view.wayBack = session.isDialled ? .unspecified : .open
    if session.isDialled {
      peer.remember(session.address)
      try showMissed(
        dialler.reached(session.address, node: session.node, at: now), transaction)
    } else if hello.port > 0, hello.port <= UInt32(UInt16.max),
      let from = try? Address(session.address)
    {
      peer.remember(Address(host: from.host, port: UInt16(hello.port)).description)
    }
    if dialler.targets.contains(where: { isTyped($0.key) && $0.value.node == session.node }) {
      peer.isKept = true
    }
    let rooms = try session.accounts.flatMap { try transaction.reader.rooms(of: $0) }
    if !rooms.isEmpty { peer.isKept = true }
    peer.view.note(colour: hello.accounts.first?.colour ?? "")
    // In quiet mode it was not told our name before it had shown its account.
    if settings.cardBack != .unspecified || settings.quiet, tellsName(to: session.id) {
      try sendProfile(to: session.id)
    }
    try keep(peer, session.node, transaction)
    // Who was paired before it was met tells its accounts now.
    if isPaired(session.node) { try keepPairedRooms(transaction) }
    try sendTicket(to: session.node, on: session.id)
    try sendOffers(to: session.id)
    try askWayBack(on: session)
    try greetTables(session, rooms: rooms, transaction)
    try sayRoomPresence(to: session, transaction)
    turn.changes.presence.formUnion(attendedRooms)
  }

  /// Tells every peer our name and colour, after they were changed.
  func sendProfile() throws {
    for link in links.ids
    where links[link]?.state == .established && tellsName(to: link) {
      try sendProfile(to: link)
    }
  }

  /// Whether who is at the other end may know our name (row P-33).
  func tellsName(to link: LinkID) -> Bool {
    guard settings.quiet else { return true }
    return links[link].map { isPaired($0.node) } ?? false
  }

  func sendProfile(to link: LinkID) throws {
    var profile = Profile()
    profile.author = account.author.data
    profile.name = settings.name
    profile.colour = settings.colour
    profile.back = settings.cardBack
    try sendOptional(.profile(profile), on: link)
  }

  /// A peer's person has another name or colour now.
  func receive(
    _ profile: Profile, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let author = Author(profile.author), session.accounts.contains(author) else {
      throw WireError.unproven("a profile of somebody else")
    }
    guard author == session.accounts.first, var peer = peers[session.node] else { return }
    let name = Text.clean(profile.name, limit: Limits.name)
    peer.view.nameIsTaken = takesName(name, session.node)
    peer.view.name = name
    peer.view.note(colour: profile.colour)
    peers.note(back: profile.back, of: session.node)
    try keep(peer, session.node, transaction)
    for (id, table) in tables.sorted(by: { $0.key < $1.key }) {
      table.door.askers[author]?.name = peer.view.name
      if table.concerns(author) || table.door.askers[author] != nil { turn.touch(table: id) }
    }
  }

  private func isTyped(_ origin: Dialler.Origin) -> Bool {
    if case .typed = origin { true } else { false }
  }

  /// The link to a node is gone.
  func part(from node: NodeID, _ transaction: Transaction) throws {
    guard var peer = peers[node] else { return }
    peer.view.online = false
    peer.view.lastSeenMilliseconds = now.wall
    try keep(peer, node, transaction)
  }

  /// Stores and publishes a peer, and dials it from now on if it is kept.
  func keep(_ peer: Peer, _ node: NodeID, _ transaction: Transaction) throws {
    let isNew = peers.set(peer, of: node)
    noteChangedPeers()
    try transaction.setPeer(node, peer.view, version: peer.version, kept: peer.isKept)
    if peer.view.blocked {
      dialler.remove(.peer(node))
    } else if peer.isKept {
      dialler.add(.peer(node), addresses: peer.view.addresses, node: node, at: now)
    }
    if isNew, !peer.isKept {
      try transaction.keepStrangers(Limits.strangersRemembered)
      peers.forgetStranger()
    }
    turn.publish(.peer(peer.view))
  }

  /// Notes that peers, or our person's decisions about them, have changed.
  private func noteChangedPeers() {
    advertising.peersHaveChanged()
    lobby.places.isStale = true
  }

  func discovered(_ sighting: Sighting, _ transaction: Transaction) throws {
    let before = peers.announced(sighting.instance)
    guard let prefix = peers.discover(sighting, own: configuration.node) else { return }
    seek(sighting.instance)
    let addresses = peers.announced(sighting.instance)
    if addresses != before { try doubtLinks(to: prefix, announcedAt: addresses) }
    try mark(prefix, discovered: true, transaction)
  }

  /// This machine belongs to other networks now.
  func take(_ networks: [Subnet]) {
    peers.take(networks)
    for instance in peers.shown { seek(instance) }
  }

  /// Has an instance dialled.
  private func seek(_ instance: String) {
    guard let (prefix, addresses) = peers.addresses(of: instance) else { return }
    dialler.add(.instance(instance), addresses: addresses, nodePrefix: prefix, at: now)
  }

  func lost(instance: String, _ transaction: Transaction) throws {
    guard let prefix = peers.lose(instance) else { return }
    dialler.remove(.instance(instance))
    guard !peers.shows(prefix: prefix) else { return }
    try mark(prefix, discovered: false, transaction)
  }

  private func mark(_ prefix: String, discovered: Bool, _ transaction: Transaction) throws {
    for (node, peer) in peers.sorted
    where peer.view.id.hasPrefix(prefix) && peer.view.discovered != discovered {
      var peer = peer
      peer.view.discovered = discovered
      try keep(peer, node, transaction)
    }
  }

  func addPeer(_ text: String, _ transaction: Transaction) throws -> PeerView {
    let written: String
    do {
      written = try Address(text).description
    } catch {
      throw Refused(.invalid, "No peer was added: \(error).")
    }
    try transaction.addAddress(written)
    dialler.remove(.typed(written))
    dialler.add(.typed(written), addresses: [written], at: now)
    return PeerView.with { view in
      view.setDefaults()
      if let target = peers.peer(at: written) { view = target.view }
      view.addresses = [written] + view.addresses.filter { $0 != written }
    }
  }

  func forgetPeer(_ text: String, _ transaction: Transaction) throws -> PeerView {
    let typed = (try? Address(text))?.description
    let isTyped = try typed.map { try transaction.reader.addresses().contains($0) } == true
    let node: NodeID
    let peer: Peer
    do {
      (node, peer) = try find(peer: text)
    } catch let refused as Refused where isTyped && refused.refusal.code == .notFound {
      if let typed { try forgetAddress(typed, transaction) }
      return PeerView.with { $0.addresses = [typed].compactMap { $0 } }
    }
    if let typed { try forgetAddress(typed, transaction) }
    try stopSharing(with: peer, transaction)
    try revokePairing(with: node, transaction)
    for address in peer.view.addresses { try forgetAddress(address, transaction) }
    try transaction.removePeer(node)
    peers.remove(node)
    noteChangedPeers()
    dialler.remove(.peer(node))
    if let link = links.link(to: node) {
      refuse(link, .unwanted, "the person at the other end forgot this peer")
    }
    turn.tell(.renewSecurity)
    return peer.view
  }

  /// The refusal of an address at which this very node listens.
  public static func isSelf(_ address: String) -> Refused {
    Refused(
      .invalid,
      "\(address) is this node itself, so nothing is remembered: give the address of the other machine.",
      .readStatusThere
    )
  }

  /// An address turned out to be our own: nobody is to wait for it.
  func forgetSelf(at address: String, _ transaction: Transaction) throws {
    dialler.isSelf(address)
    guard try transaction.reader.addresses().contains(address) else { return }
    try forgetAddress(address, transaction)
    turn.publish(.notice("\(address) is this node itself, so it is not remembered."))
  }

  private func forgetAddress(_ address: String, _ transaction: Transaction) throws {
    try transaction.removeAddress(address)
    dialler.remove(.typed(address))
  }

  /// Dials whoever is due.
  func tickDialler() {
    let linked = linkedTest
    for address in dialler.due(at: now, isLinked: linked) {
      turn.tell(.dial(address: address, dialler.purpose(of: address)))
    }
  }

  /// Whether a target needs no dialling now.
  var linkedTest: (Dialler.Target) -> Bool {
    let (links, peers) = (links, peers)
    var texts: [String]?
    return { target in
      // Who is blocked needs no link either.
      if let node = target.node, links.link(to: node) != nil || peers.isBlocked(node) {
        return true
      }
      guard !target.nodePrefix.isEmpty else { return false }
      let known = texts ?? links.nodes.union(peers.blocked).map(\.description)
      texts = known
      return known.contains { $0.hasPrefix(target.nodePrefix) }
    }
  }

  /// Says from where kept peers may come.
  func expectPeers() {
    if let output = advertising.expect(peers) { turn.tell(output) }
  }

  /// Advertises the protocol version, the node's prefix and an open table's tag over DNS-SD, if they have changed.
  func advertise() {
    let subject = Advertising.Subject(
      name: settings.name, isQuiet: settings.quiet,
      table: settings.quiet ? nil : advertising.table)
    guard advertising.isNew(subject) else { return }
    var text = [
      "v": "\(Self.protocolVersion)", "id": String(configuration.node.description.prefix(16)),
    ]
    if let open = subject.table { text["t"] = String(open.description.prefix(8)) }
    let name = settings.advertisedName(of: configuration.node)
    turn.tell(.advertise(Advertisement(name: name, text: text)))
  }
}
