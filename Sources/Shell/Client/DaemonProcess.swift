#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The process of a home's daemon.
public enum DaemonProcess {
  /// The file in the home that takes what a daemon started by a command says.
  public static let logName = "daemon.log"

  /// Starts `program daemon --home HOME` and then `arguments`, without input and with its output in the log
  /// of the home, which must be there.
  ///
  /// `program` is the executable that understands `daemon`. With `isDetached` it has a session of its own,
  /// so that it outlives this terminal, and signals as a fresh process has them; else it ends with the
  /// terminal. The caller waits for the process. Throws `ClientFailure.noDaemon` with the system's reason.
  public static func start(
    home: String, program: String = "/proc/self/exe", arguments: [String] = [], isDetached: Bool
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    let log = home + "/" + logName
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    if isDetached { detach(&attributes) }
    let words = ["parlor", "daemon", "--home", home] + arguments
    var pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, &attributes, pointers, environ)
    guard result == 0 else {
      throw ClientFailure.noDaemon("it cannot be started: \(String(cString: strerror(result)))")
    }
    return process
  }

  private static func detach(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | newSession)
  }

  /// `POSIX_SPAWN_SETSID`, which glibc defines only for GNU sources.
  private static let newSession: Int16 = 0x80
}
