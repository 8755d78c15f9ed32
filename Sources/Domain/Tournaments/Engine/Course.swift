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
  private(set) var openMatches = 0
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
    switch competition.format {
    case .groups: playGroups(competition)
    case .league: playLeague(competition)
    case .knockout, .double: playKnockout(competition)
    case .swiss, .free: playRounds(competition)
    case .UNRECOGNIZED: break
    }
    guard competition.started else { return }
    phase = phase(competition)
    ranks = FinalRanks.ranks(competition, self)
  }

  private func phase(_ competition: Competition) -> TournamentPhase {
    let isOver = all.allSatisfy(\.isOver) && !all.isEmpty
    switch competition.format {
    case .swiss:
      return isOver && competition.rounds.count >= competition.swissRoundCount ? .finished : .played
    case .groups where !rounds.isEmpty:
      return isOver ? .finished : isComplete.allSatisfy { $0 } ? .knockout : .played
    case .knockout, .double: return isOver ? .finished : .knockout
    default: return isOver ? .finished : .played
    }
  }

  // MARK: Groups

  private mutating func playGroups(_ competition: Competition) {
    for (number, slots) in competition.groups.enumerated() {
      let members = slots.compactMap { $0 }
      let letter = Self.letter(number)
      let played = Self.roundRobin(
        competition, members, prefix: letter, title: "Group \(letter)")
      matches += played
      standings.append(Standings(competition, members, played).rows())
      isComplete.append(played.allSatisfy(\.isOver) && competition.started)
    }
    // Round by round, all groups beside each other.
    matches = matches.enumerated().sorted {
      (Self.round($0.element.name), $0.offset) < (Self.round($1.element.name), $1.offset)
    }.map(\.element)
    openMatches = matches.count { !$0.isOver }
    guard !competition.slots.isEmpty else { return }
    let isOpen = competition.started && isComplete.allSatisfy { $0 }
    let now = standings
    standings = asPlayed(competition)
    play(competition, sides(competition), isOpen: isOpen)
    // Somebody who is put out once its knockout has begun keeps its place there: the others have met it.
    if standings.map({ $0.map(\.entrant) }) != now.map({ $0.map(\.entrant) }) {
      let hasBegun = knockout.contains { fixture in
        let sides = [fixture.home.number, fixture.away.number].compactMap { $0 }
        return sides.count == 2 && sides.contains { competition.entrants[$0].isDisqualified }
          && competition.decide(fixture.name, sides[0], sides[1]).state != .due
      }
      if !hasBegun {
        standings = now
        play(competition, sides(competition), isOpen: isOpen)
      }
    }
    standings = now
    if !competition.reseed { expect(competition) }
  }

  /// The standings of the groups as they would be had nobody been put out.
  private func asPlayed(_ competition: Competition) -> [[Standing]] {
    guard competition.entrants.contains(where: \.isDisqualified) else { return standings }
    var all = competition
    for place in all.entrants.indices { all.entrants[place].isDisqualified = false }
    return competition.groups.map { slots in
      let members = slots.compactMap { $0 }
      let inside = Set(members)
      return Standings(
        all, members,
        matches.filter { $0.home.number.map(inside.contains) == true }
      ).rows()
    }
  }

  /// Plays a knockout of one bracket.
  private mutating func play(_ competition: Competition, _ sides: [Side], isOpen: Bool) {
    let bracket = Bracket(
      competition, sides, seeds: competition.reseed ? seeds(competition) : nil,
      thirdPlace: competition.thirdPlace, allPlaces: competition.allPlaces, isOpen: isOpen)
    (rounds, third, places) = (bracket.rounds, bracket.third, bracket.places)
  }

  /// The seed of each slot, the best one 0 (row T-36).
  ///
  /// After groups it follows from the places in them, then from points, difference and scores there, then from the slot. Without
  /// groups it follows from the slot, as Parlor proposes them.
  private func seeds(_ competition: Competition) -> [Int] {
    guard competition.format == .groups else {
      return KnockoutProposal.places(competition.slots.count)
    }
    let bests = bests(competition)
    let chosen = chosen(competition, bests)
    let keys = competition.slots.enumerated().map { number, slot -> [Int64] in
      let row: Standing?
      let rank: Int
      switch slot {
      case .place(let group, let place):
        rank = place
        row =
          standings.indices.contains(group) && standings[group].indices.contains(place)
          ? standings[group][place] : nil
      case .best(let level, let place):
        let rows = bests[level] ?? []
        rank = level
        row = rows.indices.contains(place) ? rows[place] : nil
      case .oneOf(let level, _):
        rank = level
        row = (bests[level] ?? []).first { $0.entrant == chosen[number]?.entrant }
      case .entrant, .bye: return [.max, 0, 0, 0, Int64(number)]
      }
      guard let tally = row?.tally else { return [.max, 0, 0, 0, Int64(number)] }
      return [Int64(rank), -tally.points, -tally.difference, -tally.scored, Int64(number)]
    }
    let order = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    return order.enumerated().reduce(into: Array(repeating: 0, count: order.count)) {
      $0[$1.element] = $1.offset
    }
  }

  /// The round in the name of a match: 2 of A2.1.
  static func round(_ name: String) -> Int {
    Int(name.drop { !$0.isNumber }.prefix { $0 != "." }) ?? 0
  }

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

  /// Says who would play on from matches with a bye if the knockout began now (row T-27).
  private mutating func expect(_ competition: Competition) {
    for number in rounds.indices.dropFirst() {
      for place in rounds[number].matches.indices {
        let before = rounds[number - 1].matches
        for (isHome, feeder) in [(true, before[place * 2]), (false, before[place * 2 + 1])] {
          let side =
            isHome ? rounds[number].matches[place].home : rounds[number].matches[place].away
          guard case .waiting(let label, _) = side, feeder.home == .bye || feeder.away == .bye
          else { continue }
          let likely = (feeder.home == .bye ? feeder.away : feeder.home).expected
          let said = Side.waiting(label, likely: likely)
          if isHome { rounds[number].matches[place].home = said }
          if !isHome { rounds[number].matches[place].away = said }
        }
      }
    }
  }

  // MARK: Other formats

  private mutating func playLeague(_ competition: Competition) {
    let all = Array(competition.entrants.indices)
    matches = Self.roundRobin(competition, all, prefix: "R", title: "")
    finishTable(competition)
  }

  private mutating func playRounds(_ competition: Competition) {
    matches = competition.rounds.enumerated().flatMap { number, pairings in
      var round = pairings.enumerated().map { place, pairing in
        var fixture = competition.fixture(
          "R\(number + 1).\(place + 1)", "Round \(number + 1)", .entrant(pairing.home),
          pairing.away.map { .entrant($0) } ?? .bye, isOpen: competition.started)
        fixture.isHalf = pairing.isHalf && pairing.away == nil
        return fixture
      }
      let isNew = round.waitsToBegin
      for place in round.indices where round[place].state == .bye {
        round[place].isUnpaid = isNew && number == competition.rounds.count - 1
      }
      return round
    }
    finishTable(competition)
  }

  private mutating func finishTable(_ competition: Competition) {
    standings = [
      Standings(competition, Array(competition.entrants.indices), matches).rows()
    ]
    isComplete = [matches.allSatisfy(\.isOver) && competition.started]
  }

  private mutating func playKnockout(_ competition: Competition) {
    let sides = sides(competition)
    guard sides.count > 1, KnockoutProposal.powerOfTwo(sides.count) == sides.count else { return }
    if competition.format == .double {
      let bracket = DoubleBracket(competition, sides, isOpen: competition.started)
      (rounds, third) = (bracket.rounds, bracket.third)
    } else {
      play(competition, sides, isOpen: competition.started)
    }
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
