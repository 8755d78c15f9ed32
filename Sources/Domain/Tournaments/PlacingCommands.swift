import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// The commands for places: groups, the first round of a knockout, rounds that are set (rows T-09 to T-15, T-39, T-41).
enum PlacingCommands {
  static func setGroups(
    _ request: SetGroups, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    try state.checkIsDraft("the groups")
    guard state.style.traits.playsGroups else {
      throw Refused(
        .notNow,
        "\(state.name) has no groups.", .chooseGroups)
    }
    var groups = state.competition.groups
    if !request.swap.isEmpty || !request.with.isEmpty {
      let (one, two) = (try place(request.swap, groups), try place(request.with, groups))
      let held = groups[one.0][one.1]
      groups[one.0][one.1] = groups[two.0][two.1]
      groups[two.0][two.1] = held
      try keep(groups, state, keepingKnockout: true, &draft)
    } else if request.clear {
      try keep([], state, keepingKnockout: false, &draft)
    } else {
      try keep(try dealt(request, state, &draft), state, keepingKnockout: false, &draft)
    }
    return .record(state.record.id, in: state.record.room)
  }

  private static func dealt(
    _ request: SetGroups, _ state: TournamentState, _ draft: inout Draft
  ) throws -> [[Int?]] {
    let entrants = state.competition.entrants
    guard entrants.count > 1 else {
      throw Refused(
        .notNow, "Groups need at least two entrants.", .enter)
    }
    let known = state.competition.groups.count
    let count =
      request.count > 0 ? Int(request.count) : known > 0 ? known : GroupDeal.count(entrants.count)
    guard count <= entrants.count, count <= TournamentRules.mostGroups else {
      throw Refused(
        .invalid,
        "\(count) groups are too many for \(Count.of(entrants.count, "entrant")): each group needs at least one."
      )
    }
    let clubs = state.body.clubsApart ? entrants.map(\.club) : nil
    let order =
      request.byRating
      ? entrants.indices.sorted { (entrants[$1].rating, $0) < (entrants[$0].rating, $1) }
      : Shuffle.order(entrants.count, seed: [UInt8](draft.randomBytes(32)))
    return GroupDeal.groups(order, into: count, byPots: request.byRating, clubs: clubs)
  }

  private static func place(_ text: String, _ groups: [[Int?]]) throws -> (Int, Int) {
    guard case .place(let group, let rank)? = TournamentState.place(text),
      groups.indices.contains(group), groups[group].indices.contains(rank)
    else {
      throw Refused(
        .invalid,
        "There is no place \(Text.preview(text, characters: 20)): name two places of the groups, as A1 and C4."
      )
    }
    return (group, rank)
  }

  private static func keep(
    _ groups: [[Int?]], _ state: TournamentState, keepingKnockout: Bool, _ draft: inout Draft
  ) throws {
    for (number, group) in groups.enumerated() where group.allSatisfy({ $0 == nil }) {
      throw Refused(
        .notNow, "Group \(Course.letter(number)) would have no entrants: each needs at least one.")
    }
    let sizes = groups.map { $0.compactMap { $0 }.count }
    if let refused = GroupDeal.tooMany(qualifiers: Int(state.body.qualifiers), groups: sizes) {
      throw refused
    }
    try draft.change(state.record, TournamentKinds.tournament) { body in
      let before = body.knockout
      put(groups, state, &body)
      if keepingKnockout { body.knockout = before }
    }
  }

  /// Sets the groups, and the knockout that follows from them until somebody changes it.
  static func put(_ groups: [[Int?]], _ state: TournamentState, _ body: inout Tournament) {
    body.swaps = []
    body.grouping.groups = groups.map { slots in
      .with {
        $0.slots = slots.map { $0.map { state.members[$0].record.item.data } ?? Data() }
      }
    }
    body.knockout.slots = KnockoutProposal.slots(
      groups: groups.count, qualifiers: Int(body.qualifiers == 0 ? 2 : body.qualifiers)
    ).map { slot(fitting($0, groups), state) }
  }

  /// A bye in place of what a small group does not have.
  private static func fitting(
    _ slot: Competition.Slot, _ groups: [[Int?]]
  ) -> Competition.Slot {
    guard case .place(let group, let rank) = slot else { return slot }
    return rank < groups[group].compactMap({ $0 }).count ? slot : .bye
  }

  static func slot(_ slot: Competition.Slot, _ state: TournamentState) -> KnockoutSlot {
    .with {
      switch slot {
      case .bye: $0.bye = true
      case .place, .best, .oneOf: $0.place = Course.name(slot, state.competition)
      case .entrant(let number): $0.entrant = state.members[number].record.item.data
      }
    }
  }

  // MARK: Knockout

  static func setKnockout(
    _ request: SetKnockout, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    try state.checkIsDraft("the knockout")
    guard state.style.traits.playsKnockout else {
      throw Refused(.notNow, "\(state.name) has no knockout: its format has none.")
    }
    var slots = state.competition.slots
    if request.thirds {
      slots = try bestThirds(state)
    } else if request.proposed || slots.isEmpty {
      slots = try proposed(state, &draft)
    }
    for text in request.slots {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[0]), slots.indices.contains(number - 1) else {
        throw Refused(
          .invalid,
          "\(Text.preview(text, characters: 40)) changes no slot: type 4=bye, 3=C1 or 1=Ada, with a number from 1 to \(slots.count)."
        )
      }
      slots[number - 1] = try typed(parts[1].trimmedSpaces, state)
    }
    let problems = TournamentViews.problems(slots, state)
    guard problems.isEmpty else { throw Refused(.notNow, problems.joined(separator: " ")) }
    try draft.change(state.record, TournamentKinds.tournament) { body in
      body.knockout.slots = slots.map { slot($0, state) }
    }
    return .record(state.record.id, in: state.record.room)
  }

  /// The round of 16 of six groups.
  private static func bestThirds(_ state: TournamentState) throws -> [Competition.Slot] {
    let groups = state.competition.groups
    guard state.style.traits.playsGroups, groups.count == 6 else {
      throw Refused(
        .notNow,
        "The table of the best thirds is for six groups, and \(state.name) has \(Count.of(groups.count, "group")): name the slots, as 4=3rdABC."
      )
    }
    return BestThirds.six.compactMap { TournamentState.place($0) }
  }

  private static func typed(_ text: String, _ state: TournamentState) throws -> Competition.Slot {
    if try isWord(["bye", Course.bye], text, state) { return .bye }
    if state.style.traits.playsGroups {
      guard let place = TournamentState.place(text) else {
        throw Refused(
          .invalid,
          "\(Text.preview(text, characters: 20)) is not a place in a group: type one as A1, the best third as 3rd1, one of the best thirds of some groups as 3rdADEF, or bye."
        )
      }
      return place
    }
    return .entrant(try state.entrant(text))
  }

  private static func proposed(
    _ state: TournamentState, _ draft: inout Draft
  ) throws -> [Competition.Slot] {
    if state.style.traits.playsGroups {
      let groups = state.competition.groups
      guard !groups.isEmpty else {
        throw Refused(.notNow, "There are no groups yet.", .drawGroups)
      }
      return KnockoutProposal.slots(
        groups: groups.count,
        qualifiers: Int(state.body.qualifiers == 0 ? 2 : state.body.qualifiers)
      ).map { fitting($0, groups) }
    }
    let entrants = state.competition.entrants
    guard entrants.count > 1 else {
      throw Refused(
        .notNow, "A knockout needs at least two entrants.", .enter)
    }
    // By rating where there are ratings; at random otherwise.
    let drawn = Shuffle.order(entrants.count, seed: [UInt8](draft.randomBytes(32)))
    let order = drawn.enumerated().sorted {
      (entrants[$1.element].rating, $0.offset) < (entrants[$0.element].rating, $1.offset)
    }.map(\.element)
    return KnockoutProposal.seeded(order.map { .entrant($0) })
  }

  // MARK: Rounds

  static func setRound(
    _ request: SetRound, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    try state.checkMayEdit()
    if !request.swap.isEmpty || !request.with.isEmpty { return try swap(request, state, &draft) }
    let style = state.style
    guard style.traits.setsRounds else {
      throw Refused(
        .notNow, "The matches of \(state.name) follow from its format: no round has to be set.")
    }
    guard state.body.started else {
      throw Refused(.notNow, "\(state.name) has not started.", .startTournament)
    }
    try style.checkMaySetRound(request, state)
    var rounds = state.body.rounds.rounds
    if request.replace {
      let last = rounds.count
      let isPlayed = state.course.all.contains {
        Course.round($0.name) == last && !state.said($0).isEmpty
      }
      guard !rounds.isEmpty, !isPlayed else {
        throw Refused(.notNow, "The last round has scores already, or there is none: it stays.")
      }
      rounds.removeLast()
    }
    guard rounds.count < TournamentRules.mostRounds else {
      throw Refused(.notNow, "\(state.name) has \(rounds.count) rounds, which is the most allowed.")
    }
    let (halves, absent) = try away(request, state)
    let pairings =
      request.pair
      ? paired(state, rounds.count, halves: halves, absent: absent)
      : try typed(request.matches, state)
    guard request.pair ? pairings.contains(where: { !$0.isHalf }) : !pairings.isEmpty else {
      throw request.pair
        ? Refused(
          .notNow,
          "Nobody is left to pair: all who take part are out, absent or have a half-point bye.")
        : Refused(.invalid, "No match was given: type them as `Ada : Bob`.")
    }
    if !request.pair {
      try check(pairings, rounds.count + 1, halves: halves, absent: absent, state)
    }
    rounds.append(
      .with {
        $0.pairings = pairings.map { pairing in
          .with {
            $0.home = state.members[pairing.home].record.item.data
            $0.away = pairing.away.map { state.members[$0].record.item.data } ?? Data()
            $0.half = pairing.isHalf
          }
        }
      })
    try draft.change(state.record, TournamentKinds.tournament) { $0.rounds.rounds = rounds }
    return .record(state.record.id, in: state.record.room)
  }

  /// Exchanges who meets in two matches of a league or of one group (row T-34).
  private static func swap(
    _ request: SetRound, _ state: TournamentState, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    guard state.style.traits.followsSchedule else {
      throw Refused(.notNow, "\(state.name) has no schedule: only leagues and groups have one.")
    }
    let fixtures = try [request.swap, request.with].map { text in
      let fixture = try state.match(text).fixture
      guard state.course.matches.contains(where: { $0.name == fixture.name }) else {
        throw Refused(.notNow, "\(fixture.name) is not a match of the schedule.")
      }
      guard state.said(fixture).isEmpty else {
        throw Refused(.notNow, "\(fixture.name) has a score already: it stays where it is.")
      }
      return fixture
    }
    guard state.body.swaps.count < TournamentRules.mostSwaps else {
      throw Refused(
        .notNow,
        "\(state.name) has had \(TournamentRules.mostSwaps) exchanges, which is the most allowed.")
    }
    var changed = state.competition
    changed.swaps.append((fixtures[0].name, fixtures[1].name))
    guard changed.lastSwapCounts else {
      throw Refused(
        .notNow,
        "\(fixtures[0].name) and \(fixtures[1].name) cannot change their places: somebody would play twice in one round, or they are of two groups."
      )
    }
    try draft.change(state.record, TournamentKinds.tournament) { body in
      body.swaps.append(
        .with { ($0.one, $0.two) = (fixtures[0].name, fixtures[1].name) })
    }
    return .record(state.record.id, in: state.record.room)
  }

  private static func paired(
    _ state: TournamentState, _ rounds: Int, halves: [Int], absent: [Int]
  ) -> [Competition.Pairing] {
    let before = state.course.matches.filter { Course.round($0.name) <= rounds }
    return SwissPairing(
      state.competition, before, colours: state.body.colours, clubsApart: state.body.clubsApart,
      halves: Set(halves), absent: Set(absent)
    ).pairings()
  }

  private static func typed(
    _ matches: [String], _ state: TournamentState
  ) throws -> [Competition.Pairing] {
    var seen: Set<Int> = []
    return try matches.map { text in
      let pairing = try TournamentState.parted(text) { one, other in
        let isHalf = try isWord(["half-bye"], other, state)
        let isAlone = try isHalf || isWord(["bye", Course.bye], other, state)
        return Competition.Pairing(
          home: try state.entrant(one), away: isAlone ? nil : try state.entrant(other),
          isHalf: isHalf)
      }
      guard let pairing else {
        throw Refused(
          .invalid, "\(Text.preview(text, characters: 40)) is not a match: type it as `Ada : Bob`.")
      }
      for number in [pairing.home, pairing.away].compactMap({ $0 }) {
        let name = state.competition.entrants[number].name
        // Its opponent would win at once without a match, and in a ladder take its place.
        if let out = state.members[number].out {
          throw Refused(
            .notNow,
            "\(name) is \(TournamentViews.word(out)) and plays no more: leave out this match.")
        }
        guard seen.insert(number).inserted else {
          throw Refused(.notNow, "\(name) would play twice in one round.")
        }
      }
      return pairing
    }
  }

  /// Whether a text is one of some words of Parlor, and no entrant is called so.
  private static func isWord(
    _ words: [String], _ text: String, _ state: TournamentState
  ) throws -> Bool {
    try words.contains(text.lowercased()) && state.entrant(named: text) == nil
  }
}
