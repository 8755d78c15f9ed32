import Feature
import Schema

/// Round robins in report files: everybody meets everybody, so they are leagues here.
extension RoundFileReader {
  /// Makes a league of the rounds that were read, where the file says that it is a round robin.
  ///
  /// Each result goes to the match of the same two in Parlor's own schedule. What is in another round there, or at another side, is
  /// said.
  ///
  /// - Returns: whether it is one.
  mutating func makeLeague() -> Bool {
    guard let line = roundRobinLine else { return false }
    let pairings = file.rounds.flatMap { $0 }
    let pairs = pairings.compactMap { pairing in pairing.away.map { Set([pairing.home, $0]) } }
    let most = Dictionary(grouping: pairs) { $0 }.values.map(\.count).max() ?? 1
    guard most < 3, pairs.count == pairings.count else {
      file.report.change(
        ImportNote(
          line: line, "",
          "Its type is a round robin, and its rounds are those of none: it is a Swiss tournament here.",
          isPart: true))
      return false
    }
    let count = file.entrants.count
    let once = count - 1 + count % 2
    file.body.legs = most == 2 || Int(file.body.swissRounds) >= 2 * max(once, 1) ? 2 : 1
    file.body.format = .league
    file.body.colours = false
    file.body.swissRounds = 0
    if !file.body.hasPoints {
      file.body.points = .with { ($0.win, $0.tie, $0.loss) = (1_000, 500, 0) }
    }
    file.rounds = []
    let results = file.results
    file.results = []
    place(results)
    return true
  }

  /// Puts results where the schedule has the match of the two.
  private mutating func place(_ results: [TournamentFile.Result]) {
    var free = Course(file.competition).matches
    var (moved, turned) = (0, 0)
    for result in results {
      let round = Course.round(result.match)
      func fit(_ home: Int, _ away: Int) -> Int? {
        let here = free.indices.filter {
          free[$0].home.number == home && free[$0].away.number == away
        }
        return here.first { Course.round(free[$0].name) == round } ?? here.first
      }
      let straight = fit(result.home, result.away)
      guard let place = straight ?? fit(result.away, result.home) else {
        file.lose(
          "\(file.entrants[result.home].name) and \(file.entrants[result.away].name) have no match that is left for this result.",
          line: result.line, results: 1)
        continue
      }
      let fixture = free.remove(at: place)
      if Course.round(fixture.name) != round { moved += 1 }
      var placed = result
      placed.match = fixture.name
      if straight == nil {
        turned += 1
        (placed.home, placed.away) = (result.away, result.home)
        placed.report = result.report.turned
      }
      file.results.append(placed)
    }
    if moved > 0 {
      note("\(Count.of(moved, "match is", "matches are")) in another round than in the file")
    }
    if turned > 0 {
      note("\(Count.of(turned, "match has", "matches have")) the other side at home")
    }
  }

  private mutating func note(_ what: String) {
    file.report.change(
      ImportNote(line: 0, "", "\(what): the schedule is Parlor's own.", isPart: true))
  }
}
