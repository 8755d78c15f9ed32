import Feature
import Schema

/// The open matters of a tournament, and those that people should know.
extension TournamentViews {
  /// The things to be done before a tournament can start (row T-55).
  static func toDo(_ state: TournamentState) -> [Advice] {
    guard state.competition.entrants.count > 1 else {
      return [Advice("It needs at least two entrants.", .enter)]
    }
    return state.style.missing(state)
  }

  /// The faults of a first round.
  static func problems(_ slots: [Competition.Slot], _ state: TournamentState) -> [String] {
    KnockoutProposal.problems(
      slots, name: { Course.name($0, state.competition) },
      groups: state.competition.groups.map { $0.compactMap { $0 }.count })
  }

  /// The matters that people should know: contradictions, scores that no longer count, ties that nobody has decided.
  static func messages(_ state: TournamentState) throws -> [Advice] {
    var messages: [Advice] = []
    if !state.refused.isEmpty {
      messages.append(
        "\(Count.of(state.refused.count, "entrant came", "entrants came")) when there were \(TournamentRules.mostEntrants) already, and \(Count.word(state.refused.count, "does", "do")) not take part."
      )
    }
    for member in state.members {
      guard let out = member.out else { continue }
      let reason = Text.clean(out.reason, limit: TournamentRules.reason)
      let name = Text.clean(member.body.name, limit: TournamentRules.name)
      messages.append("\(name) is \(word(out))\(reason.isEmpty ? "." : ": \(reason)")")
    }
    for fixture in state.course.all {
      if fixture.state == .disputed {
        messages.append(Advice("\(fixture.name): the reports differ.", .rule))
      }
      guard let one = fixture.home.number, let two = fixture.away.number else { continue }
      let astray = (state.reports[fixture.name] ?? []).filter {
        state.reason(against: $0, state.members[one], state.members[two])
          == "meant for other entrants"
      }
      if !astray.isEmpty {
        messages.append(
          "\(fixture.name): \(Count.of(astray.count, "score was", "scores were")) meant for other entrants and \(Count.word(astray.count, "does", "do")) not count."
        )
      }
    }
    messages += (passedOver(state) + meetings(state) + uncounted(state) + gone(state)).map {
      Advice($0)
    }
    messages += level(state).map { Advice("\($0) are tied in every criterion.", .drawLots) }
    return messages
  }

  /// Names the tied entrants whose places in the knockout only lots can decide: those of one group, or those with one rank in
  /// different groups.
  private static func level(_ state: TournamentState) -> [String] {
    let (course, slots) = (state.course, Set(state.competition.slots))
    func names(_ rows: [Standing]) -> String {
      rows.map { state.competition.entrants[$0.entrant].name }.joined(separator: " and ")
    }
    let bests = slots.openRanks
    let groups = course.standings.enumerated().compactMap { number, rows -> String? in
      guard state.style.traits.playsGroups, course.isComplete[number],
        let tied = rows.indices.first(where: {
          rows[$0].isTied
            && (slots.contains(.place(group: number, rank: $0)) || bests.contains($0))
        })
      else { return nil }
      return "Group \(Course.letter(number)): \(names(rows.filter { $0.rank == rows[tied].rank }))"
    }
    guard groups.isEmpty, course.isComplete.allSatisfy({ $0 }), inKnockout(course) == nil else {
      return groups
    }
    return bests.sorted().flatMap { rank in
      course.levelBests(rank, state.competition).map {
        "\(names($0)), who are \(FinalRanks.ordinal(rank + 1)) in their groups,"
      }
    }
  }

  /// Those who meet again in the last round of a Swiss tournament.
  private static func meetings(_ state: TournamentState) -> [String] {
    guard state.style.traits.pairsRounds, let last = state.competition.rounds.last else {
      return []
    }
    func players(_ pairing: Competition.Pairing) -> Set<Int>? {
      pairing.away.map { [pairing.home, $0] }
    }
    let before = Set(state.competition.rounds.dropLast().joined().compactMap(players))
    return last.filter { players($0).map(before.contains) == true }.map { pairing in
      let names = [pairing.home, pairing.away ?? 0].map { state.competition.entrants[$0].name }
      return "\(names[0]) and \(names[1]) meet again in round \(state.competition.rounds.count)."
    }
  }

  /// Matches that do not count where those with one place in their groups are compared: for the slots of the knockout, and at the end
  /// for the ranks of all.
  private static func uncounted(_ state: TournamentState) -> [String] {
    var ranks = Set(state.competition.slots).openRanks
    if state.style.traits.playsGroups, state.course.phase == .finished {
      ranks.formUnion(0..<(state.course.standings.map(\.count).max() ?? 0))
    }
    let left = ranks.sorted().map { (rank: $0, entrants: state.course.uncounted($0)) }
      .filter { !$0.entrants.isEmpty }
    let kinds = left.reduce(into: [[Int]]()) { kinds, next in
      if !kinds.contains(next.entrants) { kinds.append(next.entrants) }
    }
    return kinds.map { entrants in
      let places = left.filter { $0.entrants == entrants }.map { FinalRanks.ordinal($0.rank + 1) }
      let names = entrants.map { state.competition.entrants[$0].name }
      let words = ([places.dropLast().joined(separator: ", ")] + places.suffix(1))
        .filter { !$0.isEmpty }.joined(separator: " or ")
      return
        "Between those who are \(words) in their groups, matches against \(names.joined(separator: ", ")) do not count: the groups are not of one size."
    }
  }

  /// Scores of matches that are not there any more, or that wait for others again, since an earlier score is another one.
  private static func gone(_ state: TournamentState) -> [String] {
    let there = Dictionary(
      state.course.all.map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    return state.reports.keys.sorted().compactMap { match in
      let fixture = there[match]
      guard fixture?.home.number == nil || fixture?.away.number == nil,
        let count = state.reports[match]?.count(where: { !$0.body.takenBack }), count > 0
      else { return nil }
      let why = fixture == nil ? "is not played" : "waits for the matches before it"
      return
        "\(match): \(Count.of(count, "score does", "scores do")) not count, as the match \(why)."
    }
  }

  /// Places of groups that do not play on while worse ones do, of the same group or of some.
  private static func passedOver(_ state: TournamentState) -> [String] {
    var ranks: [Int: Set<Int>] = [:]
    for case .place(let group, let rank) in state.competition.slots {
      ranks[group, default: []].insert(rank)
    }
    let open = Set(state.competition.slots).openRanks
    return state.competition.groups.enumerated().flatMap { group, slots in
      let (there, size) = (ranks[group] ?? [], slots.count { $0 != nil })
      let (worst, worstOpen) = (there.max() ?? 0, open.max() ?? 0)
      let left = (0..<max(worst, min(worstOpen, size))).filter {
        !there.contains($0) && !open.contains($0)
      }
      return left.map { rank in
        func name(_ rank: Int) -> String {
          Course.name(.place(group: group, rank: rank), state.competition)
        }
        let others =
          rank < worst
          ? "\(name(worst)) does" : "some who are \(FinalRanks.ordinal(worstOpen + 1)) do"
        return "\(name(rank)) does not play on, and \(others): look at the knockout."
      }
    }
  }
}
