import Glibc

/// Tries what this program must not be able to do, for the test that holds the confinement.
enum Probe {
  /// One line for each attempt: what it is, and whether it was refused.
  ///
  /// - Parameter path: a folder of the person, with a file called `secret` in it.
  static func report(_ path: String) -> String {
    attempts(path).map { name, isDone in "\(name): \(isDone ? "done" : "refused")\n" }.joined()
  }

  private static func attempts(_ path: String) -> [(String, Bool)] {
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    var process: pid_t = 0
    return [
      ("read a file", opens(path + "/secret", O_RDONLY)),
      ("read a folder", opens(path, O_RDONLY | O_DIRECTORY)),
      ("read an account", opens("/etc/passwd", O_RDONLY)),
      ("read a process", opens("/proc/self/maps", O_RDONLY)),
      ("write a file", opens(path + "/secret", O_WRONLY)),
      ("make a file", opens(path + "/new", O_WRONLY | O_CREAT | O_EXCL)),
      ("make a folder", mkdir(path + "/folder", 0o700) == 0),
      ("rename a file", rename(path + "/secret", path + "/moved") == 0),
      ("link a file", symlink(path + "/secret", path + "/link") == 0),
      ("delete a file", unlink(path + "/secret") == 0),
      ("change a mode", chmod(path, 0o777) == 0),
      ("cut a file", truncate(path + "/secret", 0) == 0),
      ("use TCP", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0),
      ("use UDP", socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0) >= 0),
      ("use a local socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0),
      ("start a program", posix_spawn(&process, "/bin/true", nil, nil, arguments, nil) == 0),
      ("signal a process", kill(getppid(), 0) == 0),
      ("raise a limit", raisesLimit()),
      ("become a program", execv("/bin/true", arguments) == 0),
    ]
  }

  private static func opens(_ path: String, _ flags: Int32) -> Bool {
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  private static func raisesLimit() -> Bool {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limits) == 0 else { return false }
    limits = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
    return setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limits) == 0
  }
}
