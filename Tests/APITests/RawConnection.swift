import Client
import Foundation

/// A connection that sends what it is told, right or wrong.
final class RawConnection: Sendable {
  private let descriptor: Int32

  init(home: String) throws {
    guard let path = SocketPath(directory: home, name: DaemonSocket.name),
      let descriptor = path.connect()
    else { throw ClientFailure.noDaemon("test") }
    self.descriptor = descriptor
  }

  /// Connects to a port of this machine.
  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw ClientFailure.noDaemon("test") }
  }

  deinit { close(descriptor) }

  /// Sends bytes and waits for nothing.
  func begin(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Whether the other end has closed it. What it said before is read and forgotten.
  var isClosed: Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count <= 0 { return count == 0 || errno != EAGAIN }
    }
  }

  func request(
    _ method: String, _ path: String, _ body: String = "", accept: String = "*/*",
    contentType: String? = nil
  ) throws -> (status: Int, form: String?, body: [UInt8]) {
    var fields = [("host", "x"), ("accept", accept)]
    if let contentType { fields.append(("content-type", contentType)) }
    return try request(method, path, fields: fields, body)
  }

  func request(
    _ method: String, _ path: String, fields: [(String, String)], _ body: String = ""
  ) throws -> (status: Int, form: String?, body: [UInt8]) {
    let text =
      "\(method) \(path) HTTP/1.1\r\n" + fields.map { "\($0): \($1)\r\n" }.joined()
      + "content-length: \(body.utf8.count)\r\n\r\n" + body
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    var parser = ResponseParser()
    var status = 0
    var content: [UInt8] = []
    while true {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return (status, parser.contentType, content) }
      for part in try parser.consume(buffer[..<count]) {
        switch part {
        case .status(let code): status = code
        case .body(let more): content += more
        case .end: return (status, parser.contentType, content)
        }
      }
    }
  }
}
