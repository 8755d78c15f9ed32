import Programs

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The work of a daemon as the system sees it, while it says nothing: a turn of its node holds up everything that it could say.
struct DaemonWork {
  /// The state of a process at one moment.
  private struct Sample {
    /// Ticks of processor time, those of processes that it has started as well.
    var ticks: Int64 = 0
    /// Bytes that went to the disk and came from it.
    var bytes: Int64 = 0
    var isWaitingForDisk = false
  }

  /// The least part of a silence for which a process at work has a processor.
  private static let leastPart = 0.05
  /// The least bytes to and from the disk of one at work.
  private static let leastBytes: Int64 = 256 << 10
  /// Processes within processes that are looked at.
  private static let depth = 3

  private let process: pid_t
  private var last: Sample
  private var lastAt: Double

  /// Begins to look at the process that listens at the other end of a connection.
  ///
  /// - Returns: nil where that is not to be known, and for the process that asks.
  init?(connection descriptor: Int32) {
    // The process, its user and its group.
    var other: [Int32] = [0, 0, 0]
    var size = socklen_t(other.count * MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 else { return nil }
    self.init(process: other[0])
  }

  /// Begins to look at a process.
  init?(process: pid_t) {
    guard process > 0, process != getpid(), let sample = Self.sample(process) else { return nil }
    (self.process, last, lastAt) = (process, sample, Self.now)
  }

  /// Whether the process has done something since it was looked at before.
  mutating func goesOn() -> Bool {
    guard let sample = Self.sample(process) else { return false }
    let (ticks, bytes, seconds) = (
      sample.ticks - last.ticks, sample.bytes - last.bytes, Self.now - lastAt
    )
    (last, lastAt) = (sample, Self.now)
    let spent = Double(ticks) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return spent >= seconds * Self.leastPart || bytes >= Self.leastBytes || sample.isWaitingForDisk
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func sample(_ process: pid_t, depth: Int = depth) -> Sample? {
    guard let text = content("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
      return nil
    }
    // The state, and from the twelfth field on the times of its own and of processes that have ended.
    let fields = text[end...].dropFirst().split(separator: " ")
    guard fields.count > 14, fields[0] != "Z", fields[0] != "X" else { return nil }
    var sample = Sample()
    sample.ticks = fields[11...14].reduce(0) { $0 + (Int64($1) ?? 0) }
    sample.isWaitingForDisk = fields[0] == "D"
    for line in (content("/proc/\(process)/io") ?? "").split(separator: "\n")
    where line.hasPrefix("read_bytes") || line.hasPrefix("write_bytes") {
      sample.bytes += Int64(line.split(separator: " ").last ?? "") ?? 0
    }
    guard depth > 1 else { return sample }
    for child in children(process) {
      guard let below = Self.sample(child, depth: depth - 1) else { continue }
      sample.ticks += below.ticks
      sample.bytes += below.bytes
      sample.isWaitingForDisk = sample.isWaitingForDisk || below.isWaitingForDisk
    }
    return sample
  }

  private static func children(_ process: pid_t) -> [pid_t] {
    FolderNames.list("/proc/\(process)/task").flatMap { name -> [pid_t] in
      guard pid_t(name) != nil, let text = content("/proc/\(process)/task/\(name)/children") else {
        return []
      }
      return text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    }
  }

  /// The beginning of a small file; nil where it cannot be read.
  private static func content(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8 << 10)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
