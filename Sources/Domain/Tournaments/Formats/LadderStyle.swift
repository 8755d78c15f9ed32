import Feature
import Schema
import TournamentSchema

/// A ladder: the entrants stand in an order, and who beats one above takes the place.
struct LadderStyle: TournamentStyle {
  let format = TournamentFormat.ladder
  let name = "ladder"
  let title = "ladder"
  let phrase = "a ladder"
  let choice = "Ladder: beat somebody above you, and take that place"
  let traits = FormatTraits.with { ($0.setsRounds, $0.takesLate) = (true, true) }
  let tieBreaks: [TieBreak] = []

  func play(_ competition: Competition, _ course: inout Course) {
    course.playSetRounds(competition)
    let rows = Dictionary(
      uniqueKeysWithValues: course.standings.joined().map { ($0.entrant, $0) })
    let order = order(competition, course.matches)
    course.standings = [
      order.enumerated().compactMap { place, entrant in
        rows[entrant].map { row in
          Standing(
            entrant: entrant, rank: place + 1, isTied: false, tally: row.tally, values: row.values,
            isByLot: false)
        }
      }
    ]
  }

  /// Returns the entrants from the top down: by their numbers at first, then as each decided match has it.
  ///
  /// A winner who stands below takes the place of the one who lost; all from there down to its old place go down by one.
  private func order(_ competition: Competition, _ matches: [Fixture]) -> [Int] {
    var order = Array(competition.entrants.indices)
    for match in matches where match.state == .decided {
      guard let winner = match.winner("").number, let loser = match.loser("").number,
        let from = order.firstIndex(of: winner), let to = order.firstIndex(of: loser), to < from
      else { continue }
      order.remove(at: from)
      order.insert(winner, at: to)
    }
    let isPutOut = { competition.entrants[$0].isDisqualified }
    return order.filter { !isPutOut($0) } + order.filter(isPutOut)
  }

  /// Returns the phase: a ladder has no end.
  func phase(_ competition: Competition, _ course: Course) -> TournamentPhase { .played }

  func checkMaySetRound(_ request: SetRound, _ state: TournamentState) throws {
    guard !request.pair else {
      throw Refused(
        .invalid,
        "\(state.name) is a ladder, so nobody is paired: type each challenge, as `Dan : Bob`."
      )
    }
  }

  func check(_ round: TypedRound, _ state: TournamentState) throws {
    guard round.absent.isEmpty, round.pairings.allSatisfy({ $0.away != nil }) else {
      throw Refused(
        .invalid,
        "A challenge in \(state.name) is a match of two: there are no byes, and nobody is absent.")
    }
  }
}
