import Feature
import Schema

/// Round robins in report files: everybody meets everybody, so they are leagues here.
extension RoundFileReader {
  /// Takes the type of the tournament, which programs write in words of their own; another one than the two that are known is named.
  mutating func takeType(_ text: String) {
    let words = text.lowercased()
    if words.contains("robin") {
      roundRobinLine = line
    } else if !text.isEmpty, !words.contains("swiss"), !words.contains("free pairings") {
      file.report.change(
        ImportNote(
          line: line, "",
          "Its type is \(Text.preview(text, characters: 40)), which is not known here: it is a Swiss tournament.",
          isPart: true))
    }
  }

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
    let (rounds, results) = (file.rounds, file.results)
    (file.rounds, file.results) = ([], [])
    place(rounds, results)
    return true
  }

  /// Puts the matches, with their results, where the schedule has the match of the two.
  private mutating func place(
    _ rounds: [[Competition.Pairing]], _ results: [TournamentFile.Result]
  ) {
    let known = Dictionary(results.map { ($0.match, $0) }, uniquingKeysWith: { one, _ in one })
    var free = Course(file.competition).matches
    var (moved, turned) = (0, 0)
    for (number, pairings) in rounds.enumerated() {
      for (place, pairing) in pairings.enumerated() {
        guard let away = pairing.away else { continue }
        let said = known["R\(number + 1).\(place + 1)"]
        func fit(_ home: Int, _ away: Int) -> Int? {
          let here = free.indices.filter {
            free[$0].home.number == home && free[$0].away.number == away
          }
          return here.first { Course.round(free[$0].name) == number + 1 } ?? here.first
        }
        let straight = fit(pairing.home, away)
        guard let found = straight ?? fit(away, pairing.home) else {
          guard let said else { continue }
          file.lose(
            "\(file.entrants[said.home].name) and \(file.entrants[said.away].name) have no match that is left for this result.",
            line: said.line, results: 1)
          continue
        }
        let fixture = free.remove(at: found)
        if Course.round(fixture.name) != number + 1 { moved += 1 }
        if straight == nil { turned += 1 }
        guard var result = said else { continue }
        result.match = fixture.name
        if straight == nil {
          (result.home, result.away) = (result.away, result.home)
          result.report = result.report.turned
        }
        file.results.append(result)
      }
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
