import Feature
import Schema
import TournamentSchema

/// Groups, and then a knockout of the best of each.
struct GroupsStyle: TournamentStyle {
  let format = TournamentFormat.groups
  let name = "groups"
  let title = "groups and knockout"
  let phrase = "groups and knockout"
  let choice = "Groups and knockout"
  let traits = FormatTraits.with {
    ($0.playsGroups, $0.playsKnockout) = (true, true)
    ($0.followsSchedule, $0.countsPoints) = (true, true)
  }
  let stages = [["round_robin", "single_elimination"], ["round_robin"]]

  func play(_ competition: Competition, _ course: inout Course) {
    course.playGroups(competition)
  }

  func phase(_ competition: Competition, _ course: Course) -> TournamentPhase {
    if course.isOver { return .finished }
    return course.rounds.isEmpty || !course.isComplete.allSatisfy { $0 } ? .played : .knockout
  }

  func ranks(_ competition: Competition, _ course: Course) -> [FinalRank] {
    FinalRanks.ofBracket(competition, course)
  }

  func missing(_ state: TournamentState) -> [Advice] {
    let competition = state.competition
    guard !competition.groups.isEmpty else {
      return [Advice("The groups are missing.", .drawGroups)]
    }
    let placed = Set(competition.groups.joined().compactMap { $0 })
    let missing = competition.entrants.indices.filter { !placed.contains($0) }
      .map { competition.entrants[$0].name }
    let open =
      missing.isEmpty
      ? []
      : [
        Advice(
          "\(missing.joined(separator: ", ")) \(Count.word(missing.count, "is", "are")) in no group.",
          .drawGroupsAgain)
      ]
    guard !competition.slots.isEmpty else { return open + [KnockoutStyle.noKnockout] }
    return open + TournamentViews.problems(competition.slots, state).map { Advice($0) }
  }
}

extension Course {
  /// Plays the groups, and the knockout behind them.
  fileprivate mutating func playGroups(_ competition: Competition) {
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
    playBracket(competition, sides(competition), isOpen: isOpen)
    if competition.entrants.contains(where: \.isDisqualified) {
      keepBegun(competition, isOpen: isOpen)
    }
    if !competition.reseed { expect(competition) }
  }

  /// Sets the knockout as it was before somebody was put out, where a match in it has a report and would be one of others: then
  /// all keep their places, and who is put out loses what is left.
  private mutating func keepBegun(_ competition: Competition, isOpen: Bool) {
    let now = self
    var all = competition
    for place in all.entrants.indices { all.entrants[place].isDisqualified = false }
    standings = competition.groups.map { slots in
      let members = slots.compactMap { $0 }
      let inside = Set(members)
      return Standings(
        all, members, matches.filter { $0.home.number.map(inside.contains) == true }
      ).rows()
    }
    playBracket(all, sides(all), isOpen: isOpen)
    let sides = Dictionary(
      now.knockout.map { ($0.name, [$0.home, $0.away]) }, uniquingKeysWith: { one, _ in one })
    let hasBegun = knockout.contains { fixture in
      guard let home = fixture.home.number, let away = fixture.away.number,
        sides[fixture.name] != [fixture.home, fixture.away]
      else { return false }
      return competition.decide(fixture.name, home, away).state != .due
    }
    if hasBegun { standings = now.standings } else { self = now }
  }

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
}
