import Schema
import SwiftProtobuf

/// Files of any size, each on a connection of its own and never whole in memory.
extension DaemonClient {
  /// The patience with a daemon that looks through a whole file before it answers, or copies its database.
  private var filePatience: Patience { patience(whileAtWork == nil ? Patience.longest : 60_000) }

  /// Reads the bytes of a route and hands them over as they come.
  ///
  /// - Throws: `ClientFailure`, also when the bytes end before their end; what `sink` throws.
  public func download(_ path: String, to sink: ([UInt8]) throws -> Void) throws {
    let stream = try SocketStream.connect(home: home)
    try stream.write(Self.head("GET", path, length: 0), filePatience)
    _ = try receive(from: stream, sink)
  }

  /// Sends bytes that a command is going to name.
  ///
  /// - Returns: their id in base32.
  /// - Throws: `ClientFailure`; what `source` throws.
  public func keep(from source: () throws -> [UInt8]?) throws -> String {
    try upload("/v1/blobs", from: source, as: BlobView.self).blob
  }

  /// Sends bytes to a route and returns the daemon's answer.
  ///
  /// - Parameter source: the next bytes; nil after the last.
  /// - Throws: `ClientFailure`; what `source` throws.
  public func upload<Kind: Message>(
    _ path: String, from source: () throws -> [UInt8]?, as kind: Kind.Type
  ) throws -> Kind {
    let stream = try SocketStream.connect(home: home)
    let head = """
      PUT \(path) HTTP/1.1\r
      host: parlor\r
      content-type: application/octet-stream\r
      transfer-encoding: chunked\r
      \r\n
      """
    try stream.write(Array(head.utf8), filePatience)
    while let bytes = try source() {
      if bytes.isEmpty { continue }
      let length = Array((String(bytes.count, radix: 16) + "\r\n").utf8)
      try stream.write(
        length + bytes + Array("\r\n".utf8), filePatience)
    }
    try stream.write(Array("0\r\n\r\n".utf8), filePatience)
    var answer: [UInt8] = []
    let form = try receive(from: stream) { answer += $0 }
    return try decode(kind, (answer, form))
  }

  private func receive(
    from stream: SocketStream, _ sink: ([UInt8]) throws -> Void
  ) throws -> BodyForm {
    var parser = ResponseParser()
    var status = 0
    var refusal: [UInt8] = []
    while true {
      let bytes = try stream.read(filePatience)
      if bytes.isEmpty && !parser.closed() {
        throw ClientFailure.noDaemon("it closed the connection")
      }
      var hasEnded = bytes.isEmpty
      for part in try Self.parse(bytes, with: &parser) {
        switch part {
        case .status(let code): status = code
        case .body(let more):
          if (200..<300).contains(status) { try sink(more) } else { refusal += more }
        case .end: hasEnded = true
        }
      }
      guard hasEnded else { continue }
      let form = BodyForm(parser.contentType)
      guard (200..<300).contains(status) else { throw Self.failure(status, refusal, form) }
      return form
    }
  }
}
