import Glibc
import Neighbours
import Programs

/// One life of the program: what it says, what it has still to read, and whether it is well.
final class Run {
  /// The program itself.
  let child: Child
  /// The time at which it was started.
  let startedAt: ContinuousClock.Instant

  private let timing: Timing
  private var splitter = LineSplitter(limit: Limits.lineOctets)
  private var unread: [UInt8] = []
  private var hasEnded = false
  private var senseless = 0
  /// Lines read in the second that ends at `refillAt`.
  private var lines = 0
  private var refillAt: ContinuousClock.Instant
  /// The time at which the program is asked next whether it runs.
  private var checkAt: ContinuousClock.Instant
  /// The time from which the answer to that is overdue; nil while nothing was asked.
  private var overdueAt: ContinuousClock.Instant?

  /// Begins with a program that was started just now.
  init(_ child: Child, now: ContinuousClock.Instant, timing: Timing) {
    self.child = child
    self.timing = timing
    startedAt = now
    refillAt = now + .seconds(1)
    checkAt = now + timing.checkInterval
  }

  /// The latest time at which to call `advance`.
  var deadline: ContinuousClock.Instant {
    min(overdueAt ?? checkAt, mayRead ? checkAt : refillAt)
  }

  /// The events for which `poll` is to watch.
  var interest: pollfd {
    let events = (mayRead ? POLLIN : 0) | (unread.isEmpty ? 0 : POLLOUT)
    return pollfd(fd: events == 0 ? -1 : child.socket, events: Int16(events), revents: 0)
  }

  /// Sends commands as soon as the program reads.
  func queue(_ commands: String) { unread += Array(commands.utf8) }

  /// Does what the time demands; returns why the program is of no more use, when it is not.
  func advance(now: ContinuousClock.Instant) -> String? {
    if now >= refillAt {
      lines = 0
      refillAt = now + .seconds(1)
    }
    if now >= checkAt {
      checkAt = now + timing.checkInterval
      overdueAt = overdueAt ?? now + timing.checkPatience
      queue("check\n")
    }
    if hasEnded { return complaint("stopped unexpectedly") }
    if senseless > Limits.senselessLines { return complaint("says nothing that makes sense") }
    if let overdueAt, now >= overdueAt { return complaint("does not answer") }
    if unread.count > Limits.unreadOctets { return complaint("does not read") }
    return nil
  }

  /// Reads and writes what can be without waiting; returns what was said.
  func exchange() -> [Said] {
    if !unread.isEmpty, let count = child.write(unread[...]) { unread.removeFirst(count) }
    guard mayRead else { return [] }
    guard let octets = child.read() else {
      hasEnded = true
      return []
    }
    return splitter.take(octets).compactMap { line in
      lines += 1
      guard let said = line.flatMap(Said.init(line:)) else {
        senseless += 1
        return nil
      }
      overdueAt = nil
      return said
    }
  }

  private var mayRead: Bool { lines < Limits.linesPerSecond }

  private func complaint(_ what: String) -> String {
    """
    The program parlor-discovery \(what) and is started again, so machines nearby may not be \
    found for a while: known ones and 'parlor peer add HOST:PORT' work as before.
    """
  }
}
