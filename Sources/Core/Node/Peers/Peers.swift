import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The engine of peers: who they are, where they were seen, when they are dialled, which of them our person trusts.
final class Peers: Engine {
  let context: NodeContext
  let links: Links
  var table: PeerTable
  var dialler = Dialler()
  var pairing: Pairing
  var tickets: Tickets
  var advertising = Advertising()

  init(_ context: NodeContext, _ links: Links, table: PeerTable) {
    self.context = context
    self.links = links
    let own = context.configuration.node
    self.table = table
    (pairing, tickets) = (Pairing(own: own), Tickets(own: own))
  }

  typealias State = (
    table: PeerTable, dialler: Dialler, pairing: Pairing, tickets: Tickets, advertising: Advertising
  )

  /// The part that is restored when a turn cannot be committed.
  var state: State {
    get { (table, dialler, pairing, tickets, advertising) }
    set { (table, dialler, pairing, tickets, advertising) = newValue }
  }

  /// A peer; nil for one that was never met.
  subscript(node: NodeID) -> Peer? { table[node] }

  /// The peers by who lives on them.
  var people: KnownPeople { table.people() }

  /// The name of a node's person.
  func name(of node: NodeID) -> String { table[node]?.view.name ?? "A peer" }

  func view(of node: NodeID) -> PeerView { table[node]?.view ?? PeerView() }

  /// Whether a peer may do something with us; a person takes rights, nobody else is told.
  func may(_ right: PeerRight, _ node: NodeID) -> Bool {
    table[node]?.view.withheld.contains(right) != true
  }

  /// Updates a peer, once both Hellos are accepted.
  func meet(
    _ session: LinkSession, _ hello: Hello, sharesRooms: Bool, _ transaction: Transaction
  ) throws {
    let version = Links.version(with: hello)
    var peer = table[session.node] ?? Peer(view: .unknown, version: version, isKept: false)
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
    peer.view.discovered = table.shows(id: peer.view.id)
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
    if sharesRooms { peer.isKept = true }
    peer.view.note(colour: hello.accounts.first?.colour ?? "")
    // In quiet mode it was not told our name before it had shown its account.
    if settings.look != Profile() || settings.quiet, tellsName(to: session.id) {
      try sendProfile(to: session.id)
    }
    try keep(peer, session.node, transaction)
  }

  /// Tells every peer our name and colour, and flags those who are called as we are now.
  ///
  /// - Parameter oldName: our name before; that of others may be nobody else's now.
  func sendProfile(after oldName: String, _ transaction: Transaction) throws {
    if settings.name != oldName {
      try flagNames(like: oldName, transaction)
      try flagNames(like: settings.name, transaction)
    }
    try sendProfile()
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
    var profile = settings.look
    profile.author = account.author.data
    profile.name = settings.name
    profile.colour = settings.colour
    try links.sendOptional(.profile(profile), on: link)
  }

  /// A peer's person has another name or colour now.
  ///
  /// - Returns: who that is; nil where nothing is shown of it.
  func receive(
    _ profile: Profile, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Author? {
    guard let author = Author(profile.author), session.accounts.contains(author) else {
      throw WireError.unproven("a profile of somebody else")
    }
    guard author == session.accounts.first, var peer = table[session.node] else {
      return nil
    }
    let name = Text.clean(profile.name, limit: Limits.name)
    peer.view.nameIsTaken = takesName(name, session.node)
    peer.view.name = name
    peer.view.note(colour: profile.colour)
    table.note(look: profile, of: session.node)
    try keep(peer, session.node, transaction)
    return author
  }

  private func isTyped(_ origin: Dialler.Origin) -> Bool {
    if case .typed = origin { true } else { false }
  }

  /// The link to a node is gone.
  func part(from node: NodeID, _ transaction: Transaction) throws {
    guard var peer = table[node] else { return }
    peer.view.online = false
    peer.view.lastSeenMilliseconds = now.wall
    try keep(peer, node, transaction)
  }

  /// Stores and publishes a peer, and dials it from now on if it is kept.
  func keep(_ peer: Peer, _ node: NodeID, _ transaction: Transaction) throws {
    let isNew = table.set(peer, of: node)
    noteChangedPeers()
    try transaction.setPeer(node, peer.view, version: peer.version, kept: peer.isKept)
    if peer.view.blocked {
      dialler.remove(.peer(node))
    } else if peer.isKept {
      dialler.add(.peer(node), addresses: peer.view.addresses, node: node, at: now)
    }
    if isNew, !peer.isKept {
      try transaction.keepStrangers(Limits.strangersRemembered)
      table.forgetStranger()
    }
    turn.publish(.peer(peer.view))
  }

  /// Notes that peers, or our person's decisions about them, have changed.
  private func noteChangedPeers() {
    advertising.peersHaveChanged()
    table.noteChange()
  }

  func discovered(_ sighting: Sighting, _ transaction: Transaction) throws {
    let before = table.announced(sighting.instance)
    guard let prefix = table.discover(sighting, own: configuration.node) else { return }
    seek(sighting.instance)
    let addresses = table.announced(sighting.instance)
    if addresses != before { try links.doubt(to: prefix, announcedAt: addresses) }
    try mark(prefix, discovered: true, transaction)
  }

  /// The time at which something is to be dialled, or a pairing or a ticket ends (steady milliseconds); nil for never.
  var nextWake: Int64? {
    [dialler.nextWake(isLinked: linkedTest), pairing.nextWake, tickets.nextWake]
      .compactMap { $0 }.min()
  }

  /// Dials what was typed, and the peers that are kept, after a start.
  func dialAtStart(_ reader: Reader) throws {
    for address in try reader.addresses() {
      dialler.add(.typed(address), addresses: [address], at: now)
    }
    for (node, peer) in table.sorted where peer.isKept && !peer.view.blocked {
      dialler.add(.peer(node), addresses: peer.view.addresses, node: node, at: now)
    }
  }

  /// Writes all peers down: what was kept in memory only while the disk was full.
  func saveAll(_ transaction: Transaction) throws {
    for (node, peer) in table.sorted {
      try transaction.setPeer(node, peer.view, version: peer.version, kept: peer.isKept)
    }
  }

  /// Tells with which strangers our person deals: they go before others, and give their place to nobody.
  ///
  /// - Parameter tables: the links to those at tables.
  func engage(with tables: Set<LinkID>) {
    var wanted = tables
    if let peer = pairing.exchange?.peer, let link = links.link(to: peer) { wanted.insert(link) }
    let strangers = wanted.filter { link in links[link].map { !isPaired($0.node) } ?? false }
    if let output = advertising.engage(strangers.sorted()) { turn.tell(output) }
  }

  /// This machine has other addresses now: each link may be one of the old ones, and a peer that could not be dialled may be near.
  func move(to networks: [Subnet]) throws {
    change(networks)
    for link in links.ids { try links.doubt(link) }
    dialler.hurry(at: now)
  }

  /// This machine belongs to other networks now.
  func change(_ networks: [Subnet]) {
    table.take(networks)
    for instance in table.shown { seek(instance) }
  }

  /// Has an instance dialled.
  private func seek(_ instance: String) {
    guard let (prefix, addresses) = table.addresses(of: instance) else { return }
    dialler.add(.instance(instance), addresses: addresses, nodePrefix: prefix, at: now)
  }

  func lost(instance: String, _ transaction: Transaction) throws {
    guard let prefix = table.lose(instance) else { return }
    dialler.remove(.instance(instance))
    guard !table.shows(prefix: prefix) else { return }
    try mark(prefix, discovered: false, transaction)
  }

  private func mark(_ prefix: String, discovered: Bool, _ transaction: Transaction) throws {
    for (node, peer) in table.sorted
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
      if let target = table.peer(at: written) { view = target.view }
      view.addresses = [written] + view.addresses.filter { $0 != written }
    }
  }

  /// Forgets an address, and finds the peer that is to be forgotten with it.
  ///
  /// - Returns: nil where nobody was met at that address.
  func forgetAddress(
    _ text: String, _ transaction: Transaction
  ) throws -> (node: NodeID, peer: Peer)? {
    let typed = (try? Address(text))?.description
    let isKnown = try typed.map { try transaction.reader.addresses().contains($0) } == true
    do {
      let found = try find(peer: text)
      if let typed { try remove(address: typed, transaction) }
      return found
    } catch let refused as Refused where isKnown && refused.refusal.code == .notFound {
      if let typed { try remove(address: typed, transaction) }
      return nil
    }
  }

  /// Forgets a peer with all its addresses; what was shared with it has ended.
  func forget(
    _ node: NodeID, _ peer: Peer, _ transaction: Transaction
  ) throws -> PeerView {
    try revokePairing(with: node)
    for address in peer.view.addresses { try remove(address: address, transaction) }
    try transaction.removePeer(node)
    table.remove(node)
    noteChangedPeers()
    dialler.remove(.peer(node))
    if let link = links.link(to: node) {
      links.refuse(link, .unwanted, "the person at the other end forgot this peer")
    }
    turn.tell(.renewSecurity)
    return peer.view
  }

  /// The refusal of an address at which this very node listens.
  static func isSelf(_ address: String) -> Refused {
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
    try remove(address: address, transaction)
    turn.publish(.notice("\(address) is this node itself, so it is not remembered."))
  }

  private func remove(address: String, _ transaction: Transaction) throws {
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
  private var linkedTest: (Dialler.Target) -> Bool {
    let (links, peers) = (links.table, table)
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
    if let output = advertising.expect(table) { turn.tell(output) }
  }

  /// Advertises the protocol version, the node's prefix and an open table's tag over DNS-SD, if they have changed.
  func advertise() {
    let subject = Advertising.Subject(
      name: settings.name, isQuiet: settings.quiet,
      table: settings.quiet ? nil : advertising.table)
    guard advertising.isNew(subject) else { return }
    var text = [
      "v": "\(Links.protocolVersion)", "id": String(configuration.node.description.prefix(16)),
    ]
    if let open = subject.table { text["t"] = String(open.description.prefix(8)) }
    let name = settings.advertisedName(of: configuration.node)
    turn.tell(.advertise(Advertisement(name: name, text: text)))
  }
}
