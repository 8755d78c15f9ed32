import Feature
import Schema

/// Reads the JSON of brackets-model (row T-51).
///
/// Where a match stands follows from its two participants, not from its number: the two programs order rounds differently.
struct BracketsReader {
  /// A match of the file between two that are known.
  private struct Match {
    let field: FileField
    let stage: Int
    /// From 1 on, in its stage.
    let group: Int
    let round: Int
    let home: Int
    let away: Int
    let report: ScoreReport
  }

  private var file = TournamentFile()
  /// Numbers of participants, stages, groups and rounds by their ids, as they are written.
  private var participants: [String: Int] = [:]
  private var stages: [String: (place: Int, type: String, field: FileField)] = [:]
  private var groups: [String: (stage: Int, number: Int)] = [:]
  private var rounds: [String: Int] = [:]
  private var open: [Match] = []
  /// The first round of each stage: its matches in order, with their sides, nil for a bye and -1 for nobody yet.
  private var firsts: [Int: [(number: Int, home: Int?, away: Int?)]] = [:]
  private var members: [Int: [Int: [Int]]] = [:]

  static func read(_ text: String) throws -> TournamentFile {
    var reader = BracketsReader()
    try reader.take(FileField(try JSONReading.value(text)))
    return reader.file
  }

  private mutating func take(_ root: FileField) throws {
    let known: Set = ["participant", "stage", "group", "round", "match", "match_game"]
    file.lost += try root.unknown(known).map {
      "Line \($0.value.line): \($0.path) is not known here."
    }
    for field in try root.required("participant").list() { try takeParticipant(field) }
    try takeStages(root.required("stage"))
    for field in try root.required("group").list() {
      groups[try Self.id(field.required("id"))] = (
        try stage(field), try field.required("number").integer(1...1_000)
      )
    }
    for field in try root.required("round").list() {
      rounds[try Self.id(field.required("id"))] = try field.required("number").integer(1...1_000)
    }
    let games = try readGames(root)
    for field in try root.required("match").list() { try takeMatch(field, games) }
    try setPlaces(root)
    file.body.started = true
    setResults()
  }

  /// An id, which is a number or a text.
  private static func id(_ field: FileField) throws -> String {
    switch field.value.content {
    case .number(let text), .text(let text): return text
    default: throw field.refused("an id is a number or a text.")
    }
  }

  private mutating func takeParticipant(_ field: FileField) throws {
    let name = try field.required("name")
    do {
      let checked = try TournamentRules.checked(try name.text(), "An entrant")
      file.entrants.append(.with { $0.name = checked })
    } catch let refused as Refused {
      throw name.refused(refused.refusal.message)
    }
    let id = try field.required("id")
    guard participants.updateValue(file.entrants.count - 1, forKey: try Self.id(id)) == nil else {
      throw id.refused("the id is there twice.")
    }
    guard file.entrants.count <= TournamentRules.mostEntrants else {
      throw field.refused(
        "there are more than \(TournamentRules.mostEntrants) participants, and a tournament has no more."
      )
    }
  }

  private mutating func takeStages(_ list: FileField) throws {
    for (place, field) in try list.list().enumerated() {
      let type = try field.required("type").text()
      stages[try Self.id(field.required("id"))] = (place, type, field)
    }
    let types = stages.values.sorted { $0.place < $1.place }.map(\.type)
    switch types {
    case ["round_robin"]: file.body.format = .league
    case ["single_elimination"]: file.body.format = .knockout
    case ["double_elimination"]: file.body.format = .double
    case ["round_robin", "single_elimination"]: file.body.format = .groups
    default:
      throw list.refused(
        "stages of \(types.isEmpty ? "nothing" : Text.preview(types.joined(separator: ", "), characters: 60)) make no tournament here: there are a round robin, an elimination, or both one after the other."
      )
    }
    for stage in stages.values.sorted(by: { $0.place < $1.place }) {
      if stage.place == 0 {
        file.body.name = Text.clean(
          try stage.field.optional("name")?.text() ?? "", limit: TournamentRules.name)
        if file.body.name.isEmpty { file.body.name = "Imported tournament" }
      }
      guard let settings = try stage.field.optional("settings") else { continue }
      if let mode = try settings.optional("roundRobinMode"), try mode.text() == "double" {
        file.body.legs = 2
      }
      if stage.type == "single_elimination" {
        file.body.noThirdPlace = try settings.optional("consolationFinal")?.flag() != true
      }
      if let final = try settings.optional("grandFinal") {
        let values: [(String, DoubleFinal)] = [
          ("none", .none), ("simple", .single), ("double", .reset),
        ]
        let text = try final.text()
        guard let value = values.first(where: { $0.0 == text })?.1 else {
          throw final.refused("a grand final is none, simple or double.")
        }
        file.body.final = value
      }
      if let count = try settings.optional("matchesChildCount") {
        file.body.bestOf = UInt32(try count.integer(0...Int(TournamentRules.mostGames)))
      }
    }
  }

  private func stage(_ field: FileField) throws -> Int {
    let id = try field.required("stage_id")
    guard let stage = stages[try Self.id(id)] else { throw id.refused("there is no such stage.") }
    return stage.place
  }

  // MARK: Matches

  private func readGames(_ root: FileField) throws -> [String: [(Int, GameScore)]] {
    var games: [String: [(Int, GameScore)]] = [:]
    for field in try root.optional("match_game")?.list() ?? [] {
      guard let one = try field.optional("opponent1"), let two = try field.optional("opponent2"),
        let home = try Self.gameScore(one), let away = try Self.gameScore(two)
      else { continue }
      let number = try field.required("number").integer(1...Int(TournamentRules.mostGames))
      games[try Self.id(field.required("parent_id")), default: []].append(
        (number, GameScore(Score(home: home, away: away))))
    }
    return games.mapValues { $0.sorted { $0.0 < $1.0 } }
  }

  private static func gameScore(_ side: FileField) throws -> Int64? {
    if let score = try side.optional("score") { return try score.thousandths() }
    guard let result = try side.optional("result") else { return nil }
    return try result.text() == "win" ? 1_000 : 0
  }

  /// The participant of a side: nil for a bye, -1 where nobody is known yet.
  private func number(_ field: FileField, _ name: String) throws -> Int? {
    guard let side = try field.optional(name) else { return nil }
    guard let id = try side.optional("id") else { return -1 }
    guard let number = participants[try Self.id(id)] else {
      throw id.refused("there is no such participant.")
    }
    return number
  }

  private mutating func takeMatch(
    _ field: FileField, _ games: [String: [(Int, GameScore)]]
  ) throws {
    let group = try field.required("group_id")
    guard let place = groups[try Self.id(group)] else {
      throw group.refused("there is no such group.")
    }
    let roundID = try field.required("round_id")
    guard let round = rounds[try Self.id(roundID)] else {
      throw roundID.refused("there is no such round.")
    }
    let (home, away) = (try number(field, "opponent1"), try number(field, "opponent2"))
    if place.number == 1, round == 1 {
      firsts[place.stage, default: []].append(
        (try field.required("number").integer(1...1_000), home, away))
    }
    for side in [home, away] {
      guard let side, side >= 0,
        members[place.stage]?[place.number]?.contains(side) != true
      else { continue }
      members[place.stage, default: [:]][place.number, default: []].append(side)
    }
    guard let home, let away, home >= 0, away >= 0, home != away else { return }
    let own = games[try Self.id(field.required("id"))]?.map(\.1) ?? []
    guard let report = try report(field, own) else {
      return try nameRunning(field, own, home, away)
    }
    open.append(
      Match(
        field: field, stage: place.stage, group: place.number, round: round, home: home, away: away,
        report: report))
  }

  /// Names the score of a match that goes on: nothing counts here before it is over.
  private mutating func nameRunning(
    _ field: FileField, _ games: [GameScore], _ home: Int, _ away: Int
  ) throws {
    let scores = try ["opponent1", "opponent2"].map { side in
      try field.required(side).optional("score")?.thousandths() ?? 0
    }
    guard scores != [0, 0] || !games.isEmpty else { return }
    let ending = Ending(
      games: games.isEmpty ? [Score(home: scores[0], away: scores[1])] : games.map(Score.init))
    file.lost.append(
      "Line \(field.value.line): the running score \(ScoreText.text(ending)) of \(file.entrants[home].name) and \(file.entrants[away].name), whose match is not over."
    )
  }

  /// What a match ended with; nil for one that is not over.
  private func report(_ field: FileField, _ games: [GameScore]) throws -> ScoreReport? {
    let one = try field.required("opponent1"), two = try field.required("opponent2")
    let results = try [one, two].map { try $0.optional("result")?.text() ?? "" }
    let forfeits = try [one, two].map { try $0.optional("forfeit")?.flag() ?? false }
    let scores = try [one, two].map { try $0.optional("score")?.thousandths() }
    guard results.contains(where: { !$0.isEmpty }) || forfeits.contains(true) else { return nil }
    var report = ScoreReport()
    if forfeits.contains(true) {
      report.forfeit = true
      report.winner = forfeits == [true, true] ? .neither : forfeits[0] ? .away : .home
      return report
    }
    report.winner = results[0] == "win" ? .home : results[1] == "win" ? .away : .neither
    if !games.isEmpty {
      report.games = games
    } else if let home = scores[0], let away = scores[1] {
      report.games = [GameScore(Score(home: home, away: away))]
    }
    let winner = TournamentState.ending(report).winner
    guard winner == report.winner else {
      throw field.refused("the score does not say that this side has won.")
    }
    return report
  }

  // MARK: Places

  private mutating func setPlaces(_ root: FileField) throws {
    let isGroups = file.body.format == .groups
    if isGroups {
      let here = members[0] ?? [:]
      guard here.count <= TournamentRules.mostGroups, !here.isEmpty else {
        throw try root.required("group").refused("no group has participants.")
      }
      file.groups = here.keys.sorted().map { (here[$0] ?? []).sorted().map { $0 } }
    }
    guard file.body.format != .league else { return }
    let first = (firsts[isGroups ? 1 : 0] ?? []).sorted { $0.number < $1.number }
    // The places of groups follow from the results of their matches.
    if isGroups { setResults() }
    let places = isGroups ? groupPlaces() : [:]
    for match in first {
      for side in [match.home, match.away] {
        switch side {
        case nil: file.slots.append(.bye)
        case let number? where number >= 0 && !isGroups: file.slots.append(.entrant(number))
        case let number? where places[number] != nil: file.slots.append(places[number] ?? .bye)
        // The file says who plays on; what decided that between those who are level, it does not.
        case let number? where number >= 0: file.slots.append(.entrant(number))
        default: return try proposePlaces(first.count, isGroups)
        }
      }
    }
    let competition = file.competition
    let problems = KnockoutProposal.problems(
      file.slots, name: { Course.name($0, competition) }, groups: file.groups.map(\.count))
    guard problems.isEmpty else {
      throw try root.required("match").refused(problems.joined(separator: " "))
    }
  }

  private func groupPlaces() -> [Int: Competition.Slot] {
    var places: [Int: Competition.Slot] = [:]
    let course = Course(file.competition)
    for (group, rows) in course.standings.enumerated() where course.isComplete[group] {
      for (rank, row) in rows.enumerated() where !row.isTied {
        places[row.entrant] = .place(group: group, rank: rank)
      }
    }
    return places
  }

  /// The knockout as Parlor proposes it, where the file does not say who is in it.
  private mutating func proposePlaces(_ matches: Int, _ isGroups: Bool) throws {
    guard isGroups, !file.groups.isEmpty else {
      throw Refused(
        .invalid, "The first round of the elimination has nobody in it. Nothing was imported.")
    }
    let qualifiers = min(max(matches * 2 / file.groups.count, 1), 16)
    file.body.qualifiers = UInt32(qualifiers)
    file.slots = KnockoutProposal.slots(groups: file.groups.count, qualifiers: qualifiers)
    file.lost.append(
      "Who meets whom in the elimination: it follows the groups as Parlor proposes it.")
  }

  // MARK: Results

  /// Puts results where Parlor has the match of the two, from the first round on: later ones follow from earlier ones.
  private mutating func setResults() {
    var isNew = true
    while isNew {
      isNew = false
      let fixtures = Course(file.competition).all.filter { !$0.isOver }
      for fixture in fixtures {
        guard let home = fixture.home.number, let away = fixture.away.number,
          let place = open.firstIndex(where: { fits($0, fixture, home, away) })
        else { continue }
        let match = open.remove(at: place)
        let isTurned = match.home != home
        file.results.append(
          TournamentFile.Result(
            match: fixture.name, home: home, away: away,
            report: isTurned ? match.report.turned : match.report, line: match.field.value.line))
        isNew = true
      }
    }
    guard file.body.format != .groups || !file.slots.isEmpty else { return }
    for match in open {
      file.lost.append(
        "Line \(match.field.value.line): the match of \(file.entrants[match.home].name) and \(file.entrants[match.away].name) has no place here."
      )
    }
  }

  private func fits(_ match: Match, _ fixture: Fixture, _ home: Int, _ away: Int) -> Bool {
    guard Set([match.home, match.away]) == Set([home, away]) else { return false }
    switch file.body.format {
    case .double:
      return ["WB", "LB", "GF"].firstIndex { fixture.name.hasPrefix($0) } == match.group - 1
    case .groups:
      let isKnockout = fixture.isKnockout(.groups)
      guard isKnockout else { return match.stage == 0 }
      return match.stage == 1 && fixture.name.hasPrefix("3RD") == (match.group == 2)
    case .knockout: return fixture.name.hasPrefix("3RD") == (match.group == 2)
    default: return true
    }
  }
}

extension ScoreReport {
  /// The other way round.
  var turned: ScoreReport {
    var report = self
    report.games = games.map { game in
      .with { ($0.home, $0.away) = (game.away, game.home) }
    }
    switch winner {
    case .home: report.winner = .away
    case .away: report.winner = .home
    default: break
    }
    return report
  }
}
