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
  /// The program that runs a node, beside this one.
  public static let program = "parlord"
  /// The work of the program, as the middle of a sentence.
  public static let purpose = "which runs your node"

  /// Starts `parlord daemon --home HOME` and then `arguments`, without input and with its output in the log
  /// of the home, which must be there.
  ///
  /// `program` is the path of another one that understands `daemon`. With `isDetached` it has a session of its own,
  /// so that it outlives this terminal, and signals as a fresh process has them; else it ends with the
  /// terminal. The caller waits for the process. Throws `ClientFailure.notStarted` with the system's reason.
  public static func start(
    home: String, program: String? = nil, arguments: [String] = [], isDetached: Bool
  ) throws -> pid_t {
    let path = program ?? Installed.program(Self.program)
    var spawn = Spawn(path, words: [Self.program, "daemon", "--home", home] + arguments)
    spawn.output = .appending(home + "/" + logName)
    spawn.group = isDetached ? .session : .ours
    spawn.closesOthers = false
    do {
      return try spawn.start()
    } catch {
      throw ClientFailure.notStarted(Installed.missing(Self.program, purpose, error.code))
    }
  }
}
