import Feature
import Schema

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
  private(set) var lost: [String]

  /// - Throws: `Refused` for a format that the model does not have.
  init(_ file: TournamentFile) throws {
    guard ![.swiss, .free].contains(file.body.format) else {
      throw Refused(
        .notNow,
        "brackets-model has round robins and eliminations: export \(file.body.name) as json or trf26."
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
    switch file.body.format {
    case .groups:
      let stage = stage("Groups", "round_robin", [("groupCount", .number(file.groups.count))])
      for number in file.groups.indices {
        add(course.matches.filter { $0.name.hasPrefix(Course.letter(number)) }, stage)
      }
      if !course.rounds.isEmpty { addKnockout() }
    case .league:
      add(course.matches, stage("League", "round_robin", [("groupCount", .number(1))]))
    case .double:
      let final = [DoubleFinal.none: "none", .single: "simple", .reset: "double"][file.body.final]
      let stage = stage(
        "Knockout", "double_elimination", [("grandFinal", .text(final ?? "double"))])
      for prefix in ["WB", "LB", "GF"] {
        let here = course.all.filter { $0.name.hasPrefix(prefix) }
        if !here.isEmpty { add(here, stage) }
      }
    default: addKnockout()
    }
  }

  private mutating func addKnockout() {
    let stage = stage(
      "Knockout", "single_elimination", [("consolationFinal", .flag(course.third != nil))])
    add(course.rounds.flatMap(\.matches), stage)
    if let third = course.third { add([third], stage) }
    if course.places.contains(where: \.isPlayed) {
      lost.append("Matches for the places from the fifth on.")
    }
    if competition.reseed {
      lost.append("Seeds after each round: in the model, the winners play on in their order.")
    }
  }

  private mutating func stage(
    _ name: String, _ type: String, _ settings: [(String, JSONValue?)]
  ) -> Int {
    let isRoundRobin = type == "round_robin"
    stages.append(
      .object([
        ("id", .number(stages.count)), ("tournament_id", .number(0)), ("name", .text(name)),
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
  private mutating func add(_ fixtures: [Fixture], _ stage: Int) {
    let number = groups.count { group in
      guard case .object(let fields) = group.content else { return false }
      return fields.contains { $0.name == "stage_id" && $0.value.isNumber(stage) }
    }
    let group = groups.count
    groups.append(
      .object([
        ("id", .number(group)), ("stage_id", .number(stage)), ("number", .number(number + 1)),
      ]))
    var round = 0
    for fixture in fixtures {
      let here = fixture.name.hasPrefix("3RD") ? 1 : Course.round(fixture.name)
      if here != round {
        round = here
        place = 0
        rounds.append(
          .object([
            ("id", .number(rounds.count)), ("stage_id", .number(stage)),
            ("group_id", .number(group)), ("number", .number(round)),
          ]))
      }
      place += 1
      add(fixture, stage, group, number: place)
    }
  }

  /// The number of the last match in its round.
  private var place = 0

  private mutating func add(_ fixture: Fixture, _ stage: Int, _ group: Int, number: Int) {
    let id = matches.count
    let status: Int =
      switch fixture.state {
      case .decided: 4
      case .due, .reported, .disputed: 2
      default:
        fixture.home == .bye || fixture.away == .bye
          ? 0 : fixture.home.number != nil || fixture.away.number != nil ? 1 : 0
      }
    let total = fixture.ending.flatMap { $0.games.isEmpty ? nil : $0.total }
    matches.append(
      .object([
        ("id", .number(id)), ("stage_id", .number(stage)), ("group_id", .number(group)),
        ("round_id", .number(rounds.count - 1)), ("number", .number(number)),
        ("child_count", .number(childCount)), ("status", .number(status)),
        ("opponent1", side(fixture.home, total?.home, fixture, isHome: true)),
        ("opponent2", side(fixture.away, total?.away, fixture, isHome: false)),
      ]))
    guard childCount > 0, let ending = fixture.ending else { return }
    for (number, game) in ending.games.enumerated() {
      func part(_ side: Side, _ own: Int64, _ other: Int64) -> JSONValue {
        .object([
          ("id", side.number.map { .number($0) } ?? .null), ("score", Self.score(own)),
          ("result", .text(own > other ? "win" : own < other ? "loss" : "draw")),
        ])
      }
      games.append(
        .object([
          ("id", .number(games.count)), ("stage_id", .number(stage)), ("parent_id", .number(id)),
          ("number", .number(number + 1)), ("status", .number(4)),
          ("opponent1", part(fixture.home, game.home, game.away)),
          ("opponent2", part(fixture.away, game.away, game.home)),
        ]))
    }
  }

  private static func score(_ thousandths: Int64) -> JSONValue {
    JSONValue(.number(ScoreText.text(thousandths)))
  }

  private func side(
    _ side: Side, _ score: Int64?, _ fixture: Fixture, isHome: Bool
  ) -> JSONValue {
    guard side != .bye else { return .null }
    var fields: [(String, JSONValue?)] = [
      ("id", side.number.map { .number($0) } ?? .null), ("score", score.map(Self.score)),
    ]
    if let ending = fixture.ending, fixture.state == .decided {
      let hasWon = ending.winner == (isHome ? .home : .away)
      if ending.isForfeit, !hasWon { fields.append(("forfeit", .flag(true))) }
      fields.append(
        ("result", .text(hasWon ? "win" : ending.winner == .neither ? "draw" : "loss")))
    }
    return .object(fields)
  }
}

extension JSONValue {
  /// It is this number.
  func isNumber(_ number: Int) -> Bool {
    guard case .number(let text) = content else { return false }
    return text == "\(number)"
  }
}
