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

  // MARK: Thirds from some groups

  /// Six groups whose thirds from `through` are ahead of the others; in each group the earlier one wins.
  private func six(through: Set<Int>) -> Competition {
    var competition = six()
    competition.slots = BestThirds.six.compactMap { TournamentState.place($0) }
    competition.decide = { match, home, away in
      let isGroup = !match.hasPrefix("KO") && match != "3RD"
      // The third beats the fourth by more where it is to play on.
      let goals: Int64 =
        isGroup && through.contains(home / 4) && max(home, away) % 4 == 3 ? 5_000 : 1_000
      let isHome = home < away
      return Decision(
        state: .decided,
        ending: Ending(
          games: [Score(home: isHome ? goals : 0, away: isHome ? 0 : goals)],
          winner: isHome ? .home : .away))
    }
    competition.lots = Array(0..<24)
    return competition
  }

  @Test(
    "43 T-13: the best thirds of six groups meet the winners that UEFA's table says, in all 15 cases"
  )
  func euro() throws {
    // The thirds of 2021 and 2024, and the winners that they met.
    let played = [
      "ACDF": ["B": "F", "C": "D", "E": "C", "F": "A"],
      "CDEF": ["B": "F", "C": "E", "E": "D", "F": "C"],
    ]
    let allowed: [String: Set<String>] = [
      "B": ["A", "D", "E", "F"], "C": ["D", "E", "F"], "E": ["A", "B", "C", "D"],
      "F": ["A", "B", "C"],
    ]
    var cases = 0
    for bits in 0..<64 where bits.nonzeroBitCount == 4 {
      let through = Set((0..<6).filter { bits >> $0 & 1 == 1 })
      let course = Course(six(through: through))
      var met: [String: String] = [:]
      for match in course.rounds[0].matches {
        let sides = [try #require(match.home.number), try #require(match.away.number)]
        guard sides[0] % 4 == 0, sides[1] % 4 == 2 else { continue }
        met[Course.letter(sides[0] / 4)] = Course.letter(sides[1] / 4)
      }
      let key = through.sorted().map(Course.letter).joined()
      #expect(met.values.sorted().joined() == key)
      for (winner, third) in met { #expect(allowed[winner]?.contains(third) == true, "\(key)") }
      if let known = played[key] { #expect(met == known, "\(key)") }
      cases += 1
    }
    #expect(cases == 15)
  }

  @Test(
    "43 T-13: thirds from some groups are known once nothing is level, and refused where they cannot be"
  )
  func someGroups() {
    #expect(TournamentState.place("3rdFADE") == .oneOf(rank: 2, groups: [0, 3, 4, 5]))
    for text in ["3rdAA", "3rdA1", "3rd", "3rd?"] { #expect(TournamentState.place(text) == nil) }
    var competition = six(through: [0, 1, 2, 3])
    #expect(
      Course(competition).rounds[0].matches.flatMap { [$0.home, $0.away] }
        .allSatisfy { $0.number != nil })
    // Three thirds are ahead, and three are level for the place that is left.
    competition = six(through: [0, 1, 2])
    competition.lots = []
    var open = 0
    for match in Course(competition).rounds[0].matches {
      guard case .waiting(let label, let likely) = match.away else { continue }
      #expect(label.hasPrefix("3rd") && likely.isEmpty)
      open += 1
    }
    #expect(open == 4)
    func problems(_ names: [String], _ groups: [Int] = [4, 4, 4, 4, 4, 4]) -> [String] {
      var slots = names.compactMap { TournamentState.place($0) }
      slots += (0..<(KnockoutProposal.powerOfTwo(slots.count) - slots.count)).map { _ in .bye }
      return KnockoutProposal.problems(
        slots, name: { Course.name($0, competition) }, groups: groups, byesMeet: true)
    }
    #expect(problems(BestThirds.six).isEmpty)
    #expect(problems(["3rdABC", "3rdABC"]).first?.contains("cannot take every 2 of 6") == true)
    #expect(problems(["3rdABCDEF", "3rdABCDEF"]).isEmpty)
    #expect(problems(["3rdABCDEF", "3rd1"]).first?.contains("may be the same") == true)
    #expect(problems(["3rdABCDEF", "C3"]).first?.contains("may be the same") == true)
    #expect(problems(["3rdABG", "A1"]).first?.hasPrefix("There is no 3rdABG") == true)
    // Refused exactly where some choice does not fit, tried out.
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      let slots = (0..<(1 + Int(random.next() % 3))).map { _ in
        (0..<5).filter { _ in random.next() % 3 > 0 }
      }
      let fits = (0..<32).filter { $0.nonzeroBitCount == slots.count }.allSatisfy { bits in
        BestThirds.groups((0..<5).filter { bits >> $0 & 1 == 1 }, for: slots) != nil
      }
      #expect(BestThirds.isAlwaysPossible(slots, of: Array(0..<5)) == fits, "seed \(seed)")
    }
  }
}
