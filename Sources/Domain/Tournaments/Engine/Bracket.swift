/// A knockout: who loses is out.
struct Bracket {
  /// A round, with what it is called.
  struct Round {
    let name: String
    var matches: [Fixture]
  }

  /// The matches for the places from one on, between those who lost in one round (row T-42).
  struct Places {
    /// The best place that they play for: 5 for those who lost in the quarter-finals.
    let first: Int
    let rounds: [Round]

    /// At least two are there.
    var isPlayed: Bool {
      let sides = (rounds.first?.matches ?? []).flatMap { [$0.home, $0.away] }
      return sides.count { $0 != .bye } > 1
    }
  }

  var rounds: [Round] = []
  /// The match for the third place.
  var third: Fixture?
  /// The matches for all places from the fifth on, the best places first.
  var places: [Places] = []

  /// Builds the rounds; sides that no result decides yet are left waiting.
  ///
  /// - Parameters:
  ///   - sides: those of the first round, two for each match; their number is a power of two, and at least 2.
  ///   - seeds: the seed of each side, the best one 0, where they decide who meets after the first round (row T-36).
  ///   - allPlaces: those who lose go on until every place has its holder.
  ///   - isOpen: scores may be reported.
  ///   - title: what a round is called.
  init(
    _ competition: Competition, _ sides: [Side], prefix: String = "KO", seeds: [Int]? = nil,
    thirdPlace: Bool, allPlaces: Bool = false, isOpen: Bool,
    title: (_ round: Int, _ matches: Int) -> String = { name(matches: $1) }
  ) {
    let seeds = seeds.map { Self.byEntrant($0, sides) }
    var sides = sides
    while sides.count > 1 {
      let number = rounds.count + 1
      let name = title(number, sides.count / 2)
      let matches = stride(from: 0, to: sides.count, by: 2).map { place in
        competition.fixture(
          "\(prefix)\(number).\(place / 2 + 1)", name, sides[place], sides[place + 1],
          needsWinner: true, isOpen: isOpen)
      }
      rounds.append(Round(name: name, matches: matches))
      sides =
        seeds.map { Self.reseeded(matches, $0) }
        ?? matches.map { $0.winner("winner of \($0.name)") }
    }
    if thirdPlace, rounds.count > 1 {
      let losers = rounds[rounds.count - 2].matches.map { $0.loser("loser of \($0.name)") }
      third = competition.fixture(
        "3RD", "Third place", losers[0], losers[1], needsWinner: true, isOpen: isOpen)
    }
    if allPlaces { addPlaces(below: rounds, first: 1, competition, isOpen: isOpen) }
  }

  /// Has those who lost in each round play for their places, and those who lose there for theirs.
  ///
  /// - Parameter first: the place of the one who wins all these rounds.
  private mutating func addPlaces(
    below rounds: [Round], first: Int, _ competition: Competition, isOpen: Bool
  ) {
    for round in rounds.reversed() where round.matches.count > 1 {
      let place = first + round.matches.count
      let sides = round.matches.map { $0.loser("loser of \($0.name)") }
      // The third place has a match of its own.
      guard place > 3, sides.contains(where: { $0 != .bye }) else { continue }
      let bracket = Bracket(
        competition, sides, prefix: "PL\(place).", thirdPlace: false, isOpen: isOpen
      ) {
        $1 > 1
          ? "Places \(place) to \(place + 2 * $1 - 1)" : "\(FinalRanks.ordinal(place)) place"
      }
      places.append(Places(first: place, rounds: bracket.rounds))
      addPlaces(below: bracket.rounds, first: place, competition, isOpen: isOpen)
    }
  }

  private static func byEntrant(_ seeds: [Int], _ sides: [Side]) -> [Int: Int] {
    zip(sides, seeds).reduce(into: [:]) { found, side in
      if let number = side.0.number { found[number] = side.1 }
    }
  }

  /// Those who won these matches: the best seed meets the last one, and so on.
  ///
  /// Nobody is known before all of them are over.
  private static func reseeded(_ matches: [Fixture], _ seeds: [Int: Int]) -> [Side] {
    let places = KnockoutProposal.places(matches.count)
    guard matches.allSatisfy(\.isOver) else {
      return places.map { .waiting("\(FinalRanks.ordinal($0 + 1)) of those left") }
    }
    let order = matches.map { $0.winner("") }.sorted { one, other in
      (one.number.flatMap { seeds[$0] } ?? .max) < (other.number.flatMap { seeds[$0] } ?? .max)
    }
    return places.map { order[$0] }
  }

  /// Returns the name of a round with so many matches.
  static func name(matches: Int) -> String {
    switch matches {
    case 1: "Final"
    case 2: "Semi-finals"
    case 4: "Quarter-finals"
    default: "Round of \(matches * 2)"
    }
  }
}
