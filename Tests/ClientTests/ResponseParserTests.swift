import Client
import Testing

@Suite struct ResponseParserTests {
  private static let fixed = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nDate: x\r\n\r\nhello"
  private static let chunked =
    "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nfoo: bar\r\n\r\n"
  private static let empty = "HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n"

  /// Collects all body bytes into one part.
  private func joined(_ parts: [ResponseParser.Part]) -> (status: [Int], body: String, ends: Int) {
    var result: (status: [Int], body: [UInt8], ends: Int) = ([], [], 0)
    for part in parts {
      switch part {
      case .status(let code): result.status.append(code)
      case .body(let bytes): result.body += bytes
      case .end: result.ends += 1
      }
    }
    return (result.status, String(decoding: result.body, as: UTF8.self), result.ends)
  }

  @Test(arguments: [
    (fixed, 200, "hello"), (chunked, 404, "abc0123456789"), (empty, 204, ""),
  ])
  func everyCutGivesTheSame(text: String, status: Int, body: String) throws {
    let bytes = Array(text.utf8)
    for piece in 1...bytes.count {
      var parser = ResponseParser()
      var parts: [ResponseParser.Part] = []
      for start in stride(from: 0, to: bytes.count, by: piece) {
        parts += try parser.consume(bytes[start..<min(start + piece, bytes.count)])
      }
      let all = joined(parts)
      #expect(all == ([status], body, 1), "in pieces of \(piece)")
      #expect(parts.first == .status(status) && parts.last == .end)
    }
  }

  @Test func whatTheBodyIsIsKnownByItsEnd() throws {
    var parser = ResponseParser()
    _ = try parser.consume(Array(Self.fixed.utf8))
    #expect(parser.contentType == nil)
    parser = ResponseParser()
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type:  application/x-protobuf\r\ncontent-length: 1\r\n\r\n"
    _ = try parser.consume(Array((head + "x").utf8))
    #expect(parser.contentType == "application/x-protobuf")
  }

  @Test func aBodyWithoutLengthEndsWithTheConnection() throws {
    var parser = ResponseParser()
    let parts = try parser.consume(Array("HTTP/1.0 200 OK\n\nab".utf8))
    #expect(parts == [.status(200), .body(Array("ab".utf8))])
    let proper = parser.closed()
    #expect(proper)
  }

  @Test func aTornResponseIsNoProperEnd() throws {
    var parser = ResponseParser()
    _ = try parser.consume(Array(Self.fixed.utf8.dropLast()))
    let proper = parser.closed()
    #expect(!proper)
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 abc\r\n", "HTTP/1.1 200\r\nnonsense\r\n",
    "HTTP/1.1 200\r\ncontent-length: -4\r\n",
    "HTTP/1.1 200\r\ncontent-length: 99999999999999999999\r\n",
    "HTTP/1.1 200\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200\r\ntransfer-encoding: chunked\r\n\r\n-1\r\n",
    "HTTP/1.1 200\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n",
  ])
  func nonsenseIsAnError(text: String) {
    #expect(throws: ResponseParser.Failure.self) {
      var parser = ResponseParser()
      _ = try parser.consume(Array(text.utf8))
    }
  }

  @Test func anEndlessHeadIsAnError() {
    #expect(throws: ResponseParser.Failure.tooLong) {
      var parser = ResponseParser()
      _ = try parser.consume(
        [UInt8](repeating: 65, count: ResponseParser.longestHead + 1))
    }
  }
}
