import CSpawn
import FoundationEssentials
import Glibc

/// The description of a program to start: the one place that calls `posix_spawn`.
public struct Spawn {
  /// The other end of one of the standard streams.
  public enum Stream {
    /// Nowhere: there is no input, and output is lost.
    case nowhere
    /// An open descriptor of ours.
    case descriptor(Int32)
    /// The end of a file, made with mode 0600 where it is not there.
    case appending(String)
  }

  /// The process group of the program, which decides the signals that it gets.
  public enum Group {
    /// Those of this terminal, as we do, with signals as we have them.
    case ours
    /// A process group of its own: Ctrl-C does not reach it. Signals as a fresh process has them.
    case own
    /// A session of its own: it outlives this terminal. Signals as a fresh process has them.
    case session
  }

  /// The reason why a program did not start: an `errno`.
  public struct Failure: Error, Equatable {
    /// As the system gave it.
    public let code: Int32

    /// An error of the system.
    public init(code: Int32) { self.code = code }
  }

  /// `POSIX_SPAWN_SETSID`, which glibc defines only for GNU sources.
  private static let newSession: Int32 = 0x80

  private let path: String
  private let words: [String]
  /// Standard input.
  public var input = Stream.nowhere
  /// Standard output.
  public var output = Stream.nowhere
  /// Standard error; nil for the same as output.
  public var errors: Stream?
  /// The process group, which decides the signals that it gets.
  public var group = Group.own
  /// Variables beside those that we have.
  public var environment: [String: String] = [:]
  /// Whether it gets no other descriptor of ours, also of those that were opened without close-on-exec.
  public var closesOthers = true

  /// Describes a program that is not started yet; without a slash in its path it is looked for in PATH.
  ///
  /// - Parameter words: its arguments, with the name that it sees itself called by first.
  public init(_ path: String, words: [String]) {
    self.path = path
    self.words = words
  }

  /// Starts it; the caller waits for the process.
  public func start() throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    Self.open(input, as: STDIN_FILENO, O_RDONLY, &actions)
    Self.open(output, as: STDOUT_FILENO, O_WRONLY, &actions)
    if let errors {
      Self.open(errors, as: STDERR_FILENO, O_WRONLY, &actions)
    } else {
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    }
    if closesOthers {
      posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    separate(&attributes)
    var arguments = words.map { strdup($0) } + [nil]
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var variables = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, path, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw Failure(code: code) }
    return process
  }

  private func separate(_ attributes: inout posix_spawnattr_t) {
    let flag: Int32
    switch group {
    case .ours: return
    case .own: flag = Int32(POSIX_SPAWN_SETPGROUP)
    case .session: flag = Self.newSession
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let fresh = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flag | fresh))
  }

  private static func open(
    _ stream: Stream, as number: Int32, _ mode: Int32,
    _ actions: inout posix_spawn_file_actions_t
  ) {
    switch stream {
    case .nowhere: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
    case .descriptor(let descriptor):
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    case .appending(let path):
      posix_spawn_file_actions_addopen(
        &actions, number, path, mode | O_CREAT | O_APPEND, 0o600)
    }
  }
}
