import CConfinement
import Glibc

/// The system calls that this program may make (seccomp): none that opens a connection, starts a program or writes to a path.
enum SystemCalls {
  /// Those that need no look at their arguments.
  private static let allowed = [
    "read", "readv", "pread64", "write", "writev", "close", "lseek", "fstat", "newfstatat",
    "fstatat64", "stat", "lstat", "statx", "access", "faccessat", "faccessat2", "readlink",
    "readlinkat", "getdents64", "fadvise64", "fstatfs", "statfs", "getcwd", "fcntl", "mmap",
    "mprotect",
    "munmap", "mremap", "madvise", "brk", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn",
    "sigaltstack", "futex", "clock_gettime", "clock_getres", "gettimeofday", "time", "getpid",
    "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getrandom", "uname", "sysinfo",
    "getrusage", "sched_yield", "sched_getaffinity", "sched_getattr", "set_robust_list", "rseq",
    "poll", "ppoll",
    "restart_syscall", "exit", "exit_group", "seccomp",
  ]
  /// CLONE_VM, CLONE_SIGHAND and CLONE_THREAD: what glibc starts threads with, and no process.
  private static let thread: UInt64 = 0x1_0900
  private static let changing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND

  /// Lets the rules hold from now on; they cannot be taken back.
  ///
  /// - Returns: false where the kernel does not enforce them.
  static func restrict() -> Bool {
    enforce(refusal(EPERM)) { rules in
      for name in allowed { allow(name, rules) }
      // Files are only read.
      allow("open", rules, argument: 1, masked: UInt64(changing), equals: 0)
      allow("openat", rules, argument: 2, masked: UInt64(changing), equals: 0)
      // A program that aborts sends itself a signal.
      allow("tgkill", rules, argument: 0, masked: .max, equals: UInt64(getpid()))
      // What takes rights away, as the next rules do, and what names a thread.
      allow("prctl", rules, argument: 0, masked: .max, equals: UInt64(PR_SET_NO_NEW_PRIVS))
      allow("prctl", rules, argument: 0, masked: .max, equals: UInt64(PR_SET_NAME))
      // Fonts are looked for by threads. A process of its own is refused; what cannot be looked at is said not to exist.
      allow("clone", rules, argument: 0, masked: thread, equals: thread)
      let newer = seccomp_syscall_resolve_name("clone3")
      if newer != -1 { seccomp_rule_add_array(rules, refusal(ENOSYS), newer, 0, nil) }
      allow("sched_setattr", rules, argument: 0, masked: .max, equals: 0)
    }
  }

  /// From now on nothing is opened at all.
  ///
  /// - Returns: false where the kernel does not enforce it.
  static func seal() -> Bool {
    enforce(SCMP_ACT_ALLOW) { rules in
      // Threads that run already are to hold to it, too.
      seccomp_attr_set(rules, SCMP_FLTATR_CTL_TSYNC, 1)
      for name in ["open", "openat"] {
        seccomp_rule_add_array(
          rules, refusal(EACCES), seccomp_syscall_resolve_name(name), 0, nil)
      }
    }
  }

  private static func refusal(_ code: Int32) -> UInt32 { 0x0005_0000 | UInt32(code) }

  private static func enforce(_ otherwise: UInt32, _ fill: (scmp_filter_ctx) -> Void) -> Bool {
    guard let rules = seccomp_init(otherwise) else { return false }
    defer { seccomp_release(rules) }
    fill(rules)
    return seccomp_load(rules) == 0
  }

  private static func allow(
    _ name: String, _ rules: scmp_filter_ctx, argument: UInt32? = nil, masked mask: UInt64 = 0,
    equals value: UInt64 = 0
  ) {
    let number = seccomp_syscall_resolve_name(name)
    // An older library does not know each of them; what it does not know stays refused.
    guard number != -1 else { return }
    guard let argument else {
      seccomp_rule_add_array(rules, SCMP_ACT_ALLOW, number, 0, nil)
      return
    }
    let test = scmp_arg_cmp(
      arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    withUnsafePointer(to: test) { _ = seccomp_rule_add_array(rules, SCMP_ACT_ALLOW, number, 1, $0) }
  }
}
