import NIOCore
import NIOTestUtils
import TestKit
import Testing

@testable import Link

struct FrameDecoderTests {
  @Test func framesHoweverTheyAreCut() throws {
    let frames: [[UInt8]] = [[7], Array(repeating: 1, count: 300), Array(0...255)]
    try ByteToMessageDecoderVerifier.verifyDecoder(
      inputOutputPairs: frames.map { (Self.wire($0), [$0]) }
    ) { FrameDecoder(limit: 1 << 20) }
  }

  @Test func oneByteAtATime() throws {
    var decoder = FrameDecoder(limit: 8)
    var buffer = ByteBuffer()
    let wire = Array(Self.wire([1, 2, 3]).readableBytesView)
    for byte in wire.dropLast() {
      buffer.writeInteger(byte)
      #expect(try decoder.decode(buffer: &buffer) == nil)
    }
    buffer.writeInteger(wire[wire.count - 1])
    #expect(try decoder.decode(buffer: &buffer) == [1, 2, 3])
    #expect(buffer.readableBytes == 0)
  }

  @Test(arguments: [UInt32(9), 0x7fff_ffff, 0x8000_0000, 0xffff_ffff])
  func aLengthIsRefusedBeforeItsBytesCome(length: UInt32) {
    var decoder = FrameDecoder(limit: 8)
    var buffer = ByteBuffer(integer: length)
    #expect(throws: FrameProblem.tooLong(declared: length, limit: 8)) {
      try decoder.decode(buffer: &buffer)
    }
  }

  @Test func anEmptyFrameIsRefused() {
    var decoder = FrameDecoder(limit: 8)
    var buffer = ByteBuffer(integer: UInt32(0))
    #expect(throws: FrameProblem.empty) { try decoder.decode(buffer: &buffer) }
  }

  @Test func aRaisedLimitHoldsForALengthThatIsAlreadyHere() throws {
    var decoder = FrameDecoder(limit: 4)
    var buffer = Self.wire([1])
    buffer.writeFrame([1, 2, 3, 4, 5])
    #expect(try decoder.decode(buffer: &buffer) == [1])
    decoder.limit = 5
    #expect(try decoder.decode(buffer: &buffer) == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func randomFramesInRandomPieces(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let frames = (0..<200).map { _ in
      (0..<Int.random(in: 1...700, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    }
    var wire = ByteBuffer()
    for frame in frames { wire.writeFrame(frame) }
    var decoder = FrameDecoder(limit: 700)
    var buffer = ByteBuffer()
    var decoded: [[UInt8]] = []
    while wire.readableBytes > 0 {
      let length = Int.random(in: 1...min(1500, wire.readableBytes), using: &random)
      if var piece = wire.readSlice(length: length) { buffer.writeBuffer(&piece) }
      while let frame = try decoder.decode(buffer: &buffer) { decoded.append(frame) }
    }
    #expect(decoded == frames, "seed \(seed)")
  }

  private static func wire(_ frame: [UInt8]) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeFrame(frame)
    return buffer
  }
}
