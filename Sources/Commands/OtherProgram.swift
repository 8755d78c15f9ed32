import Client
import Programs
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The programs beside `parlor` that carry out what it does not link itself.
package enum OtherProgram: String {
  /// Runs the node, and works on its home while it does not run.
  case parlord
  /// Plays scripts of matches, and simulates.
  case lab = "parlor-lab"

  /// The work that is missing without the program, as the middle of a sentence.
  private var purpose: String {
    switch self {
    case .parlord: DaemonProcess.purpose
    case .lab: "which plays scripts and simulates"
    }
  }

  /// Becomes this program, with the words that were typed: the process, its descriptors and its terminal stay.
  ///
  /// - Throws: `CommandFailure` where it cannot be started.
  package func takeOver(_ words: [String] = Array(CommandLine.arguments.dropFirst())) throws
    -> Never
  {
    var arguments = ([rawValue] + words).map { strdup($0) } + [nil]
    execvp(Installed.program(rawValue), &arguments)
    let reason = errno
    for argument in arguments { free(argument) }
    throw CommandFailure(
      SessionEnd.refused, Installed.missing(rawValue, purpose, reason))
  }
}

extension OtherProgram {
  /// Becomes this program, as `takeOver` does, from one that has treated signals and opened files in its own way: the program begins
  /// like a fresh one, with the standard streams alone.
  package func begin() throws -> Never {
    Descriptors.closeAtStart()
    // A second command may have asked for the same, and the new program does not listen yet.
    signal(SIGUSR1, SIG_IGN)
    for number in [SIGTERM, SIGINT, SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    try takeOver()
  }
}

/// A command that another program carries out: what that program does for it.
package protocol Handed {
  /// Does what was typed.
  func perform() throws
}
