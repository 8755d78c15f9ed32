import Glibc
import Neighbours

/// The whole program: one thread, one loop, which waits in `poll` and nowhere else of its own.
final class Program {
  private let type: String
  private let announcement: Announcement
  private var session: Session?
  private var lines = Lines()
  private var backoff = Backoff()
  private var retryAt: Int64 = 0
  private var connectedAt: Int64?
  private var isProblemSaid = false

  /// Prepares everything; nothing is opened before `run`.
  init(_ arguments: Arguments) {
    type = arguments.type
    announcement = Announcement(arguments)
  }

  /// Runs until standard input ends. Avahi sees us go and says goodbye for us.
  func run() {
    while wait() {
      let now = monotonicMilliseconds()
      if let session {
        session.advance(now: now)
        if session.isOver { collapse(now: now) }
      } else if now >= retryAt {
        connect()
      }
    }
  }

  private func connect() {
    do {
      session = try Session(type: type, announcement: announcement)
      connectedAt = monotonicMilliseconds()
      isProblemSaid = false
      say(.working)
    } catch {
      collapse(now: monotonicMilliseconds())
    }
  }

  /// Every reference is dead for ever: drop all, wait, begin anew.
  private func collapse(now: Int64) {
    session = nil
    announcement.close()
    // A daemon that starts and falls over at once is not asked every second.
    if let connectedAt, now - connectedAt >= Limits.backoffTime.upperBound { backoff.reset() }
    connectedAt = nil
    retryAt = now + backoff.wait()
    if !isProblemSaid {
      isProblemSaid = true
      say(.problem(Self.problem))
    }
  }

  private static let problem = """
    Avahi is not running: 'parlor doctor' says what starts it, or add peers by address with \
    'parlor peer add HOST:PORT'.
    """

  /// Waits for input or a deadline and reads what there is; false at the end of standard input.
  private func wait() -> Bool {
    let references = session?.references ?? []
    var polled = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
    polled += references.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), timeout()) > 0 else { return true }
    for (reference, entry) in zip(references, polled.dropFirst()) where entry.revents != 0 {
      session?.process(reference, now: monotonicMilliseconds())
    }
    guard polled[0].revents != 0 else { return true }
    guard let lines = lines.read() else { return false }
    for command in lines.compactMap(Command.init(line:)) { obey(command) }
    return true
  }

  /// Returns the longest time that `poll` may wait, in milliseconds; -1 for ever.
  private func timeout() -> Int32 {
    guard let deadline = session == nil ? retryAt : session?.deadline else { return -1 }
    return Int32(clamping: max(0, deadline - monotonicMilliseconds()))
  }

  private func obey(_ command: Command) {
    do {
      switch command {
      case .name(let name): try announcement.rename(name)
      case .text(let pairs): try announcement.replace(text: pairs)
      case .check: say(.alive)
      }
    } catch {
      collapse(now: monotonicMilliseconds())
    }
  }
}
