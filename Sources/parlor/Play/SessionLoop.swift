import Client
import Commands
import Schema
import SwiftProtobuf
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A node that is part of this program: it plays with the person alone, and nothing of it stays.
protocol LocalNode: AnyObject {
  /// Does what a session sends.
  ///
  /// - Returns: the answer, and the changes.
  /// - Throws: `ClientFailure.refused`.
  func perform(_ call: Call) throws -> (answer: any Message, changes: [Change])
}

/// Runs sessions on the process's terminal or pipes: polls keys, lines, signals and the stream of changes, and
/// does what the session says.
///
/// One thread, no event loop. A daemon that dies is started again and the session continues.
final class SessionLoop {
  /// The end of a session, and the step that follows it.
  enum Outcome {
    case end(SessionEnd)
    case sit(TableView)
    /// Another match with the other player at this machine.
    case again
  }

  private let starter: DaemonStarter
  private let client: DaemonClient
  private let guest: DaemonClient?
  /// The node in place of the daemon; nil for none.
  var local: (any LocalNode)?
  private let mode: SessionMode
  private let signals = SignalPipe()
  private let terminal: RawTerminal?
  private var painter: ScreenPainter
  private var lines: LineInput
  private var inputIsOpen = true
  private var deadline: Int64?
  private var stream: ChangeReader?
  /// A stream that holds what the command opened until the session has one.
  var first: ChangeReader?
  private var session: any Session = OfferSession(
    wanted: nil, mode: .json, style: Style(colours: false, unicode: false))
  private var outcome: Outcome?
  /// The time of the next attempt to reach the daemon, in milliseconds.
  private var nextAttempt: Int64 = 0
  /// The time at which the stream was opened, in milliseconds.
  private var openedAt: Int64 = -pauseMilliseconds
  /// Between two attempts.
  private static let pauseMilliseconds: Int64 = 1_000
  private var currentQuery = ""
  /// The size that the session was told last.
  private var size: ScreenSize?

  init(
    starter: DaemonStarter, client: DaemonClient, mode: SessionMode, style: Style,
    seconds: Double?, guest: DaemonClient? = nil, lines: LineInput = LineInput()
  ) {
    self.starter = starter
    self.client = client
    // A screen does not stand still for long: it says that the daemon is silent.
    client.whileAtWork = nil
    guest?.whileAtWork = nil
    self.guest = guest
    self.lines = lines
    self.mode = mode
    painter = ScreenPainter(style: style)
    deadline = seconds.map { Self.now + Int64($0 * 1000) }
    terminal = mode == .screen ? RawTerminal(screen: true) : nil
  }

  /// Puts the terminal back.
  func close() { terminal?.restore() }

  /// Takes the terminal again after it was put back.
  func reopen() {
    terminal?.enter()
    painter.forget()
  }

  /// From now on the session may wait as long as it likes.
  func forgetDeadline() { deadline = nil }

  /// Runs one session to its end.
  func run(_ session: some Session) throws -> Outcome {
    self.session = session
    outcome = nil
    size = nil
    tellTime()
    paint()
    follow(session.query)
    while true {
      if let outcome { return outcome }
      paint()
      wait()
    }
  }

  private func paint() {
    guard mode == .screen else { return }
    let size = RawTerminal.size
    if size != self.size {
      self.size = size
      handle(.size(size))
    }
    painter.paint(session.lines(size), size, cursor: session.cursor(size))
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The time of the wall clock, in milliseconds since 1970.
  static var wall: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private func tellTime() {
    guard let due = session.due else { return }
    let wall = Self.wall
    if wall >= due || due - wall > 1_000 { handle(.time(wall)) }
  }

  // MARK: Waiting

  /// Whether a file of commands is read at the table: nothing of it is for those who wait for a chair.
  private var readsInput: Bool { inputIsOpen && (!lines.isFile || session is TableSession) }

  private func wait() {
    var items = [
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readsInput ? lines.descriptor : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stream?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&items, nfds_t(items.count), timeout()) >= 0 || errno == EINTR else { return }
    if items[0].revents != 0 { takeSignals() }
    if items[1].revents != 0 { takeInput() }
    if items[2].revents != 0 { takeChanges() }
    if isLost && outcome == nil && Self.now >= nextAttempt { reconnect() }
    tellTime()
    if let deadline, session.isWaiting, Self.now >= deadline {
      self.deadline = nil
      handle(.timeUp)
    }
  }

  /// Whether the daemon is silent now.
  private var isLost: Bool { stream == nil && local == nil }

  private func timeout() -> Int32 {
    var moments: [Int64] = []
    if isLost { moments.append(nextAttempt) }
    if let deadline, session.isWaiting { moments.append(deadline) }
    if let due = session.due { moments.append(Self.now + min(1_000, due - Self.wall)) }
    guard let first = moments.min() else { return -1 }
    return Int32(clamping: max(0, first - Self.now))
  }

  private func takeSignals() {
    for number in signals.take() {
      switch number {
      case SIGWINCH: painter.forget()
      case SIGCONT where mode == .screen:
        terminal?.enter()
        painter.forget()
      case SIGCONT: break
      case SIGINT, SIGTERM: leave()
      default:
        // The terminal goes away: nothing is signed, and the node withdraws what the stream held.
        outcome = .end(SessionEnd(code: SessionEnd.done, text: ""))
      }
    }
  }

  /// Ctrl-C, or TERM: the person wants out, whatever is open.
  private func leave() {
    handle(mode == .screen ? .key(.interrupt) : .line("leave"))
    // A question that was open took the key; the second one is meant.
    if outcome == nil && mode == .screen { handle(.key(.interrupt)) }
    if outcome == nil { outcome = .end(SessionEnd(code: SessionEnd.done, text: "")) }
  }

  private func takeInput() {
    guard let terminal else {
      guard let lines = lines.read() else {
        inputIsOpen = false
        return handle(.endOfInput)
      }
      for line in lines { handle(.line(line)) }
      return
    }
    guard let keys = terminal.readKeys() else {
      inputIsOpen = false
      return leave()
    }
    for key in keys {
      switch key {
      case .suspend:
        terminal.restore()
        raise(SIGSTOP)
      case .redraw: painter.forget()
      case .pasted(let paste) where !session.takesPastes:
        for key in paste.keys { handle(.key(key)) }
      default: handle(.key(key))
      }
    }
  }

  // MARK: The daemon

  private func takeChanges() {
    guard let stream else { return }
    do {
      for item in try stream.read(milliseconds: 0) {
        switch item {
        case .change(let change): handle(.change(change))
        case .ready: handle(.ready)
        case .gap: handle(.gap)
        case .stopping: handle(.stopping)
        }
        // The session may have asked for another stream; the rest of this one is old.
        guard stream === self.stream else { return }
      }
    } catch ClientFailure.timedOut {
      return
    } catch {
      lose(error)
    }
  }

  private func follow(_ query: String) {
    currentQuery = query
    guard local == nil else { return handle(.ready) }
    do {
      stream = try client.changes(query)
      first = nil
      openedAt = Self.now
    } catch {
      lose(error)
    }
  }

  private func lose(_ error: any Error) {
    let isFresh = Self.now - openedAt < Self.pauseMilliseconds
    stream = nil
    if case .refused(let refusal) = error as? ClientFailure {
      // The daemon is there and does not want us at this table: nothing is gained by asking again.
      outcome = .end(SessionEnd(code: SessionEnd.refused, text: refusal.message.plain))
      return
    }
    // A daemon that ends each stream at once is not asked again and again.
    nextAttempt = isFresh ? openedAt + Self.pauseMilliseconds : Self.now
    switch error as? ClientFailure {
    case .noDaemon(let reason), .notStarted(let reason), .garbled(let reason): handle(.lost(reason))
    case .timedOut: handle(.lost("it does not answer"))
    case .refused, nil: handle(.lost(CommandFailure(error)?.text ?? "it cannot be asked"))
    }
  }

  /// Starts the daemon again if need be, and opens the stream that was open.
  private func reconnect() {
    paint()
    do {
      _ = try starter.client()
      currentQuery = session.query
      stream = try client.changes(currentQuery)
      openedAt = Self.now
    } catch {
      lose(error)
      nextAttempt = Self.now + Self.pauseMilliseconds
    }
  }

  // MARK: The session

  private func handle(_ input: SessionInput) {
    guard outcome == nil else { return }
    for directive in session.handle(input) {
      perform(directive)
      if case .end = directive { return }
    }
  }

  private func perform(_ directive: SessionDirective) {
    switch directive {
    case .send(let call): send(call, to: client)
    case .sendForGuest(let call): send(call, to: guest ?? client)
    case .follow(let query): follow(query)
    case .catchUp(let number): catchUp(from: number)
    case .fetch(let wanted): fetch(wanted)
    case .print(let text): Output.line(text)
    case .bell: Output.raw("\u{7}")
    case .sit(let table): outcome = .sit(table)
    case .again: outcome = .again
    case .end(let end): outcome = .end(end)
    }
  }

  private func send(_ call: Call, to client: DaemonClient) {
    if let local { return send(call, to: local) }
    do {
      handle(.done(Reply(try client.perform(call))))
    } catch ClientFailure.refused(let refusal) {
      handle(.refused(refusal))
    } catch {
      // The command was not done, or will show in the state; a stream that breaks as well says why.
      handle(.unanswered)
    }
  }

  private func send(_ call: Call, to local: any LocalNode) {
    do {
      let (answer, changes) = try local.perform(call)
      handle(.done(Reply(answer)))
      for change in changes { handle(.change(change)) }
    } catch ClientFailure.refused(let refusal) {
      handle(.refused(refusal))
    } catch {
      handle(.unanswered)
    }
  }

  private func fetch(_ wanted: Fetch) {
    guard local == nil else { return handle(.unanswered) }
    do {
      handle(.fetched(try client.fetch(wanted)))
    } catch ClientFailure.refused(let refusal) {
      handle(.refused(refusal))
    } catch {
      handle(.unanswered)
    }
  }

  private func catchUp(from number: UInt64) {
    guard local == nil, case let session as TableSession = session else { return }
    let table = session.tableID
    guard let list = try? client.call(Methods.Tables.events, { $0.table = table }) else { return }
    for event in list.events where event.number >= number { handle(.missed(event)) }
  }
}
