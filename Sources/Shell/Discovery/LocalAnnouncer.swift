import Node

/// The announcements of the homes of this machine, on their socket: a limited number is read a second.
///
/// Without the socket, as where a program has taken its port, it tries again at the next announcement.
struct LocalAnnouncer {
  private let port: UInt16
  private let place: Discovery.Place
  private var homes: LocalHomes
  private var socket: LoopbackSocket?
  /// The second that runs, and what was read in it.
  private var second: ContinuousClock.Instant
  private var read = 0

  /// Listens at the port and announces nobody yet.
  init(port: UInt16, place: Discovery.Place, now: ContinuousClock.Instant) {
    self.port = port
    self.place = place
    homes = LocalHomes(now: now)
    socket = LoopbackSocket(port: port)
    second = now
  }

  /// The node has this id.
  mutating func announce(id: String, now: ContinuousClock.Instant) {
    homes.announce(id: id, host: place.host, port: place.port, now: now)
  }

  /// The descriptor to poll for reading; -1 while enough was read.
  mutating func descriptor(now: ContinuousClock.Instant) -> Int32 {
    if second + .seconds(1) <= now { (second, read) = (now, 0) }
    return read < Limits.announcementsPerSecond ? socket?.descriptor ?? -1 : -1
  }

  /// The time at which `advance` is wanted next.
  var deadline: ContinuousClock.Instant {
    let isFull = read >= Limits.announcementsPerSecond
    return isFull ? min(homes.deadline, second + .seconds(1)) : homes.deadline
  }

  /// Reads the announcements that have arrived.
  mutating func receive(now: ContinuousClock.Instant) -> [Input] {
    var inputs: [Input] = []
    while read < Limits.announcementsPerSecond, let bytes = socket?.receive() {
      read += 1
      inputs += homes.receive(bytes, now: now)
    }
    return inputs
  }

  /// Announces the node where that is due, and forgets silent homes.
  mutating func advance(now: ContinuousClock.Instant) -> [Input] {
    let (announcement, inputs) = homes.advance(now: now)
    if let announcement {
      if socket == nil { socket = LoopbackSocket(port: port) }
      socket?.send(announcement)
    }
    return inputs
  }

  /// Tells the others that the node ends.
  func leave() {
    if let farewell = homes.farewell { socket?.send(farewell) }
  }
}
