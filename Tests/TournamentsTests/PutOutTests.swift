import Schema
import Testing
import TournamentSchema

@testable import Tournaments

/// Entrants who are put out once the knockout has begun, after groups of which the best thirds play on (rows T-13, T-37).
@Suite struct PutOutTests {
  private static let places = (1...4).map { "3rd\($0)" }

  /// The slots of UEFA's round of 16, or the same with the thirds by their places among each other.
  private static func slots(byPlace: Bool) -> [String] {
    var places = Self.places[...]
    return BestThirds.six.map { byPlace && $0.hasPrefix("3rd") ? places.removeFirst() : $0 }
  }

  /// Six groups that are played to their end, in which all sides of the knockout are known, with a report on some of its matches.
  private static func competition(
    byPlace: Bool, played: Set<String>
  ) throws -> (competition: Competition, before: Course) {
    var competition = Competition()
    competition.entrants = EngineTests.entrants(24)
    competition.groups = (0..<6).map { group in (0..<4).map { group * 4 + $0 } }
    competition.slots = slots(byPlace: byPlace).compactMap { TournamentState.place($0) }
    let found = (0..<200).lazy.map { EngineTests.played(competition, seed: $0) }
      .first { TournamentViews.inKnockout(Course($0)) != nil }
    var made = try #require(found)
    let decide = made.decide
    let pairs = Dictionary(
      uniqueKeysWithValues: Course(made).all.map { ($0.name, [$0.home, $0.away]) })
    made.decide = { match, one, two in
      let isReported = !match.hasPrefix("KO") || played.contains(match)
      return isReported && pairs[match] == [.entrant(one), .entrant(two)]
        ? decide(match, one, two) : Decision()
    }
    return (made, Course(made))
  }

  private static func putOut(_ entrant: Int?, _ competition: Competition) throws -> Course {
    var competition = competition
    let entrant = try #require(entrant)
    competition.entrants[entrant].isOut = true
    competition.entrants[entrant].isDisqualified = true
    return Course(competition)
  }

  private static func sides(_ course: Course) -> [Side] {
    course.rounds[0].matches.flatMap { [$0.home, $0.away] }
  }

  @Test(
    "43 T-8, 43 T-13: a best third that is put out keeps its place once it has played there",
    arguments: [false, true])
  func third(byPlace: Bool) throws {
    let (begun, before) = try Self.competition(byPlace: byPlace, played: ["KO1.1"])
    let third = before.rounds[0].matches[0].away.number
    let after = try Self.putOut(third, begun)
    #expect(Self.sides(after) == Self.sides(before))
    #expect(after.rounds[0].matches[0].ending == before.rounds[0].matches[0].ending)
    // Before that, another one plays on in its place.
    let (open, _) = try Self.competition(byPlace: byPlace, played: [])
    #expect(try !Self.sides(Self.putOut(third, open)).map(\.number).contains(third))
  }

  @Test("43 T-8: a match that was played stays one of those who have played it, whoever is put out")
  func others() throws {
    // In KO1.8 the second of B has played, who would else be first of that group and in KO1.1.
    let (begun, before) = try Self.competition(byPlace: false, played: ["KO1.8"])
    let winner = before.rounds[0].matches[0].home.number
    let second = before.rounds[0].matches[7].away
    let after = try Self.putOut(winner, begun)
    #expect(Self.sides(after) == Self.sides(before))
    #expect(after.rounds[0].matches[0].ending?.isForfeit == true)
    #expect(after.rounds[0].matches[7].state == .decided)
    let (open, _) = try Self.competition(byPlace: false, played: ["KO1.2"])
    let moved = try Self.putOut(winner, open)
    #expect(moved.rounds[0].matches[0].home == second)
    #expect(moved.rounds[0].matches[1].state == .decided)
  }

  /// Groups of four in which the one that is named first beats all others, and so on, each by one.
  private static func levelGroups(_ groups: Int, _ slots: [String]) -> Competition {
    var competition = Competition()
    competition.entrants = EngineTests.entrants(groups * 4)
    competition.groups = (0..<groups).map { group in (0..<4).map { group * 4 + $0 } }
    competition.slots = slots.map { TournamentState.place($0) ?? .bye }
    competition.decide = { match, one, two in
      guard !match.hasPrefix("KO") else { return Decision() }
      let score = Score(home: one < two ? 1_000 : 0, away: one < two ? 0 : 1_000)
      return Decision(
        state: .decided, ending: Ending(games: [score], winner: one < two ? .home : .away))
    }
    return competition
  }

  @Test("43 T-9, 43 T-13: thirds that are level are named where lots have to decide between them")
  func level() {
    var competition = Self.levelGroups(6, BestThirds.six)
    let thirds = (0..<6).map { $0 * 4 + 2 }
    #expect(Course(competition).levelBests(2, competition).map { $0.map(\.entrant) } == [thirds])
    competition.lots = Array(0..<24)
    #expect(Course(competition).levelBests(2, competition).isEmpty)
    // All of them play on, and the slots say from which groups.
    let all = Self.levelGroups(4, ["A1", "3rdBCD", "B1", "3rdACD", "C1", "3rdABD", "D1", "3rdABC"])
    #expect(Course(all).levelBests(2, all).isEmpty)
    // By place, it matters who is the best.
    let byPlace = Self.levelGroups(4, ["A1", "3rd1", "B1", "C2", "C1", "3rd2", "D1", "bye"])
    #expect(Course(byPlace).levelBests(2, byPlace).map { $0.map(\.entrant) } == [[2, 6, 10, 14]])
  }

  @Test("T-37, T-48: the lines to post somewhere say who is out")
  func message() {
    let finished = TournamentView.with {
      ($0.name, $0.phase) = ("Cup", .finished)
      $0.ranks = [
        .with { ($0.rank, $0.name, $0.how) = (1, "Bob", "winner") },
        .with { ($0.rank, $0.name, $0.how) = (2, "Ada", "disqualified") },
      ]
    }
    #expect(TournamentMessage.text(finished) == "Cup\n1. Bob\n2. Ada, disqualified\n")
    let played = TournamentView.with {
      ($0.name, $0.phase, $0.total) = ("Cup", .played, 1)
      $0.groups = [
        .with { $0.rows = [.with { ($0.rank, $0.name, $0.out) = (1, "Ada", "withdrawn") }] }
      ]
    }
    #expect(
      TournamentMessage.text(played) == "Cup\n0 of 1 match decided\n1. Ada 0, withdrawn\n")
  }
}
