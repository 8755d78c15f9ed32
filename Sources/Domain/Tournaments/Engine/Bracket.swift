/// A knockout: who loses is out.
struct Bracket {
  /// A round, with what it is called.
  struct Round {
    let name: String
    var matches: [Fixture]
  }

  var rounds: [Round] = []
  /// The match for the third place.
  var third: Fixture?

  /// Builds the rounds; sides that no result decides yet are left waiting.
  ///
  /// - Parameters:
  ///   - sides: those of the first round, two for each match; their number is a power of two, and at least 2.
  ///   - isOpen: scores may be reported.
  ///   - title: what a round is called.
  init(
    _ competition: Competition, _ sides: [Side], prefix: String = "KO", thirdPlace: Bool,
    isOpen: Bool, title: (_ round: Int, _ matches: Int) -> String = { name(matches: $1) }
  ) {
    var sides = sides
    while sides.count > 1 {
      let number = rounds.count + 1
      let name = title(number, sides.count / 2)
      let matches = stride(from: 0, to: sides.count, by: 2).map { place in
        competition.fixture(
          "\(prefix)\(number).\(place / 2 + 1)", name, sides[place], sides[place + 1],
          needsWinner: true, isOpen: isOpen)
      }
      rounds.append(Round(name: name, matches: matches))
      sides = matches.map { $0.winner("winner of \($0.name)") }
    }
    guard thirdPlace, rounds.count > 1 else { return }
    let losers = rounds[rounds.count - 2].matches.map { $0.loser("loser of \($0.name)") }
    third = competition.fixture(
      "3RD", "Third place", losers[0], losers[1], needsWinner: true, isOpen: isOpen)
  }

  /// What a round with so many matches is called.
  static func name(matches: Int) -> String {
    switch matches {
    case 1: "Final"
    case 2: "Semi-finals"
    case 4: "Quarter-finals"
    default: "Round of \(matches * 2)"
    }
  }
}

/// A double elimination: who loses twice is out (row T-38).
struct DoubleBracket {
  var winners: Bracket
  var losers: [Bracket.Round] = []
  /// The final, and the one that is played again where the one who had not lost before loses.
  var finals: [Fixture] = []

  init(_ competition: Competition, _ sides: [Side], isOpen: Bool) {
    winners = Bracket(
      competition, sides, prefix: "WB", thirdPlace: false, isOpen: isOpen,
      title: { number, _ in "Winners round \(number)" })
    func play(_ sides: [Side]) -> [Fixture] {
      let number = losers.count + 1
      let name = "Losers round \(number)"
      let matches = stride(from: 0, to: sides.count - 1, by: 2).map { place in
        competition.fixture(
          "LB\(number).\(place / 2 + 1)", name, sides[place], sides[place + 1],
          needsWinner: true, isOpen: isOpen)
      }
      losers.append(Bracket.Round(name: name, matches: matches))
      return matches
    }
    func out(_ round: Int) -> [Side] {
      winners.rounds[round].matches.map { $0.loser("loser of \($0.name)") }
    }
    guard winners.rounds.count > 1 else {
      finish(competition, isOpen: isOpen)
      return
    }
    var alive = play(out(0)).map { $0.winner("winner of \($0.name)") }
    for round in 1..<winners.rounds.count {
      // Those who come down are crossed over, so that nobody meets the same one again early.
      let coming = Self.crossed(out(round), round)
      alive = play(zip(alive, coming).flatMap { [$0, $1] }).map {
        $0.winner("winner of \($0.name)")
      }
      if alive.count > 1 { alive = play(alive).map { $0.winner("winner of \($0.name)") } }
    }
    finish(competition, isOpen: isOpen)
  }

  private static func crossed(_ sides: [Side], _ round: Int) -> [Side] {
    if round % 2 == 1 { return sides.reversed() }
    let half = sides.count / 2
    return Array(sides[half...] + sides[..<half])
  }

  private mutating func finish(_ competition: Competition, isOpen: Bool) {
    guard competition.final != .none, let top = winners.rounds.last?.matches.last else { return }
    let low = losers.last?.matches.last
    let one = top.winner("winner of \(top.name)")
    let other =
      low.map { $0.winner("winner of \($0.name)") } ?? top.loser("loser of \(top.name)")
    let first = competition.fixture(
      "GF1", "Final", one, other, needsWinner: true, isOpen: isOpen)
    finals = [first]
    // Only where the one who had not lost before has lost now.
    if competition.final == .reset, first.state == .decided, first.ending?.winner == .away {
      finals.append(
        competition.fixture(
          "GF2", "Final, played again", one, other, needsWinner: true, isOpen: isOpen))
    }
  }

  /// All rounds as they are shown.
  var rounds: [Bracket.Round] {
    winners.rounds + losers
      + finals.map { Bracket.Round(name: $0.title, matches: [$0]) }
  }
}
