import Schema
import TournamentSchema

extension TournamentText {
  /// The rules of a tournament that its head does not name: points, tie-breaks, rounds, and the people who score.
  static func rules(_ view: TournamentView) -> [String] {
    let (rules, traits) = (view.rules, view.style.traits)
    var parts: [String] = []
    let points = rules.points.split(separator: ",")
    if points.count == 3, traits.countsPoints {
      parts.append(
        "points: \(points[0]) for a win, \(points[1]) for a tie, \(points[2]) for a loss"
      )
      if !rules.tieBreaks.isEmpty {
        let name = rules.ties.isEmpty ? "" : "\(rules.ties): "
        parts.append("between equal points \(name)\(rules.tieBreaks.joined(separator: ", "))")
      }
    }
    if traits.followsSchedule {
      parts.append("everybody meets \(rules.legs == 2 ? "twice" : "once")")
    }
    if traits.pairsRounds { parts.append(Count.of(rules.rounds, "round")) }
    let hasThirdPlace = rules.thirdPlace || rules.allPlaces
    if traits.playsKnockout, !traits.playsLosersBracket, !hasThirdPlace {
      parts.append("no match for the third place")
    }
    if rules.noTies { parts.append("no ties") }
    let scorers = [
      "organisers": "organisers score", "helpers": "organisers and helpers score",
      "players": "players score", "everybody": "everybody scores",
    ]
    parts += [scorers[rules.scorers]].compactMap { $0 }
    return parts.map { "    " + $0.plain }
  }

  /// The line that names the entrants without a match in a round in which everybody has one or a bye; none where nobody is missing.
  static func absent(_ view: TournamentView, beside match: MatchView) -> [String] {
    let round = UInt32(match.name.drop { !$0.isNumber }.prefix { $0 != "." }) ?? 0
    guard view.style.traits.pairsRounds else { return [] }
    let there = Set(
      view.matches.filter { $0.title == match.title }
        .flatMap { [$0.home.number, $0.away.number] })
    let names = view.entrants.filter {
      !there.contains(Int32($0.number)) && !$0.refused && $0.out.isEmpty && $0.fromRound <= round
    }.map(\.name.plain)
    return names.isEmpty ? [] : ["    Absent: \(names.joined(separator: ", "))"]
  }
}
