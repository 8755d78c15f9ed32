import Identifiers
import Schema
import Testing

@testable import Node
@testable import Store

/// The cost of what is said in rooms with few logs and with many.
@Suite struct ManyLogsTests {
  /// SQLite's steps at Ada's node for a message of hers and one of Bob's, in a room with so many logs of Bob.
  private func steps(logs: Int) throws -> [String: Int] {
    let world = try RoomWorld(["Ada", "Bob", "Carl"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "picnic", ["Bob", "Carl"]).id
    for name in 0..<3 { try world.say(name, "hello", in: room) }
    let id = try #require(RoomID(Base32.decode(room) ?? []))
    for number in 0..<logs {
      var pen = try Pen(of: 1, in: id, world, later: UInt64(number) + 1)
      try pen.write([])
      try world.send(pen.batch(of: 0..<1), from: 1, to: 0)
    }
    world.network.run(milliseconds: 65_000)
    #expect(try world.room(2, room).entries == world.room(0, room).entries)
    // What waits for Carl is counted in every view of the room.
    for other in 0..<2 { world.network.partition(other, 2) }
    world.network.run(milliseconds: 5_000)
    let connections = world.network.nodes[0].store.connections
    var found: [String: Int] = [:]
    for (who, name) in [(0, "Ada"), (1, "Bob")] {
      // The least of some: now and then a turn also does what waits.
      found[name] = try (0..<4).map { number in
        world.network.run(milliseconds: 2_000)
        _ = connections.write { $0.stepsTaken() }
        try world.say(who, "\(name) \(number)", in: room)
        return connections.write { $0.stepsTaken() }
      }.min()
    }
    #expect(try world.texts(0, in: room).last == "Bob 3")
    #expect(try world.room(0, room).waiting.contains("Carl"))
    return found
  }

  @Test("P-25: what is said in a room costs the same however many logs it has")
  func constantCost() throws {
    let (few, many) = (try steps(logs: 4), try steps(logs: 200))
    for (what, steps) in few {
      #expect(Double(many[what] ?? .max) < 1.3 * Double(steps), "\(what): \(steps), \(many)")
    }
  }
}
