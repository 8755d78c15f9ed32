import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// The views of tournaments: the same for the terminal, the page and other programs.
enum TournamentViews {
  static func list(
    _ request: ListTournaments, _ home: any Snapshot
  ) throws -> TournamentList {
    let rooms = request.room.isEmpty ? try home.rooms() : [try home.room(request.room).id]
    let records = try rooms.flatMap {
      try home.records(of: [.tournament], in: $0, limit: PageLimit.most)
    }
    let gone = try rooms.flatMap {
      try home.page(
        of: TournamentKinds.tournament.erased, in: $0, before: "", limit: PageLimit.most,
        withDeleted: true
      ).records.filter(\.isDeleted)
    }
    let lines =
      try records.compactMap { record in
        let state = try TournamentState(record, home)
        return state.body.deleted ? try line(deleted: record, home) : try line(state)
      } + gone.compactMap { try line(deleted: $0, home) }
    return .with {
      $0.tournaments = lines.sorted { ($1.made, $1.id) < ($0.made, $0.id) }
      $0.formats = TournamentStyles.all.map(\.view)
    }
  }

  /// The rest of a deleted tournament in which something was drawn: nobody draws until it fits by beginning again. Of others
  /// nothing is shown.
  private static func line(deleted record: Record, _ home: any Snapshot) throws -> TournamentLine? {
    let draws = try home.countPermanent(.drawRequest, below: record)
    guard draws > 0 else { return nil }
    return try .with {
      $0.id = record.item.description
      $0.room = record.room.description
      $0.roomName = try home.room(record.room)?.name ?? ""
      $0.made = record.wall
      $0.deleted = true
      $0.draws = UInt32(draws)
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
      $0.style = state.style.view
      $0.entrants = UInt32(state.members.count)
      $0.phase = state.course.phase
      let first = state.course.ranks.filter { $0.rank == 1 }
      $0.winner = first.map { state.competition.entrants[$0.entrant].name }.joined(separator: ", ")
    }
  }

  static func show(_ request: ShowTournament, _ home: any Snapshot) throws -> TournamentView {
    try view(TournamentState.find(request.tournament, home))
  }

  static func view(_ state: TournamentState) throws -> TournamentView {
    guard !state.record.isDeleted, !state.body.deleted else {
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
      let (messages, toDo) = (try messages(state), course.phase == .draft ? toDo(state) : [])
      ($0.messages, $0.messageRemedies) = (messages.map(\.text), Advice.remedies(of: messages))
      ($0.toDo, $0.toDoRemedies) = (toDo.map(\.text), Advice.remedies(of: toDo))
      $0.rules = try rules(state)
      let matches = course.all.filter { $0.home != .bye && $0.away != .bye }
      $0.played = UInt32(matches.filter { $0.state == .decided }.count)
      $0.total = UInt32(matches.count)
      $0.qualifiers = UInt32(competition.slots.filter { $0 != .bye }.count)
      $0.slots = competition.slots.map { Course.name($0, competition) }
      $0.draws = try ShownDraws.views(state)
      $0.style = state.style.view
    }
  }

  /// The way in which somebody is out.
  static func word(_ withdrawal: Withdrawal) -> String {
    withdrawal.disqualified ? "disqualified" : "withdrawn"
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
        $0.out = member.out.map(word) ?? ""
        $0.refused = refused
        $0.fromRound = member.body.fromRound
      }
    }
    return try state.members.enumerated().map { try view($1, $0, refused: false) }
      + state.refused.enumerated().map {
        try view($1, state.members.count + $0, refused: true)
      }
  }

  /// Those who play on as the best with their place, where it is decided who they are.
  private static func bestThrough(_ state: TournamentState) -> Set<Int> {
    var through: Set<Int> = []
    let slots = Set(state.competition.slots)
    var open: [Int: Int] = [:]
    let ranks = state.competition.slots.compactMap { slot -> Int? in
      switch slot {
      case .best(let rank, _): return rank
      case .oneOf(let rank, _):
        open[rank, default: 0] += 1
        return rank
      case .bye, .place, .entrant: return nil
      }
    }
    for rank in Set(ranks).sorted() {
      let rows = state.course.best(rank, state.competition)
      let level = Dictionary(grouping: rows.indices) { rows[$0].rank }
      for places in level.values
      where places.allSatisfy({
        slots.contains(.best(rank: rank, place: $0)) || $0 < open[rank] ?? 0
      }) {
        through.formUnion(places.map { rows[$0].entrant })
      }
    }
    return through
  }

  /// Those who are in the first round of a knockout; nil as long as that is open for one of its places.
  static func inKnockout(_ course: Course) -> Set<Int>? {
    let sides = course.rounds.first?.matches.flatMap { [$0.home, $0.away] } ?? []
    guard !sides.isEmpty, sides.allSatisfy({ $0 == .bye || $0.number != nil }) else { return nil }
    return Set(sides.compactMap(\.number))
  }

  private static func standings(_ state: TournamentState) -> [StandingsView] {
    let (competition, course) = (state.competition, state.course)
    let playing = Set(
      competition.slots.compactMap { slot -> [Int]? in
        guard case .place(let group, let rank) = slot else { return nil }
        return [group, rank]
      })
    let lots = state.lots?.text ?? ""
    let best = bestThrough(state)
    let there = inKnockout(course)
    return course.standings.enumerated().map { number, rows in
      .with {
        let isGroup = competition.style.traits.playsGroups
        $0.name = isGroup ? Course.letter(number) : ""
        $0.complete = course.isComplete[number]
        if isGroup {
          $0.slots = competition.groups[number].map {
            $0.map { competition.entrants[$0].name } ?? Course.empty
          }
        }
        // Who is level with somebody who would not play on has no arrow: nothing has decided between them.
        let level = Dictionary(grouping: rows.indices) { rows[$0].rank }
        let isThrough = level.mapValues { places in
          isGroup && places.allSatisfy { playing.contains([number, $0]) }
        }
        $0.rows = rows.map { row in
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
            let isOut = state.members[row.entrant].out
            let plays = isThrough[row.rank] == true || best.contains(row.entrant)
            $0.qualifies =
              (there?.contains(row.entrant) ?? plays) && isOut?.disqualified != true
            $0.values = zip(competition.tieBreaks, row.values).map(TieBreaks.shown)
            $0.lot = row.isByLot ? lots : ""
            $0.out = isOut.map(word) ?? ""
          }
        }
      }
    }
  }

  private static func bracket(_ state: TournamentState) throws -> [BracketRound] {
    try state.course.bracket.map { round in
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
      state.noScore(fixture)?.refusal
      ?? (isScorer
        ? nil
        : Refused(.notNow, "Only the scorers of \(state.name) can report its scores.").refusal)
    let total = fixture.ending.flatMap { $0.games.isEmpty ? nil : $0.total }
    return try .with {
      $0.name = fixture.name
      $0.title = fixture.title
      $0.home = side(fixture.home, total?.home, state)
      $0.away = side(fixture.away, total?.away, state)
      $0.state = fixture.state
      $0.score = fixture.ending.map(ScoreText.text) ?? ""
      $0.half = fixture.isHalf
      $0.winner = fixture.ending?.winner ?? .unspecified
      $0.mayScore = refusal == nil
      $0.reason = refusal?.message ?? ""
      if let refusal, refusal.hasRemedy { $0.remedy = refusal.remedy }
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
            ? "" : ScoreCommands.said(report.body, state)
          $0.counts = reason == nil
          $0.reason = reason ?? ""
          $0.note = Text.clean(report.body.reason, limit: TournamentRules.reason)
          $0.ruling = report.isRuling
          $0.table = RoomID(report.body.table)?.description ?? ""
          $0.made = report.body.earlier.last?.until ?? report.record.wall
          $0.earlier = report.body.earlier.suffix(ScoreCommands.mostEarlier).map { earlier in
            .with {
              $0.score = Text.clean(earlier.score, limit: TournamentRules.reason)
              $0.until = earlier.until
            }
          }
        }
      }
    }
  }

  /// Names among which it is still open who it will be, as `Cody, Milo or Nora`.
  static func choice(_ names: [String]) -> String {
    names.count < 5 ? Count.list(names, "or") : "one of \(names.count)"
  }

  private static func side(_ side: Side, _ score: Int64?, _ state: TournamentState) -> MatchSide {
    .with {
      $0.number = -1
      switch side {
      case .bye: $0.name = Course.bye
      case .entrant(let number):
        $0.number = Int32(number)
        $0.name = state.competition.entrants[number].name
        $0.out = state.members[number].out.map(word) ?? ""
      case .waiting(let label, let likely):
        $0.name = label
        $0.likely = choice(likely.map { state.competition.entrants[$0].name })
      }
      if let score { $0.score = score }
    }
  }

  private static func rules(_ state: TournamentState) throws -> TournamentRulesView {
    let (body, competition, traits) = (state.body, state.competition, state.style.traits)
    return try .with {
      let points = [competition.points.win, competition.points.tie, competition.points.loss]
      $0.points = points.map(ScoreText.text).joined(separator: ",")
      $0.tieBreaks = competition.tieBreaks.map(TieBreaks.name)
      $0.ties = TieBreaks.name(of: competition.tieBreaks, reapply: competition.reapply)
      $0.thirdPlace =
        traits.playsLosersBracket ? competition.losersThird : competition.thirdPlace
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
      $0.firstColour = body.firstBlack ? "black" : "white"
      $0.noTies = body.noTies
      $0.skipFirst = competition.skipFirst && traits.playsLosersBracket
    }
  }
}
