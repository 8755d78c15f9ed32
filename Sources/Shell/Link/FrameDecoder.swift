import NIOCore

/// Cuts a byte stream into frames: a 4-byte big-endian length, then that many bytes (specification section 2).
///
/// A length is judged before any byte behind it is kept, and memory grows only by bytes that came.
package struct FrameDecoder: NIOSingleStepByteToMessageDecoder {
  package typealias InboundOut = [UInt8]

  /// Bytes of the length before each frame.
  package static let lengthSize = 4

  /// Longest frame in bytes accepted from now on; also judges a frame whose length is already here.
  package var limit: Int

  /// Takes frames up to a size in bytes.
  package init(limit: Int) { self.limit = limit }

  /// Takes the next whole frame out of `buffer`; nil when more bytes are needed.
  ///
  /// Throws `FrameProblem`; the stream has no meaning after that.
  package mutating func decode(buffer: inout ByteBuffer) throws -> [UInt8]? {
    guard let declared = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self) else {
      return nil
    }
    guard declared > 0 else { throw FrameProblem.empty }
    guard declared <= limit else { throw FrameProblem.tooLong(declared: declared, limit: limit) }
    let length = Int(declared)
    guard buffer.readableBytes >= Self.lengthSize + length else { return nil }
    buffer.moveReaderIndex(forwardBy: Self.lengthSize)
    return buffer.readBytes(length: length)
  }

  package mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> [UInt8]? {
    try decode(buffer: &buffer)
  }
}

/// A length that no honest peer sends.
package enum FrameProblem: Error, Equatable, CustomStringConvertible {
  case empty
  case tooLong(declared: UInt32, limit: Int)

  package var description: String {
    switch self {
    case .empty: "the other side sent an empty frame"
    case .tooLong(let declared, let limit):
      "the other side sent a frame of \(declared) bytes where \(limit) are allowed"
    }
  }
}

extension ByteBuffer {
  /// Appends one frame and its length.
  package mutating func writeFrame(_ frame: [UInt8]) {
    reserveCapacity(minimumWritableBytes: FrameDecoder.lengthSize + frame.count)
    writeInteger(UInt32(truncatingIfNeeded: frame.count))
    writeBytes(frame)
  }
}
