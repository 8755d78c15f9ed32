import Schema
import TournamentSchema

/// The facts from which a competition is computed: no records, only the entrants and the rules (specification section 20).
struct Competition {
  /// Somebody or something that takes part.
  struct Entrant: Equatable {
    var name: String
    var rating = 0
    var club = ""
    /// It was withdrawn or disqualified: what it has not played is lost by forfeit.
    var isOut = false
    /// It was put out for what it did: it is behind all others, and the next one takes its place in a knockout.
    var isDisqualified = false
    /// The first round of a Swiss tournament or a league in which it plays.
    var fromRound = 1
  }

  /// A side of the first round of a knockout.
  enum Slot: Hashable {
    case bye
    /// A place of a group, both from 0 on.
    case place(group: Int, rank: Int)
    /// One of the best among those with one place in their groups, as the best third; both from 0 on.
    case best(rank: Int, place: Int)
    /// One of the best with one place in their groups, from one of these groups; which one follows from who plays on.
    case oneOf(rank: Int, groups: [Int])
    case entrant(Int)
  }

  /// A match of a round that was set.
  struct Pairing: Equatable {
    let home: Int
    /// Nil for a bye.
    let away: Int?
    /// A bye that was asked for: it counts as a tie.
    var isHalf = false
  }

  var format = TournamentFormat.groups
  var points = Points()
  var tieBreaks = TieBreaks.fifa2022
  /// The head-to-head criteria begin again for those who are still tied.
  var reapply = false
  var thirdPlace = true
  /// Every place of a knockout is played for (row T-42).
  var allPlaces = false
  /// Those who are left in a knockout are paired by their seeds after each round (row T-36).
  var reseed = false
  /// No match ends without a winner.
  var noTies = false
  var legs = 1
  var swissRounds = 0
  /// The first entrant has black in the first round of a Swiss tournament.
  var firstIsBlack = false
  var final = DoubleFinal.reset
  /// In a double elimination, the order in which those who lost come down to the losers' bracket; empty where nothing says it.
  var losers: [LosersOrder] = []
  /// In a double elimination, the two who are out last in the losers' bracket play for the third place.
  var losersThird = false
  /// In a double elimination, of each two slots the second begins in the losers' bracket.
  var skipFirst = false
  var started = true
  var entrants: [Entrant] = []
  /// The entrants of each group: places of `entrants`, nil for a place that is left empty.
  var groups: [[Int?]] = []
  var slots: [Slot] = []
  var rounds: [[Pairing]] = []
  /// Names of matches that exchange who meets in them, one pair after the other.
  var swaps: [(one: String, two: String)] = []
  /// For each entrant its place in the order of lots; empty while none were drawn.
  var lots: [Int] = []

  /// The facts that are known about a match at a place between two entrants.
  var decide: (_ match: String, _ home: Int, _ away: Int) -> Decision = { _, _, _ in Decision() }

  /// The number of rounds of a Swiss tournament.
  var swissRoundCount: Int {
    if swissRounds > 0 { return swissRounds }
    var rounds = 0
    while 1 << rounds < entrants.count { rounds += 1 }
    return max(rounds, 1)
  }
}

/// The points for a match, in thousandths.
struct Points: Equatable {
  var win: Int64 = 3_000
  var tie: Int64 = 1_000
  var loss: Int64 = 0

  /// The points of a match that was lost by forfeit: none where a loss brings some.
  ///
  /// So it is with FIBA (2 for a win, 1 for a loss, 0 for a forfeit) and in chess, where programs that pair give none unless a file
  /// says otherwise.
  var forfeit: Int64 { min(loss, 0) }

  /// Returns the points of one side for a match that ended so.
  func of(_ side: MatchWinner, in ending: Ending) -> Int64 {
    if ending.winner == side { return win }
    // Where neither came, both have lost.
    if ending.isForfeit { return forfeit }
    return ending.winner == .neither ? tie : loss
  }
}

/// Scores of both sides, in thousandths.
struct Score: Hashable {
  var home: Int64
  var away: Int64

  /// The other way round.
  var turned: Score { Score(home: away, away: home) }
}

/// The result of a match.
struct Ending: Hashable {
  /// One for each game; one for a score alone.
  var games: [Score] = []
  var tiebreak: Score?
  var winner = MatchWinner.neither
  var isForfeit = false
  /// Penalty points for foul play.
  var penalties = Score(home: 0, away: 0)

  /// The score in all: that of the only game, or the games that each side has won.
  var total: Score {
    guard games.count != 1 else { return games[0] }
    return games.reduce(Score(home: 0, away: 0)) { sum, game in
      Score(
        home: sum.home + (game.home > game.away ? 1_000 : 0),
        away: sum.away + (game.away > game.home ? 1_000 : 0))
    }
  }
}

/// The facts that are known about a match.
struct Decision {
  var state = MatchState.due
  /// Once it is decided.
  var ending: Ending?
}

/// A side of a match.
enum Side: Hashable {
  case entrant(Int)
  /// Nobody: the other side plays on.
  case bye
  /// Known later; `likely` are those who are level for it now, and usually one.
  case waiting(String, likely: [Int] = [])

  /// The entrant, where it is known for good.
  var number: Int? {
    guard case .entrant(let number) = self else { return nil }
    return number
  }

  /// Those who it is or may be now.
  var expected: [Int] {
    switch self {
    case .entrant(let number): [number]
    case .waiting(_, let likely): likely
    case .bye: []
    }
  }
}

extension [Fixture] {
  /// Whether nothing is known of the matches of a round yet: byes and absences in it count from its beginning on.
  var waitsToBegin: Bool {
    contains { $0.state == .due } && allSatisfy { [.due, .bye].contains($0.state) }
  }
}

/// A match in its place.
struct Fixture {
  /// Its name: A2.1 is group A, round 2, match 1.
  let name: String
  let title: String
  var home: Side
  var away: Side
  var state = MatchState.waiting
  var ending: Ending?
  /// A bye that counts as a tie; others count as a win.
  var isHalf = false
  /// A bye of a round in which nobody has played yet: it counts for nothing so far.
  var isUnpaid = false

  init(_ name: String, _ title: String, _ home: Side, _ away: Side) {
    self.name = name
    self.title = title
    self.home = home
    self.away = away
  }

  /// Nothing more is expected of it.
  var isOver: Bool { state == .decided || state == .bye }

  /// Returns the side that plays on; a side that waits while that is not known.
  func winner(_ label: String) -> Side {
    switch (state, ending?.winner) {
    case (.decided, .home?): home
    case (.decided, .away?): away
    case (.decided, _): .bye
    case (.bye, _): home == .bye ? away : home
    default: .waiting(label)
    }
  }

  /// Returns the side that does not play on; a bye where there is nobody.
  func loser(_ label: String) -> Side {
    guard home != .bye, away != .bye else { return .bye }
    switch (state, ending?.winner) {
    case (.decided, .home?): return away
    case (.decided, .away?): return home
    case (.decided, _), (.bye, _): return .bye
    default: return .waiting(label)
    }
  }
}

extension Competition {
  /// A match with all that is known about it.
  ///
  /// - Parameters:
  ///   - needsWinner: a tie decides nothing; so it is in all matches where there are no ties.
  ///   - isOpen: scores may be reported; others wait.
  func fixture(
    _ name: String, _ title: String, _ home: Side, _ away: Side, needsWinner: Bool = false,
    isOpen: Bool = true
  ) -> Fixture {
    let needsWinner = needsWinner || noTies
    var fixture = Fixture(name, title, home, away)
    if home == .bye || away == .bye {
      let other = home == .bye ? away : home
      if case .waiting = other { return fixture }
      fixture.state = .bye
      return fixture
    }
    guard let one = home.number, let two = away.number else { return fixture }
    let decision = decide(name, one, two)
    if let ending = decision.ending, decision.state == .decided,
      !needsWinner || ending.winner != .neither || ending.isForfeit
    {
      fixture.state = .decided
      fixture.ending = ending
    } else if entrants[one].isOut || entrants[two].isOut {
      fixture.state = .decided
      fixture.ending = Ending(
        winner: entrants[one].isOut ? (entrants[two].isOut ? .neither : .away) : .home,
        isForfeit: true)
    } else if isOpen {
      fixture.state = decision.state == .decided ? .due : decision.state
    }
    return fixture
  }
}
