import Feature
import Schema
import TournamentSchema

/// The entrants who do not play in a round: absent ones, and those with a half-point bye.
extension PlacingCommands {
  /// Returns those who asked for a half-point bye, and those who are not there.
  static func away(
    _ request: SetRound, _ state: TournamentState
  ) throws -> (halves: [Int], absent: [Int]) {
    let halves = try request.half.map { try state.entrant($0) }
    let absent = try request.absent.map { try state.entrant($0) }
    if let both = halves.first(where: absent.contains) {
      throw Refused(
        .invalid,
        "\(state.competition.entrants[both].name) is either absent or has a half-point bye: name only one of them."
      )
    }
    return (halves, absent)
  }

  /// Checks a typed round: those with a half-point bye are typed as well, and the rest is a matter of the style.
  static func check(
    _ pairings: [Competition.Pairing], _ round: Int, halves: [Int], absent: [Int],
    _ state: TournamentState
  ) throws {
    guard halves.isEmpty else {
      throw Refused(
        .invalid,
        "In a round that is typed, a half-point bye is typed, too: as `\(state.competition.entrants[halves[0]].name) : half-bye`."
      )
    }
    try state.style.check(TypedRound(pairings: pairings, number: round, absent: absent), state)
  }
}
