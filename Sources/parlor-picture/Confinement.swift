import Glibc

/// What this program may use of the machine; a picture made to exhaust it ends this program instead.
enum Confinement {
  /// Bytes of address space: a picture of the most pixels twice, what is drawn, and the fonts.
  private static let memory: rlim_t = 1_536 << 20
  /// Seconds of computing.
  private static let seconds: rlim_t = 40
  /// Bytes of one file that is written.
  private static let file: rlim_t = 256 << 20

  /// Sets the limits; they cannot be raised again.
  static func begin() {
    limit(__rlimit_resource_t(4), to: 0)  // RLIMIT_CORE
    limit(__rlimit_resource_t(0), to: seconds)  // RLIMIT_CPU
    limit(__rlimit_resource_t(1), to: file)  // RLIMIT_FSIZE
    // The shadow memory of a sanitizer is address space, too.
    if getenv("ASAN_OPTIONS") == nil, getenv("TSAN_OPTIONS") == nil {
      limit(__rlimit_resource_t(9), to: memory)  // RLIMIT_AS
    }
  }

  private static func limit(_ resource: __rlimit_resource_t, to most: rlim_t) {
    var limits = rlimit(rlim_cur: most, rlim_max: most)
    setrlimit(resource, &limits)
  }
}
