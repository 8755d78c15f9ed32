import Feature
import Schema
import TournamentSchema

/// A league: everybody meets everybody.
struct LeagueStyle: TournamentStyle {
  let format = TournamentFormat.league
  let name = "league"
  let title = "league"
  let phrase = "a league"
  let choice = "League: everybody meets everybody"
  let traits = FormatTraits.with {
    ($0.followsSchedule, $0.countsPoints) = (true, true)
    ($0.takesLate, $0.namesFirstRound) = (true, true)
  }
  let stages = [["round_robin"]]

  func reportType(_ competition: Competition) -> String? {
    competition.legs > 1 ? "Double Round-Robin" : "Round-Robin"
  }

  func play(_ competition: Competition, _ course: inout Course) {
    course.matches = Course.roundRobin(
      competition, Array(competition.entrants.indices), prefix: "R", title: "")
    course.finishTable(competition)
  }

  /// Returns the first round of those who come: one without a score, and without scores behind it.
  func firstRound(
    _ request: AddEntrants, _ state: TournamentState
  ) throws -> UInt32 {
    let rounds = state.course.matches.map { Course.round($0.name) }.max() ?? 0
    guard state.body.started else {
      let most = max(rounds, 1) + 1
      guard request.fromRound <= most else {
        throw Refused(
          .invalid, "\(state.name) has \(Count.of(rounds, "round")): choose one from 1 to \(most).")
      }
      return request.fromRound
    }
    guard state.course.phase != .finished else {
      throw Refused(.notNow, "\(state.name) is over: nobody can enter any more.")
    }
    let scored = state.course.matches.last { !state.said($0).isEmpty }
    // From the first round on the whole schedule is another one, with which exchanges would not fit.
    let next = max(
      scored.map { Course.round($0.name) + 1 } ?? 1, state.body.swaps.isEmpty ? 1 : 2)
    let from = request.fromRound == 0 ? next : Int(request.fromRound)
    guard from >= next else {
      throw Refused(
        .notNow,
        "There are scores or exchanges in round \(next - 1) already: entrants can join from round \(next) on."
      )
    }
    guard from <= rounds + 1 else {
      throw Refused(
        .invalid,
        "\(state.name) has \(Count.of(rounds, "round")): entrants can join up to round \(rounds + 1)."
      )
    }
    return UInt32(from)
  }
}
