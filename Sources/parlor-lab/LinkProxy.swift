import Commands
import Programs
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The cable between two daemons of this machine: it can be cut, kept apart, and made to swallow what
/// one side says, and it counts what passes.
///
/// A thread of its own carries the bytes; everything else only changes what it may do.
final class LinkProxy: Sendable {
  /// The side of a link that speaks.
  enum Side: Hashable { case dialler, listener }

  private struct Link {
    let dialler: Int32
    let listener: Int32
  }

  /// Something to be done when a message passes.
  private struct Trap: Sendable {
    let message: Int
    let isBefore: Bool
    let spring: @Sendable () -> Void
  }

  /// A daemon started meanwhile must not keep the sockets open: the other end would never see them close.
  private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)

  /// The port on 127.0.0.1 to be dialled.
  let port: Int
  private let descriptor: Int32
  private let state: Mutex<State>

  private struct State {
    var target: sockaddr_in
    var links: [Link] = []
    var isParted = false
    var isEnding = false
    var held: Set<Side> = []
    var trap: Trap?
    var passed = 0
  }

  /// Listens on a free port and forwards to another one of 127.0.0.1.
  ///
  /// - Throws: `CommandFailure` when there is no port to be had.
  init(to port: Int) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Self.closeOnExec, 0)
    self.descriptor = descriptor
    state = Mutex(State(target: Self.address(port: port)))
    var own = Self.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &own) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isListening else {
      throw CommandFailure(
        Int32(1), "No port can be opened on 127.0.0.1 (\(String(cString: strerror(errno)))).")
    }
    self.port = Int(UInt16(bigEndian: own.sin_port))
    OwnThread.start { [self] in carry() }
  }

  /// Chunks of bytes that passed in both directions.
  var messageCount: Int { state.withLock { $0.passed } }

  /// Forwards to another port of 127.0.0.1 from now on.
  func forward(to port: Int) { state.withLock { $0.target = Self.address(port: port) } }

  /// Cuts what is linked now.
  func cut() {
    state.withLock { for link in $0.links { hangUp(link) } }
  }

  /// Lets nobody through until it is taken back.
  func part(_ isParted: Bool) {
    state.withLock { $0.isParted = isParted }
    if isParted { cut() }
  }

  /// Swallows what a side says, or lets it pass again over new links.
  func hold(_ side: Side, _ isHeld: Bool) {
    state.withLock {
      if isHeld { $0.held.insert(side) } else { $0.held.remove(side) }
    }
    if !isHeld { cut() }
  }

  /// Does something right before or after the message with a number from now on.
  func trap(message: Int, before: Bool, _ spring: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.trap = Trap(message: $0.passed + message, isBefore: before, spring: spring)
    }
  }

  /// Ends the thread and all links.
  func end() {
    state.withLock { $0.isEnding = true }
    cut()
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  /// The thread's reading end sees the end and closes the sockets.
  private func hangUp(_ link: Link) {
    shutdown(link.dialler, Int32(SHUT_RDWR))
    shutdown(link.listener, Int32(SHUT_RDWR))
  }

  private func carry() {
    while true {
      let (open, isEnding) = state.withLock { ($0.links, $0.isEnding) }
      if isEnding {
        for link in open { close(link) }
        _ = Glibc.close(descriptor)
        return
      }
      var polls = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      for link in open {
        polls.append(pollfd(fd: link.dialler, events: Int16(POLLIN), revents: 0))
        polls.append(pollfd(fd: link.listener, events: Int16(POLLIN), revents: 0))
      }
      guard poll(&polls, nfds_t(polls.count), 20) > 0 else { continue }
      if polls[0].revents != 0 { accept() }
      for (index, link) in open.enumerated() {
        let isOpen =
          (polls[index * 2 + 1].revents == 0 || pass(link, from: .dialler))
          && (polls[index * 2 + 2].revents == 0 || pass(link, from: .listener))
        if !isOpen { close(link) }
      }
    }
  }

  private func accept() {
    let dialler = Glibc.accept(descriptor, nil, nil)
    guard dialler >= 0 else { return }
    _ = fcntl(dialler, F_SETFD, FD_CLOEXEC)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Self.closeOnExec, 0)
    var target = state.withLock { $0.target }
    let isConnected = withUnsafePointer(to: &target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    let link = Link(dialler: dialler, listener: listener)
    guard isConnected, !state.withLock({ $0.isParted }) else {
      close(link)
      return
    }
    var one: Int32 = 1
    for socket in [dialler, listener] {
      setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
    }
    state.withLock { $0.links.append(link) }
  }

  private func close(_ link: Link) {
    state.withLock { $0.links.removeAll { $0.dialler == link.dialler } }
    _ = Glibc.close(link.dialler)
    _ = Glibc.close(link.listener)
  }

  /// Carries what one side has said.
  ///
  /// - Returns: false when the link is over.
  private func pass(_ link: Link, from side: Side) -> Bool {
    let (source, sink) =
      side == .dialler ? (link.dialler, link.listener) : (link.listener, link.dialler)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(source, &buffer, buffer.count)
    guard count > 0 else { return false }
    let (isHeld, sprung) = state.withLock { state -> (Bool, Trap?) in
      state.passed += 1
      let isHeld = state.held.contains(side)
      guard let trap = state.trap, trap.message <= state.passed else { return (isHeld, nil) }
      state.trap = nil
      return (isHeld, trap)
    }
    if let sprung, sprung.isBefore {
      sprung.spring()
      return false
    }
    var sent = 0
    while !isHeld, sent < count {
      let written = buffer[sent..<count].withUnsafeBytes { bytes in
        send(sink, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard written > 0 else { return false }
      sent += written
    }
    sprung?.spring()
    return true
  }
}
