import Glibc
import Node
import Synchronization

/// The requests of other threads to the supervisor's thread; `post` never blocks.
final class Mailbox: Sendable {
  /// The newest requests; an earlier one that was not taken yet does not matter any more.
  struct Wanted {
    /// The advertisement to announce, when it has changed.
    var advertisement: Advertisement?
    /// Whether the program and the thread are to end.
    var isStopping = false
  }

  /// Polls readable while something waits.
  let descriptor: Int32
  private let bell: Int32
  private let wanted = Mutex(Wanted())

  /// Makes an empty mailbox; without descriptors left, it is seen only when something else happens.
  init() {
    var pair: [Int32] = [-1, -1]
    let flags = SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0, &pair)
    (descriptor, bell) = (pair[0], pair[1])
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  /// Changes what is wanted.
  func post(_ change: (inout Wanted) -> Void) {
    wanted.withLock { change(&$0) }
    var ring: UInt8 = 1
    send(bell, &ring, 1, Int32(MSG_NOSIGNAL))
  }

  /// Takes what is wanted; a stop stays wanted for ever.
  func take() -> Wanted {
    var rings = [UInt8](repeating: 0, count: 256)
    while read(descriptor, &rings, rings.count) == rings.count {}
    return wanted.withLock { wanted in
      defer { wanted.advertisement = nil }
      return wanted
    }
  }
}
