import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Links: Hello, pings, which of two links stays (specification section 3).
extension Node {
  /// The established link to the node of an author.
  func link(to author: Author?) -> LinkID? {
    author.flatMap { links.link(ofAuthor: $0) }
  }

  /// The one protocol version spoken.
  public static let protocolVersion: UInt32 = 2

  func open(_ link: LinkID, _ peer: LinkPeer, _ transaction: Transaction) throws {
    guard let node = NodeID(peer.node) else {
      throw WireError.malformed("a node id of \(peer.node.count) bytes")
    }
    links.open(link, to: node, peer, run: configuration.run, at: now)
    guard node != configuration.node else {
      try forgetSelf(at: peer.address, transaction)
      refuse(link, .self_, "this is the same node")
      return
    }
    if peer.dialled { try checkTicket(peer.address, leadsTo: node, transaction) }
    guard !isBlocked(node) else {
      if peer.dialled { dialler.reached(peer.address, node: node, at: now) }
      refuse(link, .unwanted, "the person at the other end has blocked this node")
      return
    }
    let isTold = !settings.quiet || isPaired(node)
    var hello = Hello()
    hello.lowestVersion = Self.protocolVersion
    hello.highestVersion = Self.protocolVersion
    if isTold {
      hello.nodeName = settings.name
      hello.wallMilliseconds = UInt64(clamping: now.wall)
    }
    hello.port = UInt32(configuration.port)
    hello.features = [Self.playersFeature]
    if let dial = links[link]?.dial {
      hello.dial = dial.number
      hello.run = dial.run
    }
    var binding = AccountBinding()
    binding.author = account.author.data
    if isTold { binding.name = settings.name }
    binding.colour = settings.colour
    binding.signature = try account.key.signBinding(to: configuration.node)
    hello.accounts = [binding]
    try send(.hello(hello), on: link)
  }

  func receive(_ bytes: [UInt8], on link: LinkID, _ transaction: Transaction) throws {
    // Frames may still come after a link was closed from this side.
    guard let state = links.hear(link, at: now), let node = links[link]?.node else { return }
    let frame = try Coding.decode(Frame.self, from: bytes)
    switch (state, frame.body) {
    case (.greeting, .hello(let hello)?): try greet(hello, on: link, transaction)
    case (.greeting, .goodbye(let goodbye)?), (.established, .goodbye(let goodbye)?):
      try take(goodbye, on: link, transaction)
    case (.greeting, _): throw WireError.malformed("a frame before the Hello")
    case (.established, .hello?): throw WireError.malformed("a second Hello")
    case (.closing, _): return
    case (.established, nil):
      guard frame.optional else {
        refuse(link, .unsupported, "a frame of a kind that this version does not know")
        return
      }
      spend(on: link)
    case (.established, let body?):
      // A stranger shares no more than the lobby and a table with us: it has little to compare.
      let isFree = body.isSync && (isPaired(node) || !body.isComparison)
      guard isFree || spend(on: link) else { return }
      guard turn.writing != .diskFull || !body.needsRoom else { return postpone(bytes, on: link) }
      try receive(body, on: link, transaction)
    }
  }

  /// Counts a frame against the budget of its link, which is closed when it has none left.
  @discardableResult
  func spend(on link: LinkID) -> Bool {
    guard links[link]?.budget.spendFrame(at: now) != true else { return true }
    refuse(link, .limit, "too many frames")
    return false
  }

  /// Counts slices of a stranger that cost work and brought nothing, and closes the link after too many.
  func spendUseless(_ slices: Int, on link: LinkID) {
    guard let session = links[link], !isPaired(session.node),
      links[link]?.budget.spendUseless(slices, at: now) == false
    else { return }
    refuse(link, .limit, "too many slices that bring nothing new")
  }

  /// Counts a small sin, and closes the link after too many.
  func sin(on link: LinkID, _ what: String) {
    if links[link]?.budget.sin() == false { refuse(link, .limit, what) }
  }

  private func greet(_ hello: Hello, on link: LinkID, _ transaction: Transaction) throws {
    guard var session = links[link] else { return }
    let version = min(hello.highestVersion, Self.protocolVersion)
    let last = try transaction.reader.version(of: session.node) ?? 0
    guard version >= max(hello.lowestVersion, Self.protocolVersion),
      !isPaired(session.node) || version >= last
    else {
      try refuseVersion(hello, session, transaction)
      return
    }
    guard hello.accounts.count <= Limits.accountsPerNode else {
      throw WireError.limit("\(hello.accounts.count) accounts in a Hello")
    }
    session.accounts = try hello.accounts.map { binding in
      guard let author = Author(binding.author),
        Signatures.isBinding(binding.signature, to: session.node, by: author)
      else { throw WireError.unproven("an account that is not bound to this node") }
      return author
    }
    try settleTrust(of: session, transaction)
    let isKnown = isPaired(session.node)
    session.wayBack.port = UInt16(exactly: hello.port) ?? 0
    session.rooms.takesPlayers = hello.features.prefix(Limits.features).contains(
      Self.playersFeature)
    if !session.isDialled, hello.dial > 0 {
      session.dial = .init(run: hello.run, number: hello.dial)
    }
    switch links.rivalry(of: session, own: configuration.node) {
    case .none: break
    case .loses:
      refuse(link, .duplicate, "another link to this node is kept")
      // Its peer would not dial over a link that it takes to live.
      if let kept = links.link(to: session.node) { try doubt(kept) }
      return
    case .replaces(let other):
      refuse(other, .duplicate, "a newer link to this node is kept")
      try closed(other, reason: "another link to the same node is kept", transaction)
    }
    recovery?.wait(Recovery.linkedMilliseconds, from: now)
    session.state = .established
    links.establish(session)
    turn.tell(.established(link, isKnown ? .paired : .stranger))
    try meet(session, hello, version: version, transaction)
    if isKnown { turn.changes.weighsBlobs = true }
  }

  private func refuseVersion(
    _ hello: Hello, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    let problem =
      "\(Text.clean(hello.nodeName, limit: Limits.name)) speaks protocol versions \(hello.lowestVersion) to \(hello.highestVersion) and we speak \(Self.protocolVersion): update the older Parlor."
    try note(problem: problem, session, transaction)
    refuse(session.id, .version, "no common protocol version")
  }

  /// No version in common: tried again seldom, and people are told where they look.
  private func note(
    problem: String, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    dialler.problem(session.address, problem)
    turn.publish(.notice(problem))
    try show(problem: problem, of: session.node, transaction)
  }

  /// Says beside those that a dial was for what keeps us apart.
  ///
  /// - Parameter targets: as `Dialler` returned them.
  func showMissed(_ targets: [Dialler.Origin], _ transaction: Transaction) throws {
    for origin in targets {
      let problem = dialler.targets[origin]?.problem ?? ""
      switch origin {
      case .peer(let node):
        guard links.link(to: node) == nil, peers[node]?.view.problem != problem else { continue }
        try show(problem: problem, of: node, transaction)
      case .typed(let address):
        guard dialler.targets[origin]?.node == nil else { continue }
        // Nobody is known there who could be stored.
        turn.publish(
          .peer(
            .with {
              $0.addresses = [address]
              $0.problem = problem
            }))
      case .instance: continue
      }
    }
  }

  /// Says beside a peer what keeps us apart.
  private func show(
    problem: String, of node: NodeID, _ transaction: Transaction
  ) throws {
    guard var peer = peers[node] else { return }
    peer.view.problem = problem
    try keep(peer, node, transaction)
  }

  private func take(
    _ goodbye: Goodbye, on link: LinkID, _ transaction: Transaction
  ) throws {
    let text = Text.clean(goodbye.text, limit: Limits.text)
    if let session = links[link] {
      switch goodbye.reason {
      case .version:
        let problem =
          "The peer at \(session.address) speaks protocol versions \(goodbye.lowestVersion) to \(goodbye.highestVersion) and we speak \(Self.protocolVersion): update the older Parlor."
        try note(problem: problem, session, transaction)
      case .self_: try forgetSelf(at: session.address, transaction)
      case .unwanted:
        try notePairing(false, with: session.node, transaction)
        try show(problem: "it refuses the link: \(text)", of: session.node, transaction)
      default: break
      }
    }
    turn.tell(.close(link, reason: "the peer closed: \(text)"))
    try closed(link, reason: text, transaction)
  }

  /// Tells a peer why and closes; the peer's link is forgotten when the shell reports it closed.
  func refuse(_ link: LinkID, _ reason: GoodbyeReason, _ text: String) {
    guard links.beginClosing(link) else { return }
    var goodbye = Goodbye()
    goodbye.reason = reason
    goodbye.text = Text.clean(text, limit: Limits.text)
    goodbye.lowestVersion = Self.protocolVersion
    goodbye.highestVersion = Self.protocolVersion
    if let bytes = try? Coding.encode(Frame(.goodbye(goodbye))) {
      turn.tell(.send(link, bytes))
    }
    turn.tell(.close(link, reason: text))
  }

  /// Says goodbye on every link, for a clean stop; carry out the outputs, then end.
  public func farewell() -> [Output] {
    turn.tellNothing()
    // Where it cannot be written, less is said of what waits: as after a crash.
    try? keepDeliveries()
    for link in links.ids { refuse(link, .stopping, "Parlor stops here") }
    return turn.outputs
  }

  func closed(_ link: LinkID, reason: String, _ transaction: Transaction) throws {
    guard let session = links[link] else { return }
    let wasKept = links.isKept(link)
    dropLink(link)
    dialler.closed(session, now, &random)
    guard wasKept else { return }
    try part(from: session.node, transaction)
    try deliveries.save(of: session.accounts, transaction)
    try endPairing(with: session.node, "the link was lost", transaction)
    for (id, table) in tables.sorted(by: { $0.key < $1.key })
    where session.accounts.contains(where: { table.concerns($0) || table.door.askers[$0] != nil }) {
      tables[id]?.lostLink(of: session.accounts, at: now)
      turn.touch(table: id)
    }
    try withdrawOffers(of: session.node, transaction)
  }

  /// Forgets a link and its syncs.
  func dropLink(_ link: LinkID) {
    let wasKept = links.isKept(link)
    guard let session = links.remove(link) else { return }
    lobby.places.release(link)
    if wasKept {
      peers.part(from: session.node)
      presence.part(from: session.accounts)
      turn.changes.presence.formUnion(attendedRooms)
    }
    rooms.drop(link)
    if session.blobs.fetch != nil { wakeFetches() }
    roomInvitations.part(from: session.accounts)
    diskFull?.drop(link)
  }

  func send(_ body: Frame.OneOf_Body, on link: LinkID) throws {
    turn.tell(.send(link, try Coding.encode(Frame(body))))
  }

  /// Sends what a peer that does not know it passes over.
  func sendOptional(_ body: Frame.OneOf_Body, on link: LinkID) throws {
    var frame = Frame(body)
    frame.optional = true
    turn.tell(.send(link, try Coding.encode(frame)))
  }
}

/// The way back: whether others reach this node (specification section 3).
extension Node {
  /// Asks the peer that we have dialled to try the way back; not on our own machine, where no firewall stands between.
  func askWayBack(on session: LinkSession) throws {
    guard session.isDialled, configuration.port >= LinkWayBack.lowestPort,
      let address = try? Address(session.address), !address.host.isLoopback
    else { return }
    links[session.id]?.wayBack.isAsked = true
    try sendOptional(.wayBackAsk(WayBackAsk()), on: session.id)
  }

  /// Has the way back to a peer tried, once for each link.
  func tryWayBack(of session: LinkSession) {
    guard !session.isDialled, !session.wayBack.isTried,
      session.wayBack.port >= LinkWayBack.lowestPort, let from = try? Address(session.address)
    else { return }
    links[session.id]?.wayBack.isTried = true
    let address = Address(host: from.host, port: session.wayBack.port)
    turn.tell(.tryWay(session.id, address: address.description))
  }

  /// Tells the peer what came of it.
  func tell(_ wayBack: WayBack, at address: String, on link: LinkID) throws {
    guard links[link]?.state == .established else { return }
    let answer = WayBackAnswer.with {
      $0.wayBack = wayBack
      $0.address = address
    }
    try sendOptional(.wayBackAnswer(answer), on: link)
  }

  /// Notes whether the peer reaches us, for `parlor doctor`.
  func receive(
    _ answer: WayBackAnswer, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard session.wayBack.isAsked, var peer = peers[session.node] else { return }
    links[session.id]?.wayBack.isAsked = false
    guard answer.wayBack != .unspecified, WayBack.allCases.contains(answer.wayBack) else { return }
    peer.view.wayBack = answer.wayBack
    peer.view.wayBackAddress = (try? Address(answer.address))?.description ?? ""
    try keep(peer, session.node, transaction)
  }
}

extension Frame.OneOf_Body {
  /// Waits while the disk is full.
  var needsRoom: Bool {
    switch self {
    case .batch, .ask, .pairConfirm, .pairTicket, .blobChunks, .payloadAnswer: true
    default: false
    }
  }

  /// Asks where the other side stands: every one of them is work, and none is needed often.
  var isComparison: Bool {
    switch self {
    case .have, .roomsDigest: true
    default: false
    }
  }

  /// Batches and their answers have budgets of their own.
  var isSync: Bool {
    switch self {
    case .batch, .acknowledge, .have, .roomsDigest, .blobAsk, .blobChunks, .payloadAsk,
      .payloadAnswer:
      true
    default: false
    }
  }
}
