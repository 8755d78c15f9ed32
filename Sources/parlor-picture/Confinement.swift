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
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_CPU, to: seconds)
    limit(RLIMIT_FSIZE, to: file)
    // The shadow memory of a sanitizer is address space, too.
    if getenv("ASAN_OPTIONS") == nil, getenv("TSAN_OPTIONS") == nil {
      limit(RLIMIT_AS, to: memory)
    }
  }

  private static func limit(_ resource: __rlimit_resource, to most: rlim_t) {
    var limits = rlimit(rlim_cur: most, rlim_max: most)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
  }
}
