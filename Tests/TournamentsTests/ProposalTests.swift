import Schema
import TestKit
import Testing

@testable import Tournaments

/// Meetings after groups, whatever their number (rows T-13 to T-15).
@Suite struct ProposalTests {
  /// The round in which two slots meet, by playing the bracket: in each round half of the places are left.
  private func meeting(_ one: Int, _ other: Int, size: Int) -> Int {
    var places = Array(0..<size)
    var round = 0
    var (one, other) = (one, other)
    while places.count > 1 {
      round += 1
      if one / 2 == other / 2 { return round }
      (one, other) = (one / 2, other / 2)
      places = Array(0..<places.count / 2)
    }
    return round
  }

  @Test(
    "43 T-13: group mates meet as late as can be, for 2 to 16 groups and 1 to 4 of each",
    arguments: 2...16, 1...4)
  func mates(groups: Int, qualifiers: Int) throws {
    let slots = KnockoutProposal.slots(groups: groups, qualifiers: qualifiers)
    let size = KnockoutProposal.powerOfTwo(groups * qualifiers)
    #expect(slots.count == size)
    #expect(
      KnockoutProposal.problems(
        slots, name: { "\($0)" }, groups: Array(repeating: qualifiers, count: groups)
      ).isEmpty)
    var places: [Int: [Int: Int]] = [:]
    for (number, slot) in slots.enumerated() {
      guard case .place(let group, let rank) = slot else {
        #expect(slot == .bye)
        continue
      }
      #expect(places[group]?[rank] == nil)
      places[group, default: [:]][rank] = number
    }
    #expect(places.count == groups && places.values.allSatisfy { $0.count == qualifiers })
    // The final is round n. Two can be in different halves, and of three or four some have to share one.
    let final = size.trailingZeroBitCount
    let best = qualifiers <= 2 ? final : final - 1
    for (group, ranks) in places {
      let all = ranks.keys.sorted()
      for (index, one) in all.enumerated() {
        for other in all[(index + 1)...] {
          let round = meeting(ranks[one] ?? 0, ranks[other] ?? 0, size: size)
          #expect(
            round >= best,
            "\(groups) groups, \(qualifiers): \(group) \(one + 1) and \(other + 1) in round \(round)"
          )
        }
      }
    }
    // Byes are those of winners before all others.
    let byes = stride(from: 0, to: size, by: 2).compactMap { place -> Int? in
      switch (slots[place], slots[place + 1]) {
      case (.place(_, let rank), .bye), (.bye, .place(_, let rank)): rank
      default: nil
      }
    }
    if qualifiers != 2, byes.count <= groups { #expect(byes.allSatisfy { $0 == 0 }) }
  }

  private func six() -> Competition {
    var competition = Competition()
    competition.entrants = EngineTests.entrants(24)
    competition.groups = (0..<6).map { group in (0..<4).map { group * 4 + $0 } }
    competition.slots = KnockoutProposal.slots(groups: 6, qualifiers: 2)
    var next = 0
    for place in competition.slots.indices where competition.slots[place] == .bye {
      competition.slots[place] = .best(rank: 2, place: next)
      next += 1
    }
    return competition
  }

  @Test(
    "43 T-13: the best thirds of six groups play on, by points, difference and scores",
    arguments: 0..<30)
  func thirds(seed: UInt64) throws {
    let competition = EngineTests.played(six(), seed: seed, ties: true)
    #expect(competition.slots.count == 16 && competition.slots.allSatisfy { $0 != .bye })
    let course = Course(competition)
    guard course.isComplete.allSatisfy({ $0 }) else { return }
    // The thirds a second time: counted from the matches of the groups.
    let thirds = course.standings.compactMap { $0[2].isTied || $0[1].isTied ? nil : $0[2].entrant }
    guard thirds.count == 6 else { return }
    let keys = Dictionary(
      uniqueKeysWithValues: thirds.map { entrant -> (Int, [Int64]) in
        var key: [Int64] = [0, 0, 0]
        for match in course.matches {
          guard let score = match.ending?.total else { continue }
          let own =
            match.home.number == entrant
            ? score : match.away.number == entrant ? score.turned : nil
          guard let own else { continue }
          key[0] += own.home > own.away ? 3_000 : own.home == own.away ? 1_000 : 0
          key[1] += own.home - own.away
          key[2] += own.home
        }
        return (entrant, key)
      })
    let order = thirds.sorted {
      (keys[$1] ?? []).lexicographicallyPrecedes(keys[$0] ?? [])
    }
    guard Set(keys.values).count == 6 else { return }
    let sides = course.rounds[0].matches.flatMap { [$0.home.number, $0.away.number] }
    for (slot, side) in zip(competition.slots, sides) {
      guard case .best(_, let place) = slot else { continue }
      #expect(side == order[place])
    }
    #expect(Set(sides.compactMap { $0 }).count == 16)
  }

  @Test("43 T-13: 3rd1 is understood, named and refused where it cannot be")
  func names() {
    #expect(TournamentState.place("3rd1") == .best(rank: 2, place: 0))
    #expect(TournamentState.place("2nd12") == .best(rank: 1, place: 11))
    #expect(TournamentState.place("A3") == .place(group: 0, rank: 2))
    for text in ["3rd", "3th1", "3rd0", "3rd51", "0th1", "rd1", "3rd1x"] {
      #expect(TournamentState.place(text) == nil, "\(text)")
    }
    let competition = six()
    for slot in competition.slots {
      #expect(TournamentState.place(Course.name(slot, competition)) == slot)
    }
    func problems(_ slots: [Competition.Slot]) -> [String] {
      KnockoutProposal.problems(
        slots, name: { Course.name($0, competition) }, groups: [4, 4, 2, 4])
    }
    let third = Competition.Slot.best(rank: 2, place: 2)
    #expect(problems([.place(group: 0, rank: 0), third]).isEmpty)
    #expect(
      problems([.place(group: 0, rank: 0), .best(rank: 2, place: 3)])
        == ["There is no 3rd4: 3 groups have such a place."])
    #expect(
      problems([.place(group: 0, rank: 2), third]).first?.contains("may be the same") == true)
    #expect(problems([third, third]).first?.contains("twice") == true)
  }
}
