import Foundation
import Identifiers
import Schema
import Testing
import Wire

@Suite struct BytesTests {
  @Test func base32IsThatOfRFC4648() {
    let vectors = [
      "": "", "f": "my", "fo": "mzxq", "foo": "mzxw6", "foob": "mzxw6yq", "fooba": "mzxw6ytb",
      "foobar": "mzxw6ytboi",
    ]
    for (text, encoded) in vectors {
      #expect(Base32.encode(Array(text.utf8)) == encoded)
      #expect(Base32.decode(encoded) == Array(text.utf8))
    }
  }

  @Test("P-37: an incarnation that no store can hold is no log's")
  func incarnations() {
    func log(_ incarnation: UInt64) -> LogKey? {
      LogKey(
        .with {
          $0.author = Data(count: 32)
          $0.incarnation = incarnation
        })
    }
    let highest = UInt64(Int64.max)
    #expect(log(highest)?.incarnation == highest)
    #expect(log(highest + 1) == nil)
    #expect(log(.max) == nil)
  }

  @Test(arguments: ["A", "1", "my=", "m y", "mz", "é"]) func base32RefusesOtherText(_ text: String)
  {
    #expect(Base32.decode(text) == nil)
  }

  @Test func thirtyTwoBytesKeepTheirOrder() throws {
    let low = try #require(Bytes32([UInt8](repeating: 1, count: 31) + [2]))
    let high = try #require(Bytes32([2] + [UInt8](repeating: 0, count: 31)))
    #expect(low < high)
    #expect(low.bytes == [UInt8](repeating: 1, count: 31) + [2])
    #expect(Bytes32([UInt8](repeating: 0, count: 31)) == nil)
    #expect(Bytes32([UInt8](repeating: 0, count: 33)) == nil)
  }

  @Test func keyWordsAreFourOf256() throws {
    let key = try #require(Bytes32([0, 255, 1, 254] + [UInt8](repeating: 9, count: 28)))
    #expect(KeyWords.words(of: key) == "acid-willow-acorn-walnut")
  }

  @Test func deepNestingIsRefusedAndNotFollowed() throws {
    // A slice in a batch in a frame is far above the limit's depth when unknown groups nest below it.
    var bytes: [UInt8] = []
    for _ in 0..<10_000 { bytes.append(0x0b) }
    #expect(throws: WireError.self) { try Coding.decode(Frame.self, from: bytes) }
  }

  @Test func unknownFieldsSurviveARoundTrip() throws {
    let bytes: [UInt8] = [0xa2, 0x06, 3, 1, 2, 3]
    let payload = try Coding.decode(Payload.self, from: bytes)
    #expect(try Coding.encode(payload) == bytes)
  }
}
