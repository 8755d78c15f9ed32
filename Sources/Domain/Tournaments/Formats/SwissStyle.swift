import Feature
import Schema
import TournamentSchema

/// A Swiss tournament: in each round those meet who stand alike and have not met.
struct SwissStyle: TournamentStyle {
  let format = TournamentFormat.swiss
  let name = "swiss"
  let title = "Swiss"
  let phrase = "Swiss"
  let choice = "Swiss"
  let traits = FormatTraits.with {
    ($0.setsRounds, $0.pairsRounds, $0.setsByes) = (true, true, true)
    ($0.takesLate, $0.namesFirstRound) = (true, true)
    ($0.countsPoints, $0.countsWinnersOnly) = (true, true)
  }
  let points = Points(win: 1_000, tie: 500, loss: 0)
  let tieBreaks = TieBreaks.swiss

  func reportType(_ competition: Competition) -> String? { "Swiss" }

  func play(_ competition: Competition, _ course: inout Course) {
    course.playSetRounds(competition)
  }

  func phase(_ competition: Competition, _ course: Course) -> TournamentPhase {
    course.isOver && competition.rounds.count >= competition.swissRoundCount ? .finished : .played
  }

  func firstRound(_ request: AddEntrants, _ state: TournamentState) throws -> UInt32 {
    let next = UInt32(state.competition.rounds.count + 1)
    let last = state.competition.swissRoundCount
    guard !state.body.started || next <= last else {
      throw Refused(
        .notNow,
        "All \(Count.of(last, "round")) of \(state.name) are paired: nobody can enter any more.")
    }
    guard request.fromRound > 0 else { return next > 1 ? next : 0 }
    guard request.fromRound >= next else {
      throw Refused(
        .notNow,
        "Round \(request.fromRound) is paired already: entrants can join from round \(next) on.")
    }
    guard request.fromRound <= last else {
      throw Refused(.invalid, "\(state.name) has \(Count.of(last, "round")): choose one of them.")
    }
    return request.fromRound
  }

  func checkMaySetRound(_ request: SetRound, _ state: TournamentState) throws {
    guard !request.replace else { return }
    let open = state.course.all.filter { !$0.isOver }.count
    guard open == 0 else {
      throw Refused(
        .notNow,
        "\(Count.of(open, "match is", "matches are")) still open in this round: the next one is paired when all are decided."
      )
    }
    let rounds = state.body.rounds.rounds.count
    guard rounds < state.competition.swissRoundCount else {
      let all = Count.word(rounds, "The only round", "All \(rounds) rounds")
      throw Refused(
        .notNow, "\(all) of \(state.name) \(Count.word(rounds, "is", "are")) played.")
    }
  }

  /// Checks that a typed round leaves nobody out who is not named as absent.
  func check(_ round: TypedRound, _ state: TournamentState) throws {
    let (entrants, absent) = (state.competition.entrants, round.absent)
    let named = Set(round.pairings.flatMap { [$0.home, $0.away] }.compactMap { $0 })
    if let both = absent.first(where: named.contains) {
      throw Refused(
        .invalid, "\(entrants[both].name) is either absent or plays: name only one of them.")
    }
    let left = entrants.indices.filter {
      !entrants[$0].isOut && entrants[$0].fromRound <= round.number && !named.contains($0)
        && !absent.contains($0)
    }
    guard left.isEmpty else {
      let names = left.map { entrants[$0].name }
      throw Refused(
        .invalid,
        "\(names.joined(separator: ", ")) would be left out of round \(round.number): give each a match or a bye, or say who is not there with --absent."
      )
    }
  }
}
