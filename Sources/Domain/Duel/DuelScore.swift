import DuelSchema

/// The ends of the games of a match, as somebody knows them.
struct DuelScore {
  let logs: [DuelSeat]
  /// Games of the match.
  let games: UInt32
  /// The author who knows; nil for everything that is known.
  let author: Author?

  private func knows(_ sequence: UInt64?, of index: Int) -> Bool {
    guard let sequence else { return false }
    return author?.knows(sequence, of: SeatNumber(index + 1)) ?? true
  }

  /// The end of a game; nil while it goes on. A concession comes before an agreed draw; two concessions are a draw.
  func outcome(of game: UInt32) -> DuelOutcome? {
    let conceded = logs.indices.filter { knows(logs[$0].ends.conceded[game], of: $0) }
    if conceded.count == 1 { return .won(2 - SeatNumber(conceded[0])) }
    if conceded.count > 1 { return .draw }
    return logs.indices.contains { knows(logs[$0].ends.accepted[game], of: $0) } ? .draw : nil
  }

  /// The number of games that are over, from the first one on.
  var gamesOver: UInt32 { UInt32((1...games).prefix { outcome(of: $0) != nil }.count) }

  /// The games that each seat has won, the host's first, and whether they decide the match. Games after those that the log of an
  /// opening knew count for nothing.
  var total: (wins: [Int], isOver: Bool) {
    var wins = logs.map { _ in 0 }
    let opened = logs.indices.compactMap { index -> UInt32? in
      guard let opened = logs[index].openedAt, knows(opened.sequence, of: index) else { return nil }
      return opened.game
    }
    let last = min(games, opened.min() ?? games)
    for game in 1...max(last, 1) {
      guard let outcome = outcome(of: game) else { return (wins, false) }
      if case .won(let seat) = outcome { wins[Int(seat) - 1] += 1 }
      if wins.contains(where: { $0 > games / 2 }) { return (wins, true) }
    }
    return (wins, last == games)
  }

  /// Whether an opening or a broken log ends the match.
  var isEnded: Bool {
    logs.indices.contains {
      knows(logs[$0].openedAt?.sequence, of: $0) || knows(logs[$0].broken?.sequence, of: $0)
    }
  }
}
