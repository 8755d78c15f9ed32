import Feature
import Schema
import TournamentSchema

/// Writes the JSON of brackets-model, the data of brackets-manager.js (row T-51): participants, stages, groups, rounds, matches and
/// their games, as its storage has them.
struct BracketsWriter {
  private let file: TournamentFile
  private let competition: Competition
  private let course: Course
  private var stages: [JSONValue] = []
  private var groups: [JSONValue] = []
  private var rounds: [JSONValue] = []
  private var matches: [JSONValue] = []
  private var games: [JSONValue] = []
  /// The names of the matches that are archived.
  private var archived: Set<String> = []
  private(set) var lost: [String]

  /// - Throws: `Refused` for a format that the model does not have.
  init(_ file: TournamentFile) throws {
    let style = file.body.format.style
    guard !style.stages.isEmpty else {
      let others = ["json"] + (style.reportType(file.competition) == nil ? [] : ["trf26"])
      throw Refused(
        .notNow,
        "brackets-model has round robins and eliminations: export \(file.body.name) as \(Count.list(others, "or"))."
      )
    }
    self.file = file
    competition = file.competition
    course = Course(competition)
    lost = file.lost
    if file.entrants.contains(where: { $0.rating > 0 || !$0.club.isEmpty || !$0.person.isEmpty }) {
      lost.append("Ratings, clubs and people of the entrants.")
    }
    if file.results.contains(where: { $0.report.hasTiebreak }) {
      lost.append("Scores of tie-breaks: the model says only who has won.")
    }
    if file.results.contains(where: { !$0.report.reason.isEmpty || $0.isRuling }) {
      lost.append("Decisions and reasons.")
    }
    if file.results.contains(where: { $0.report.homePenalty > 0 || $0.report.awayPenalty > 0 }) {
      lost.append("Penalty points for foul play.")
    }
    if !file.outs.isEmpty {
      lost.append("Who was withdrawn or disqualified: matches are lost by forfeit.")
    }
    if file.body.hasPoints || !file.body.tieBreaks.isEmpty {
      lost.append("The points for a win, a tie and a loss, and what decides between equal points.")
    }
    if file.hasOwnSchedule { lost.append(TournamentFile.ownSchedule) }
    if !file.body.started { lost.append("That it has not started.") }
    write()
  }

  /// The file.
  var text: String {
    let participants = file.entrants.enumerated().map { number, entrant in
      JSONValue.object([
        ("id", .number(number)), ("tournament_id", .number(0)), ("name", .text(entrant.name)),
      ])
    }
    return JSONValue.object([
      ("participant", .list(participants)), ("stage", .list(stages)), ("group", .list(groups)),
      ("round", .list(rounds)), ("match", .list(matches)), ("match_game", .list(games)),
    ]).document
  }

  private mutating func write() {
    let traits = competition.style.traits
    if traits.playsGroups {
      let stage = stage("Groups", "round_robin", [("groupCount", .number(file.groups.count))])
      for number in file.groups.indices {
        add(
          byRound(course.matches.filter { $0.name.hasPrefix(Course.letter(number)) }), stage,
          number + 1)
      }
      if !course.rounds.isEmpty { addKnockout() }
    } else if traits.followsSchedule {
      add(byRound(course.matches), stage("League", "round_robin", [("groupCount", .number(1))]), 1)
    } else if traits.playsLosersBracket {
      addDouble()
    } else {
      addKnockout()
    }
  }

  /// Fixtures by their rounds.
  private func byRound(_ fixtures: [Fixture]) -> [[Placed]] {
    var rounds: [[Placed]] = []
    var number = 0
    for fixture in fixtures {
      let round = Course.round(fixture.name)
      if rounds.isEmpty || round != number { rounds.append([]) }
      number = round
      rounds[rounds.count - 1].append(Placed(fixture))
    }
    return rounds
  }

  private mutating func addKnockout() {
    let stage = stage(
      "Knockout", "single_elimination",
      [
        ("consolationFinal", .flag(course.third != nil)),
        ("seedOrdering", .list([.text("inner_outer")])),
      ])
    var all = course.rounds.map { $0.matches.map { Placed($0) } }
    seed(&all)
    let third = course.third.map { [[Placed($0)]] } ?? []
    archive(all + third, ends: [all.last, third.last])
    add(all, stage, 1)
    if !third.isEmpty { add(third, stage, 2) }
    if course.places.contains(where: \.isPlayed) {
      lost.append("Matches for the places from the fifth on.")
    }
    if competition.reseed {
      lost.append("Seeds after each round: in the model, the winners play on in their order.")
    }
  }

  /// Says which seeds, and which places of groups, meet in the first round of a bracket.
  ///
  /// - Parameter step: the first round has every so many slots.
  private func seed(_ rounds: inout [[Placed]], step: Int = 1) {
    guard let first = rounds.first else { return }
    let seeds = KnockoutProposal.places(first.count * 2 * step)
    for place in first.indices {
      for (isHome, slot) in [(true, place * 2 * step), (false, (place * 2 + 1) * step)] {
        rounds[0][place].set(
          seeds[slot] + 1, isHome: isHome,
          from: file.slots.indices.contains(slot) ? groupPlace(file.slots[slot]) : nil)
      }
    }
  }

  /// Notes which matches of a bracket are archived, in the model's words: somebody of them has played on, or they are over and the last.
  ///
  /// - Parameter rounds: in this order each entrant plays them.
  private mutating func archive(_ rounds: [[Placed]], ends: [[Placed]?]) {
    let ends = Set(ends.compactMap(\.self).joined().map(\.fixture.name))
    var haveEnded: Set<Int> = []
    for fixture in rounds.joined().map(\.fixture).reversed() {
      let entrants = [fixture.home.number, fixture.away.number].compactMap(\.self)
      let isOver = fixture.state == .decided
      if !haveEnded.isDisjoint(with: entrants) || isOver && ends.contains(fixture.name) {
        archived.insert(fixture.name)
      }
      if isOver { haveEnded.formUnion(entrants) }
    }
  }

  private func groupPlace(_ slot: Competition.Slot) -> String? {
    switch slot {
    case .place, .best, .oneOf: Course.name(slot, competition)
    case .bye, .entrant: nil
    }
  }

  private mutating func addDouble() {
    let final = [DoubleFinal.none: "none", .single: "simple", .reset: "double"][file.body.final]
    let orders = competition.losersOrders(slots: file.slots.count)
    let names = ["inner_outer"] + orders.map { TournamentRules.name($0, of: LosersOrders.names) }
    func part(_ prefix: String) -> [[Placed]] {
      byRound(course.all.filter { $0.name.hasPrefix(prefix) })
    }
    let isSkipped = competition.skipFirst && file.slots.count > 2
    let stage = stage(
      "Knockout", "double_elimination",
      [
        ("grandFinal", .text(final ?? "double")),
        ("consolationFinal", course.third == nil ? nil : .flag(true)),
        ("skipFirstRound", isSkipped ? .flag(true) : nil),
        ("seedOrdering", .list(names.map { .text($0) })),
      ])
    var winners = part("WB")
    seed(&winners, step: isSkipped ? 2 : 1)
    var losers = part("LB")
    for round in losers.indices where round == 0 || round % 2 == 1 {
      comeDown(&losers[round], orders, isFirst: round == 0, (round + 1) / 2, isSkipped)
    }
    var finals = part("GF")
    if !finals.isEmpty { finals[0][0].set(1, isHome: false, from: nil) }
    // The model has the second final before anybody knows whether it is played.
    if file.body.final == .reset, finals.count == 1 {
      finals.append([Placed(Fixture("GF2", "", .waiting(""), .waiting("")))])
    }
    let last = losers.isEmpty ? winners.last : finals.last
    if var third = course.third.map({ Placed($0) }) {
      third.number = 2
      finals.append([third])
    }
    archive(winners + losers + finals, ends: [last, finals.last])
    add(winners, stage, 1)
    if !losers.isEmpty { add(losers, stage, 2) }
    if !finals.isEmpty { add(finals, stage, 3) }
  }

  /// Says from which matches the sides of a round of the losers' bracket come; those who come down are named first there.
  private func comeDown(
    _ round: inout [Placed], _ orders: [LosersOrder], isFirst: Bool, _ number: Int,
    _ isSkipped: Bool
  ) {
    let count = round.count * (isFirst ? 2 : 1)
    let order = orders.indices.contains(number) ? orders[number] : .natural
    let places = LosersOrders.places(count, order)
    let seeds = KnockoutProposal.places(count * 2)
    for place in round.indices {
      if isFirst {
        for (isHome, from) in [(true, places[place * 2]), (false, places[place * 2 + 1])] {
          round[place].set(
            isSkipped ? seeds[from * 2 + 1] + 1 : from + 1, isHome: isHome, from: nil)
        }
      } else {
        round[place].set(places[place] + 1, isHome: false, from: nil)
        round[place].isTurned = true
      }
    }
  }

  private mutating func stage(
    _ name: String, _ type: String, _ settings: [(String, JSONValue?)]
  ) -> Int {
    let isRoundRobin = type == "round_robin"
    let shown = stages.isEmpty && !file.body.name.isEmpty ? file.body.name : name
    stages.append(
      .object([
        ("id", .number(stages.count)), ("tournament_id", .number(0)), ("name", .text(shown)),
        ("type", .text(type)), ("number", .number(stages.count + 1)),
        (
          "settings",
          .object(
            settings + [
              ("size", .number(isRoundRobin ? file.entrants.count : file.slots.count)),
              (
                "roundRobinMode",
                isRoundRobin ? .text(competition.legs == 2 ? "double" : "simple") : nil
              ), ("matchesChildCount", .number(childCount)),
            ])
        ),
      ]))
    return stages.count - 1
  }

  private var childCount: UInt32 { file.body.bestOf > 1 ? file.body.bestOf : 0 }

  /// Adds a group with its rounds.
  private mutating func add(_ fixtures: [[Placed]], _ stage: Int, _ number: Int) {
    let group = groups.count
    groups.append(
      .object([
        ("id", .number(group)), ("stage_id", .number(stage)), ("number", .number(number)),
      ]))
    for (place, round) in fixtures.enumerated() {
      rounds.append(
        .object([
          ("id", .number(rounds.count)), ("stage_id", .number(stage)),
          ("group_id", .number(group)), ("number", .number(place + 1)),
        ]))
      for (number, match) in round.enumerated() {
        add(match, stage, group, number: match.number ?? number + 1)
      }
    }
  }

  private mutating func add(_ placed: Placed, _ stage: Int, _ group: Int, number: Int) {
    let id = matches.count
    let fixture = placed.fixture
    let status: Int =
      switch fixture.state {
      case _ where archived.contains(fixture.name): 5
      case .decided: 4
      case .due, .reported, .disputed: 2
      default:
        fixture.home == .bye || fixture.away == .bye
          ? 0 : fixture.home.number != nil || fixture.away.number != nil ? 1 : 0
      }
    let total = fixture.ending.flatMap { $0.games.isEmpty ? nil : $0.total }
    let sides = [
      side(placed, total?.home, isHome: true), side(placed, total?.away, isHome: false),
    ]
    matches.append(
      .object([
        ("id", .number(id)), ("stage_id", .number(stage)), ("group_id", .number(group)),
        ("round_id", .number(rounds.count - 1)), ("number", .number(number)),
        ("child_count", .number(childCount)), ("status", .number(status)),
        ("opponent1", sides[placed.isTurned ? 1 : 0]),
        ("opponent2", sides[placed.isTurned ? 0 : 1]),
      ]))
    guard childCount > 0, let ending = fixture.ending else { return }
    for (number, game) in ending.games.enumerated() {
      func part(_ side: Side, _ own: Int64, _ other: Int64) -> JSONValue {
        .object([
          ("id", side.number.map { .number($0) } ?? .null), ("score", Self.score(own)),
          ("result", .text(own > other ? "win" : own < other ? "loss" : "draw")),
        ])
      }
      let parts = [
        part(fixture.home, game.home, game.away), part(fixture.away, game.away, game.home),
      ]
      games.append(
        .object([
          ("id", .number(games.count)), ("stage_id", .number(stage)), ("parent_id", .number(id)),
          ("number", .number(number + 1)), ("status", .number(status)),
          ("opponent1", parts[placed.isTurned ? 1 : 0]),
          ("opponent2", parts[placed.isTurned ? 0 : 1]),
        ]))
    }
  }

  private static func score(_ thousandths: Int64) -> JSONValue {
    JSONValue(.number(ScoreText.text(thousandths)))
  }

  private func side(_ placed: Placed, _ score: Int64?, isHome: Bool) -> JSONValue {
    let fixture = placed.fixture
    let (side, other) =
      isHome ? (fixture.home, fixture.away) : (fixture.away, fixture.home)
    guard side != .bye else { return .null }
    let position = isHome ? placed.home : placed.away
    var fields: [(String, JSONValue?)] = [
      ("id", side.number.map { .number($0) } ?? .null),
      ("position", position.map { .number($0) }),
      ("place", (isHome ? placed.homeFrom : placed.awayFrom).map { .text($0) }),
      ("score", score.map(Self.score)),
    ]
    if let ending = fixture.ending, fixture.state == .decided {
      let hasWon = ending.winner == (isHome ? .home : .away)
      let isTie = ending.winner == .neither && !ending.isForfeit
      if ending.isForfeit, !hasWon { fields.append(("forfeit", .flag(true))) }
      fields.append(("result", .text(hasWon ? "win" : isTie ? "draw" : "loss")))
    } else if other == .bye, side.number != nil {
      fields.append(("result", .text("win")))
    }
    return .object(fields)
  }
}

extension BracketsWriter {
  /// A match with what the model says of its sides.
  fileprivate struct Placed {
    let fixture: Fixture
    /// Its number, where that is not its place in the round.
    var number: Int?
    /// From which seed, or from which match of another round, the sides come.
    private(set) var home: Int?
    private(set) var away: Int?
    /// From which places of groups they come, which the model does not have.
    private(set) var homeFrom: String?
    private(set) var awayFrom: String?
    /// The model names the side away first.
    var isTurned = false

    init(_ fixture: Fixture) { self.fixture = fixture }

    mutating func set(_ position: Int, isHome: Bool, from: String?) {
      if isHome { (home, homeFrom) = (position, from) } else { (away, awayFrom) = (position, from) }
    }
  }
}
