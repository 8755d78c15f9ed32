/// The table by which a Swiss round is paired: the players with their rounds so far, in their order of pairing numbers.
struct SwissTable {
  /// A player's game, bye or forfeit in one round.
  struct Game {
    var opponent: Int?
    /// Nil where there was no game.
    var isWhite: Bool?
    var points: Int64 = 0
    /// The bye that the pairing gave.
    var isBye = false

    /// It was played; a forfeit was not.
    var isPlayed: Bool { isWhite != nil }
  }

  enum Float { case none, down, up }

  /// A player as the caller knows it.
  struct Entry {
    /// For each round what there was; nil where the player was absent.
    var games: [Game?] = []
    var isPresent = true
    var club = ""
  }

  /// The values that follow from the rounds of a player.
  struct Player {
    /// The pairing number: the place among those who have ever been paired.
    fileprivate(set) var rank = 0
    fileprivate(set) var points: Int64 = 0
    fileprivate(set) var mayHaveBye = true
    fileprivate(set) var unplayed = 0
    /// The colour that is due: true is white.
    fileprivate(set) var due: Bool?
    /// The number of games with one colour beyond those with the other.
    fileprivate(set) var imbalance = 0
    /// The colour of the last two games, if it was the same.
    fileprivate(set) var repeated: Bool?
    /// In the last round, and in the one before.
    fileprivate(set) var floats: (last: Float, before: Float) = (.none, .none)
    /// The same number for all of one club; 0 without one.
    fileprivate(set) var club = 0

    var isAbsolute: Bool { imbalance > 1 || repeated != nil }
    var isStrong: Bool { !isAbsolute && imbalance > 0 }
  }

  let entries: [Entry]
  private(set) var players: [Player]
  /// For each two whether they have played: rows of all players.
  private var met: [Bool]
  /// The number of rounds that were paired.
  let rounds: Int
  /// The number of rounds that there will be.
  let expected: Int
  let win: Int64
  let loss: Int64
  /// The games have colours, which alternate.
  let hasColours: Bool
  let clubsApart: Bool
  private var hasStrictColours = true
  /// White is the colour of the first player in the first round.
  private(set) var firstIsWhite = true

  /// Computes what follows from the games.
  init(
    _ entries: [Entry], rounds: Int, expected: Int, win: Int64, loss: Int64 = 0, colours: Bool,
    clubsApart: Bool, firstIsBlack: Bool = false
  ) {
    self.entries = entries
    players = Array(repeating: Player(), count: entries.count)
    met = Array(repeating: false, count: entries.count * entries.count)
    self.rounds = rounds
    self.expected = expected
    self.win = win
    self.loss = loss
    hasColours = colours
    self.clubsApart = clubsApart
    var rank = 0
    var clubs: [String: Int] = ["": 0]
    for (number, entry) in entries.enumerated() {
      players[number].rank = rank
      if entry.isPresent || entry.games.contains(where: { $0 != nil }) { rank += 1 }
      let next = clubs.count
      players[number].club = clubs[entry.club, default: next]
      clubs[entry.club] = players[number].club
      derive(number)
    }
    let before = (0..<max(rounds, 1)).map { round in
      entries.map { entry in entry.games.prefix(round).reduce(0) { $0 + ($1?.points ?? 0) } }
    }
    for number in players.indices {
      players[number].floats = (
        float(number, rounds - 1, before), float(number, rounds - 2, before)
      )
    }
    firstIsWhite = firstColour() ?? !firstIsBlack
  }

  private mutating func derive(_ number: Int) {
    var player = players[number]
    var white = 0
    var black = 0
    var row = 0
    var last: Bool?
    for game in entries[number].games.prefix(rounds) {
      player.points += game?.points ?? 0
      guard let game, let isWhite = game.isWhite, let opponent = game.opponent else {
        player.unplayed += 1
        if let game, game.isBye || game.points >= win { player.mayHaveBye = false }
        continue
      }
      met[number * entries.count + opponent] = true
      met[opponent * entries.count + number] = true
      if isWhite { white += 1 } else { black += 1 }
      row = last == isWhite ? row + 1 : 1
      last = isWhite
    }
    if hasColours {
      player.imbalance = abs(white - black)
      player.repeated = row > 1 ? last : nil
      let lower = white <= black
      if player.imbalance > 1 {
        player.due = lower
      } else if row > 1 {
        player.due = last.map { !$0 }
      } else {
        player.due = player.imbalance > 0 ? lower : last.map { !$0 }
      }
    }
    players[number] = player
  }

  private func float(_ number: Int, _ round: Int, _ before: [[Int64]]) -> Float {
    guard round >= 0, entries[number].games.indices.contains(round) else { return .none }
    guard let game = entries[number].games[round] else { return .none }
    guard game.isPlayed, let opponent = game.opponent else {
      return game.points > loss ? .down : .none
    }
    let (own, other) = (before[round][number], before[round][opponent])
    return own > other ? .down : own < other ? .up : .none
  }

  /// The colour that the first player had in the first round that was played, or what follows from those of others.
  private func firstColour() -> Bool? {
    for round in 0..<rounds {
      let games = entries.compactMap {
        $0.games.indices.contains(round) ? $0.games[round] : nil
      }
      for (place, game) in games.enumerated() {
        guard let isWhite = game.isWhite else { continue }
        return isWhite == (place % 2 == 0)
      }
    }
    return nil
  }

  /// The same without the rule that nobody has one colour too often (C.3).
  var withoutColourRules: SwissTable {
    var table = self
    table.hasStrictColours = false
    return table
  }

  func haveMet(_ one: Int, _ other: Int) -> Bool { met[one * players.count + other] }

  /// Whether two may meet by the rules that have no exception (C.1 and C.3).
  func mayMeet(_ one: Int, _ other: Int) -> Bool {
    guard !haveMet(one, other) else { return false }
    guard hasStrictColours else { return true }
    let (first, second) = (players[one], players[other])
    guard first.isAbsolute, second.isAbsolute, first.due == second.due else { return true }
    let most = Int64(rounds) * win / 2
    return rounds >= expected - 1 && (first.points > most || second.points > most)
  }

  // MARK: Colours

  /// Whether the first has white (rules E.1 to E.5).
  func isWhite(_ one: Int, against other: Int) -> Bool {
    let (first, second) = (players[one], players[other])
    switch (first.due, second.due) {
    case (let due?, nil): return due
    case (nil, let due?): return !due
    case (let due?, let against?) where due != against: return due
    default: break
    }
    // The one that stands higher.
    let isHigher = (first.points, second.rank) > (second.points, first.rank)
    guard let due = first.due else {
      let higher = isHigher ? first : second
      return ((higher.rank % 2 == 0) == firstIsWhite) == isHigher
    }
    if first.isAbsolute, !second.isAbsolute || first.imbalance > second.imbalance { return due }
    if second.isAbsolute, !first.isAbsolute || second.imbalance > first.imbalance { return !due }
    if first.isStrong != second.isStrong { return first.isStrong ? due : !due }
    let played = (
      entries[one].games.compactMap { $0?.isWhite }.reversed(),
      entries[other].games.compactMap { $0?.isWhite }.reversed()
    )
    for (mine, theirs) in zip(played.0, played.1) where mine != theirs { return theirs }
    return isHigher ? due : !due
  }
}
