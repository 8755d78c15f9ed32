import Client
import Foundation

/// A connection that sends what it is told, right or wrong.
final class RawConnection {
  private let descriptor: Int32

  init(home: String) throws {
    guard let path = SocketPath(directory: home, name: DaemonSocket.name),
      let descriptor = path.connect()
    else { throw ClientFailure.noDaemon("test") }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  func request(
    _ method: String, _ path: String, _ body: String = "", accept: String = "*/*",
    contentType: String? = nil
  ) throws -> (status: Int, form: String?, body: [UInt8]) {
    let text =
      "\(method) \(path) HTTP/1.1\r\nhost: x\r\naccept: \(accept)\r\n"
      + (contentType.map { "content-type: \($0)\r\n" } ?? "")
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
