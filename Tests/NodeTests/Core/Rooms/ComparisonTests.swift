import Feature
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// The work by which a node compares its rooms with all peers each minute: a part in each turn.
@Suite struct ComparisonTests {
  /// Counts what one node sends in each of its turns to compare rooms.
  private final class Comparisons: Checker {
    /// The most frames in one turn.
    private(set) var mostFrames = 0
    /// The most rooms in one turn.
    private(set) var mostRooms = 0
    /// All frames with a digest over all rooms.
    private(set) var begun = 0
    private(set) var rooms = 0

    func turned(
      _ number: Int, _ inputs: [Input], _ outputs: [Output], in network: VirtualNetwork
    ) throws {
      guard number == 0 else { return }
      var frames: [RoomsDigest] = []
      for case .send(_, let bytes) in outputs {
        guard case .roomsDigest(let digest)? = try Coding.decode(Frame.self, from: bytes).body
        else { continue }
        frames.append(digest)
      }
      mostFrames = max(mostFrames, frames.count)
      mostRooms = max(mostRooms, frames.reduce(0) { $0 + $1.rooms.count })
      begun += frames.count { !$0.digest.isEmpty }
      rooms += frames.reduce(0) { $0 + $1.rooms.count }
    }
  }

  @Test("42.h: each minute rooms are compared on one link in a turn") func links() throws {
    let world = try RoomWorld(["Ada"] + (1...6).map { "P\($0)" })
    for number in 1...6 { try world.pair(0, number) }
    world.network.run(milliseconds: Limits.digestMilliseconds)
    let comparisons = Comparisons()
    world.network.checkers = [comparisons]
    world.network.run(milliseconds: Limits.digestMilliseconds)
    #expect(comparisons.begun == 6 && comparisons.mostFrames == 1)
  }

  /// A home with so many rooms that are shared with Bob, started again.
  private func home(rooms: Int) throws -> (world: RoomWorld, last: String) {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    var last = ""
    for number in 0..<rooms {
      last = try world.call(0, Methods.Rooms.make) {
        $0.name = "Room \(number)"
        $0.people = ["Bob"]
        $0.sameName = true
      }.id
    }
    world.network.run(milliseconds: Limits.digestMilliseconds)
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    world.network.run(milliseconds: Limits.digestMilliseconds)
    return (world, last)
  }

  @Test("42.h: of many rooms that differ, digests are sent in parts, and all of them in the end")
  func differing() throws {
    let (world, last) = try home(rooms: 150)
    world.network.partition(0, 1)
    world.network.run(milliseconds: 2_000)
    try world.say(0, "news", in: last)
    let comparisons = Comparisons()
    world.network.checkers = [comparisons]
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: Limits.digestMilliseconds + 1_000)
    #expect(comparisons.rooms >= 150 && comparisons.mostRooms <= Limits.digestsPerFrame)
    #expect(try world.texts(1, in: last) == ["news"])
  }
}
