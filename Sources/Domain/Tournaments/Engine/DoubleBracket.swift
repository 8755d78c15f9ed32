/// A double elimination: who loses twice is out (row T-38).
struct DoubleBracket {
  var winners: Bracket
  var losers: [Bracket.Round] = []
  /// The match for the third place, between the two who are out last in the losers' bracket.
  var third: Fixture?
  /// The final, and the one that is played again where the one who had not lost before loses.
  var finals: [Fixture] = []

  /// Builds the rounds; sides that no result decides yet are left waiting.
  ///
  /// - Parameter sides: two for each match of the first round; their number is a power of two, and at least 2. With `skipFirst` the
  ///   first of each two begins in the winners' bracket and the second in the losers'; it needs four sides.
  init(_ competition: Competition, _ sides: [Side], isOpen: Bool) {
    let isSkipped = competition.skipFirst && sides.count > 2
    func every(second offset: Int) -> [Side] {
      stride(from: offset, to: sides.count, by: 2).map { sides[$0] }
    }
    winners = Bracket(
      competition, isSkipped ? every(second: 0) : sides, prefix: "WB", thirdPlace: false,
      isOpen: isOpen, title: { number, _ in "Winners round \(number)" })
    guard sides.count > 2 else {
      finish(competition, isOpen: isOpen)
      return
    }
    var coming = winners.rounds.map { round in
      round.matches.map { $0.loser("loser of \($0.name)") }
    }
    if isSkipped { coming.insert(every(second: 1), at: 0) }
    // Those who come down are crossed over, so that few meet the same one again early.
    for (round, order) in competition.losersOrders(slots: sides.count).enumerated() {
      let lost = coming[round]
      coming[round] = LosersOrders.places(lost.count, order).map { lost[$0] }
    }
    play(coming, competition, isOpen: isOpen)
    finish(competition, isOpen: isOpen)
  }

  /// Plays the losers' bracket: those who come down first meet each other, and then those who are left meet the next ones who come.
  private mutating func play(_ coming: [[Side]], _ competition: Competition, isOpen: Bool) {
    func add(_ sides: [Side]) -> [Side] {
      let number = losers.count + 1
      let name = "Losers round \(number)"
      let matches = stride(from: 0, to: sides.count - 1, by: 2).map { place in
        competition.fixture(
          "LB\(number).\(place / 2 + 1)", name, sides[place], sides[place + 1],
          needsWinner: true, isOpen: isOpen)
      }
      losers.append(Bracket.Round(name: name, matches: matches))
      return matches.map { $0.winner("winner of \($0.name)") }
    }
    var alive = add(coming[0])
    for next in coming.dropFirst() {
      alive = add(zip(alive, next).flatMap { [$0, $1] })
      if alive.count > 1 { alive = add(alive) }
    }
  }

  private mutating func finish(_ competition: Competition, isOpen: Bool) {
    let out = losers.suffix(2).compactMap(\.matches.first)
    if competition.losersThird, out.count == 2 {
      let sides = out.map { $0.loser("loser of \($0.name)") }
      // Where nobody lost in one of the two, who lost in the other is third without a match.
      if !sides.contains(.bye) {
        third = competition.fixture(
          "3RD", "Third place", sides[0], sides[1], needsWinner: true, isOpen: isOpen)
      }
    }
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

  /// All rounds as they are shown, without the match for the third place.
  var rounds: [Bracket.Round] {
    winners.rounds + losers
      + finals.map { Bracket.Round(name: $0.title, matches: [$0]) }
  }
}
