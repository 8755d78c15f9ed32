import DuelSchema
import TestKit
import Testing

@testable import Duel

@Suite struct DuelPropertyTests {
  @Test("After every step each card of a list is in one place", arguments: 0..<8)
  func conservation(block: UInt64) throws {
    for seed in block * 25..<block * 25 + DuelRuns.part(of: 25) {
      var duel = try RandomDuel(seed: seed)
      duel.run(80)
      #expect(duel.faults.isEmpty, "seed \(seed): \(duel.faults.first ?? "")")
      #expect(duel.people.refused.isEmpty, "seed \(seed): \(duel.people.refused)")
    }
  }

  @Test(
    "V-21: Every order of two logs in which each step follows what it cites gives one state",
    arguments: 0..<8)
  func interleavings(block: UInt64) throws {
    for seed in block * 20..<block * 20 + DuelRuns.part(of: 20) {
      var duel = try RandomDuel(seed: seed, games: 3, isLate: true)
      duel.run(120)
      #expect(duel.people.refused.isEmpty, "seed \(seed): \(duel.people.refused)")
      let isSame = duel.people.views[0] == duel.people.views[1]
      #expect(isSame, "seed \(seed)")
      try sameInEveryOrder(duel.people, seed, duel.people.views[0])
    }
  }

  private func sameInEveryOrder(_ people: TwoPeople, _ seed: UInt64, _ first: Duel) throws {
    let list = try TwoPeople.list(12, side: 2)
    let (start, _) = try TwoPeople.start(seed: seed, games: 3, lists: [list, list])
    var random = SeededGenerator(seed: seed)
    var orders = [people.order { true }, people.order { false }]
    for _ in 0..<3 { orders.append(people.order { random.next() % 2 == 0 }) }
    for order in orders {
      var match = start
      for entry in order {
        for step in entry.steps { _ = match.apply(step, by: entry.seat, at: entry.place) }
      }
      let isSame = match == first
      #expect(isSame, "seed \(seed)")
    }
  }

  @Test("What others see does not depend on hidden cards", arguments: 0..<4)
  func hiding(block: UInt64) throws {
    for seed in block * 10..<block * 10 + DuelRuns.part(of: 10) {
      var seen: [[DuelPocket]] = []
      var handles: [[DuelOrigin]] = []
      var objects: [DuelTable] = []
      for prefix in ["Card", "Dream"] {
        let list = try TwoPeople.list(10, prefix: prefix)
        var people = try TwoPeople(seed: seed, lists: [list, try TwoPeople.list(10)])
        people.begin()
        people.playHidden(seed)
        seen.append(people.views[1].logs.map(\.pocket))
        handles.append(people.views[1][1].handles)
        objects.append(people.views[1].table(of: 1))
      }
      #expect(seen[0] == seen[1], "seed \(seed)")
      #expect(handles[0] == handles[1], "seed \(seed)")
      #expect(objects[0] == objects[1], "seed \(seed)")
      #expect(objects[0].objects.values.contains { $0.isDown })
    }
  }
}

extension TwoPeople {
  /// Plays steps of the host that show no card, the same for every list.
  mutating func playHidden(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    act(1) { $0.draw(5, in: $1) }
    act(1) { $0.draw(2, to: .look, in: $1) }
    let places: [DuelStep.Place.End] = [.top, .bottom]
    for _ in 0..<2 {
      let end = random.pick(places)
      act(1) { own, match in own.cards.looked.first.flatMap { own.put($0, at: end, in: match) } }
    }
    let number = random.below(5)
    act(1) { own, match in own.play(own.cards.hand[number], faceDown: true, in: match) }
    act(1) { own, match in own.shuffle(hand: [own.cards.hand[1]], in: match) }
    act(1) { $0.draw(2, to: .down, in: $1) }
    act(1) { own, match in own.sealHand(own.cards.hand.reversed(), in: match) }
  }
}
