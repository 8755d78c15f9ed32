import Schema
import TournamentSchema

/// Free matches: the organiser says who meets.
struct FreeStyle: TournamentStyle {
  let format = TournamentFormat.free
  let name = "free"
  let title = "free matches"
  let phrase = "free match-ups"
  let choice = "Free match-ups"
  let traits = FormatTraits.with {
    ($0.setsRounds, $0.setsByes, $0.takesLate, $0.countsPoints) = (true, true, true, true)
  }

  func reportType(_ competition: Competition) -> String? { "Free pairings" }

  func play(_ competition: Competition, _ course: inout Course) {
    course.playSetRounds(competition)
  }
}

extension Course {
  /// Plays the rounds that were set.
  mutating func playSetRounds(_ competition: Competition) {
    matches = competition.rounds.enumerated().flatMap { number, pairings in
      var round = pairings.enumerated().map { place, pairing in
        var fixture = competition.fixture(
          "R\(number + 1).\(place + 1)", "Round \(number + 1)", .entrant(pairing.home),
          pairing.away.map { .entrant($0) } ?? .bye, isOpen: competition.started)
        fixture.isHalf = pairing.isHalf && pairing.away == nil
        return fixture
      }
      let isNew = round.waitsToBegin
      for place in round.indices where round[place].state == .bye {
        round[place].isUnpaid = isNew && number == competition.rounds.count - 1
      }
      return round
    }
    finishTable(competition)
  }
}
