import Chat
import Events
import Feature
import Features
import Files
import Node
import PollKit
import TestKit
import Testing
import War

@Suite struct SimulatedRoomsTests {
  /// Enough for everything to happen; `scripts/simulate --rooms` runs more.
  static let seeds: Range<UInt64> = 1..<25
  /// The seeds of worlds in which people only play duels.
  static let seedsOfDuels = seeds.prefix(16)

  @Test func aSeedRunsAgainExactly() throws {
    let traces = try (0..<2).map { _ in
      var lines: [String] = []
      let world = SimulatedRooms(seed: 11)
      world.trace = { lines.append($0) }
      _ = try world.run()
      return lines
    }
    #expect(traces[0] == traces[1])
    #expect(!traces[0].isEmpty)
  }

  @Test("a feature that only tests have is played in the worlds as those of the program are")
  func ofAnotherFeature() throws {
    var tally = RoomTally()
    for seed in Self.seeds.prefix(6) {
      let world = SimulatedRooms(
        seed: seed, registry: Registry(beside: [.chat, .files, .events, .poll, .war]),
        acts: SimulatedRooms.parlorActs + [PollActs.self])
      tally.add(try world.run())
    }
    #expect(PollActs.counts.allSatisfy { tally.acts[$0] ?? 0 > 20 }, "\(tally.text)")
  }

  @Test("V-06, V-38, V-40: duels end opened and no card is lost, while nodes end and links break")
  func duels() throws {
    var tally = RoomTally()
    for seed in Self.seedsOfDuels {
      tally.add(try SimulatedRooms(seed: seed, acts: SimulatedRooms.duelActs).run())
    }
    // Nothing but duels is played there, so each of their counts is seen. A game after the first takes one that was conceded.
    let rare: Set<String> = ["games of duels begun"]
    let unseen = tally.acts.filter { $0.value == 0 }.keys
    #expect(rare.isSuperset(of: unseen), "\(tally.text)")
    for count in ["duels opened", "cards drawn", "duels whose hands were seen at their end"] {
      #expect(tally.acts[count] ?? 0 > 5, "\(tally.text)")
    }
  }

  @Test("42.c: nobody loses a card, or is shown as a cheat, by what another one settles again")
  func settledAgain() throws {
    var tally = RoomTally()
    for seed in Self.seeds.prefix(8) {
      tally.add(try SimulatedRooms(seed: seed, acts: SimulatedRooms.lyingCardActs).run())
    }
    #expect(tally.acts["trades settled again"] ?? 0 > 5, "\(tally.text)")
  }

  @Test(
    "47: rooms with rosters keep the same promises, while owners name heirs and heirs take over")
  func rosters() throws {
    var tally = RoomTally()
    for seed in Self.seeds.prefix(12) {
      tally.add(try SimulatedRooms(seed: seed, hasRosters: true).run())
    }
    for count in ["heirs named", "rooms taken over by heirs"] {
      #expect(tally.acts[count] ?? 0 > 1, "\(tally.text)")
    }
    #expect(tally.added > 3 && tally.removed > 3 && tally.handedOver > 3, "\(tally.text)")
  }

  @Test("52.2: nobody is trusted as somebody else by what a friend says")
  func introduced() throws {
    var tally = RoomTally()
    for seed in Self.seeds.prefix(8) {
      let world = SimulatedRooms(seed: seed, nodes: 5, acts: SimulatedRooms.lyingFriendActs)
      tally.add(try world.run())
    }
    for count in ["people introduced with the node of another", "introductions believed"] {
      #expect(tally.acts[count] ?? 0 > 5, "\(tally.text)")
    }
  }

  @Test("P-25: a former owner reaches for a room of which its node has sent nothing on that link")
  func reachesFirst() throws {
    let world = SimulatedRooms(seed: 733, acts: SimulatedRooms.cardActs)
    #expect(try world.run().usurped > 0)
  }

  @Test(
    "P-25: a former owner to whom the room was given back may own it, whatever it signed before")
  func givenBack() throws {
    let world = SimulatedRooms(seed: 879, acts: SimulatedRooms.cardActs)
    #expect(try world.run().usurped > 0)
  }

  @Test func allWhoShareARoomSeeTheSameInTheEnd() async throws {
    let tally = try await withThrowingTaskGroup(of: RoomTally.self) { group in
      for lane in 0..<4 {
        group.addTask {
          var tally = RoomTally()
          for seed in Self.seeds where Int(seed) % 4 == lane {
            tally.add(try SimulatedRooms(seed: seed).run())
          }
          return tally
        }
      }
      return try await group.reduce(into: RoomTally()) { $0.add($1) }
    }
    #expect(tally.worlds == Self.seeds.count)
    // A few seeds need not see what is rare, such as who stops watching; a run of `scripts/simulate` must.
    #expect(tally.missing.count <= 12, "\(tally.text)")
    #expect(tally.forks > 0 && tally.incarnations > 0 && tally.agreements > 100)
  }
}
