import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Starts the daemon of a home when none runs there.
public struct DaemonStarter: Sendable {
  /// How long a daemon may take until it answers, in milliseconds.
  public static let patienceMilliseconds = 5000
  /// The file in the home that takes what a started daemon says.
  public static let logName = "daemon.log"

  /// Daemons that this process started and that have not been seen to end.
  private static let started = Mutex<[pid_t]>([])

  private let home: String
  private let program: String

  /// `program` is the executable that understands `daemon --home DIR`.
  public init(home: String, program: String = "/proc/self/exe") {
    self.home = home
    self.program = program
  }

  /// A client connected to the daemon of the home, which is started if need be.
  ///
  /// Throws `ClientFailure.notStarted` when it ends at once, and `timedOut` when it does not answer in time.
  public func client() throws -> DaemonClient {
    let client = DaemonClient(home: home)
    do {
      try client.connect()
      return client
    } catch ClientFailure.noDaemon {
      try start(until: client)
      return client
    }
  }

  private func start(until client: DaemonClient) throws {
    if let reason = HomeDirectory.make(home) {
      throw ClientFailure.notStarted(HomeDirectory.unusable(home, reason))
    }
    let process = try spawn()
    var ended = false
    // A daemon that ends at once may have met another that is about to be ready: wait a little for that one.
    var patience = Self.patienceMilliseconds
    while patience > 0 {
      Self.reap()
      if (try? client.connect()) != nil {
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

  private func spawn() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    let log = home + "/" + Self.logName
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // A session of its own: it outlives this terminal. Signals as a fresh process has them.
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Self.newSession)
    let words = ["parlor", "daemon", "--home", home]
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, &attributes, arguments, environ)
    guard result == 0 else {
      throw ClientFailure.noDaemon("it cannot be started: \(String(cString: strerror(result)))")
    }
    return process
  }

  /// `POSIX_SPAWN_SETSID`, which glibc defines only for GNU sources.
  private static let newSession: Int16 = 0x80

  /// The last line that the daemon wrote, for people.
  private func lastWords() -> String {
    let log = home + "/" + Self.logName
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
