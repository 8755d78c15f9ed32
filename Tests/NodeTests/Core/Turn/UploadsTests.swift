import Feature
import Foundation
import Schema
import Testing

@testable import Node

/// Bytes that wait for a command (52.6).
@Suite struct UploadsTests {
  private static let size = 4 << 20

  private static func content(_ number: Int) -> Data {
    Data(repeating: UInt8(number), count: size)
  }

  @Test("52.6: bytes that a command has read, whatever came of it, never keep others out")
  func used() throws {
    var uploads = Uploads()
    for number in 1...100 {
      let kept = try uploads.keep(Self.content(number), at: Int64(number))
      #expect(uploads.use(kept.blob) == Self.content(number))
    }
  }

  @Test("bytes that wait for their command are kept, and more of them than fit are refused")
  func waiting() throws {
    var uploads = Uploads()
    let first = try uploads.keep(Self.content(0), at: 0)
    for number in 1..<(Uploads.limit / Self.size) {
      _ = try uploads.keep(Self.content(number), at: 1)
    }
    #expect(throws: Refused.self) { try uploads.keep(Self.content(99), at: 2) }
    #expect(uploads.use(first.blob) == Self.content(0))
    _ = try uploads.keep(Self.content(99), at: 3)
    #expect(uploads.use(first.blob) == nil, "it has made room")
    _ = try uploads.keep(Self.content(100), at: 1 + Uploads.milliseconds)
  }
}
