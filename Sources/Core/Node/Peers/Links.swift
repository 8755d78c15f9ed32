import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The engine of links: what is sent over them, what they may still cost, which are silent (specification section 3).
final class Links: Engine {
  let context: NodeContext
  /// The links that there are; part of what is restored when a turn cannot be committed.
  var table = LinkTable()

  /// The one protocol version spoken.
  static let protocolVersion: UInt32 = 2

  /// The name in a Hello of nodes that understand `Presence` of a player from the host's node.
  static let playersFeature = "players"

  init(_ context: NodeContext) { self.context = context }

  /// The highest version that both ends speak, or ours.
  static func version(with hello: Hello) -> UInt32 { min(hello.highestVersion, protocolVersion) }

  /// A link; what changes of it is changed in place.
  subscript(link: LinkID) -> LinkSession? {
    get { table[link] }
    _modify { yield &table[link] }
  }

  /// All links, in order.
  var ids: [LinkID] { table.ids }

  /// All links, in order, with what is known of them.
  var sorted: [LinkSession] { table.sorted }

  /// The established link to a node.
  func link(to node: NodeID) -> LinkID? { table.link(to: node) }

  /// The established link to a node, with what is known of it.
  func session(to node: NodeID) -> LinkSession? { table.session(to: node) }

  /// The established link to the node of an author; nil for nobody.
  func link(ofAuthor author: Author?) -> LinkID? { author.flatMap { table.link(ofAuthor: $0) } }

  // MARK: Sending

  func send(_ body: Frame.OneOf_Body, on link: LinkID) throws {
    context.turn.tell(.send(link, try Coding.encode(Frame(body))))
  }

  /// Sends a frame that a peer ignores if it does not know its kind.
  func sendOptional(_ body: Frame.OneOf_Body, on link: LinkID) throws {
    var frame = Frame(body)
    frame.optional = true
    context.turn.tell(.send(link, try Coding.encode(frame)))
  }

  // MARK: Budgets

  /// Counts a frame against the budget of its link, which is closed when it has none left.
  @discardableResult
  func spend(on link: LinkID) -> Bool {
    guard self[link]?.budget.spendFrame(at: context.now) != true else { return true }
    refuse(link, .limit, "too many frames")
    return false
  }

  /// Counts a minor violation, and closes the link at the limit.
  func countViolation(on link: LinkID, _ what: String) {
    if self[link]?.budget.sin() == false { refuse(link, .limit, what) }
  }

  /// Tells a peer why and closes; the peer's link is forgotten when the shell reports it closed.
  func refuse(_ link: LinkID, _ reason: GoodbyeReason, _ text: String) {
    guard table.beginClosing(link) else { return }
    var goodbye = Goodbye()
    goodbye.reason = reason
    goodbye.text = Text.clean(text, limit: Limits.text)
    goodbye.lowestVersion = Links.protocolVersion
    goodbye.highestVersion = Links.protocolVersion
    if let bytes = try? Coding.encode(Frame(.goodbye(goodbye))) {
      context.turn.tell(.send(link, bytes))
    }
    context.turn.tell(.close(link, reason: text))
  }

  /// Decides which of two links to a node is kept, and refuses the other one.
  func settleRivalry(of session: LinkSession) throws -> LinkTable.Rivalry {
    let rivalry = table.rivalry(of: session, own: configuration.node)
    switch rivalry {
    case .none: break
    case .loses:
      refuse(session.id, .duplicate, "another link to this node is kept")
      // Its peer would not dial over a link that it takes to live.
      if let kept = link(to: session.node) { try doubt(kept) }
    case .replaces(let other):
      refuse(other, .duplicate, "a newer link to this node is kept")
    }
    return rivalry
  }

  // MARK: Silence

  /// The links that are to be pinged or ended now, in order.
  ///
  /// - Parameter watched: the people that our person sees on the screen.
  func silent(watched: WatchedPeople) -> [LinkID] {
    #if DEBUG
      if context.planted == .trustsSilence { return [] }
    #endif
    return table.silent(at: context.now, watched: watched)
  }

  /// The time at which the next of them is due (steady milliseconds); nil while there is none.
  func nextWake(watched: WatchedPeople) -> Int64? {
    #if DEBUG
      if context.planted == .trustsSilence { return nil }
    #endif
    return table.nextWake(watched: watched)
  }

  /// Pings a silent link that may live; a link that did not answer is closed.
  ///
  /// - Returns: the reason of its end; nil for one that was pinged.
  func probe(_ session: LinkSession) throws -> String? {
    guard session.pinged == nil, session.state == .established else {
      let reason =
        "nothing was heard for \((context.now.steady - session.heard) / 1000) seconds"
      refuse(session.id, .silence, reason)
      return reason
    }
    try ping(session.id)
    return nil
  }

  private func ping(_ link: LinkID) throws {
    self[link]?.pinged = context.now.steady
    var ping = Ping()
    ping.number = UInt64(context.now.steady)
    try send(.ping(ping), on: link)
  }

  /// Gives a link that something speaks against a short time to show that it lives.
  func doubt(_ link: LinkID) throws {
    #if DEBUG
      if context.planted == .trustsSilence { return }
    #endif
    if table.doubt(link, at: context.now) { try ping(link) }
  }

  /// Tries the link of a peer that is announced at other addresses: it may have moved.
  ///
  /// - Parameter prefix: the beginning of the node's id.
  func doubt(to prefix: String, announcedAt addresses: [String]) throws {
    let hosts = Set(addresses.compactMap { try? Address($0).host })
    guard !hosts.isEmpty else { return }
    for session in sorted where session.node.description.hasPrefix(prefix) {
      guard let host = try? Address(session.address).host, !hosts.contains(host) else { continue }
      try doubt(session.id)
    }
  }
}

extension Frame.OneOf_Body {
  /// Waits while the disk is full.
  var needsRoom: Bool {
    switch self {
    case .batch, .rosterExchange, .ask, .pairConfirm, .pairTicket, .blobChunks, .payloadAnswer: true
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
    case .batch, .acknowledge, .have, .roomsDigest, .rosterExchange, .blobAsk, .blobChunks,
      .payloadAsk,
      .payloadAnswer:
      true
    default: false
    }
  }
}
