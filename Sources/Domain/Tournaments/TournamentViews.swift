import Feature
import FoundationEssentials
import Identifiers
import Schema

/// What is shown of tournaments: the same for the terminal, the page and other programs.
enum TournamentViews {
  static func list(
    _ request: ListTournaments, _ home: any Snapshot
  ) throws -> TournamentList {
    let rooms = request.room.isEmpty ? try home.rooms() : [try home.room(request.room).id]
    let records = try rooms.flatMap {
      try home.records(of: [.tournament], in: $0, limit: PageLimit.most)
    }
    .sorted { ($1.wall, $1.item) < ($0.wall, $0.item) }
    return try .with {
      $0.tournaments = try records.map { try line(TournamentState($0, home)) }
    }
  }

  private static func line(_ state: TournamentState) throws -> TournamentLine {
    try .with {
      $0.id = state.record.item.description
      $0.name = state.name
      $0.room = state.record.room.description
      $0.roomName = try state.home.room(state.record.room)?.name ?? ""
      $0.made = state.record.wall
      $0.format = state.body.format
      $0.entrants = UInt32(state.members.count)
      $0.phase = state.course.phase
      $0.winner = state.course.ranks.first.map { state.competition.entrants[$0.entrant].name } ?? ""
    }
  }

  static func show(_ request: ShowTournament, _ home: any Snapshot) throws -> TournamentView {
    try view(TournamentState.find(request.tournament, home))
  }

  static func view(_ state: TournamentState) throws -> TournamentView {
    guard !state.record.isDeleted else {
      return .with {
        $0.id = state.record.item.description
        $0.deleted = true
      }
    }
    let (competition, course) = (state.competition, state.course)
    let mayEdit = try state.home.mayChange(state.record)
    return try .with {
      $0.id = state.record.item.description
      $0.room = state.record.room.description
      $0.roomName = try state.home.room(state.record.room)?.name ?? ""
      $0.name = state.name
      $0.format = competition.format
      $0.phase = course.phase
      $0.made = state.record.wall
      $0.organiser = try person(state.record.author, state)
      $0.mayEdit = mayEdit
      $0.mayScore = state.isScorer(state.home.me, nil, nil)
      $0.mayRule = state.mayRule(state.home.me)
      $0.entrants = try entrants(state)
      $0.placesLeft = UInt32(TournamentRules.mostEntrants - state.members.count)
      $0.groups = standings(state)
      $0.matches = try course.matches.map { try match($0, state) }
      $0.bracket = try bracket(state)
      $0.ranks = course.ranks.map { rank in
        .with {
          $0.rank = UInt32(rank.rank)
          $0.number = UInt32(rank.entrant)
          $0.name = competition.entrants[rank.entrant].name
          $0.tied = rank.isTied
          $0.how = rank.how
        }
      }
      $0.hash = course.hash(competition).hex
      $0.messages = try messages(state)
      $0.toDo = course.phase == .draft ? toDo(state) : []
      $0.rules = try rules(state)
      let matches = course.all.filter { $0.home != .bye && $0.away != .bye }
      $0.played = UInt32(matches.filter { $0.state == .decided }.count)
      $0.total = UInt32(matches.count)
      $0.qualifiers = UInt32(competition.slots.filter { $0 != .bye }.count)
      $0.slots = competition.slots.map { Course.name($0, competition) }
      $0.draws = try ShownDraws.views(state)
    }
  }

  static func person(_ author: Author, _ state: TournamentState) throws -> String {
    try state.home.person(author, in: state.record.room).name
  }

  private static func entrants(_ state: TournamentState) throws -> [EntrantView] {
    func view(_ member: TournamentState.Member, _ number: Int, refused: Bool) throws -> EntrantView
    {
      try .with {
        $0.number = UInt32(number)
        $0.id = member.record.item.description
        $0.name = Text.clean(member.body.name, limit: TournamentRules.name)
        $0.rating = member.body.rating
        $0.club = Text.clean(member.body.club, limit: TournamentRules.name)
        if let author = Author(member.body.person) {
          $0.person = try person(author, state)
          $0.author = author.description
        }
        $0.out = member.out.map { $0.disqualified ? "disqualified" : "withdrawn" } ?? ""
        $0.refused = refused
      }
    }
    return try state.members.enumerated().map { try view($1, $0, refused: false) }
      + state.refused.enumerated().map {
        try view($1, state.members.count + $0, refused: true)
      }
  }

  private static func standings(_ state: TournamentState) -> [StandingsView] {
    let (competition, course) = (state.competition, state.course)
    let playing = Set(
      competition.slots.compactMap { slot -> [Int]? in
        guard case .place(let group, let rank) = slot else { return nil }
        return [group, rank]
      })
    return course.standings.enumerated().map { number, rows in
      .with {
        let isGroup = competition.format == .groups
        $0.name = isGroup ? Course.letter(number) : ""
        $0.complete = course.isComplete[number]
        if isGroup {
          $0.slots = competition.groups[number].map {
            $0.map { competition.entrants[$0].name } ?? Course.empty
          }
        }
        $0.rows = rows.enumerated().map { place, row in
          .with {
            $0.rank = UInt32(row.rank)
            $0.tied = row.isTied
            $0.number = UInt32(row.entrant)
            $0.name = competition.entrants[row.entrant].name
            $0.played = UInt32(row.tally.played)
            $0.won = UInt32(row.tally.won)
            $0.lost = UInt32(row.tally.lost)
            $0.tiedMatches = UInt32(row.tally.tied)
            $0.points = row.tally.points
            $0.scored = row.tally.scored
            $0.conceded = row.tally.conceded
            $0.difference = row.tally.difference
            $0.qualifies = isGroup && playing.contains([number, place])
            $0.values = row.values
            $0.out = competition.entrants[row.entrant].isOut ? "out" : ""
          }
        }
      }
    }
  }

  private static func bracket(_ state: TournamentState) throws -> [BracketRound] {
    var rounds = state.course.rounds
    if let last = rounds.popLast() {
      rounds += state.course.places.filter(\.isPlayed).flatMap(\.rounds)
      if let third = state.course.third {
        rounds.append(Bracket.Round(name: third.title, matches: [third]))
      }
      rounds.append(last)
    }
    return try rounds.map { round in
      try .with {
        $0.name = round.name
        $0.matches = try round.matches.map { try match($0, state) }
      }
    }
  }

  private static func match(_ fixture: Fixture, _ state: TournamentState) throws -> MatchView {
    let sides = [fixture.home.number, fixture.away.number].map { $0.map { state.members[$0] } }
    let isScorer = state.isScorer(state.home.me, sides[0], sides[1])
    let refusal =
      state.whyNoScore(fixture)
      ?? (isScorer ? nil : "Only the scorers of \(state.name) report its scores.")
    let total = fixture.ending.flatMap { $0.games.isEmpty ? nil : $0.total }
    return try .with {
      $0.name = fixture.name
      $0.title = fixture.title
      $0.home = side(fixture.home, total?.home, state)
      $0.away = side(fixture.away, total?.away, state)
      $0.state = fixture.state
      $0.score = fixture.ending.map(ScoreText.text) ?? ""
      $0.winner = fixture.ending?.winner ?? .unspecified
      $0.mayScore = refusal == nil
      $0.reason = refusal ?? ""
      try WarTables.show(fixture, state, &$0)
      guard let one = sides[0], let two = sides[1] else { return }
      let reports = state.reports[fixture.name] ?? []
      $0.ruled = reports.contains { $0.isRuling && state.counts($0, one, two) }
      $0.reports = try reports.map { report in
        let reason = state.reason(against: report, one, two)
        return try .with {
          $0.author = try person(report.record.author, state)
          $0.score =
            report.body.takenBack || report.body.isUnverified
            ? "" : ScoreText.text(TournamentState.ending(report.body))
          $0.counts = reason == nil
          $0.reason = reason ?? ""
          $0.note = Text.clean(report.body.reason, limit: TournamentRules.reason)
          $0.ruling = report.isRuling
          $0.table = RoomID(report.body.table)?.description ?? ""
        }
      }
    }
  }

  private static func side(_ side: Side, _ score: Int64?, _ state: TournamentState) -> MatchSide {
    .with {
      $0.number = -1
      switch side {
      case .bye: $0.name = Course.bye
      case .entrant(let number):
        $0.number = Int32(number)
        $0.name = state.competition.entrants[number].name
      case .waiting(let label, let likely):
        $0.name = label
        $0.likely = likely.map { state.competition.entrants[$0].name } ?? ""
      }
      if let score { $0.score = score }
    }
  }

  private static func rules(_ state: TournamentState) throws -> TournamentRulesView {
    let (body, competition) = (state.body, state.competition)
    return try .with {
      let points = [competition.points.win, competition.points.tie, competition.points.loss]
      $0.points = points.map(ScoreText.text).joined(separator: ",")
      $0.tieBreaks = competition.tieBreaks.map(TieBreaks.name)
      $0.thirdPlace = competition.thirdPlace
      $0.allPlaces = competition.allPlaces
      $0.reseed = competition.reseed
      $0.scorers = TournamentRules.name(body.scorers, of: TournamentRules.scorers)
      $0.confirm = body.confirm
      $0.bestOf = max(body.bestOf, 1)
      $0.legs = UInt32(competition.legs)
      $0.qualifiers = body.qualifiers == 0 ? 2 : body.qualifiers
      $0.rounds = UInt32(competition.swissRoundCount)
      $0.final = TournamentRules.name(body.final, of: TournamentRules.finals)
      $0.helpers = try body.helpers.compactMap { Author($0) }.map { try person($0, state) }
      $0.organisers = try body.organisers.compactMap { Author($0) }.map { try person($0, state) }
      $0.clubsApart = body.clubsApart
      $0.colours = body.colours
      $0.noTies = body.noTies
    }
  }

  // MARK: What is open

  /// What has to be done before a tournament can start (row T-55).
  static func toDo(_ state: TournamentState) -> [String] {
    let (competition, body) = (state.competition, state.body)
    guard competition.entrants.count > 1 else {
      return ["It needs at least two entrants: `parlor tournament enter` adds them."]
    }
    var open: [String] = []
    if body.format == .groups {
      guard !competition.groups.isEmpty else {
        return ["The groups are missing: `parlor tournament groups` draws them."]
      }
      let placed = Set(competition.groups.joined().compactMap { $0 })
      let missing = competition.entrants.indices.filter { !placed.contains($0) }
        .map { competition.entrants[$0].name }
      if !missing.isEmpty {
        open.append(
          "\(missing.joined(separator: ", ")) \(Count.word(missing.count, "is", "are")) in no group: `parlor tournament groups --again` draws them all again."
        )
      }
    }
    if [.groups, .knockout, .double].contains(body.format) {
      guard !competition.slots.isEmpty else {
        return open + ["The knockout is missing: `parlor tournament knockout` proposes it."]
      }
      open += problems(competition.slots, state)
      if body.format != .groups {
        let there = Set(competition.slots)
        let missing = competition.entrants.indices.filter { !there.contains(.entrant($0)) }
          .map { competition.entrants[$0].name }
        if !missing.isEmpty {
          open.append(
            "\(missing.joined(separator: ", ")) \(Count.word(missing.count, "is", "are")) not in the knockout: `parlor tournament knockout --proposed` takes all."
          )
        }
      }
    }
    return open
  }

  /// What is wrong with a first round.
  static func problems(_ slots: [Competition.Slot], _ state: TournamentState) -> [String] {
    KnockoutProposal.problems(
      slots, name: { Course.name($0, state.competition) },
      group: { group in
        state.competition.groups.indices.contains(group)
          ? state.competition.groups[group].compactMap { $0 }.count : 0
      })
  }

  /// What people should know: contradictions, scores that no longer count, ties that nobody has decided.
  private static func messages(_ state: TournamentState) throws -> [String] {
    var messages: [String] = []
    if !state.refused.isEmpty {
      messages.append(
        "\(Count.of(state.refused.count, "entrant came", "entrants came")) when there were \(TournamentRules.mostEntrants) already, and \(Count.word(state.refused.count, "does", "do")) not take part."
      )
    }
    for fixture in state.course.all {
      if fixture.state == .disputed {
        messages.append(
          "\(fixture.name): the reports differ. An organiser decides with `parlor tournament rule`."
        )
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
    for (number, rows) in state.course.standings.enumerated()
    where state.course.isComplete[number] && state.competition.format == .groups {
      for (place, row) in rows.enumerated()
      where row.isTied
        && state.competition.slots.contains(.place(group: number, rank: place))
      {
        messages.append(
          "Group \(Course.letter(number)): \(rows.filter { $0.rank == row.rank }.map { state.competition.entrants[$0.entrant].name }.joined(separator: " and ")) are tied in every criterion: `parlor tournament draw --lots` decides between them."
        )
        break
      }
    }
    return messages
  }
}
