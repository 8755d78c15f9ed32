import Glibc
import Wire

/// The result of trying an address by TCP.
enum Reached: Equatable, Sendable {
  case connected
  /// The address was refused; the system's own words.
  case refused(String)
  /// No answer in time.
  case silent
}

/// An IP address and a TCP port that can be tried.
struct Endpoint: Sendable {
  let text: String
  private let octets: [UInt8]

  /// An address as peers and people write it; nil for names, which are not looked up here.
  init?(_ text: String) {
    guard let address = try? Wire.Address(text) else { return nil }
    self.text = text
    switch address.host {
    case .name: return nil
    case .ipv4(let value):
      var raw = sockaddr_in()
      raw.sin_family = sa_family_t(AF_INET)
      raw.sin_port = address.port.bigEndian
      raw.sin_addr.s_addr = value.bigEndian
      octets = withUnsafeBytes(of: raw) { Array($0) }
    case .ipv6(let high, let low, let scope):
      var raw = sockaddr_in6()
      raw.sin6_family = sa_family_t(AF_INET6)
      raw.sin6_port = address.port.bigEndian
      withUnsafeMutableBytes(of: &raw.sin6_addr) {
        $0.storeBytes(of: high.bigEndian, as: UInt64.self)
        $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      raw.sin6_scope_id = scope.map { UInt32($0) ?? if_nametoindex($0) } ?? 0
      octets = withUnsafeBytes(of: raw) { Array($0) }
    }
  }

  /// Tries all at once and hangs up again.
  static func tryAll(
    _ endpoints: [Endpoint], within limit: Duration
  ) -> [(address: String, reached: Reached)] {
    var sockets = endpoints.map { $0.begin() }
    defer { for case .success(let descriptor) in sockets { close(descriptor) } }
    var results: [Reached?] = sockets.map { socket in
      if case .failure(let problem) = socket { .refused(problem.text) } else { nil }
    }
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while results.contains(where: { $0 == nil }) {
      let rest = (deadline - clock.now) / .milliseconds(1)
      guard rest > 0 else { break }
      var entries = sockets.indices.map { index -> pollfd in
        guard results[index] == nil, case .success(let descriptor) = sockets[index] else {
          return pollfd(fd: -1, events: 0, revents: 0)
        }
        return pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      }
      poll(&entries, nfds_t(entries.count), Int32(rest.rounded(.up)))
      for (index, entry) in entries.enumerated() where entry.revents != 0 {
        results[index] = Self.result(of: entry.fd)
        close(entry.fd)
        sockets[index] = .failure(Problem(code: 0))
      }
    }
    return zip(endpoints, results).map { ($0.text, $1 ?? .silent) }
  }

  private struct Problem: Error {
    let code: Int32
    var text: String { String(cString: strerror(code)) }
  }

  private func begin() -> Result<Int32, Problem> {
    let family = octets.withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) }
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(Int32(family), Int32(kind), 0)
    guard descriptor >= 0 else { return .failure(Problem(code: errno)) }
    let result = octets.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: sockaddr.self) {
        connect(descriptor, $0.baseAddress, socklen_t(octets.count))
      }
    }
    guard result != 0, errno != EINPROGRESS else { return .success(descriptor) }
    let problem = Problem(code: errno)
    close(descriptor)
    return .failure(problem)
  }

  private static func result(of descriptor: Int32) -> Reached {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code == 0 ? .connected : .refused(Problem(code: code).text)
  }
}
