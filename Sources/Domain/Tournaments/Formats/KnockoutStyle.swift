import Feature
import Schema
import TournamentSchema

/// A knockout: an entrant that loses is out.
struct KnockoutStyle: TournamentStyle {
  let format = TournamentFormat.knockout
  let name = "knockout"
  let title = "knockout"
  let phrase = "single elimination"
  let choice = "Single elimination"
  let traits = FormatTraits.with { $0.playsKnockout = true }
  let stages = [["single_elimination"]]

  func play(_ competition: Competition, _ course: inout Course) {
    guard let sides = course.firstSides(competition) else { return }
    course.playBracket(competition, sides, isOpen: competition.started)
  }

  func phase(_ competition: Competition, _ course: Course) -> TournamentPhase {
    course.isOver ? .finished : .knockout
  }

  func ranks(_ competition: Competition, _ course: Course) -> [FinalRank] {
    FinalRanks.ofBracket(competition, course)
  }

  func missing(_ state: TournamentState) -> [Advice] { Self.missing(state) }

  /// The advice where nobody has set the first round of a knockout.
  static let noKnockout = Advice("The knockout is missing.", .proposeKnockout)

  /// Returns the things that a knockout of all entrants lacks.
  static func missing(_ state: TournamentState) -> [Advice] {
    let competition = state.competition
    guard !competition.slots.isEmpty else { return [noKnockout] }
    let problems = TournamentViews.problems(competition.slots, state).map { Advice($0) }
    let there = Set(competition.slots)
    let missing = competition.entrants.indices.filter { !there.contains(.entrant($0)) }
      .map { competition.entrants[$0].name }
    guard !missing.isEmpty else { return problems }
    return problems + [
      Advice(
        "\(missing.joined(separator: ", ")) \(Count.word(missing.count, "is", "are")) not in the knockout.",
        .fillKnockout)
    ]
  }
}

extension Course {
  /// Returns the sides of the first round of a knockout; nil where they make none.
  func firstSides(_ competition: Competition) -> [Side]? {
    let sides = sides(competition)
    guard sides.count > 1, KnockoutProposal.powerOfTwo(sides.count) == sides.count else {
      return nil
    }
    return sides
  }

  /// Plays a knockout of one bracket.
  mutating func playBracket(_ competition: Competition, _ sides: [Side], isOpen: Bool) {
    let bracket = Bracket(
      competition, sides, seeds: competition.reseed ? seeds(competition) : nil,
      thirdPlace: competition.thirdPlace, allPlaces: competition.allPlaces, isOpen: isOpen)
    (rounds, third, places) = (bracket.rounds, bracket.third, bracket.places)
  }

  /// The seed of each slot, the best one 0 (row T-36).
  ///
  /// After groups it follows from the places in them, then from points, difference and scores there, then from the slot. Without
  /// groups it follows from the slot, as Parlor proposes them.
  private func seeds(_ competition: Competition) -> [Int] {
    guard competition.style.traits.playsGroups else {
      return KnockoutProposal.places(competition.slots.count)
    }
    let bests = bests(competition)
    let chosen = chosen(competition, bests)
    let keys = competition.slots.enumerated().map { number, slot -> [Int64] in
      let row: Standing?
      let rank: Int
      switch slot {
      case .place(let group, let place):
        rank = place
        row =
          standings.indices.contains(group) && standings[group].indices.contains(place)
          ? standings[group][place] : nil
      case .best(let level, let place):
        let rows = bests[level] ?? []
        rank = level
        row = rows.indices.contains(place) ? rows[place] : nil
      case .oneOf(let level, _):
        rank = level
        row = (bests[level] ?? []).first { $0.entrant == chosen[number]?.entrant }
      case .entrant, .bye: return [.max, 0, 0, 0, Int64(number)]
      }
      guard let tally = row?.tally else { return [.max, 0, 0, 0, Int64(number)] }
      return [Int64(rank), -tally.points, -tally.difference, -tally.scored, Int64(number)]
    }
    let order = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    return order.enumerated().reduce(into: Array(repeating: 0, count: order.count)) {
      $0[$1.element] = $1.offset
    }
  }
}
