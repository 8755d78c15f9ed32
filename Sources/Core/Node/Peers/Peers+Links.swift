import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The beginning of a link: Hello, which accounts live at the other end, and what keeps us apart (specification section 3).
extension Peers {
  /// The outcome of one frame.
  enum Accepted {
    /// Nothing more is to be done.
    case handled
    case hello(Hello)
    case goodbye(Goodbye)
    case body(Frame.OneOf_Body, LinkSession)
  }

  /// Says Hello on a link that the shell has made, unless it leads to this node or to somebody who is blocked.
  func open(_ link: LinkID, _ peer: LinkPeer, _ transaction: Transaction) throws {
    guard let node = NodeID(peer.node) else {
      throw WireError.malformed("a node id of \(peer.node.count) bytes")
    }
    links.table.open(link, to: node, peer, run: configuration.run, at: now)
    guard node != configuration.node else {
      try forgetSelf(at: peer.address, transaction)
      links.refuse(link, .self_, "this is the same node")
      return
    }
    if peer.dialled { try checkTicket(peer.address, leadsTo: node) }
    guard !isBlocked(node) else {
      if peer.dialled { dialler.reached(peer.address, node: node, at: now) }
      links.refuse(link, .unwanted, "the person at the other end has blocked this node")
      return
    }
    let isTold = !settings.quiet || isPaired(node)
    var hello = Hello()
    hello.lowestVersion = Links.protocolVersion
    hello.highestVersion = Links.protocolVersion
    if isTold {
      hello.nodeName = settings.name
      hello.wallMilliseconds = UInt64(clamping: now.wall)
    }
    hello.port = UInt32(configuration.port)
    hello.features = [Links.playersFeature]
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
    try links.send(.hello(hello), on: link)
  }

  /// Counts a frame against the budgets of its link, and decodes it.
  ///
  /// - Throws: `WireError` where the peer broke the protocol.
  func accept(_ bytes: [UInt8], on link: LinkID) throws -> Accepted {
    // Frames may still come after a link was closed from this side.
    guard let state = links.table.hear(link, at: now), let session = links[link] else {
      return .handled
    }
    let frame = try Coding.decode(Frame.self, from: bytes)
    switch (state, frame.body) {
    case (.greeting, .hello(let hello)?): return .hello(hello)
    case (.greeting, .goodbye(let goodbye)?), (.established, .goodbye(let goodbye)?):
      return .goodbye(goodbye)
    case (.greeting, _): throw WireError.malformed("a frame before the Hello")
    case (.established, .hello?): throw WireError.malformed("a second Hello")
    case (.closing, _): return .handled
    case (.established, nil):
      if frame.optional {
        links.spend(on: link)
      } else {
        links.refuse(link, .unsupported, "a frame of a kind that this version does not know")
      }
      return .handled
    case (.established, let body?):
      // A stranger shares no more than the lobby and a table with us: it has little to compare.
      let isFree = body.isSync && (isPaired(session.node) || !body.isComparison)
      guard isFree || links.spend(on: link) else { return .handled }
      return .body(body, links[link] ?? session)
    }
  }

  /// Counts slices of a stranger that cost work and brought nothing, and closes the link after too many.
  func spendUseless(_ slices: Int, on link: LinkID) {
    guard let session = links[link], !isPaired(session.node),
      links[link]?.budget.spendUseless(slices, at: now) == false
    else { return }
    links.refuse(link, .limit, "too many slices that bring nothing new")
  }

  /// Checks a Hello: the versions, and the accounts that are bound to the node.
  ///
  /// - Returns: the link with these accounts; nil where no version fits, and the link is refused.
  func identify(
    _ hello: Hello, on link: LinkID, _ transaction: Transaction
  ) throws -> LinkSession? {
    guard var session = links[link] else { return nil }
    let version = Links.version(with: hello)
    let last = try transaction.reader.version(of: session.node) ?? 0
    guard version >= max(hello.lowestVersion, Links.protocolVersion),
      !isPaired(session.node) || version >= last
    else {
      try refuseVersion(hello, session, transaction)
      return nil
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
    return session
  }

  private func refuseVersion(
    _ hello: Hello, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    let problem =
      "\(Text.clean(hello.nodeName, limit: Limits.name)) speaks protocol versions \(hello.lowestVersion) to \(hello.highestVersion) and we speak \(Links.protocolVersion): update the older Parlor."
    try note(problem: problem, session, transaction)
    links.refuse(session.id, .version, "no common protocol version")
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
        guard links.link(to: node) == nil, table[node]?.view.problem != problem else { continue }
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
    guard var peer = table[node] else { return }
    peer.view.problem = problem
    try keep(peer, node, transaction)
  }

  /// Notes why a peer ends a link.
  ///
  /// - Returns: its reason, in its words.
  func hear(
    _ goodbye: Goodbye, on link: LinkID, _ transaction: Transaction
  ) throws -> String {
    let text = Text.clean(goodbye.text, limit: Limits.text)
    if let session = links[link] {
      switch goodbye.reason {
      case .version:
        let problem =
          "The peer at \(session.address) speaks protocol versions \(goodbye.lowestVersion) to \(goodbye.highestVersion) and we speak \(Links.protocolVersion): update the older Parlor."
        try note(problem: problem, session, transaction)
      case .self_: try forgetSelf(at: session.address, transaction)
      case .unwanted:
        try notePairing(false, with: session.node, transaction)
        try show(problem: "it refuses the link: \(text)", of: session.node, transaction)
      default: break
      }
    }
    turn.tell(.close(link, reason: "the peer closed: \(text)"))
    return text
  }
}

/// The way back: whether others reach this node (specification section 3).
extension Peers {
  /// Asks the peer that we have dialled to try the way back; not on our own machine, where no firewall stands between.
  func askWayBack(on session: LinkSession) throws {
    guard session.isDialled, configuration.port >= LinkWayBack.lowestPort,
      let address = try? Address(session.address), !address.host.isLoopback
    else { return }
    links[session.id]?.wayBack.isAsked = true
    try links.sendOptional(.wayBackAsk(WayBackAsk()), on: session.id)
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
    try links.sendOptional(.wayBackAnswer(answer), on: link)
  }

  /// Notes whether the peer reaches us, for `parlor doctor`.
  func receive(
    _ answer: WayBackAnswer, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard session.wayBack.isAsked, var peer = table[session.node] else { return }
    links[session.id]?.wayBack.isAsked = false
    guard answer.wayBack != .unspecified, WayBack.allCases.contains(answer.wayBack) else { return }
    peer.view.wayBack = answer.wayBack
    peer.view.wayBackAddress = (try? Address(answer.address))?.description ?? ""
    try keep(peer, session.node, transaction)
  }
}
