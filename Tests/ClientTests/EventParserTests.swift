import Client
import Testing

@Suite struct EventParserTests {
  private static let text =
    ": hello\n\nevent: ready\ndata: {}\n\nid: 4\ndata: one\r\ndata:two\r\n\r\nretry: 1\n\ndata\n\ndata: x"

  private static let events = [
    ServerEvent(name: "ready", data: Array("{}".utf8)),
    ServerEvent(name: "", data: Array("one\ntwo".utf8)),
  ]

  @Test func everyCutGivesTheSame() throws {
    let bytes = Array(Self.text.utf8)
    for piece in 1...bytes.count {
      var parser = EventParser()
      var events: [ServerEvent] = []
      for start in stride(from: 0, to: bytes.count, by: piece) {
        events += try parser.consume(Array(bytes[start..<min(start + piece, bytes.count)]))
      }
      #expect(events == Self.events, "in pieces of \(piece)")
    }
  }

  @Test func pathSegmentsAreEncoded() {
    #expect("a-Z_0.~".percentEncoded == "a-Z_0.~")
    #expect("[fe80::1%2]:7/ä\n".percentEncoded == "%5Bfe80%3A%3A1%252%5D%3A7%2F%C3%A4%0A")
  }
}
