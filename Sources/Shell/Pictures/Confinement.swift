import Glibc

/// The limits of this program on the machine; a picture made to do harm ends this program instead.
enum Confinement {
  /// Bytes of address space: a picture of the most pixels twice, what is drawn, and the fonts.
  private static let memory: rlim_t = 1_536 << 20
  /// Seconds of computing.
  private static let seconds: rlim_t = 40
  /// Bytes of one file that is written.
  private static let file: rlim_t = 256 << 20

  /// Whether a sanitizer was built in: its shadow memory is address space, and it traces itself at the end.
  private static var isSanitized: Bool {
    getenv("ASAN_OPTIONS") != nil || getenv("TSAN_OPTIONS") != nil
  }

  /// Sets the limits and gives up every right that reading and drawing a picture does not need, for good.
  ///
  /// - Parameter namingFolders: whether folders are named where the kernel can do that.
  /// - Returns: whether files are out of reach but for named folders. Where the kernel cannot do that, `seal` must follow.
  /// - Throws: `Complaint.unconfined` where the kernel does not refuse system calls.
  static func begin(namingFolders: Bool) throws -> Bool {
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_CPU, to: seconds)
    limit(RLIMIT_FSIZE, to: file)
    guard !isSanitized else { return namingFolders }
    limit(RLIMIT_AS, to: memory)
    let hasFolders = namingFolders && ReadableFolders.restrict()
    guard SystemCalls.restrict() else { throw Complaint.unconfined }
    return hasFolders
  }

  /// Opens nothing from now on: for kernels that cannot say which folders are open.
  ///
  /// Every file that is needed must be open by now.
  /// - Throws: `Complaint.unconfined`.
  static func seal() throws {
    guard isSanitized || SystemCalls.seal() else { throw Complaint.unconfined }
  }

  private static func limit(_ resource: __rlimit_resource, to most: rlim_t) {
    var limits = rlimit(rlim_cur: most, rlim_max: most)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
  }
}
