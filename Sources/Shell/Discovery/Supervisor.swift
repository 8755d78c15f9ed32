import Glibc
import Node
import Programs

/// Keeps one `parlor-discovery` running, listens to the other homes of this machine, and turns what they say into inputs.
///
/// Lives on a thread of its own and waits in `poll`. Everything that fails here ends with the
/// program being started again, never with more.
final class Supervisor {
  private let path: String
  private let service: [String]
  private let timing: Timing
  private let mailbox: Mailbox
  private let deliver: (Input) -> Void
  private let clock = ContinuousClock()

  private var announced: Announced
  private var sightings = Sightings()
  private var run: Run?
  private var homes: LocalAnnouncer
  private var restart: Restart
  private var settleAt: ContinuousClock.Instant?
  /// The last problem told; nil inside means that all was well, nil outside that nothing was told.
  private var told: String??

  /// Prepares everything; `path` is the program, `type` and `port` are what it announces.
  init(
    path: String, type: String, place: Discovery.Place, localPort: UInt16,
    advertisement: Advertisement, timing: Timing, mailbox: Mailbox,
    deliver: @escaping (Input) -> Void
  ) {
    self.path = path
    self.timing = timing
    self.mailbox = mailbox
    self.deliver = deliver
    service = [type, String(place.port)]
    homes = LocalAnnouncer(port: localPort, place: place, now: clock.now)
    announced = Announced(advertisement)
    sightings.ownPrefix = advertisement.text["id"] ?? ""
    homes.announce(id: sightings.ownPrefix, now: clock.now)
    restart = Restart(timing: timing, now: clock.now)
  }

  /// Runs until a stop is wanted; the program is gone and reaped when it returns.
  func work() {
    while true {
      let wanted = mailbox.take()
      if wanted.isStopping { break }
      if let advertisement = wanted.advertisement { announce(advertisement) }
      let now = clock.now
      if run == nil && now >= restart.startAt { launch(now: now) }
      if let problem = run?.advance(now: now) { abandon(problem, now: now) }
      if let settleAt, now >= settleAt {
        self.settleAt = nil
        sightings.settle().forEach(deliver)
      }
      homes.advance(now: now).forEach(deliver)
      wait()
    }
    homes.leave()
    run?.child.end(within: timing.farewell)
    run = nil
  }

  private func announce(_ advertisement: Advertisement) {
    let former = announced
    announced = Announced(advertisement)
    sightings.ownPrefix = advertisement.text["id"] ?? ""
    homes.announce(id: sightings.ownPrefix, now: clock.now)
    run?.queue(announced.commands(after: former))
  }

  private func launch(now: ContinuousClock.Instant) {
    let arguments = [service[0], announced.name, service[1]] + announced.pairs
    do {
      run = Run(try Child(path, arguments: arguments), now: now, timing: timing)
    } catch {
      restart.failed(now: now, ranFor: nil)
      tell(
        """
        The program parlor-discovery cannot be started (\(String(cString: strerror(error.code)))): \
        install it beside parlor, or add peers by address with 'parlor peer add HOST:PORT'.
        """)
    }
  }

  /// The program is of no more use: end it and start another one after a wait.
  private func abandon(_ problem: String, now: ContinuousClock.Instant) {
    guard let run = self.run else { return }
    self.run = nil
    run.child.end(within: .zero)
    restart.failed(now: now, ranFor: now - run.startedAt)
    interrupt()
    // One failure need not be reported to people: it is back in a second.
    if restart.failures > 1 { tell(problem) }
  }

  private func interrupt() {
    sightings.interrupt()
    settleAt = nil
  }

  private func tell(_ problem: String?) {
    if told != .some(problem) { deliver(.discovery(problem: problem)) }
    told = .some(problem)
  }

  /// Waits for the program, another home, another thread or a deadline, and reads and writes.
  private func wait() {
    let now = clock.now
    var entries = [
      pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: homes.descriptor(now: now), events: Int16(POLLIN), revents: 0),
    ]
    if let run { entries.append(run.interest) }
    let deadline = [run?.deadline ?? restart.startAt, settleAt, homes.deadline]
      .compactMap(\.self).min()
    let milliseconds = deadline.map { max(0, ($0 - now).wholeMilliseconds) } ?? -1
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return }
    if entries[1].revents != 0 { homes.receive(now: clock.now).forEach(deliver) }
    if entries.count > 2, entries[2].revents != 0 { run?.exchange().forEach(receive) }
  }

  private func receive(_ said: Said) {
    switch said {
    case .found(let sighting): sightings.found(sighting).forEach(deliver)
    case .lost(let instance): sightings.lost(instance: instance).forEach(deliver)
    case .problem(let sentence):
      interrupt()
      tell(sentence)
    case .working:
      tell(nil)
      if sightings.isSettling { settleAt = clock.now + timing.settling }
    case .registered, .alive, .nothing: break
    }
  }
}
