import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// A tournament as one snapshot has it, and all that follows from its records (row T-52).
struct TournamentState {
  /// Somebody who takes part, or would.
  struct Member {
    let record: Record
    let body: Entrant
    var out: Withdrawal?
  }

  /// A report of one person on a match.
  struct Report {
    let record: Record
    let body: ScoreReport
    let isRuling: Bool

    /// The causal order of the last change.
    var order: UInt64 { max(record.order, record.changed) }
  }

  /// A person says at which table of War a match is played.
  struct PlayedTable {
    let record: Record
    let body: MatchTable
  }

  let record: Record
  let home: any Snapshot
  let body: Tournament
  /// Those who take part, by their numbers.
  private(set) var members: [Member] = []
  /// Those who came too late.
  private(set) var refused: [Member] = []
  /// The reports, by match.
  private(set) var reports: [String: [Report]] = [:]
  /// At which tables of War people say that they play, by match, the newest last.
  private(set) var tables: [String: [PlayedTable]] = [:]
  /// All attempts to draw, the first one first.
  private(set) var draws: [Draw] = []
  private(set) var competition = Competition()
  private(set) var course: Course
  private let organisers: Set<Data>
  private let moderation: Moderation
  private var numbers: [Data: Int] = [:]

  /// Reads it.
  ///
  /// - Parameter changed: parts as they would be, by their ids; nil for one that would not be there.
  init(_ record: Record, _ home: any Snapshot, with changed: [RecordID: Record?] = [:]) throws {
    self.record = record
    self.home = home
    body = TournamentKinds.tournament.decode(record.body)
    organisers = Set([record.author.data] + body.organisers)
    moderation = try Moderation(of: record.room, home)
    course = Course(Competition())
    try read(changed)
    competition = competition(members)
    competition.lots = places(by: lots)
    course = Course(competition)
  }

  /// The tournament that a person means.
  static func find(_ text: String, _ home: any Snapshot) throws -> TournamentState {
    guard !text.isEmpty else {
      throw Refused(
        .invalid, "No tournament was named.", .see("tournament list"))
    }
    let state = try TournamentState(home.find(text, [.tournament], in: home.rooms()), home)
    guard !state.body.deleted else {
      throw Refused(
        .notFound,
        "\(state.name) is deleted.", .undo)
    }
    return state
  }

  private mutating func read(_ changed: [RecordID: Record?]) throws {
    var outs: [Data: Withdrawal] = [:]
    // In the order in which they were made, which is the same everywhere.
    for part in try home.children(of: record.id, in: record.room)
      .sorted(by: { ($0.order, $0.id) < ($1.order, $1.id) })
      .compactMap({ changed[$0.id, default: $0] })
    {
      switch part.kind {
      case .entrant where isOrganiser(part.author):
        let member = Member(record: part, body: TournamentKinds.entrant.decode(part.body))
        if members.count < TournamentRules.mostEntrants {
          numbers[part.item.data] = members.count
          members.append(member)
        } else {
          refused.append(member)
        }
      case .withdrawal where isOrganiser(part.author):
        let withdrawal = TournamentKinds.withdrawal.decode(part.body)
        outs[withdrawal.entrant] = withdrawal
      case .scoreReport, .ruling:
        let report = TournamentKinds.report.decode(part.body)
        reports[report.match, default: []].append(
          Report(record: part, body: report, isRuling: part.kind == .ruling))
      case .matchTable where part.changed == 0:
        let table = TournamentKinds.matchTable.decode(part.body)
        tables[table.match, default: []].append(PlayedTable(record: part, body: table))
      case .drawRequest
      where part.changed == 0 && isOrganiser(part.author) && draws.count < Draw.mostAttempts:
        draws.append(try Draw(part, home))
      default: break
      }
    }
    for place in members.indices { members[place].out = outs[members[place].record.item.data] }
  }

  private func competition(_ members: [Member]) -> Competition {
    var made = Competition(rules: body)
    made.entrants = members.map {
      Competition.Entrant(
        name: Text.clean($0.body.name, limit: TournamentRules.name), rating: Int($0.body.rating),
        club: Text.clean($0.body.club, limit: TournamentRules.name), isOut: $0.out != nil,
        isDisqualified: $0.out?.disqualified == true,
        fromRound: Int(min($0.body.fromRound, 1_000)))
    }
    var placed: Set<Int> = []
    made.groups = body.grouping.groups.prefix(TournamentRules.mostGroups).map { group in
      group.slots.prefix(TournamentRules.mostEntrants).map { slot in
        numbers[slot].flatMap { placed.insert($0).inserted ? $0 : nil }
      }
    }
    made.swaps = body.swaps.prefix(TournamentRules.mostSwaps).map { ($0.one, $0.two) }
    made.slots = body.knockout.slots.prefix(128).map(slot)
    made.rounds = body.rounds.rounds.prefix(TournamentRules.mostRounds).map { round in
      round.pairings.prefix(TournamentRules.mostEntrants).compactMap { pairing in
        guard let home = numbers[pairing.home] else { return nil }
        let away = numbers[pairing.away]
        return away == home
          ? nil : Competition.Pairing(home: home, away: away, isHalf: pairing.half)
      }
    }
    let (reports, state) = (reports, self)
    made.decide = { match, home, away in
      state.decision(reports[match] ?? [], members[home], members[away])
    }
    return made
  }

  private func slot(_ slot: KnockoutSlot) -> Competition.Slot {
    switch slot.what {
    case .entrant(let item)?: numbers[item].map { .entrant($0) } ?? .bye
    case .place(let text)?: Self.place(text) ?? .bye
    case .bye?, nil: .bye
    }
  }

  /// A place of a group, as A1, or one of the best with the same place in their groups, as 3rd1 or 3rdADEF; nil for anything
  /// else.
  static func place(_ text: String) -> Competition.Slot? {
    if let best = best(text) { return best }
    guard let letter = text.first, let rank = Int(text.dropFirst()), (1...100).contains(rank),
      let group = (0..<TournamentRules.mostGroups).first(where: {
        Course.letter($0) == String(letter)
      })
    else { return nil }
    return .place(group: group, rank: rank - 1)
  }

  private static func best(_ text: String) -> Competition.Slot? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let rank = Int(digits), (1...100).contains(rank) else { return nil }
    let ordinal = FinalRanks.ordinal(rank)
    let rest = text.dropFirst(ordinal.count)
    guard text.lowercased().hasPrefix(ordinal) else { return nil }
    if let place = Int(rest) {
      guard (1...TournamentRules.mostGroups).contains(place) else { return nil }
      return .best(rank: rank - 1, place: place - 1)
    }
    let groups = rest.compactMap { letter in
      (0..<TournamentRules.mostGroups).first { Course.letter($0) == String(letter) }
    }
    guard !groups.isEmpty, groups.count == rest.count, Set(groups).count == groups.count else {
      return nil
    }
    return .oneOf(rank: rank - 1, groups: groups.sorted())
  }

  // MARK: Who may do what

  func isOrganiser(_ author: Author) -> Bool { organisers.contains(author.data) }

  /// Whether somebody may decide matches: an organiser, or a moderator of the room (row A-17).
  func mayRule(_ author: Author) -> Bool {
    isOrganiser(author) || moderation.moderates(author)
  }

  /// Whether what somebody says of a match between two counts (rows T-44, T-47).
  func isScorer(_ author: Author, _ one: Member?, _ two: Member?) -> Bool {
    if isOrganiser(author) { return true }
    let isHelper = body.helpers.contains(author.data)
    switch body.scorers {
    case .everybody: return true
    case .helpers: return isHelper
    case .players: return isHelper || [one, two].contains { $0?.body.person == author.data }
    default: return false
    }
  }

  /// Checks that our person may change the set-up.
  func checkMayEdit() throws {
    try home.checkMayChange(record)
  }

  /// The same, and that it has not begun.
  func checkIsDraft(_ what: String) throws {
    try checkMayEdit()
    guard !body.started else {
      throw Refused(
        .notNow,
        "\(name) has started: \(what) can be changed in the set-up only.",
        .returnToSetup
      )
    }
  }

  // MARK: What was said

  private func decision(_ reports: [Report], _ one: Member, _ two: Member) -> Decision {
    let here = reports.filter { counts($0, one, two) }
    if let ruling = here.filter(\.isRuling).max(by: {
      ($0.order, $0.record.id) < ($1.order, $1.record.id)
    }) {
      return Decision(state: .decided, ending: Self.ending(ruling.body))
    }
    let endings = here.map { Self.ending($0.body) }
    guard let first = endings.first else { return Decision() }
    guard endings.allSatisfy({ $0 == first }) else { return Decision(state: .disputed) }
    guard !body.confirm || Set(here.map(\.record.author)).count > 1 else {
      return Decision(state: .reported)
    }
    return Decision(state: .decided, ending: first)
  }

  /// Whether a report says something of a match between two, by somebody who may.
  func counts(_ report: Report, _ one: Member, _ two: Member) -> Bool {
    reason(against: report, one, two) == nil
  }

  /// Returns the reason why a report does not count; nil where it does.
  func reason(against report: Report, _ one: Member, _ two: Member) -> String? {
    if report.body.isUnverified { return "the match at the table could not be verified" }
    if report.body.takenBack { return "taken back" }
    guard report.body.isInRange else { return "with a number that is too high or too low" }
    guard report.body.home == one.record.item.data, report.body.away == two.record.item.data else {
      return "meant for other entrants"
    }
    if report.isRuling {
      let counts = isOrganiser(report.record.author) || moderation.covers(report.record)
      return counts ? nil : "not by an organiser"
    }
    if isScorer(report.record.author, one, two) || isPlayed(report, one, two) { return nil }
    return "not by a scorer"
  }

  /// The words of a report.
  static func ending(_ report: ScoreReport) -> Ending {
    var ending = Ending()
    ending.games = report.games.map(Score.init)
    if report.hasTiebreak { ending.tiebreak = Score(report.tiebreak) }
    ending.isForfeit = report.forfeit
    ending.penalties = Score(home: Int64(report.homePenalty), away: Int64(report.awayPenalty))
    let (total, tiebreak) = (ending.total, ending.tiebreak)
    if !report.forfeit, total.home != total.away {
      ending.winner = total.home > total.away ? .home : .away
    } else if !report.forfeit, let tiebreak, tiebreak.home != tiebreak.away {
      ending.winner = tiebreak.home > tiebreak.away ? .home : .away
    } else {
      ending.winner = [.home, .away].contains(report.winner) ? report.winner : .neither
    }
    return ending
  }

  // MARK: Draws

  /// The number of an entrant with an item id.
  func number(of item: Data) -> Int? { numbers[item] }

  /// The lots that decide; nil while none were drawn for all of them.
  var lots: Lots? { Lots(draws, members: members.map(\.record.item.data)) }

  /// For each entrant its place in the order of the lots; empty without any.
  private func places(by lots: Lots?) -> [Int] {
    guard let order = lots?.draw.order else { return [] }
    var places = Array(repeating: -1, count: members.count)
    for (place, item) in order.enumerated() {
      if let number = numbers[item] { places[number] = place }
    }
    return places.contains(-1) ? [] : places
  }

  // MARK: Finding

  var name: String { Text.clean(body.name, limit: TournamentRules.name) }

  /// The way in which it is played.
  var style: any TournamentStyle { body.format.style }
}

extension Competition {
  /// A competition that is played as a tournament says, without anybody in it.
  init(rules body: Tournament) {
    self.init()
    func bounded(_ points: Int64) -> Int64 { min(max(points, -1_000_000), 1_000_000) }
    format = body.format
    points =
      body.hasPoints
      ? Points(
        win: bounded(body.points.win), tie: bounded(body.points.tie),
        loss: bounded(body.points.loss))
      : style.points
    tieBreaks =
      body.tieBreaks.isEmpty ? style.tieBreaks : Array(body.tieBreaks.prefix(16))
    reapply = body.reapply
    thirdPlace = !body.noThirdPlace || body.allPlaces
    losersThird = body.losersThird
    allPlaces = body.allPlaces
    reseed = body.reseed
    legs = Int(min(max(body.legs, 1), 2))
    swissRounds = Int(min(body.swissRounds, 100))
    final = body.final
    losers = body.losers
    skipFirst = body.skipFirst
    firstIsBlack = body.firstBlack
    noTies = body.noTies
    started = body.started
  }
}
