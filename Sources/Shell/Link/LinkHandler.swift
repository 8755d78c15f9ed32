import NIOCore
import NIOSSL
import NIOTLS
import Node
import Schema
import Wire

/// One connection above TLS: turns bytes into inputs, outputs into bytes, and keeps the deadlines.
///
/// Before `established` exactly one frame is handed over. What comes behind it waits, unread in the kernel and unjudged,
/// because a peer that has our Hello may send long frames before this node has taken its Hello in.
final class LinkHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The origin of the connection.
  enum Origin {
    /// We dialled this text.
    case dialled(String, DialPurpose)
    /// They came from this address.
    case accepted(Address)

    /// The other machine; nil where nothing but its name is known.
    var host: Address.Host? {
      switch self {
      case .accepted(let address): address.host
      case .dialled(let text, _): try? Address(text).host
      }
    }
  }

  /// Only ever goes down this list; from every case it may go to `closing` or `closed`.
  enum Stage: Equatable {
    /// TLS is at work; nothing may be written.
    case handshaking
    /// The peer is known, its first frame has not come.
    case awaitingHello
    /// The node judges the first frame; reading has stopped.
    case holding
    /// The node wants the link.
    case established(LinkTrust)
    /// Frames that were sent are leaving; all bytes that come are dropped.
    case closing
    /// The socket is gone.
    case closed
  }

  let id: LinkID
  let origin: Origin
  private(set) var stage = Stage.handshaking
  /// Whether `linkOpened` has come.
  private(set) var opened = false
  /// The reason why the link ended, in words for people; the first reason stands.
  private(set) var reason: String?
  /// Whether admission counts this link as a stranger's.
  var countedAsStranger: Bool
  /// Whether it is known where a dial leads.
  var hasArrived = false
  /// The time at which the connection came about.
  let began = NIODeadline.now()
  /// The time at which the other side last sent more than a sign of life.
  private(set) var spoke = NIODeadline.now()

  private let links: Links
  private let tls: NIOSSLHandler
  private var context: ChannelHandlerContext?
  private var decoder: FrameDecoder
  /// Bytes that are not yet a whole frame, or that wait while `holding`.
  private var gathered = ByteBuffer()
  /// Frames of this turn.
  private var pending = ByteBuffer()
  private var frameBegan: NIODeadline?
  private var helloTimer: Scheduled<Void>?
  private var frameTimer: Scheduled<Void>?
  private var slowTimer: Scheduled<Void>?
  /// Whether whole frames may wait in `gathered` until it is this link's turn again; meanwhile nothing is read.
  private var isPausing = false

  /// Frames handed over at once; then the node has its turn, and so have the other links.
  ///
  /// A read may bring a hundred thousand of the shortest frames. Without this all of them would wait in the node's mailbox, and
  /// with them everybody else.
  private static let framesPerPass = 16
  /// Frames handed over at once when the socket is gone and there is no later.
  private static let framesAtEnd = 256
  /// Long enough for the loop to look at its other sockets.
  private static let pause = TimeAmount.microseconds(100)

  /// A buffer that grew longer than this in one turn is not kept for the next.
  private static let keptCapacity = 256 << 10

  init(id: LinkID, origin: Origin, tls: NIOSSLHandler, links: Links) {
    self.id = id
    self.origin = origin
    self.tls = tls
    self.links = links
    decoder = FrameDecoder(limit: links.limits.frameLength(.unproven))
    if case .accepted = origin { countedAsStranger = true } else { countedAsStranger = false }
  }

  /// Done when the socket is gone.
  var closeFuture: EventLoopFuture<Void>? { context?.channel.closeFuture }

  // MARK: What the channel says

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    helloTimer = schedule(in: links.limits.hello) { link in
      if link.opened {
        link.refuse(.silence, "the other side's Hello was not accepted in time")
      } else {
        link.abort("the other side did not finish the TLS handshake in time")
      }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event as? TLSUserEvent {
    case .handshakeCompleted(let negotiated): open(negotiated: negotiated)
    case .shutdownCompleted: note("the other side closed the link")
    case nil: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard takesBytes else { return }
    var incoming = unwrapInboundIn(data)
    if gathered.readableBytes == 0 {
      gathered = incoming
      deliver()
      // Keep a copy of the rest and let TLS have its buffer back.
      gathered =
        gathered.readableBytes == 0
        ? ByteBuffer() : ByteBuffer(bytes: gathered.readableBytesView)
    } else {
      gathered.discardReadBytes()
      gathered.writeBuffer(&incoming)
      deliver()
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      slowTimer?.cancel()
      slowTimer = nil
    } else if slowTimer == nil, stage != .closing {
      slowTimer = schedule(in: links.limits.unsentOutputTime) { link in
        link.abort("the other side reads too slowly")
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    abort(LinkProblem.sentence(error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    if isPausing {
      isPausing = false
      deliver(atMost: Self.framesAtEnd, isLast: true)
      isPausing = false
    }
    note("the connection broke off")
    stage = .closed
    cancelTimers()
    gathered = ByteBuffer()
    pending = ByteBuffer()
    context.fireChannelInactive()
  }

  // MARK: What the node says

  /// Adds a frame to those that `flush` will send; true when the link has to be flushed from now on.
  func send(_ frame: [UInt8]) -> Bool {
    guard opened, stage != .closing, stage != .closed else { return false }
    let first = pending.readableBytes == 0
    pending.writeFrame(frame)
    return first
  }

  /// Hands everything that was sent to TLS in one piece.
  func flush() {
    guard pending.readableBytes > 0, let context else { return }
    context.writeAndFlush(wrapOutboundOut(pending), promise: nil)
    // TLS has encrypted the bytes and dropped them, so this seldom allocates.
    if pending.capacity > Self.keptCapacity { pending = ByteBuffer() } else { pending.clear() }
    guard !context.channel.isWritable, stage != .closing else { return }
    let unsent = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
    if let unsent, unsent >= 2 * links.limits.unsentOutput {
      abort("the other side reads too slowly")
    }
  }

  /// Sets what the peer may send, and lets in what waited behind its Hello.
  func establish(_ trust: LinkTrust) {
    switch stage {
    case .awaitingHello, .holding, .established: break
    case .handshaking, .closing, .closed: return
    }
    let waited = stage == .holding
    stage = .established(trust)
    decoder.limit = links.limits.frameLength(trust)
    helloTimer?.cancel()
    helloTimer = nil
    guard waited, let context else { return }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.execute {
      let link = bound.value
      guard link.takesBytes else { return }
      link.deliver()
      if !link.isPausing { link.setReading(true) }
    }
  }

  /// Ends the link once everything sent has left; the peer is told by TLS.
  func close(_ reason: String) {
    guard stage != .handshaking else { return abort(reason) }
    guard stage != .closing, stage != .closed, let context else { return }
    note(reason)
    flush()
    // An overflow found while flushing has ended the link already.
    guard stage != .closing, stage != .closed else { return }
    stage = .closing
    cancelTimers()
    setReading(true)
    context.close(promise: nil)
  }

  /// Ends the link over a peer's error, with a Goodbye.
  func refuse(_ code: GoodbyeReason, _ reason: String) {
    var frame = Frame()
    frame.goodbye.reason = code
    frame.goodbye.text = reason
    if let bytes: [UInt8] = try? frame.serializedBytes() { _ = send(bytes) }
    close(reason)
  }

  /// Ends the link at once, without waiting for TLS or for unsent bytes.
  func abort(_ reason: String) {
    note(reason)
    guard stage != .closing, stage != .closed, let context else { return }
    stage = .closing
    cancelTimers()
    let below = try? context.pipeline.syncOperations.context(handler: tls)
    (below ?? context).close(promise: nil)
  }
}

// MARK: Steps

extension LinkHandler {
  private var takesBytes: Bool {
    switch stage {
    case .awaitingHello, .holding, .established: true
    case .handshaking, .closing, .closed: false
    }
  }

  /// Whether it was not closed.
  var isOpen: Bool { stage != .closing && stage != .closed }

  /// Whether the node has taken its Hello.
  var isEstablished: Bool { if case .established = stage { true } else { false } }

  private var takesFrames: Bool {
    switch stage {
    case .awaitingHello, .established: true
    case .handshaking, .holding, .closing, .closed: false
    }
  }

  private func open(negotiated: String?) {
    guard stage == .handshaking else { return }
    guard negotiated == LinkSecurity.protocolName, tls.tlsVersion == .tlsv13 else {
      return abort("the other side does not speak \(LinkSecurity.protocolName)")
    }
    do {
      let node = try LinkSecurity.node(provenBy: tls)
      stage = .awaitingHello
      opened = true
      let peer =
        switch origin {
        case .dialled(let text, _): LinkPeer(node: node, address: text, dialled: true)
        case .accepted(let address):
          LinkPeer(node: node, address: address.description, dialled: false)
        }
      links.receive(.linkOpened(id, peer))
    } catch {
      abort(LinkProblem.sentence(error))
    }
  }

  /// Hands over the complete frames, a limited number at once; the node may call back in from each.
  private func deliver(atMost most: Int = LinkHandler.framesPerPass, isLast: Bool = false) {
    guard !isPausing else { return }
    var left = most
    do {
      while left > 0, takesFrames, isLast || links.wait(id) == nil,
        let frame = try decoder.decode(buffer: &gathered)
      {
        left -= 1
        frameBegan = nil
        if frame.count > LinkLimits.signOfLife { spoke = .now() }
        if stage == .awaitingHello {
          stage = .holding
          setReading(false)
        }
        links.receive(.frame(id, frame))
      }
    } catch {
      return refuse(.protocol, LinkProblem.sentence(error))
    }
    guard takesFrames else { return }
    if !isLast, let time = links.wait(id) { return waitForTurn(time) }
    guard gathered.readableBytes > 0 else { return }
    if left == 0 {
      waitForTurn(Self.pause)
    } else if frameBegan == nil {
      watchFrame()
    }
  }

  /// Lets the node and the other links go first.
  private func waitForTurn(_ time: TimeAmount) {
    isPausing = true
    setReading(false)
    _ = schedule(in: time) { link in
      guard link.isPausing else { return }
      link.isPausing = false
      guard link.takesFrames else { return }
      link.deliver()
      if !link.isPausing, link.stage != .holding { link.setReading(true) }
    }
  }

  /// Starts the time that a frame may take; one timer serves many frames.
  private func watchFrame() {
    frameBegan = .now()
    if frameTimer == nil { waitForFrame(links.limits.frame) }
  }

  private func waitForFrame(_ time: TimeAmount) {
    frameTimer = schedule(in: time) { link in
      link.frameTimer = nil
      guard let began = link.frameBegan else { return }
      let left = began + link.links.limits.frame - .now()
      if left > .zero {
        link.waitForFrame(left)
      } else {
        link.refuse(.silence, "the other side began a frame and did not finish it in time")
      }
    }
  }

  private func note(_ reason: String) { self.reason = self.reason ?? reason }

  private func setReading(_ reading: Bool) {
    try? context?.channel.syncOptions?.setOption(.autoRead, value: reading)
  }

  private func schedule(
    in time: TimeAmount, _ task: @escaping (LinkHandler) -> Void
  ) -> Scheduled<Void>? {
    context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
      if let self { task(self) }
    }
  }

  private func cancelTimers() {
    helloTimer?.cancel()
    frameTimer?.cancel()
    slowTimer?.cancel()
    (helloTimer, frameTimer, slowTimer) = (nil, nil, nil)
  }
}
