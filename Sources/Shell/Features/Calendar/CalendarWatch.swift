import FoundationEssentials
import Glibc

/// Waits for changes of a folder, or for being woken.
final class CalendarWatch: @unchecked Sendable {
  /// File systems that only this machine changes, so that it learns of every change.
  private static let local: Set<Substring> = [
    "btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs",
  ]

  private let notifier = inotify_init1(O_CLOEXEC | O_NONBLOCK)
  private var pipe: [Int32] = [-1, -1]
  private var watched: Int32 = -1
  /// Whether every change of the folder wakes it.
  private(set) var isReliable = false

  init() {
    Glibc.pipe(&pipe)
    for descriptor in pipe {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
  }

  deinit { for descriptor in pipe + [notifier] where descriptor >= 0 { close(descriptor) } }

  /// Watches a folder from now on, and nothing else.
  func follow(_ path: String) {
    leave()
    let changes =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
    watched = inotify_add_watch(notifier, path, UInt32(changes))
    isReliable = watched >= 0 && Self.system(of: path).map(Self.local.contains) == true
  }

  /// The kind of file system on which a folder is, as proc_pid_mountinfo(5) has it; nil where that does not say.
  private static func system(of path: String) -> Substring? {
    var status = stat()
    guard stat(path, &status) == 0,
      let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    else { return nil }
    let major = (status.st_dev >> 8) & 0xfff
    let minor = (status.st_dev & 0xff) | ((status.st_dev >> 12) & 0xf_ff00)
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, words[2] == "\(major):\(minor)",
        let dash = words.firstIndex(of: "-"), dash + 1 < words.count
      else { continue }
      return words[dash + 1]
    }
    return nil
  }

  /// Watches nothing any more.
  func leave() {
    if watched >= 0 { inotify_rm_watch(notifier, watched) }
    (watched, isReliable) = (-1, false)
  }

  /// Wakes the waiting thread; from any thread.
  func wake() {
    _ = write(pipe[1], "w", 1)
  }

  /// Waits for a change, for being woken, or for a number of milliseconds; negative for as long as it takes.
  func wait(_ milliseconds: Int32) {
    var descriptors = [pipe[0], notifier].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    for descriptor in descriptors where descriptor.revents != 0 {
      while read(descriptor.fd, &bytes, bytes.count) > 0 {}
    }
  }
}
