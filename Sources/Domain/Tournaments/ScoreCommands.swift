import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// The commands for reports of people and decisions of organisers (rows T-20 to T-22, T-28, T-32, T-35, T-37, T-44, T-45).
enum ScoreCommands {
  static func score(
    _ request: ScoreMatch, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    try write(request, home, isRuling: false, &draft)
  }

  static func rule(
    _ request: ScoreMatch, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    try write(request, home, isRuling: true, &draft)
  }

  private static func write(
    _ request: ScoreMatch, _ home: any Snapshot, isRuling: Bool, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    let named = try state.match(request.match)
    let fixture = named.fixture
    if let refused = state.noScore(fixture) { throw refused }
    guard let one = fixture.home.number, let two = fixture.away.number else {
      throw Refused(.notNow, "\(fixture.name) does not have two entrants yet.")
    }
    let members = (state.members[one], state.members[two])
    if isRuling {
      guard state.mayRule(home.me) else {
        throw Refused(
          .notNow,
          "Only an organiser of \(state.name) or a moderator of its room can decide: report the score instead."
        )
      }
      guard !request.reason.isEmpty || request.takeBack else {
        throw Refused(.invalid, "A decision needs a reason: give it with --reason.")
      }
    } else {
      guard state.isScorer(home.me, members.0, members.1) else {
        throw Refused(
          .notNow,
          "You may not report scores of \(state.name).", .chooseScorers
        )
      }
    }
    let own = (state.reports[fixture.name] ?? []).first {
      $0.record.author == home.me && $0.isRuling == isRuling
    }
    var report = try read(request, state, named)
    report.match = fixture.name
    report.home = members.0.record.item.data
    report.away = members.1.record.item.data
    if request.takeBack, own == nil {
      throw Refused(
        .notNow, "You have reported nothing about \(fixture.name) that can be taken back.")
    }
    try checkLater(state, fixture, report, request.reason)
    try put(report, isRuling: isRuling, in: state, over: own, &draft)
    let isDecided = state.said(fixture).contains(where: \.isRuling)
    let name = fixture.name
    guard isDecided, !isRuling, !request.takeBack else {
      return .record(state.record.id, in: state.record.room)
    }
    return .record(state.record.id, in: state.record.room) {
      $0.messages.append(
        "\(name) was decided by an organiser: your report changes nothing as long as that stands.")
    }
  }

  /// Writes the report of our person on a match in place of the last one.
  ///
  /// - Parameter byItself: the node reports by itself: a report that our person has undone or deleted stays away.
  static func put(
    _ report: ScoreReport, isRuling: Bool, byItself: Bool = false, in state: TournamentState,
    over own: TournamentState.Report?, _ draft: inout Draft
  ) throws {
    let kind = isRuling ? TournamentKinds.ruling : TournamentKinds.report
    if let own {
      let now = draft.now.wall
      try draft.change(own.record, kind) { body in
        let before = body
        body = report
        body.earlier = earlier(before, than: report, state, now)
      }
    } else {
      let nonce = DerivedNonce(
        "tournament \(isRuling ? "ruling" : "score") \(report.match)", state.record.id,
        draft.me.id16)
      try draft.make(
        kind, in: state.record.room, parent: state.record.id,
        named: byItself ? nonce : state.home.unused(nonce, in: state.record.room), report)
    }
  }

  /// The most changed scores that are kept with a report, the newest ones.
  static let mostEarlier = 20

  /// The earlier words of a person before another report, with those that it had replaced.
  private static func earlier(
    _ report: ScoreReport, than new: ScoreReport, _ state: TournamentState, _ now: Int64
  ) -> [EarlierScore] {
    var known = report
    known.earlier = []
    // The same once more is no change.
    guard known != new else { return report.earlier }
    let last = EarlierScore.with {
      $0.score = said(report, state)
      $0.until = now
    }
    return Array((report.earlier + [last]).suffix(mostEarlier))
  }

  /// A report in words, with the penalty points that it gives.
  static func said(_ report: ScoreReport, _ state: TournamentState) -> String {
    let result = result(report, state)
    guard !report.takenBack, report.homePenalty + report.awayPenalty > 0 else { return result }
    return "\(result), penalty points \(report.homePenalty):\(report.awayPenalty)"
  }

  private static func result(_ report: ScoreReport, _ state: TournamentState) -> String {
    func name(_ item: Data) -> String {
      state.number(of: item).map { state.competition.entrants[$0].name } ?? "somebody"
    }
    let ending = TournamentState.ending(report)
    let winner = ending.winner == .home ? report.home : report.away
    switch (report.takenBack, report.forfeit, ending.winner) {
    case (true, _, _): return "taken back"
    case (_, true, .home): return "\(name(report.away)) did not come"
    case (_, true, .away): return "\(name(report.home)) did not come"
    case (_, _, .neither): return ScoreText.text(ending)
    default:
      let isClear = ending.total.home != ending.total.away || ending.tiebreak != nil
      return ending.games.isEmpty
        ? "\(name(winner)) won" : ScoreText.text(ending) + (isClear ? "" : ", \(name(winner)) won")
    }
  }

  /// A report as it was typed, without the match; the words for the first-named side are of that side.
  private static func read(
    _ request: ScoreMatch, _ state: TournamentState, _ named: TournamentState.NamedMatch
  ) throws -> ScoreReport {
    let fixture = named.fixture
    func placed(_ score: Score) -> Score { named.isTurned ? score.turned : score }
    var report = ScoreReport()
    report.reason = try Refused.line(request.reason, "The reason", limit: TournamentRules.reason)
    if request.takeBack {
      try checkIsBare(request)
      report.takenBack = true
      return report
    }
    let most = ScoreText.mostPenalties
    guard request.homePenalty <= most, request.awayPenalty <= most else {
      throw Refused(.invalid, "At most \(most) penalty points can be given.")
    }
    report.homePenalty = named.isTurned ? request.awayPenalty : request.homePenalty
    report.awayPenalty = named.isTurned ? request.homePenalty : request.awayPenalty
    if !request.forfeit.isEmpty {
      guard request.score.isEmpty else {
        throw Refused(.invalid, "A match is either played or lost by forfeit: choose one.")
      }
      guard request.winner.isEmpty else {
        throw Refused(
          .invalid,
          "The winner follows from who did not come: give --forfeit without --winner.")
      }
      report.forfeit = true
      if request.forfeit.lowercased() == "both", try state.entrant(named: "both") == nil {
        report.winner = .neither
      } else {
        report.winner =
          try side(request.forfeit, state, fixture) == .home ? .away : .home
      }
      return report
    }
    if !request.score.isEmpty {
      let (games, tiebreak) = try ScoreText.parse(request.score)
      report.games = games.map(placed).map(GameScore.init)
      if let tiebreak { report.tiebreak = GameScore(placed(tiebreak)) }
      report.winner = TournamentState.ending(report).winner
    }
    if !request.winner.isEmpty {
      let isTie = try request.winner.lowercased() == "tie" && state.entrant(named: "tie") == nil
      report.winner = isTie ? .neither : try side(request.winner, state, fixture)
    }
    let body = state.body
    try ScoreRules.check(
      report, of: fixture, bestOf: body.bestOf, noTies: body.noTies, format: body.format,
      name: state.name)
    return report
  }

  /// Checks that a score which is taken back is not given as well.
  private static func checkIsBare(_ request: ScoreMatch) throws {
    let isScored =
      !request.score.isEmpty || !request.winner.isEmpty || !request.forfeit.isEmpty
      || request.homePenalty > 0 || request.awayPenalty > 0
    guard !isScored else {
      throw Refused(
        .invalid,
        "A score is either given or taken back: leave out --take-back, or all but the match and the reason."
      )
    }
  }

  private static func side(
    _ text: String, _ state: TournamentState, _ fixture: Fixture
  ) throws -> MatchWinner {
    let number = try state.entrant(text)
    if number == fixture.home.number { return .home }
    if number == fixture.away.number { return .away }
    throw Refused(
      .invalid,
      "\(state.competition.entrants[number].name) does not play in \(fixture.name).")
  }

  /// Asks for a reason where later matches rest on what is changed (row T-35).
  private static func checkLater(
    _ state: TournamentState, _ fixture: Fixture, _ report: ScoreReport, _ reason: String
  ) throws {
    guard fixture.state == .decided, let old = fixture.ending, reason.isEmpty else { return }
    let new = report.takenBack ? nil : TournamentState.ending(report)
    guard new != old else { return }
    let later = state.course.later(than: fixture, state.competition).filter {
      !state.said($0).isEmpty
    }
    guard !later.isEmpty else { return }
    throw Refused(
      .notNow,
      "\(later.map(\.name).joined(separator: ", ")) \(Count.word(later.count, "is", "are")) played already and may rest on this score: give the reason with --reason to change it all the same."
    )
  }
}

extension Snapshot {
  /// Returns a nonce with which our person can make a record: nil, for a random one, where the record with this one is deleted.
  ///
  /// A deleted record never lives again, so an undone one is made again under another id.
  func unused(_ nonce: DerivedNonce, in room: RoomID) throws -> DerivedNonce? {
    let known = try record(RecordID(by: me, named: nonce), in: room)
    return known?.isDeleted == true ? nil : nonce
  }
}

extension GameScore {
  init(_ score: Score) {
    self = .with {
      $0.home = score.home
      $0.away = score.away
    }
  }
}

extension Score {
  init(_ score: GameScore) { self.init(home: score.home, away: score.away) }
}

extension ScoreReport {
  /// All its numbers are such as people may give.
  var isInRange: Bool {
    let scores = games + (hasTiebreak ? [tiebreak] : [])
    return games.count <= ScoreText.mostGames
      && max(homePenalty, awayPenalty) <= ScoreText.mostPenalties
      && scores.allSatisfy {
        (0...ScoreText.most).contains($0.home) && (0...ScoreText.most).contains($0.away)
      }
  }
}

extension Author {
  /// The author as one of the ids that a nonce follows from.
  var id16: Bytes16 { Bytes16([UInt8](data.prefix(16))) ?? RoomID.lobby }
}

extension Fixture {
  /// Somebody has to win it.
  func isKnockout(_ format: TournamentFormat) -> Bool {
    ["KO", "WB", "LB", "GF", "3R", "PL"].contains { name.hasPrefix($0) }
      && format.style.traits.playsKnockout
  }
}

extension Course {
  /// The matches whose entrants may follow from this one.
  func later(than fixture: Fixture, _ competition: Competition) -> [Fixture] {
    if matches.contains(where: { $0.name == fixture.name }) { return knockout }
    let seeded = competition.reseed ? after(fixture) : []
    let teams = Set([fixture.home.number, fixture.away.number].compactMap { $0 })
    guard let place = knockout.firstIndex(where: { $0.name == fixture.name }) else { return [] }
    return knockout[(place + 1)...].filter {
      seeded.contains($0.name)
        || !teams.isDisjoint(with: Set([$0.home.number, $0.away.number].compactMap { $0 }))
    }
  }

  /// The names of all matches that follow from a round of the knockout, where seeds decide who meets next (row T-36).
  private func after(_ fixture: Fixture) -> Set<String> {
    guard
      let round = rounds.firstIndex(where: { $0.matches.contains { $0.name == fixture.name } })
    else { return [] }
    let count = rounds[round].matches.count
    let lower = places.filter { $0.first <= count }.flatMap(\.rounds)
    let next = (rounds[(round + 1)...] + lower).flatMap(\.matches) + (third.map { [$0] } ?? [])
    return Set(next.map(\.name))
  }
}

extension TournamentState {
  /// A tie decides nothing there.
  func needsWinner(_ fixture: Fixture) -> Bool {
    body.noTies || fixture.isKnockout(body.format)
  }

  /// Returns the reports on a match that count.
  func said(_ fixture: Fixture) -> [Report] {
    guard let one = fixture.home.number, let two = fixture.away.number else { return [] }
    return (reports[fixture.name] ?? []).filter { counts($0, members[one], members[two]) }
  }

  /// Returns the refusal of a score for a match for which nobody can give one now; nil where somebody can.
  func noScore(_ fixture: Fixture) -> Refused? {
    guard body.started else {
      return Refused(.notNow, "\(name) has not started.", .startTournament)
    }
    if fixture.home == .bye || fixture.away == .bye {
      return Refused(.notNow, "\(fixture.name) is a bye: there is no score to enter.")
    }
    if let reason = course.whyTooEarly(fixture, body.format) { return Refused(.notNow, reason) }
    guard fixture.home.number != nil, fixture.away.number != nil else {
      // All that comes before the first round is decided, and those who would be there are level.
      let isFirst = course.rounds.first?.matches.contains { $0.name == fixture.name } == true
      return isFirst && style.traits.playsGroups
        ? Refused(.notNow, "\(fixture.name) waits: some who may be there are level.", .drawLots)
        : Refused(.notNow, "\(fixture.name) waits for the matches before it.")
    }
    return nil
  }
}
