import NIOCore
import NIOPosix
import Node
import Wire

/// All links of one node: the sockets behind the inputs and outputs that concern links (design section 9).
///
/// Everything here happens on one event loop, and every method must be called on it. `receive` is called
/// there too, straight from the read of the socket, but never from inside a method of this class, so the node may keep
/// its own state in order. Each `linkOpened` is followed by exactly one `linkClosed`; each dial is answered by
/// exactly one `linkOpened` or `dialFailed`, with the text that was dialled.
public final class Links {
  let loop: any EventLoop
  let limits: LinkLimits
  let receive: (Input) -> Void
  var security: LinkSecurity
  var admission: Admission
  var listeners: [any Channel] = []
  /// The one address that this node listens at; nil for all of them.
  var listensAt: Address.Host?
  private(set) var stopping = false
  /// Addresses that are tried for peers now.
  var ways = 0
  /// The time for which a link is not to hand over more frames, and is not read; nil for none.
  public var wait: (LinkID) -> TimeAmount? = { _ in nil }
  /// Strangers that our person has dealings with: they keep their places.
  private var engaged: Set<LinkID> = []

  private let identity: NodeIdentity
  private var links: [LinkID: LinkHandler] = [:]
  /// Links with frames to flush, in the order of their first frame.
  private var touched: [LinkHandler] = []
  private var lastNumber: UInt64 = 0

  /// Prepares the links of a node without opening a socket; throws when TLS does not take the identity.
  public init(
    loop: any EventLoop, identity: NodeIdentity, limits: LinkLimits = LinkLimits(),
    receive: @escaping (Input) -> Void
  ) throws {
    self.loop = loop
    self.limits = limits
    self.identity = identity
    self.receive = receive
    security = try LinkSecurity(identity: identity, limits: limits)
    admission = Admission(limits: limits)
  }

  /// Carries out what concerns links and ignores the rest.
  ///
  /// Frames wait for `flush`, except before a `close` of their link, which takes them along. An output for a link
  /// that is gone does nothing.
  public func perform(_ output: Output) {
    switch output {
    case .send(let link, let frame):
      guard let handler = links[link] else { return }
      guard frame.count <= limits.framePaired else {
        return handler.close("a frame of \(frame.count) bytes is longer than any peer takes")
      }
      if handler.send(frame) { touched.append(handler) }
    case .established(let link, let trust):
      if let handler = links[link] { establish(handler, trust) }
    case .close(let link, let reason):
      links[link]?.close(reason)
    case .dial(let address, let purpose):
      dial(address, purpose)
    case .tryWay(let link, let address):
      tryWay(of: link, to: address)
    case .engage(let links):
      engaged = Set(links)
    case .renewSecurity:
      _ = renewSecurity()
    case .expect(let addresses):
      admission.expected = Set(addresses.compactMap { try? Address($0).host })
    case .answer, .publish, .advertise, .notify:
      break
    }
  }

  /// Sends what `perform` gathered, one write for each link; to be called once at the end of a turn.
  public func flush() {
    var index = 0
    while index < touched.count {
      touched[index].flush()
      index += 1
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Builds a new TLS context in the background, so that no session from before can be resumed.
  ///
  /// Live links stay.
  func renewSecurity() -> EventLoopFuture<Void> {
    let identity = identity
    let limits = limits
    let bound = NIOLoopBound(self, eventLoop: loop)
    return NIOThreadPool.singleton.runIfActive(eventLoop: loop) {
      try LinkSecurity(identity: identity, limits: limits)
    }.map { bound.value.security = $0 }
  }

  /// Stops listening and closes every link; done when all sockets are gone, `LinkLimits.closing` at the latest.
  public func shutdown() -> EventLoopFuture<Void> {
    stopping = true
    let handlers = links.sorted { $0.key < $1.key }.map(\.value)
    let ends = listeners.map(\.closeFuture) + handlers.compactMap(\.closeFuture)
    for listener in listeners { listener.close(promise: nil) }
    for handler in handlers { handler.close("this node stops") }
    listeners = []
    return EventLoopFuture.andAllComplete(ends, on: loop)
  }
}

// MARK: The life of a link

extension Links {
  /// Puts TLS and the link on a connected channel that admission has counted.
  func attach(_ channel: any Channel, _ origin: LinkHandler.Origin) throws {
    let dialled = if case .dialled = origin { true } else { false }
    let tls = try security.handler(dialled: dialled)
    lastNumber += 1
    let handler = LinkHandler(id: LinkID(lastNumber), origin: origin, tls: tls, links: self)
    try channel.pipeline.syncOperations.addHandler(handler)
    try channel.pipeline.syncOperations.addHandler(tls, position: .first)
    links[handler.id] = handler
    // Not `channelInactive`, which does not come when a socket dies before it is registered.
    let bound = NIOLoopBound((self, handler), eventLoop: loop)
    channel.closeFuture.whenComplete { _ in
      let (links, handler) = bound.value
      links.ended(handler)
    }
  }

  private func ended(_ handler: LinkHandler) {
    links[handler.id] = nil
    let reason = handler.reason ?? "the connection broke off"
    switch handler.origin {
    case .accepted(let address):
      admission.leave(host: address.host, stranger: handler.countedAsStranger)
    case .dialled(let address, let purpose):
      if !handler.hasArrived { admission.endDial(purpose) }
      admission.leave(host: nil, stranger: handler.countedAsStranger)
      if !handler.opened { return receive(.dialFailed(address: address, reason: reason)) }
    }
    if handler.opened { receive(.linkClosed(handler.id, reason: reason)) }
  }

  private func establish(_ handler: LinkHandler, _ trust: LinkTrust) {
    guard trust != .unproven else { return }
    var isWanted = false
    if case .dialled(_, let purpose) = handler.origin {
      isWanted = purpose == .wanted
      if !handler.hasArrived { admission.endDial(purpose) }
      handler.hasArrived = true
    }
    if trust == .stranger, !handler.countedAsStranger {
      let host = handler.origin.host
      if admission.isFull(for: host) { _ = displace(for: host) }
      if let refusal = admission.becomeStranger(from: host, isWanted: isWanted) {
        return handler.refuse(.limit, refusal.description)
      }
      handler.countedAsStranger = true
    } else if trust == .paired, handler.countedAsStranger {
      admission.becomePaired()
      handler.countedAsStranger = false
    }
    handler.establish(trust)
  }

  /// Closes the link of a stranger so that another one finds a place; false where nobody is to go.
  ///
  /// First whoever does not come to its Hello, then one of an address that has more links than the new one's would, then whoever
  /// said nothing for long, and last whoever is here for longest.
  func displace(for host: Address.Host?) -> Bool {
    let now = NIODeadline.now()
    let strangers = links.values.filter { link in
      link.countedAsStranger && link.isOpen && !engaged.contains(link.id)
    }.sorted { ($0.began, $0.id) < ($1.began, $1.id) }
    let unproven = strangers.first { !$0.isEstablished && now - $0.began >= limits.unproven }
    guard let one = unproven ?? ofCrowd(strangers, host) ?? ofTurn(strangers, now) else {
      return false
    }
    admission.becomePaired()
    one.countedAsStranger = false
    one.refuse(.limit, "another stranger needs the place")
    return true
  }

  private func ofCrowd(_ strangers: [LinkHandler], _ host: Address.Host?) -> LinkHandler? {
    let crowds = Dictionary(grouping: strangers) { $0.origin.host }
    let own = host.flatMap { crowds[$0]?.count } ?? 0
    let largest = crowds.values.filter { $0[0].origin.host != nil }.max {
      ($0.count, $1[0].id) < ($1.count, $0[0].id)
    }
    guard let largest, largest.count > own + 1 else { return nil }
    return largest.min { ($0.spoke, $0.id) < ($1.spoke, $1.id) }
  }

  private func ofTurn(_ strangers: [LinkHandler], _ now: NIODeadline) -> LinkHandler? {
    let quietest = strangers.min { ($0.spoke, $0.id) < ($1.spoke, $1.id) }
    if let quietest, now - quietest.spoke >= limits.idle { return quietest }
    return strangers.first { now - $0.began >= limits.strangerTurn }
  }
}
