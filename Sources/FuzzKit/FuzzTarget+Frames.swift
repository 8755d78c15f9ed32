import Foundation
import Link
import NIOCore
import Schema

/// The stream of a link, cut into frames.
extension FuzzTarget {
  /// The frames that were cut from a stream, and the problem that ended it.
  private struct Cut: Equatable {
    var frames: [[UInt8]] = []
    var problem: FrameProblem?
    /// Bytes behind the last whole frame; none behind a problem.
    var waiting = 0
  }

  /// Two bytes choose the limit before and after the first frame, the next four the pieces; the rest is the stream.
  static func frames(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let limits = (limit(input.byte()), limit(input.byte()))
    let pieces = input.bytes(4).map { Int($0) + 1 }
    let stream = input.rest
    guard !pieces.isEmpty else { return }
    let wanted = counted(stream, limits)
    expect(decoded(stream, [max(1, stream.count)], limits) == wanted, "a stream gives other frames")
    expect(decoded(stream, pieces, limits) == wanted, "a stream in pieces gives other frames")
    var again = ByteBuffer()
    for frame in wanted.frames { again.writeFrame(frame) }
    let written = Array(again.readableBytesView)
    expect(written.elementsEqual(stream.prefix(written.count)), "frames are written otherwise")
  }

  private static func limit(_ choice: UInt8) -> Int { 1 << (Int(choice) % 13) }

  /// By the table of lengths alone.
  private static func counted(_ stream: ArraySlice<UInt8>, _ limits: (Int, Int)) -> Cut {
    var cut = Cut()
    var rest = stream
    while rest.count >= 4 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let limit = cut.frames.isEmpty ? limits.0 : limits.1
      if length == 0 { cut.problem = .empty }
      if length > limit { cut.problem = .tooLong(declared: UInt32(length), limit: limit) }
      if cut.problem != nil { return cut }
      guard rest.count >= 4 + length else { break }
      cut.frames.append(Array(rest.dropFirst(4).prefix(length)))
      rest = rest.dropFirst(4 + length)
    }
    cut.waiting = rest.count
    return cut
  }

  /// As a link does it: pieces are gathered, and what was read is let go.
  private static func decoded(
    _ stream: ArraySlice<UInt8>, _ pieces: [Int], _ limits: (Int, Int)
  ) -> Cut {
    var cut = Cut()
    var decoder = FrameDecoder(limit: limits.0)
    var gathered = ByteBuffer()
    var rest = stream
    var number = 0
    while !rest.isEmpty {
      let piece = rest.prefix(pieces[number % pieces.count])
      rest = rest.dropFirst(piece.count)
      number += 1
      gathered.discardReadBytes()
      gathered.writeBytes(piece)
      do {
        while let frame = try decoder.decode(buffer: &gathered) {
          cut.frames.append(frame)
          decoder.limit = limits.1
        }
      } catch {
        cut.problem = error as? FrameProblem
        expect(cut.problem != nil, "\(error)")
        return cut
      }
    }
    cut.waiting = gathered.readableBytes
    return cut
  }

  /// Streams of the frames of a conversation, with limits that let them through and some that do not.
  static func streams() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for (number, conversation) in try conversations().enumerated() where number % 5 == 0 {
      var input = FuzzBytes(conversation.dropFirst())
      var stream = ByteBuffer()
      while input.rest.count > 2, stream.readableBytes < 4_000 { stream.writeFrame(input.long()) }
      for limits: [UInt8] in [[12, 12], [4, 12], [12, 7]] {
        seeds.append(limits + [0, 3, 9, 200] + Array(stream.readableBytesView))
      }
    }
    return seeds
  }
}
