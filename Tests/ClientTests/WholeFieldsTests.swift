import EventSchema
import Schema
import Testing

@testable import Client

@Suite struct WholeFieldsTests {
  @Test("what has come of a list holds as many parts as are whole, wherever it is cut")
  func everyCut() throws {
    let lists = (1...3).map { number in
      EventLines.with {
        $0.lines = [.with { $0.name = String(repeating: "x", count: number * 80) }]
      }
    }
    var ends = [0]
    var bytes: [UInt8] = []
    for list in lists {
      bytes += try list.serializedBytes() as [UInt8]
      ends.append(bytes.count)
    }
    for cut in 0...bytes.count {
      let count = WholeFields.count(in: Array(bytes[..<cut]))
      #expect(count == ends.last { $0 <= cut }, "cut at \(cut)")
      let whole = try EventLines(serializedBytes: Array(bytes[..<count]))
      #expect(whole.lines == lists.flatMap(\.lines).prefix(whole.lines.count).map(\.self))
    }
  }

  @Test(
    "what is no list is left as it is",
    arguments: [
      Array("{\"lines\":[]}".utf8), [8, 1, 10, 0], [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x0a, 2, 1],
    ] as [[UInt8]])
  func noList(bytes: [UInt8]) { #expect(WholeFields.count(in: bytes) == 0) }
}
