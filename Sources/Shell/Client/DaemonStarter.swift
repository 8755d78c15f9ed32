import Programs
import Schema
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Starts the daemon of a home when none runs there.
public struct DaemonStarter: Sendable {
  /// The longest time that a daemon which does nothing may take until it answers, in milliseconds.
  public static let patienceMilliseconds = 5000
  /// The longest time for which a daemon that lives and does not answer is waited for before another is started, in milliseconds.
  private static let returnMilliseconds = 2000
  /// The signal after which a daemon begins again.
  public static let again = SIGUSR1
  /// Daemons that this process started and that have not been seen to end.
  private static let started = Mutex<[pid_t]>([])

  private let home: String
  private let program: String?

  /// `program` is the executable that understands `daemon --home DIR`; without it that is `parlord` beside this program.
  public init(home: String, program: String? = nil) {
    self.home = home
    self.program = program
  }

  /// A client connected to the daemon of the home, which is started if need be. A daemon whose program was replaced, as by an upgrade,
  /// begins again first where nothing is open there.
  ///
  /// Throws `ClientFailure.notStarted` when it ends at once, and `timedOut` when it does not answer in time and does nothing.
  public func client() throws -> DaemonClient {
    let client = DaemonClient(home: home)
    do {
      try client.connect()
      if client.isOutdated { try beginAgain(client, onlyOutdated: true) }
    } catch ClientFailure.noDaemon {
      // One that begins again answers in a moment.
      RestartLock.wait(home)
      if try !comesBack(client) { try start(until: client) }
    }
    return client
  }

  /// Waits for a daemon whose process lives and does not answer: it begins again because of a signal, or ends. A second one beside it
  /// would take its home.
  ///
  /// - Returns: whether one answers.
  private func comesBack(_ client: DaemonClient) throws -> Bool {
    for _ in 0..<Self.returnMilliseconds / 10 {
      if try client.isAnswered { return true }
      Self.reap()
      guard ProgramNote(in: home)?.isAlive == true else { break }
      usleep(10_000)
    }
    return try client.isAnswered
  }

  /// Has the daemon end and begin again, with its program as it is now, and waits until it answers.
  ///
  /// - Throws: `ClientFailure`: `noDaemon` when none runs, `timedOut` when the old one does not end.
  public func restart() throws {
    let client = DaemonClient(home: home)
    try client.connect()
    guard client.programNote == nil else {
      guard try beginAgain(client, onlyOutdated: false) else { throw ClientFailure.timedOut }
      return
    }
    // One of before there was a note does not know how.
    try client.call(Methods.Node.stop)
    for _ in 0..<6000 where HomeDirectory.isHeld(home) { usleep(10_000) }
    _ = try self.client()
  }

  /// Has the daemon's process become the program of now. What started it, a service manager or a terminal, sees no end, and its words stay
  /// the same. Of several commands that want this one does it, and the others wait.
  ///
  /// - Parameter onlyOutdated: whether nothing is done where something is open, or another command has done it meanwhile.
  /// - Returns: false where the old run still answers though it was told to begin again.
  @discardableResult
  private func beginAgain(_ client: DaemonClient, onlyOutdated: Bool) throws -> Bool {
    try RestartLock.hold(home) {
      client.disconnect()
      try client.connect()
      guard let note = client.programNote, !onlyOutdated || note.isReplaced && client.isIdle else {
        return true
      }
      guard kill(note.process, Self.again) == 0 else { return false }
      client.disconnect()
      for _ in 0..<Self.patienceMilliseconds / 10 {
        usleep(10_000)
        Self.reap()
        if let now = ProgramNote(in: home), now.run != note.run, try client.isAnswered {
          return true
        }
        // The program could not be started.
        if kill(note.process, 0) != 0 { break }
      }
      if try client.isAnswered { return false }
      try start(until: client)
      return true
    }
  }

  private func start(until client: DaemonClient) throws {
    if let reason = HomeDirectory.make(home) {
      throw ClientFailure.notStarted(HomeDirectory.unusable(home, reason))
    }
    let process = try DaemonProcess.start(home: home, program: program, isDetached: true)
    var ended = false
    // It may have much to read, or old tables to migrate.
    var (work, waited) = (DaemonWork(process: process), Self.patienceMilliseconds)
    // A daemon that ends at once may have met another that is about to be ready: wait a little for that one.
    var patience = Self.patienceMilliseconds
    while patience > 0 {
      Self.reap()
      if try client.isAnswered {
        if !ended { Self.started.withLock { $0.append(process) } }
        return
      }
      var status: Int32 = 0
      if !ended && waitpid(process, &status, WNOHANG) == process {
        ended = true
        patience = min(patience, 500)
      }
      let step = Self.patienceMilliseconds - patience < 100 ? 1 : 10
      usleep(UInt32(step) * 1000)
      patience -= step
      if patience <= 0, !ended, waited < Patience.longest, work?.goesOn() == true {
        patience = Self.patienceMilliseconds
        waited += patience
      }
    }
    if ended { throw ClientFailure.notStarted(lastWords()) }
    Self.started.withLock { $0.append(process) }
    throw ClientFailure.timedOut
  }

  /// A terminal may outlive several daemons: the dead ones are not left as zombies.
  private static func reap() {
    started.withLock { daemons in
      var status: Int32 = 0
      daemons.removeAll { waitpid($0, &status, WNOHANG) != 0 }
    }
  }

  /// The last line that the daemon wrote, for people.
  private func lastWords() -> String {
    let log = home + "/" + DaemonProcess.logName
    let unknown = "The daemon ended at once and said nothing: see \(log)."
    guard let file = fopen(log, "re") else { return unknown }
    defer { fclose(file) }
    let longest = 4096
    if fseek(file, -longest, SEEK_END) != 0 { rewind(file) }
    var buffer = [UInt8](repeating: 0, count: longest)
    let count = fread(&buffer, 1, longest, file)
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    guard let line = text.split(separator: "\n").last else { return unknown }
    let prefix = "parlor: "
    return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
  }
}
