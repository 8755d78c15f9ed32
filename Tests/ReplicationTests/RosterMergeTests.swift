import Identifiers
import Replication
import Schema
import TestKit
import Testing
import Wire

/// Rosters are the same whatever the order in which their statements came.
@Suite struct RosterMergeTests {
  static let seeds: Range<UInt64> = 1..<81

  private func played(_ seed: UInt64) throws -> RosterStage {
    var stage = try RosterStage(seed: seed)
    try stage.play()
    return stage
  }

  /// Takes statements in pieces, those that came too early again with each piece.
  private func roster(
    of statements: [SignedStatement], _ stage: RosterStage, _ random: inout SeededGenerator
  ) -> (Roster, isFalse: [SignedStatement]) {
    var roster = Roster(room: stage.room)
    var (waiting, rest, isFalse) = ([SignedStatement](), statements[...], [SignedStatement]())
    while !rest.isEmpty || !waiting.isEmpty {
      let piece = Array(rest.prefix(1 + random.below(6)))
      rest = rest.dropFirst(piece.count)
      let taken = roster.take(waiting + piece, bases: stage.bases)
      #expect(taken.falseBases.isEmpty)
      isFalse += taken.isFalse
      if rest.isEmpty, taken.early.count == waiting.count + piece.count { break }
      waiting = taken.early
    }
    return (roster, isFalse)
  }

  private func expectSame(_ roster: Roster, _ other: Roster, _ stage: RosterStage, _ seed: UInt64) {
    #expect(roster.hash == other.hash, "seed \(seed)")
    for person in stage.people {
      #expect(roster.standing(of: person) == other.standing(of: person), "seed \(seed)")
    }
  }

  @Test("any order gives what the specification says, and nothing forged is in it")
  func anyOrder() throws {
    for seed in Self.seeds {
      let stage = try played(seed)
      let oracle = RosterOracle(stage.genuine, stage.bases)
      var random = SeededGenerator(seed: seed &* 31)
      let statements = (stage.genuine.map(\.statement) + stage.forged).shuffled(using: &random)
      let (roster, isFalse) = roster(of: statements, stage, &random)
      #expect(isFalse.allSatisfy(stage.forged.contains), "seed \(seed)")
      // Somebody may forge what somebody else says as well: what tells them apart is the signature.
      let messages = stage.forged.map(\.message)
      #expect(roster.statements.allSatisfy { !messages.contains($0.message) }, "seed \(seed)")
      expectSame(roster, stage.whole, stage, seed)
      #expect(roster.owner.data == oracle.owner, "seed \(seed)")
      #expect(
        Set(roster.people) == Set(stage.people.filter(oracle.hasPart)), "seed \(seed): people")
      for person in stage.people {
        #expect(roster.isMember(person) == oracle.isMember(person), "seed \(seed): members")
        for incarnation in 0..<4 as Range<UInt64> {
          for sequence in 1..<12 as Range<UInt64> {
            let log = LogKey(author: person, incarnation: incarnation)
            #expect(
              roster.counts(log, sequence) == oracle.counts(person, incarnation, sequence),
              "seed \(seed): \(incarnation), \(sequence)")
          }
        }
      }
    }
  }

  @Test("merging is commutative, associative and idempotent")
  func laws() throws {
    for seed in Self.seeds {
      let stage = try played(seed)
      var random = SeededGenerator(seed: seed &* 37)
      let parts = (0..<3).map { _ -> Roster in
        var roster = Roster(room: stage.room)
        let statements = stage.genuine.map(\.statement).filter { _ in random.below(3) > 0 }
        _ = roster.take(statements, bases: stage.bases)
        return roster
      }
      func merged(_ left: Roster, _ right: Roster) -> Roster {
        var left = left
        let taken = left.merge(right)
        #expect(taken.isFalse.isEmpty && taken.falseBases.isEmpty, "seed \(seed)")
        return left
      }
      let (one, two, three) = (parts[0], parts[1], parts[2])
      expectSame(merged(one, two), merged(two, one), stage, seed)
      expectSame(merged(one, one), one, stage, seed)
      expectSame(merged(merged(one, two), one), merged(one, two), stage, seed)
      expectSame(merged(merged(one, two), three), merged(one, merged(two, three)), stage, seed)
    }
  }
}
