import Schema
import Testing

@testable import Node
@testable import Store

/// The cost of a command in homes with few rooms and with many.
@Suite struct ManyRoomsTests {
  /// SQLite's steps for commands that concern one room, in a home with so many others.
  private func steps(rooms: Int) throws -> [String: Int] {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    for number in 0..<rooms {
      _ = try world.call(0, Methods.Rooms.make) {
        $0.name = "Room \(number)"
        $0.people = number % 2 == 0 ? ["Bob"] : []
        $0.sameName = true
      }
    }
    let room = try world.make(0, "picnic", ["Bob"]).id
    let connections = world.network.nodes[0].store.connections
    var found: [String: Int] = [:]
    func count(_ what: String, _ body: () throws -> Void) throws {
      // The least of some: now and then a turn also does what waits, such as bringing the index of words further.
      found[what] = try (0..<4).map { _ in
        _ = connections.write { $0.stepsTaken() }
        try body()
        return connections.write { $0.stepsTaken() }
      }.min()
    }
    for name in [room, String(room.prefix(20)), "Picnic", "lobby"] {
      try count("say \(name.count)") { try world.say(0, "hello", in: name) }
    }
    try count("invite") {
      try world.change(0, "picnic", "Bob", .remove)
      try world.change(0, "picnic", "Bob", .add)
    }
    var made = 0
    try count("make") {
      made += 1
      _ = try world.make(0, "attic \(made)")
    }
    return found
  }

  @Test("P-25: what is done in one room costs the same however many rooms there are")
  func constantCost() throws {
    let (few, many) = (try steps(rooms: 4), try steps(rooms: 200))
    for (what, steps) in few {
      #expect(Double(many[what] ?? .max) < 1.3 * Double(steps), "\(what): \(steps), \(many)")
    }
  }
}
