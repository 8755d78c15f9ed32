import Foundation
import Identifiers
import Replication
import Schema
import Testing
import Wire

/// Batches fit into a frame, whatever the entries are.
@Suite struct BatchBuilderTests {
  /// Two logs that take turns, as at a table: every entry is a slice of its own.
  @Test(arguments: [0, 1, 16], [0, 40, 300])
  func aFullBatchFitsIntoAFrame(levels: Int, payload: Int) throws {
    let keys = try [1, 2].map { try SigningKey(secret: [UInt8](repeating: $0, count: 32)) }
    let room = RoomID(table: keys[0].author, nonce: Data(repeating: 1, count: 16))
    var builder = BatchBuilder(position: 0, peerNext: [:], limit: Limits.batchStranger)
    var position: Int64 = 0
    repeat {
      position += 1
      let log = LogKey(author: keys[Int(position % 2)].author, incarnation: .max)
      let entry = VerifiedEntry(
        place: LogPlace(room: room, log: log, sequence: UInt64((position + 1) / 2)),
        hash: .zero, order: 1, header: Data(repeating: 0, count: payload),
        payload: Data(repeating: 0, count: payload), payloadHash: .zero, dependencies: [],
        wallMilliseconds: 0, signature: Data(repeating: 0, count: 64 + 33 * levels))
      guard builder.add(entry, at: position) else { break }
    } while position < 10_000
    #expect(builder.slices.count > 10)
    let frame = Frame.with { frame in
      frame.batch.room = room.data
      frame.batch.number = .max
      frame.batch.acknowledged = .max
      frame.batch.slices = builder.slices
    }
    #expect(try Coding.encode(frame).count <= Limits.frameStranger)
  }
}
