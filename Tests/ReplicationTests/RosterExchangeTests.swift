import FoundationEssentials
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import Wire

/// Two nodes that compare their rosters end with what both had, whatever happens on the way.
@Suite struct RosterExchangeTests {
  /// The statements of both, by plain merges, until nothing is new.
  private func merged(_ left: Roster, _ right: Roster) -> (Roster, Roster) {
    var (left, right) = (left, right)
    for _ in 0..<4 {
      left.merge(right)
      right.merge(left)
    }
    return (left, right)
  }

  private func expectSame(_ found: Roster, _ expected: Roster, _ seed: UInt64) {
    #expect(
      found.statements.map(\.hash).sorted() == expected.statements.map(\.hash).sorted(),
      "seed \(seed): other statements")
    #expect(found.hash == expected.hash, "seed \(seed): another hash")
    #expect(found.chain.map(\.hash) == expected.chain.map(\.hash), "seed \(seed): other terms")
    #expect(found.bases == expected.bases, "seed \(seed): other standings")
    #expect(Set(found.people) == Set(expected.people), "seed \(seed): other people")
  }

  /// Compares two rosters over a link with faults, and then without any.
  private func exchange(
    _ left: Roster, _ right: Roster, accounts: [Set<Author>] = [[], []], seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &* 41)
    var link = RosterLink(
      left, right, accounts: accounts, seed: seed, mostWhole: random.pick([0, 8, 256]),
      frame: random.pick([700, 2_000, 40_000]))
    if random.below(4) > 0 { try link.disturb(steps: 20 + random.below(60)) }
    try link.settle()
    let expected = merged(left, right)
    #expect(!link.isFalse, "seed \(seed): somebody honest seems to lie")
    expectSame(link.rosters.left, expected.0, seed)
    expectSame(link.rosters.right, expected.1, seed)
  }

  @Test("of rosters that lack random statements, over a link that loses, doubles and mixes")
  func parts() throws {
    for seed in 1..<71 as Range<UInt64> {
      var stage = try RosterStage(seed: seed)
      try stage.play()
      var random = SeededGenerator(seed: seed &* 43)
      let parts = (0..<2).map { _ -> Roster in
        var roster = Roster(room: stage.room)
        let most = random.below(5)
        let statements = stage.genuine.map(\.statement).filter { _ in random.below(5) <= most }
        _ = roster.take(statements, bases: stage.bases)
        return roster
      }
      guard !parts.allSatisfy(\.chain.isEmpty) else { continue }
      try exchange(parts[0], parts[1], seed: seed)
    }
  }

  @Test("of people in worlds in which some lie and terms have rivals")
  func worlds() throws {
    var rivals = 0
    for seed in 41..<71 as Range<UInt64> {
      let world = try SimulatedRosters(seed: seed)
      _ = try world.run()
      var random = SeededGenerator(seed: seed &* 47)
      for _ in 0..<2 {
        let one = random.pick(world.rosters)
        var other = random.pick(world.rosters)
        rivals += one.roster.rivalTerms.count
        if random.below(2) == 0 {
          let statements = other.roster.statements.filter { _ in random.below(3) > 0 }
          let bases = other.roster.bases
          other.roster = Roster(room: other.roster.room, accounts: [other.person])
          _ = other.roster.take(statements, bases: bases)
        }
        try exchange(
          one.roster, other.roster, accounts: [[one.person], [other.person]], seed: seed)
      }
    }
    #expect(rivals > 2, "no terms had rivals")
  }

  @Test("of a newcomer and a member, with the standings in many frames")
  func newcomer() throws {
    var stage = try RosterStage(seed: 3)
    let crowd = try stage.crowd(300)
    _ = stage.whole.take(crowd)
    let next = stage.people[1]
    try stage.say(.member(stage.member(next, generation: 1)), by: [stage.keys[0]])
    let (term, base) = try stage.whole.nextTerm(owner: next, until: [])
    try stage.say(.term(term), by: [stage.keys[0], stage.keys[1]], base: base)
    try stage.say(.member(stage.member(stage.people[2], generation: 1)), by: [stage.keys[1]])
    var link = RosterLink(stage.whole, Roster(room: stage.room), frame: 2_000)
    try link.settle()
    expectSame(link.rosters.right, stage.whole, 3)
    #expect(link.rosters.right.people == stage.whole.people && link.largest < 2_000)
    // Parts that come late or twice are of no harm.
    for seed in 1..<9 as Range<UInt64> {
      try exchange(Roster(room: stage.room), stage.whole, seed: seed)
    }
  }

  @Test("of 5,000 people who differ in one statement, with less than 16 KiB")
  func oneOfMany() throws {
    let stage = try RosterStage(seed: 4)
    let crowd = try stage.crowd(5_000)
    var other = stage.whole
    _ = other.take(Array(crowd.dropLast()))
    var one = other
    _ = one.take(crowd.suffix(1))
    for (left, right) in [(one, other), (other, one)] {
      var link = RosterLink(left, right)
      try link.settle()
      #expect(link.rosters.left.hash == one.hash && link.rosters.right.hash == one.hash)
      #expect(link.bytes < 16 << 10, "\(link.bytes) bytes")
    }
  }

  @Test("of somebody who knows nobody, with frames that a stranger takes")
  func manyOfMany() throws {
    let stage = try RosterStage(seed: 4)
    var whole = stage.whole
    _ = whole.take(try stage.crowd(1_500))
    var link = RosterLink(whole, stage.whole)
    try link.settle()
    #expect(link.rosters.right.hash == whole.hash && link.largest <= Limits.frameStranger)
    #expect(link.bytes < 1_500 * 200 + (16 << 10), "\(link.bytes) bytes")
  }

  @Test("after a peer has sent garbage, of which nothing is taken")
  func garbage() throws {
    var refused = 0
    for seed in 1..<31 as Range<UInt64> {
      var stage = try RosterStage(seed: seed)
      try stage.play()
      var random = SeededGenerator(seed: seed &* 53)
      var part = Roster(room: stage.room)
      _ = part.take(
        stage.genuine.map(\.statement).filter { _ in random.below(3) > 0 }, bases: stage.bases)
      let genuine = Set(stage.genuine.map(\.statement.message))
      var sync = RosterSync(mostWhole: random.pick([0, 256]))
      var forge = RosterForge(seed: seed, victim: stage.whole, lies: stage.forged)
      for _ in 0..<40 {
        do {
          let reaction = try sync.receive(forge.message(), &part)
          forge.learn(reaction.answers)
        } catch is WireError {
          refused += 1
        }
      }
      #expect(part.statements.allSatisfy { genuine.contains($0.message) }, "seed \(seed)")
      try exchange(part, stage.whole, seed: seed)
    }
    #expect(refused > 50)
  }
}
