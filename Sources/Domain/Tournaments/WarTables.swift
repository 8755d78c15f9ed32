import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// Matches that two people play at tables, of War or of the duel (row T-46).
///
/// Each of the two says at which table they play. When the match there is over, the node of each reports by itself what both
/// nodes have verified, so nobody can report another result or claim a table that the other one has not agreed to.
enum WarTables {
  // MARK: What people do

  static func setTable(
    _ request: SetMatchTable, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    let fixture = try state.match(request.match).fixture
    if let refused = state.noScore(fixture) { throw refused }
    guard let players = state.players(fixture) else {
      throw Refused(
        .notNow,
        "A table is for two people of the room, and \(fixture.name) is not between two.",
        .nameEntrant
      )
    }
    guard players.contains(home.me) else {
      throw Refused(
        .notNow, "You do not play \(fixture.name): only its two players can open a table for it.")
    }
    guard !fixture.isOver else {
      throw Refused(.notNow, "\(fixture.name) is decided already.")
    }
    guard
      let table = try Base32.decode(request.table).flatMap({ RoomID($0) })
        ?? table(request.table, home)
    else {
      throw Refused(
        .invalid,
        "\(Text.preview(request.table, characters: 30)) is not a table.", .see("war list"))
    }
    let body = MatchTable.with {
      $0.match = fixture.name
      $0.home = state.item(fixture.home)
      $0.away = state.item(fixture.away)
      $0.table = table.data
    }
    let nonce = DerivedNonce(
      "match table \(fixture.name)", state.record.id, table, home.me.id16)
    try draft.make(
      TournamentKinds.matchTable, in: state.record.room, parent: state.record.id,
      named: home.unused(nonce, in: state.record.room), body)
    return .record(state.record.id, in: state.record.room)
  }

  private static func table(_ text: String, _ home: any Snapshot) throws -> RoomID? {
    let room = try home.room(text)
    return room.kind == .table ? room.id : nil
  }

  // MARK: By itself

  /// Reports the result of a match at a table.
  static let reaction = SessionReaction(
    open: { home in
      try home.rooms().flatMap { room in
        try home.records(of: [.matchTable], in: room, limit: 500)
          .filter { $0.author == home.me }
          .compactMap { RoomID(TournamentKinds.matchTable.decode($0.body).table) }
      }
    },
    react: { session, home, draft in
      for room in try home.rooms() {
        let found = try home.records(
          of: .matchTable, nameBeginning: session.table.description, in: room, limit: 20)
        for record in found where record.author == home.me {
          guard let parent = try record.parent.flatMap({ try home.record($0, in: room) }),
            parent.kind == .tournament, !parent.isDeleted
          else { continue }
          try report(session, record, TournamentState(parent, home), &draft)
        }
      }
    })

  private static func report(
    _ session: FinishedSession, _ record: Record, _ state: TournamentState, _ draft: inout Draft
  ) throws {
    let body = TournamentKinds.matchTable.decode(record.body)
    guard state.body.started,
      let fixture = state.course.all.first(where: { $0.name == body.match }),
      let players = state.players(fixture), Set(players) == Set(session.players),
      body.home == state.item(fixture.home), body.away == state.item(fixture.away)
    else { return }
    let own = (state.reports[fixture.name] ?? []).first {
      $0.record.author == state.home.me && !$0.isRuling
    }
    // What the person has said of these two goes before what the node would say.
    if let own, own.body.home == body.home, own.body.away == body.away,
      own.body.table.isEmpty || own.body.takenBack
    {
      return
    }
    guard var report = try said(fixture, players, state, session) else { return }
    report.match = fixture.name
    report.home = body.home
    report.away = body.away
    var before = own?.body
    before?.earlier = []
    guard before != report else { return }
    try ScoreCommands.put(
      report, isRuling: false, byItself: true, in: state, over: own, &draft)
  }

  /// Returns the report that follows from all tables of a match; nil while more games are to be played, or something has still to be
  /// opened.
  ///
  /// - Parameter latest: a match that has just changed: the store may not have all of it yet.
  private static func said(
    _ fixture: Fixture, _ players: [Author], _ state: TournamentState, _ latest: FinishedSession
  ) throws -> ScoreReport? {
    var report = ScoreReport()
    var played = PlayedGames(
      bestOf: state.body.bestOf, needsWinner: state.needsWinner(fixture))
    for table in state.tables(fixture) where table.record.author == state.home.me {
      guard let id = RoomID(table.body.table),
        let session = try id == latest.table ? latest : state.home.finishedSession(at: id),
        Set(session.players) == Set(players)
      else { continue }
      report.table = id.data
      report.stateHash = Data([UInt8](hex: session.stateHash) ?? [])
      report.reason = Text.clean(session.result.text, limit: TournamentRules.reason)
      switch trust(in: session) {
      case .proven: break
      case .open: return nil
      case .none:
        report.winner = .unspecified
        report.games = []
        return report
      }
      for winner in games(of: session, bestOf: state.body.bestOf) {
        let won = winner == players[0], lost = winner == players[1]
        played.take(Score(home: won ? 1_000 : 0, away: lost ? 1_000 : 0))
      }
      if played.isOver { break }
    }
    guard played.isOver else { return nil }
    report.games = played.games.map(GameScore.init)
    if let tiebreak = played.tiebreak { report.tiebreak = GameScore(tiebreak) }
    report.winner = TournamentState.ending(report).winner
    return report
  }

  /// The games of a match at a table as the tournament counts them, by their winners.
  ///
  /// A match of several games is one game of a tournament that plays fewer: then its result alone counts.
  private static func games(of session: FinishedSession, bestOf: UInt32) -> [Author?] {
    let most = session.players.map { player in session.games.count { $0 == player } }.max() ?? 0
    return bestOf > 1 && most <= Int(bestOf / 2) + 1 ? session.games : [session.winner]
  }

  /// The trust in a result.
  private enum Trust {
    case proven
    /// Something has still to be opened.
    case open
    /// An organiser decides.
    case none
  }

  /// Cards, a concession or a claim that was confirmed have ended it; nobody has broken the rules, and what has to be opened is.
  private static func trust(in session: FinishedSession) -> Trust {
    switch session.result.ending {
    case .cards, .bothOut, .roundCap, .short, .conceded, .claimed, .cycle: break
    case .broken, .unspecified, .UNRECOGNIZED: return .none
    }
    guard let audit = session.audit else { return .proven }
    guard audit.step == 0 else { return .none }
    return audit.counts ? .proven : audit.mayCount ? .open : .none
  }

  // MARK: What is shown

  /// Calls our person when the other one waits at a table.
  static let arrival = Arrival([.matchTable]) { record, home in
    guard record.author != home.me,
      let parent = try record.parent.flatMap({ try home.record($0, in: record.room) }),
      parent.kind == .tournament, !parent.isDeleted
    else { return nil }
    let state = try TournamentState(parent, home)
    let body = TournamentKinds.matchTable.decode(record.body)
    guard let fixture = state.course.all.first(where: { $0.name == body.match }), !fixture.isOver,
      let players = state.players(fixture), players.contains(home.me),
      players.contains(record.author),
      // Who joins is called; who has opened it knows of it.
      players.first == record.author
    else { return nil }
    return Arrival.Call(
      sender: try home.person(record.author, in: record.room).name,
      text: "waits at a table for \(fixture.name) of \(state.name)")
  }

  /// Says whether our person can play a match, and where.
  static func show(_ fixture: Fixture, _ state: TournamentState, _ view: inout MatchView) throws {
    guard let players = state.players(fixture), let seat = players.firstIndex(of: state.home.me)
    else { return }
    let hasSaid = (state.reports[fixture.name] ?? []).contains {
      $0.record.author == state.home.me && !$0.isRuling && $0.body.home == state.item(fixture.home)
        && $0.body.away == state.item(fixture.away)
    }
    view.mayPlay =
      !hasSaid && state.noScore(fixture) == nil && [.due, .reported].contains(fixture.state)
    view.opens = seat == 0
    view.opponent = players[1 - seat].description
    view.tables = state.tables(fixture).map { table in
      .with {
        $0.table = RoomID(table.body.table)?.description ?? ""
        $0.author = table.record.author.description
        $0.own = table.record.author == state.home.me
      }
    }
  }
}

extension TournamentState {
  /// The two people who play a match, home first; nil where one side is nobody that is known.
  func players(_ fixture: Fixture) -> [Author]? {
    guard let one = fixture.home.number, let two = fixture.away.number,
      let home = Author(members[one].body.person), let away = Author(members[two].body.person),
      home != away
    else { return nil }
    return [home, away]
  }

  /// The item id of a side; empty while nobody is there.
  func item(_ side: Side) -> Data { side.number.map { members[$0].record.item.data } ?? Data() }

  /// The tables of a match that its two people have named, the newest last.
  func tables(_ fixture: Fixture) -> [PlayedTable] {
    guard let players = players(fixture) else { return [] }
    let (home, away) = (item(fixture.home), item(fixture.away))
    return (tables[fixture.name] ?? []).filter {
      players.contains($0.record.author) && $0.body.home == home && $0.body.away == away
    }
  }

  /// Both who have played say the same of one table: that counts whoever else may report (row T-45).
  func isPlayed(_ report: Report, _ one: Member, _ two: Member) -> Bool {
    let people = [one.body.person, two.body.person]
    guard RoomID(report.body.table) != nil, people.contains(report.record.author.data),
      people[0] != people[1]
    else { return false }
    return (reports[report.body.match] ?? []).contains { other in
      other.record.author != report.record.author && people.contains(other.record.author.data)
        && !other.isRuling && !other.body.takenBack && other.body.table == report.body.table
        && other.body.home == report.body.home && other.body.away == report.body.away
        && other.body.stateHash == report.body.stateHash
        && Self.ending(other.body) == Self.ending(report.body)
    }
  }
}

extension ScoreReport {
  /// It is of a table at which somebody has broken the rules: an organiser decides.
  var isUnverified: Bool { !table.isEmpty && games.isEmpty }
}
