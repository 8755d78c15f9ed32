import ChatSchema
import Schema
import TestKit
import Testing

@testable import Node

/// Messages that are written while a link is made must not leave its two ends with different ideas of each other's logs.
@Suite struct LevelTests {
  /// Ada and Berta meet again while somebody says something after so many steps; then Cleo, who was linked to both, goes.
  ///
  /// - Returns: what Ada and Berta read in the lobby and in their room.
  private func meetAgain(seed: UInt64, steps: Int, speaker: Int) throws -> [Int] {
    let world = try RoomWorld(["Ada", "Berta", "Cleo"], seed: seed)
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let club = try world.make(0, "club", ["Berta"]).id
    try world.say(2, "before")
    world.network.partition(0, 1)
    world.network.run(milliseconds: 2_000)
    world.network.heal(0, 1)
    world.network.redial(0, 1)
    for _ in 0..<steps { world.network.step() }
    _ = try world.network.call(speaker, Methods.Chat.post) {
      $0.room = "lobby"
      $0.text = "meanwhile"
    }.get()
    world.network.settle()
    world.network.partition(0, 2)
    world.network.partition(1, 2)
    world.network.settle()
    try #require(world.network.isLinked(0, 1))
    for room in ["lobby", club] {
      for number in 0...1 { try world.say(number, "after", in: room) }
    }
    world.network.run(milliseconds: 2_000)
    return try ["lobby", club].flatMap { room in
      try [0, 1].map { try world.texts($0, in: room).count }
    }
  }

  @Test(
    "two nodes that become level while somebody speaks send each other what comes next, at once",
    arguments: 0...2)
  func level(speaker: Int) throws {
    for seed in UInt64(1)...2 {
      for steps in 0..<12 {
        let read = try meetAgain(seed: seed, steps: steps, speaker: speaker)
        #expect(read == [4, 4, 2, 2], "seed \(seed), \(steps) steps")
      }
    }
  }
}
