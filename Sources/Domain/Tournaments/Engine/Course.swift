import Crypto
import FoundationEssentials
import Schema
import TournamentSchema

/// All that follows from a competition: its matches, standings, bracket and ranks. Nothing of it is stored.
struct Course {
  /// The matches that are no knockout, in order.
  var matches: [Fixture] = []
  /// The standings of each group; of all in formats without groups.
  var standings: [[Standing]] = []
  /// The number of matches of the groups that are not decided.
  var openMatches = 0
  /// Whether all matches of a group are decided.
  var isComplete: [Bool] = []
  /// The knockout, round by round.
  var rounds: [Bracket.Round] = []
  var third: Fixture?
  /// The matches for the places from the fifth on (row T-42).
  var places: [Bracket.Places] = []
  var phase = TournamentPhase.draft
  var ranks: [FinalRank] = []

  /// Every match, in the order in which they can be played.
  var all: [Fixture] { matches + knockout }

  /// The matches of the knockout, the final last.
  var knockout: [Fixture] { bracket.flatMap(\.matches) }

  /// All rounds of the knockout with the matches for places, in the order in which they can be played.
  var bracket: [Bracket.Round] {
    guard let last = rounds.last else { return [] }
    let third = third.map { [Bracket.Round(name: $0.title, matches: [$0])] } ?? []
    let before = rounds.dropLast() + places.filter(\.isPlayed).flatMap(\.rounds)
    // Without a final, who plays for the third place is known after the losers' bracket.
    return last.name.hasPrefix("Losers") ? before + [last] + third : before + third + [last]
  }

  /// Computes it.
  init(_ competition: Competition) {
    let style = competition.style
    style.play(competition, &self)
    guard competition.started else { return }
    phase = style.phase(competition, self)
    if phase == .finished { ranks = style.ranks(competition, self) }
  }

  /// Whether there are matches, and nothing more is expected of any.
  var isOver: Bool {
    let all = all
    return !all.isEmpty && all.allSatisfy(\.isOver)
  }

  /// The round in the name of a match: 2 of A2.1.
  static func round(_ name: String) -> Int {
    Int(name.drop { !$0.isNumber }.prefix { $0 != "." }) ?? 0
  }

  /// Returns the matches of a schedule, round by round.
  static func roundRobin(
    _ competition: Competition, _ members: [Int], prefix: String, title: String
  ) -> [Fixture] {
    Schedule(competition, members, prefix: prefix).rounds.enumerated().flatMap { number, pairs in
      pairs.enumerated().map { place, pair in
        competition.fixture(
          "\(prefix)\(number + 1).\(place + 1)",
          title.isEmpty ? "Round \(number + 1)" : "\(title), round \(number + 1)",
          .entrant(pair.home), .entrant(pair.away), isOpen: competition.started)
      }
    }
  }

  /// The letter of a group; after Z it goes on with small letters.
  static func letter(_ group: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    return group < letters.count ? String(letters[group]) : "?"
  }

  /// Returns the name of a slot: A1, --bye-- or a name.
  static func name(_ slot: Competition.Slot, _ competition: Competition) -> String {
    switch slot {
    case .bye: bye
    case .place(let group, let rank): "\(letter(group))\(rank + 1)"
    case .best(let rank, let place): "\(FinalRanks.ordinal(rank + 1))\(place + 1)"
    case .oneOf(let rank, let groups):
      FinalRanks.ordinal(rank + 1) + groups.map(letter).joined()
    case .entrant(let number): competition.entrants[number].name
    }
  }

  /// A slot in which nobody plays (row T-15).
  static let bye = "--bye--"
  /// A place of a group that is left empty (row T-09).
  static let empty = "--leave empty--"

  /// Sets the standings of all, where there are no groups.
  mutating func finishTable(_ competition: Competition) {
    standings = [
      Standings(competition, Array(competition.entrants.indices), matches).rows()
    ]
    isComplete = [matches.allSatisfy(\.isOver) && competition.started]
  }

  // MARK: The hash

  /// A hash of all that follows, equal wherever the records are (row T-52).
  func hash(_ competition: Competition) -> [UInt8] {
    var hasher = SHA256()
    func add(_ text: String) {
      hasher.update(data: Data(text.utf8))
      hasher.update(data: Data([0]))
    }
    for entrant in competition.entrants { add("\(entrant.name)\t\(entrant.isOut)") }
    for fixture in all {
      add(
        "\(fixture.name)\t\(fixture.home.hashed)\t\(fixture.away.hashed)\t\(fixture.state.rawValue)"
      )
      guard let ending = fixture.ending else { continue }
      let games = (ending.games + [ending.tiebreak].compactMap { $0 })
        .map { "\($0.home):\($0.away)" }
      add("\(games.joined(separator: " "))\t\(ending.winner.rawValue)\t\(ending.isForfeit)")
    }
    for row in standings.joined() {
      add(
        "\(row.entrant)\t\(row.rank)\t\(row.tally.points)\t\(row.values.map(String.init).joined(separator: " "))"
      )
    }
    for rank in ranks { add("\(rank.rank)\t\(rank.entrant)") }
    return Array(hasher.finalize())
  }
}

extension Side {
  /// The text that stands for it in the hash.
  fileprivate var hashed: String {
    switch self {
    case .entrant(let number): "\(number)"
    case .bye: "bye"
    case .waiting(let label, let likely): "\(label) \(likely)"
    }
  }
}
