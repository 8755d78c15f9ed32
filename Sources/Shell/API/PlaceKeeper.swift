import NIOCore
import NIOHTTPTypes

/// Closes the connections of an address that give way, on the loop that serves all of them.
final class PlaceKeeper {
  private let loop: any EventLoop
  private var places: ConnectionPlaces<Int>
  private var channels: [Int: any Channel] = [:]
  private var count = 0
  private var timer: (task: Scheduled<Void>, at: Int64)?

  init(_ most: Int, _ loop: any EventLoop) {
    places = ConnectionPlaces(most)
    self.loop = loop
  }

  private var now: Int64 { Int64(clamping: NIODeadline.now().uptimeNanoseconds) }

  /// A connection has come.
  ///
  /// - Returns: its number.
  func opened(_ channel: any Channel) -> Int {
    count += 1
    channels[count] = channel
    places.opened(count, now: now)
    look()
    return count
  }

  /// A connection is gone.
  func closed(_ number: Int) {
    channels[number] = nil
    places.closed(number)
  }

  /// Bytes of a body have come.
  func came(_ bytes: Int, on number: Int) { places.came(bytes, on: number, now: now) }

  /// A request has come whole.
  func cameWhole(on number: Int) { places.cameWhole(on: number) }

  /// A request is answered.
  func answered(on number: Int) {
    places.answered(on: number, now: now)
    look()
  }

  /// Closes what gives way now, and looks again when the next one does.
  private func look() {
    for number in places.givingWay(now: now) {
      places.closed(number)
      channels.removeValue(forKey: number)?.close(promise: nil)
    }
    guard let next = places.next else { return }
    if let timer, timer.at <= next { return }
    timer?.task.cancel()
    let bound = NIOLoopBound(self, eventLoop: loop)
    let task = loop.scheduleTask(deadline: .uptimeNanoseconds(UInt64(next))) {
      bound.value.timer = nil
      bound.value.look()
    }
    timer = (task, next)
  }
}

/// Tells the keeper of places what comes and goes on one connection.
final class PlaceHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let keeper: PlaceKeeper
  private var number: Int?

  init(_ keeper: PlaceKeeper) { self.keeper = keeper }

  func handlerAdded(context: ChannelHandlerContext) { number = keeper.opened(context.channel) }

  func handlerRemoved(context: ChannelHandlerContext) {
    if let number { keeper.closed(number) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if let number {
      switch unwrapInboundIn(data) {
      case .head: break
      case .body(let bytes): keeper.came(bytes.readableBytes, on: number)
      case .end: keeper.cameWhole(on: number)
      }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    context.write(data, promise: promise)
    if let number, case .end = part { keeper.answered(on: number) }
  }
}
