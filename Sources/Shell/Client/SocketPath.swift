#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A Unix socket's path in the form that the kernel takes.
///
/// `sockaddr_un` holds 107 bytes of path. A longer one is reached through an open descriptor of its
/// directory, so a home may be as deep as the person likes.
public struct SocketPath: ~Copyable {
  /// The path to give to bind or connect; valid while this value lives.
  public let text: String
  private let directory: Int32

  /// Longest path that fits into `sockaddr_un`, in bytes.
  public static let longest = 107

  /// Prepares the path of `name` in `directory`; nil when the directory is too deep and cannot be opened.
  public init?(directory path: String, name: String) {
    let whole = path + "/" + name
    if whole.utf8.count <= Self.longest {
      text = whole
      directory = -1
      return
    }
    directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    text = "/proc/self/fd/\(directory)/\(name)"
    if directory < 0 { return nil }
  }

  deinit { if directory >= 0 { close(directory) } }

  /// A connected stream socket, or nil with `errno` set.
  public func connect() -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard text.utf8.count <= Self.longest else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: text.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        socketConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return descriptor }
    let reason = errno
    close(descriptor)
    errno = reason
    return nil
  }
}

/// The system's `connect`, whose name the method above hides.
private func socketConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  connect(descriptor, address, length)
}
