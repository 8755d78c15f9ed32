import Programs

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
    var spawn = Spawn(program, words: ["parlor", "daemon", "--home", home] + arguments)
    spawn.output = .appending(home + "/" + logName)
    spawn.group = isDetached ? .session : .ours
    spawn.closesOthers = false
    do {
      return try spawn.start()
    } catch {
      throw ClientFailure.noDaemon("it cannot be started: \(String(cString: strerror(error.code)))")
    }
  }
}
