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
        "\(state.competition.entrants[both].name) is either absent or has a half-point bye: name one of both."
      )
    }
    return (halves, absent)
  }

  /// Checks that a typed round of a Swiss tournament leaves nobody out who is not named as absent.
  static func checkEverybody(
    _ pairings: [Competition.Pairing], _ round: Int, halves: [Int], absent: [Int],
    _ state: TournamentState
  ) throws {
    let entrants = state.competition.entrants
    guard halves.isEmpty else {
      throw Refused(
        .invalid,
        "In a round that is typed, a half-point bye is typed, too: as `\(entrants[halves[0]].name) : half-bye`."
      )
    }
    guard state.body.format == .swiss else {
      guard absent.isEmpty else {
        throw Refused(
          .invalid, "Only a round of a Swiss tournament has absent entrants: leave them out.")
      }
      return
    }
    let named = Set(pairings.flatMap { [$0.home, $0.away] }.compactMap { $0 })
    if let both = absent.first(where: named.contains) {
      throw Refused(
        .invalid, "\(entrants[both].name) is either absent or plays: name one of both.")
    }
    let left = entrants.indices.filter {
      !entrants[$0].isOut && entrants[$0].fromRound <= round && !named.contains($0)
        && !absent.contains($0)
    }
    guard left.isEmpty else {
      let names = left.map { entrants[$0].name }
      throw Refused(
        .invalid,
        "\(names.joined(separator: ", ")) would be left out of round \(round): give each a match or a bye, or say who is not there with --absent."
      )
    }
  }
}
