import Feature
import Schema
import TournamentSchema

/// Reads the JSON of brackets-model, the data of brackets-manager.js (row T-51).
///
/// The place of a match follows from its two participants, not from its number: the two programs order rounds differently.
struct BracketsReader {
  /// One side of a match.
  struct Opponent {
    /// The participant; nil for a bye, and while nobody is known.
    var entrant: Int?
    var isBye = false
    /// From which match of another round it comes, from 1 on.
    var position: Int?
    /// The place of a group from which it comes, in files of Parlor.
    var place: String?

    /// Nobody is known yet.
    var isOpen: Bool { entrant == nil && !isBye }
  }

  /// A match of the file.
  struct Match {
    let field: FileField
    let stage: Int
    /// From 1 on, as `round` and `number`; in a double elimination the groups are winners, losers and final.
    var group: Int
    let round: Int
    let number: Int
    var home: Opponent
    var away: Opponent

    /// Both participants, where they are known.
    var pair: (home: Int, away: Int)? {
      guard let home = home.entrant, let away = away.entrant, home != away else { return nil }
      return (home, away)
    }
  }

  /// A stage of the file.
  struct Stage {
    let place: Int
    let type: String
    let field: FileField
    let settings: FileField?
  }

  var file = TournamentFile()
  /// In the order of the file.
  var stages: [Stage] = []
  var matches: [Match] = []
  /// The result of each match, by its place in `matches`, until it has its place here.
  var open: [(match: Match, report: ScoreReport)] = []
  /// The rounds here of the rounds of the file, by group, where the schedule here is that of the file.
  var rounds: [Int: [Int: Int]] = [:]
  /// Numbers of participants, stages, groups and rounds by their ids, as they are written.
  private var participants: [String: Int] = [:]
  private var stageNumbers: [String: Int] = [:]
  private var groups: [String: (stage: Int, number: Int)] = [:]
  private var roundNumbers: [String: Int] = [:]
  private var games: [String: [(number: Int, field: FileField)]] = [:]
  /// Fields that nobody here knows, as `match.note`: the line of the first one, and how many there are.
  private var unknown: [String: (line: Int, count: Int)] = [:]

  static func read(_ text: String) throws -> TournamentFile {
    var reader = BracketsReader()
    try reader.take(FileField(try JSONReading.value(text)))
    return reader.file
  }

  private mutating func take(_ root: FileField) throws {
    try note(root, "")
    for field in try root.required("participant").list() { try takeParticipant(field) }
    for (place, field) in try root.required("stage").list().enumerated() {
      try takeStage(field, place)
    }
    for field in try root.required("group").list() { try takeGroup(field) }
    for field in try root.required("round").list() {
      try note(field, "round")
      roundNumbers[try Self.id(field.required("id"))] = try field.required("number").integer(
        1...1_000)
    }
    for field in try root.optional("match_game")?.list() ?? [] { try takeGame(field) }
    for field in try root.required("match").list() { try takeMatch(field) }
    try setRules(root)
    try setPlaces(root)
    for match in matches where match.pair != nil {
      if let report = try report(match) {
        open.append((match, report))
      } else {
        try nameRunning(match)
      }
    }
    try setSlots(root)
    setResults()
    nameRest()
  }

  // MARK: What the file has

  private static let known: [String: Set<String>] = [
    "": ["participant", "stage", "group", "round", "match", "match_game"],
    "participant": ["id", "tournament_id", "name"],
    "stage": ["id", "tournament_id", "name", "type", "number", "settings"],
    "settings": [
      "size", "seedOrdering", "balanceByes", "matchesChildCount", "groupCount", "roundRobinMode",
      "manualOrdering", "consolationFinal", "skipFirstRound", "grandFinal",
    ],
    "group": ["id", "stage_id", "number"], "round": ["id", "stage_id", "group_id", "number"],
    "match": [
      "id", "stage_id", "group_id", "round_id", "number", "child_count", "status", "opponent1",
      "opponent2",
    ],
    "match_game": [
      "id", "stage_id", "parent_id", "number", "status", "opponent1", "opponent2",
    ],
    "opponent": ["id", "position", "score", "result", "forfeit", "place"],
  ]

  /// Notes the fields that nobody here knows.
  private mutating func note(_ field: FileField, _ kind: String) throws {
    let prefix = kind.isEmpty ? "" : kind + "."
    for found in try field.unknown(Self.known[kind] ?? []) {
      let name = String(found.path.split(separator: ".").last ?? "")
      unknown[prefix + name, default: (found.value.line, 0)].count += 1
    }
  }

  /// An id, which is a number or a text.
  private static func id(_ field: FileField) throws -> String {
    switch field.value.content {
    case .number(let text), .text(let text): return text
    default: throw field.refused("an id is a number or a text.")
    }
  }

  private mutating func takeParticipant(_ field: FileField) throws {
    try note(field, "participant")
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

  private mutating func takeStage(_ field: FileField, _ place: Int) throws {
    try note(field, "stage")
    let settings = try field.optional("settings")
    if let settings { try note(settings, "settings") }
    if let field = try settings?.optional("balanceByes"), try field.flag() {
      file.lose("balanceByes is not kept: each bye stays in its place.", line: field.value.line)
    }
    stageNumbers[try Self.id(field.required("id"))] = place
    stages.append(
      Stage(
        place: place, type: try field.required("type").text(), field: field, settings: settings))
  }

  private mutating func takeGroup(_ field: FileField) throws {
    try note(field, "group")
    let id = try field.required("stage_id")
    guard let stage = stageNumbers[try Self.id(id)] else {
      throw id.refused("there is no such stage.")
    }
    var number = try field.required("number").integer(1...1_000)
    // Without a grand final, brackets-manager gives the consolation final the number of the losers' bracket.
    let isTwice = groups.values.contains { $0 == (stage, number) }
    if isTwice, stages[stage].type == "double_elimination" { number = 3 }
    groups[try Self.id(field.required("id"))] = (stage, number)
  }

  private mutating func takeGame(_ field: FileField) throws {
    try note(field, "match_game")
    for side in try ["opponent1", "opponent2"].compactMap({ try field.optional($0) }) {
      try note(side, "opponent")
    }
    let number = try field.required("number").integer(1...Int(TournamentRules.mostGames))
    games[try Self.id(field.required("parent_id")), default: []].append((number, field))
  }

  private mutating func takeMatch(_ field: FileField) throws {
    try note(field, "match")
    let group = try field.required("group_id")
    guard let place = groups[try Self.id(group)] else {
      throw group.refused("there is no such group.")
    }
    let roundID = try field.required("round_id")
    guard let round = roundNumbers[try Self.id(roundID)] else {
      throw roundID.refused("there is no such round.")
    }
    matches.append(
      Match(
        field: field, stage: place.stage, group: place.number, round: round,
        number: try field.required("number").integer(1...1_000),
        home: try opponent(field, "opponent1"), away: try opponent(field, "opponent2")))
  }

  private mutating func opponent(_ match: FileField, _ name: String) throws -> Opponent {
    guard let field = try match.optional(name) else { return Opponent(isBye: true) }
    try note(field, "opponent")
    var side = Opponent()
    side.position = try field.optional("position")?.integer(1...1_000)
    side.place = try field.optional("place")?.text()
    guard let id = try field.optional("id") else { return side }
    guard let number = participants[try Self.id(id)] else {
      throw id.refused("there is no such participant.")
    }
    side.entrant = number
    return side
  }

  // MARK: What a match ended with

  /// The games of a match that are over, in order.
  private mutating func gameScores(_ match: Match) throws -> [GameScore] {
    let parts = games[try Self.id(match.field.required("id"))] ?? []
    return try parts.sorted { $0.number < $1.number }.compactMap { number, field in
      let sides = try ["opponent1", "opponent2"].map { name -> Int64? in
        guard let side = try field.optional(name) else { return nil }
        if let score = try side.optional("score") { return try score.thousandths() }
        return try side.optional("result").map { try $0.text() == "win" ? 1_000 : 0 }
      }
      guard let home = sides[0], let away = sides[1] else {
        if sides[0] != nil || sides[1] != nil {
          file.lose(
            "Game \(number) is not kept: only one side has a score.", line: field.value.line)
        }
        return nil
      }
      return GameScore(Score(home: home, away: away))
    }
  }

  /// Names the score of a match that goes on: nothing counts here before it is over.
  private mutating func nameRunning(_ match: Match) throws {
    guard let pair = match.pair else { return }
    let games = try gameScores(match)
    let scores = try ["opponent1", "opponent2"].map { side in
      try match.field.required(side).optional("score")?.thousandths() ?? 0
    }
    guard scores != [0, 0] || !games.isEmpty else { return }
    let ending = Ending(
      games: games.isEmpty ? [Score(home: scores[0], away: scores[1])] : games.map(Score.init))
    file.lose(
      "The running score \(ScoreText.text(ending)) of \(file.entrants[pair.home].name) and \(file.entrants[pair.away].name) is not kept: their match is not over.",
      line: match.field.value.line)
  }

  /// Returns the result of a match; nil for one that is not over.
  private mutating func report(_ match: Match) throws -> ScoreReport? {
    let field = match.field
    let sides = [try field.required("opponent1"), try field.required("opponent2")]
    let results = try sides.map { try $0.optional("result")?.text() ?? "" }
    let forfeits = try sides.map { try $0.optional("forfeit")?.flag() ?? false }
    let scores = try sides.map { try $0.optional("score")?.thousandths() }
    guard results.contains(where: { !$0.isEmpty }) || forfeits.contains(true) else { return nil }
    let said = try winners(results, forfeits, field)
    var report = ScoreReport()
    if forfeits.contains(true) {
      report.forfeit = true
      report.winner = forfeits == [true, true] ? .neither : forfeits[0] ? .away : .home
      if try scores.contains(where: { $0 != nil && $0 != 0 }) || !gameScores(match).isEmpty {
        file.lose("The score is not kept: the match was lost by forfeit.", line: field.value.line)
      }
      return report
    }
    report.winner = said ?? .neither
    let games = try gameScores(match)
    if !games.isEmpty {
      report.games = games
    } else if let home = scores[0], let away = scores[1] {
      report.games = [GameScore(Score(home: home, away: away))]
    } else if scores[0] != nil || scores[1] != nil {
      file.lose("The score of one side is not kept: the other has none.", line: field.value.line)
    }
    guard report.isInRange else {
      throw field.refused("a score is a number from 0 to \(ScoreText.text(ScoreText.most)).")
    }
    if TournamentState.ending(report).winner != report.winner {
      // Who has won is what everything else rests on.
      file.lose(
        "The score \(ScoreText.text(TournamentState.ending(report))) is not kept: it does not say that the winner has won.",
        line: field.value.line)
      report.games = []
    }
    if !report.games.isEmpty {
      do {
        try ScoreRules.checkGames(report, bestOf: UInt32(try childCount(match)))
      } catch let refused as Refused {
        file.lose(
          "The score \(ScoreText.text(TournamentState.ending(report))) is not kept, only who has won: \(refused.refusal.message)",
          line: field.value.line)
        report.games = []
      }
    }
    return report
  }

  /// Returns the winner that the results of both sides say; nil where they say none, as of a match that both have lost by forfeit.
  private func winners(
    _ results: [String], _ forfeits: [Bool], _ match: FileField
  ) throws -> MatchWinner? {
    if let word = results.first(where: { !["", "win", "loss", "draw"].contains($0) }) {
      throw match.refused(
        "a result is win, loss or draw, not \(Text.preview(word, characters: 20)).")
    }
    let isTwice = forfeits == [true, true]
    let words = zip(results, [(MatchWinner.home, MatchWinner.away), (.away, .home)])
    let winners = Set(
      words.compactMap { word, sides in
        word == "win"
          ? sides.0 : word == "draw" ? .neither : word == "loss" && !isTwice ? sides.1 : nil
      })
    guard winners.count < 2 else {
      throw match.refused(
        "the results \(results.joined(separator: " and ")) contradict each other.")
    }
    let isForfeit = forfeits.contains(true)
    let expected: MatchWinner? = isTwice ? nil : forfeits[0] ? .away : .home
    guard !isForfeit || winners.isEmpty || winners.first == expected else {
      throw match.refused(
        "a result of \(results.filter { !$0.isEmpty }.joined(separator: " and ")) contradicts who has lost by forfeit."
      )
    }
    return winners.first
  }

  /// Names the fields that nobody here knows, results without a place, and participants who play nowhere.
  private mutating func nameRest() {
    let playing = Set(matches.flatMap { [$0.home.entrant, $0.away.entrant] }.compactMap { $0 })
    let idle = file.entrants.indices.filter { !playing.contains($0) }
    if file.body.started, !idle.isEmpty {
      let names = idle.map { file.entrants[$0].name }.joined(separator: ", ")
      file.lose(
        "\(Count.of(idle.count, "participant plays", "participants play")) in no match: \(Text.preview(names))."
      )
    }
    for (match, _) in open {
      guard let pair = match.pair else { continue }
      let isDecided = traits.playsLosersBracket && match.group == 3 && match.round == 2
      file.lose(
        "The match of \(file.entrants[pair.home].name) and \(file.entrants[pair.away].name) \(isDecided ? "is a second final, and the first one has decided" : "has no place here").",
        line: match.field.value.line, results: 1)
    }
    let fields = unknown.sorted { ($0.value.line, $0.key) < ($1.value.line, $1.key) }
    for (name, found) in fields {
      let more = found.count > 1 ? ", in \(found.count) places" : ""
      file.lose("\(Text.preview(name)) is not known here\(more).", line: found.line)
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
