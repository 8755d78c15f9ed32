import Feature
import Schema
import TournamentSchema

/// A double elimination: an entrant that loses twice is out.
struct DoubleStyle: TournamentStyle {
  let format = TournamentFormat.double
  let name = "double"
  let title = "double elimination"
  let phrase = "double elimination"
  let choice = "Double elimination"
  let traits = FormatTraits.with { ($0.playsKnockout, $0.playsLosersBracket) = (true, true) }
  let stages = [["double_elimination"]]

  func play(_ competition: Competition, _ course: inout Course) {
    guard let sides = course.firstSides(competition) else { return }
    let bracket = DoubleBracket(competition, sides, isOpen: competition.started)
    (course.rounds, course.third) = (bracket.rounds, bracket.third)
  }

  func phase(_ competition: Competition, _ course: Course) -> TournamentPhase {
    course.isOver ? .finished : .knockout
  }

  func ranks(_ competition: Competition, _ course: Course) -> [FinalRank] {
    FinalRanks.ofBracket(competition, course)
  }

  func missing(_ state: TournamentState) -> [Advice] { KnockoutStyle.missing(state) }
}
