import Node

/// The arrival of frames: a link that its node does not read keeps them, in their order.
extension VirtualNetwork {
  /// Frames that have arrived at one end of a link and are not read.
  struct Unread {
    let connection: Int
    let toFirst: Bool
    var frames: [[UInt8]]
    /// The time at which the node reads again (steady milliseconds).
    let until: Int64
  }

  /// Sends frames on the present link between two nodes as if the first had, whatever it has sent before.
  ///
  /// Unlike those of `inject` they arrive like any others, and wait where the receiver does not read.
  /// - Returns: false when there is no link.
  @discardableResult
  public func transmit(_ frames: [[UInt8]], from sender: Int, to receiver: Int) -> Bool {
    let open = connections.lastIndex { connection in
      let ends = connection.ends
      return connection.isOpen == (true, true)
        && (ends == (sender, receiver) || ends == (receiver, sender))
    }
    guard let open else { return false }
    let toFirst = connections[open].ends.0 == receiver
    let arrives = toFirst ? connections[open].arrives.0 : connections[open].arrives.1
    for frame in frames {
      insert(.frame(connection: open, toFirst: toFirst, bytes: frame), at: max(now, arrives))
    }
    return true
  }

  /// Hands a frame that has arrived to its node, unless the node does not read the link now.
  func deliver(_ bytes: [UInt8], on index: Int, toFirst: Bool) {
    let connection = connections[index]
    let isOpen = toFirst ? connection.isOpen.0 : connection.isOpen.1
    guard isOpen, !(toFirst ? connection.isStalled.toFirst : connection.isStalled.toSecond)
    else { return }
    let (number, link) =
      toFirst
      ? (connection.ends.0, connection.links.0) : (connection.ends.1, connection.links.1)
    if let place = unread.firstIndex(where: { $0.connection == index && $0.toFirst == toFirst }) {
      unread[place].frames.append(bytes)
      return
    }
    if let until = nodes[number].node?.heldUntil(link, at: now) {
      unread.append(
        Unread(connection: index, toFirst: toFirst, frames: [bytes], until: until))
      return
    }
    let sender = toFirst ? connection.ends.1 : connection.ends.0
    let ending = aroundFrame?(sender, number)
    if let ending, ending.isBefore {
      crash(ending.number)
    } else {
      give(number, [.frame(link, bytes)])
      if let ending { crash(ending.number) }
    }
  }

  /// Reads the links on which a node reads again by now.
  func readAgain() {
    let due = unread.filter { $0.until <= now }
    unread.removeAll { $0.until <= now }
    for one in due {
      for frame in one.frames { deliver(frame, on: one.connection, toFirst: one.toFirst) }
    }
  }
}
