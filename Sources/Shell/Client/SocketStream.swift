#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One open connection to the daemon, closed with its last reference.
///
/// Blocking with deadlines: commands start fastest without an event loop.
final class SocketStream {
  let descriptor: Int32

  /// Takes over an open descriptor.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Connects to the daemon of a home.
  ///
  /// - Throws: `ClientFailure`: `noDaemon` only where nobody listens, `notStarted` where that cannot be found out.
  static func connect(home: String) throws -> SocketStream {
    while true {
      if let path = SocketPath(directory: home, name: DaemonSocket.name),
        let descriptor = path.connect()
      {
        return SocketStream(descriptor: descriptor)
      }
      let code = errno
      if code != EINTR { throw failure(code, home) }
    }
  }

  private static func failure(_ code: Int32, _ home: String) -> ClientFailure {
    let reason = String(cString: strerror(code))
    return switch code {
    // There is no socket, nobody listens at it, or the home is a file.
    case ENOENT, ECONNREFUSED, ENOTDIR: .noDaemon(reason)
    case EACCES, EPERM: .notStarted(HomeDirectory.unusable(home, reason))
    default:
      .notStarted("The daemon in \(home) cannot be reached (\(reason)): try again in a moment.")
    }
  }

  /// The process that listened at the other side; nil where the system does not tell.
  var listener: pid_t? {
    // `ucred` of unix(7), which glibc declares for GNU sources only: process, user and group.
    var credentials: [Int32] = [0, 0, 0]
    var length = socklen_t(credentials.count * MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
      return nil
    }
    return credentials[0] > 0 ? credentials[0] : nil
  }

  /// Whether the other side has closed, or says something though nothing was asked.
  var isStale: Bool {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, 0) != 0
  }

  /// Writes all bytes; a daemon that stops reading for longer than the patience lasts is a time-out.
  func write(_ bytes: [UInt8], _ patience: Patience) throws {
    var (sent, patience) = (0, patience)
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(
          descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        )
      }
      if count > 0 {
        sent += count
      } else if count < 0 && (errno == EAGAIN || errno == EINTR) {
        try wait(for: Int16(POLLOUT), &patience)
      } else {
        throw ClientFailure.noDaemon(String(cString: strerror(errno)))
      }
    }
  }

  /// Reads what there is, waiting up to `milliseconds` for it; empty at the end of the connection.
  func read(milliseconds: Int32) throws -> [UInt8] { try read(Patience(span: milliseconds)) }

  /// Reads what there is, waiting for it as long as the patience lasts; empty at the end of the connection.
  func read(_ patience: Patience) throws -> [UInt8] {
    var patience = patience
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
        count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        // An array cannot have a negative count; the caller tells the cases apart by errno.
        if count < 0 { count = 0 } else { errno = 0 }
      }
      if !bytes.isEmpty || errno == 0 { return bytes }
      guard errno == EAGAIN || errno == EINTR else {
        throw ClientFailure.noDaemon(String(cString: strerror(errno)))
      }
      try wait(for: Int16(POLLIN), &patience)
    }
  }

  private func wait(for events: Int16, _ patience: inout Patience) throws {
    var item = pollfd(fd: descriptor, events: events, revents: 0)
    let count = poll(&item, 1, patience.next)
    if count == 0, !patience.goesOn(descriptor) { throw ClientFailure.timedOut }
    if count < 0 && errno != EINTR {
      throw ClientFailure.noDaemon(String(cString: strerror(errno)))
    }
  }
}
