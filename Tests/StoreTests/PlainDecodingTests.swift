import Foundation
import Replication
import Schema
import Testing
import Wire

/// Decoding without the general decoder: it gives the same as that one.
@Suite struct PlainDecodingTests {
  private func payload(_ operations: [Schema.Operation]) throws -> Data {
    Data(try Coding.encode(Payload.with { $0.operations = operations }))
  }

  private func same(_ bytes: Data) {
    let general = try? Coding.decode(Payload.self, from: bytes).operations
    #expect((try? PlainDecoding.operations(bytes)) == general)
    // The same bytes in the middle of others.
    let part = (Data([1, 2]) + bytes + Data([3]))[2..<2 + bytes.count]
    #expect((try? PlainDecoding.operations(part)) == general)
  }

  private var put: Schema.Operation {
    .with {
      $0.put.nonce = Data(repeating: 3, count: 16)
      $0.put.kind = 300
      $0.put.parent = Data(repeating: 4, count: 16)
      $0.put.body = Data(repeating: 5, count: 200)
    }
  }

  @Test func payloadsOfEveryShapeAndWhatIsLeftOfThem() throws {
    let changes: Schema.Operation = .with {
      $0.put.record = Data(repeating: 6, count: 16)
      $0.put.body = Data([8, 1])
      $0.put.cleared = [1, 2]
    }
    let delete: Schema.Operation = .with { $0.delete.record = Data(repeating: 6, count: 16) }
    let empty: Schema.Operation = .with { $0.put = PutRecord() }
    for operations in [[], [put], [put, put], [put, delete], [changes], [empty], [.init(), put]] {
      let bytes = try payload(operations)
      same(bytes)
      #expect(try PlainDecoding.operations(bytes) == operations)
      for count in 0..<bytes.count { same(bytes.prefix(count)) }
    }
  }

  @Test func bytesThatAreSpelledOtherwise() throws {
    let bytes = [UInt8](try payload([put]))
    for index in bytes.indices.prefix(60) {
      for value in UInt8.min ... .max {
        var other = bytes
        other[index] = value
        same(Data(other))
      }
    }
    // Fields that come twice, out of their order, with a long number, and ones that nobody knows.
    let inner = [UInt8](try Coding.encode(put.put))
    for more: [UInt8] in [
      [10, 1, 9], [24, 1], [24, 0xff, 0xff, 0xff, 0xff, 0x7f], [0x7a, 1, 1], [18, 1, 1], [48, 1],
      [24] + [UInt8](repeating: 0x81, count: 9) + [2],
    ] {
      for body in [inner + more, more + inner] {
        let operation = [10] + Self.counted(body)
        same(Data([10] + Self.counted(operation)))
        same(Data([10] + Self.counted(operation + [0x7a, 1, 1])))
        same(Data([10] + Self.counted(operation) + [0x7a, 1, 1]))
        same(Data([10] + Self.counted(operation + operation)))
      }
    }
  }

  private static func counted(_ bytes: [UInt8]) -> [UInt8] {
    precondition(bytes.count < 1 << 14)
    return [UInt8(bytes.count & 0x7f) | 0x80, UInt8(bytes.count >> 7)] + bytes
  }

  @Test func headers() throws {
    let headers: [EntryHeader] = [
      EntryHeader(), .with { $0.payloadSize = 7 },
      .with {
        $0.wallMilliseconds = .max
        $0.payloadSize = 1
      },
      .with {
        $0.dependencies = [.with { $0.sequence = 3 }]
        $0.payloadSize = 1
      },
    ]
    for header in headers {
      let bytes = Data(try Coding.encode(header))
      #expect(try PlainDecoding.header(bytes) == header)
      for more: [UInt8] in [[16, 4], [24, 0xff], [0x7a, 1, 1], [0], [26, 1, 1]] {
        let general = try? Coding.decode(EntryHeader.self, from: bytes + more)
        #expect((try? PlainDecoding.header(bytes + more)) == general)
      }
    }
  }
}
