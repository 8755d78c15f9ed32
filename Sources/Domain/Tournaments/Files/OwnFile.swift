import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// Parlor's own JSON of a tournament: everything but who may do what (row T-51).
enum OwnFile {
  private static let version = 1

  // MARK: Writing

  static func write(_ file: TournamentFile) -> String {
    let numbers = file.entrants.indices
    return JSONValue.object([
      ("parlor", .number(version)), ("name", .text(file.body.name)),
      ("format", .text(TournamentRules.name(file.body.format, of: TournamentRules.formats))),
      ("rules", rules(file.body)),
      ("entrants", .list(numbers.map { entrant(file.entrants[$0], file.outs[$0]) })),
      (
        "groups",
        .list(file.groups.map { .list($0.map { $0.map { .number($0) } ?? .null }) })
      ),
      (
        "knockout",
        .list(
          file.slots.map { slot in
            switch slot {
            case .entrant(let number): .number(number)
            case .bye, .place, .best, .oneOf: .text(Course.name(slot, file.competition))
            }
          })
      ),
      (
        "rounds",
        .list(
          file.rounds.map { pairings in
            .list(
              pairings.map {
                .list(
                  [.number($0.home), $0.away.map { .number($0) } ?? .null]
                    + ($0.isHalf ? [.text("half")] : []))
              })
          })
      ),
      (
        "swaps",
        file.body.swaps.isEmpty
          ? nil : .list(file.body.swaps.map { .list([.text($0.one), .text($0.two)]) })
      ),
      ("started", .flag(file.body.started)),
      ("results", .list(file.results.map(result))),
    ]).document
  }

  private static func rules(_ body: Tournament) -> JSONValue {
    let points = [body.points.win, body.points.tie, body.points.loss]
    return .object([
      ("points", body.hasPoints ? .list(points.map(score)) : nil),
      ("tieBreaks", .list(body.tieBreaks.map { .text(TieBreaks.name($0)) })),
      ("reapply", .flag(body.reapply)), ("thirdPlace", .flag(!body.noThirdPlace)),
      ("allPlaces", .flag(body.allPlaces)), ("reseed", .flag(body.reseed)),
      ("scorers", .text(TournamentRules.name(body.scorers, of: TournamentRules.scorers))),
      ("confirm", .flag(body.confirm)), ("bestOf", .number(max(body.bestOf, 1))),
      ("legs", .number(max(body.legs, 1))), ("qualifiers", .number(body.qualifiers)),
      ("swissRounds", .number(body.swissRounds)),
      ("final", .text(TournamentRules.name(body.final, of: TournamentRules.finals))),
      ("clubsApart", .flag(body.clubsApart)), ("colours", .flag(body.colours)),
      ("ties", .flag(!body.noTies)),
      ("firstColour", body.firstBlack ? .text("black") : nil),
      (
        "losers",
        body.losers.isEmpty
          ? nil
          : .list(body.losers.map { .text(TournamentRules.name($0, of: LosersOrders.names)) })
      ), ("losersThird", body.losersThird ? .flag(true) : nil),
      ("skipFirst", body.skipFirst ? .flag(true) : nil),
    ])
  }

  private static func score(_ thousandths: Int64) -> JSONValue {
    JSONValue(.number(ScoreText.text(thousandths)))
  }

  private static func entrant(_ entrant: Entrant, _ out: Withdrawal?) -> JSONValue {
    .object([
      ("name", .text(entrant.name)),
      ("rating", entrant.rating > 0 ? .number(entrant.rating) : nil),
      ("club", entrant.club.isEmpty ? nil : .text(entrant.club)),
      ("fromRound", entrant.fromRound > 1 ? .number(entrant.fromRound) : nil),
      ("person", Author(entrant.person).map { .text($0.description) }),
      ("out", out.map { .text($0.disqualified ? "disqualified" : "withdrawn") }),
      ("reason", out.flatMap { $0.reason.isEmpty ? nil : .text($0.reason) }),
    ])
  }

  private static func result(_ result: TournamentFile.Result) -> JSONValue {
    let (report, ending) = (result.report, TournamentState.ending(result.report))
    let winners: [MatchWinner: String] = [.home: "home", .away: "away", .neither: "neither"]
    return .object([
      ("match", .text(result.match)), ("home", .number(result.home)),
      ("away", .number(result.away)),
      (
        "score",
        report.games.isEmpty || report.forfeit ? nil : .text(ScoreText.text(ending))
      ),
      ("winner", .text(winners[ending.winner] ?? "neither")),
      ("forfeit", report.forfeit ? .flag(true) : nil),
      ("homePenalty", report.homePenalty > 0 ? .number(report.homePenalty) : nil),
      ("awayPenalty", report.awayPenalty > 0 ? .number(report.awayPenalty) : nil),
      ("reason", report.reason.isEmpty ? nil : .text(report.reason)),
      ("ruling", result.isRuling ? .flag(true) : nil), ("by", .text(result.by)),
      ("table", RoomID(report.table).map { .text($0.description) }),
      (
        "state",
        result.undecided.map {
          .text(TournamentRules.name($0, of: TournamentFile.undecidedStates))
        }
      ),
    ])
  }

  // MARK: Reading

  static func read(_ text: String) throws -> TournamentFile {
    let root = FileField(try JSONReading.value(text))
    var file = TournamentFile()
    let known: Set = [
      "parlor", "name", "format", "rules", "entrants", "groups", "knockout", "rounds", "started",
      "results", "swaps",
    ]
    guard try root.required("parlor").integer(1...Int(Int32.max)) == version else {
      throw try root.required("parlor").refused("a newer Parlor has written it: update this one.")
    }
    try loseUnknown(root.unknown(known), &file)
    file.body.name = try root.required("name").text()
    if let format = try root.optional("format") {
      file.body.format = try value(format, TournamentRules.formats, "format")
    }
    if let rules = try root.optional("rules") { try readRules(rules, &file) }
    let entrants = try root.required("entrants")
    for field in try entrants.list() { try readEntrant(field, &file) }
    guard file.entrants.count <= TournamentRules.mostEntrants else {
      throw entrants.refused(
        "\(file.entrants.count) entrants are too many: a tournament has at most \(TournamentRules.mostEntrants)."
      )
    }
    try readPlaces(root, &file)
    for field in try root.optional("swaps")?.list() ?? [] {
      let names = try field.list()
      guard names.count == 2, file.body.swaps.count < TournamentRules.mostSwaps else {
        throw field.refused(
          "an exchange is a list of two names of matches, as [\"R1.2\", \"R3.1\"].")
      }
      file.body.swaps.append(
        try .with { ($0.one, $0.two) = (try names[0].text(), try names[1].text()) })
    }
    file.body.started = try root.optional("started")?.flag() ?? false
    for field in try root.optional("results")?.list() ?? [] { try readResult(field, &file) }
    return file
  }

  private static func loseUnknown(_ fields: [FileField], _ file: inout TournamentFile) {
    for field in fields { file.lose("\(field.path) is not known here.", line: field.value.line) }
  }

  private static func value<Value>(
    _ field: FileField, _ values: [(name: String, value: Value)], _ what: String
  ) throws -> Value {
    let text = try field.text()
    guard let found = values.first(where: { $0.name == text }) else {
      throw field.refused(
        "\(Text.preview(text, characters: 30)) is no \(what): there are \(values.map(\.name).joined(separator: ", "))."
      )
    }
    return found.value
  }

  private static func readRules(_ field: FileField, _ file: inout TournamentFile) throws {
    for (name, field) in try field.fields() where !field.isNull {
      switch name {
      case "points":
        let numbers = try field.list().map { try $0.thousandths() }
        guard numbers.count == 3, numbers[0] > numbers[2], numbers[0] >= numbers[1],
          numbers[1] >= numbers[2]
        else { throw field.refused("points are those of a win, a tie and a loss, as [3, 1, 0].") }
        file.body.points = .with {
          ($0.win, $0.tie, $0.loss) = (numbers[0], numbers[1], numbers[2])
        }
      case "tieBreaks":
        file.body.tieBreaks = try field.list().map { try value($0, TieBreaks.names, "tie-break") }
      case "reapply": file.body.reapply = try field.flag()
      case "thirdPlace": file.body.noThirdPlace = try !field.flag()
      case "allPlaces": file.body.allPlaces = try field.flag()
      case "reseed": file.body.reseed = try field.flag()
      case "scorers":
        file.body.scorers = try value(field, TournamentRules.scorers, "group of scorers")
      case "confirm": file.body.confirm = try field.flag()
      case "bestOf":
        file.body.bestOf = UInt32(try field.integer(1...Int(TournamentRules.mostGames)))
      case "legs": file.body.legs = UInt32(try field.integer(1...2))
      case "qualifiers": file.body.qualifiers = UInt32(try field.integer(0...16))
      case "swissRounds": file.body.swissRounds = UInt32(try field.integer(0...99))
      case "final": file.body.final = try value(field, TournamentRules.finals, "final")
      case "clubsApart": file.body.clubsApart = try field.flag()
      case "colours": file.body.colours = try field.flag()
      case "ties": file.body.noTies = try !field.flag()
      case "firstColour":
        file.body.firstBlack = try value(field, [("white", false), ("black", true)], "colour")
      case "losers":
        file.body.losers = try field.list().map { try value($0, LosersOrders.names, "order") }
      case "losersThird": file.body.losersThird = try field.flag()
      case "skipFirst": file.body.skipFirst = try field.flag()
      default: loseUnknown([field], &file)
      }
    }
  }

  private static func readEntrant(_ field: FileField, _ file: inout TournamentFile) throws {
    let known: Set = ["name", "rating", "club", "person", "out", "reason", "fromRound"]
    try loseUnknown(field.unknown(known), &file)
    let name = try field.required("name")
    var entrant = Entrant()
    do {
      entrant.name = try TournamentRules.checked(try name.text(), "An entrant")
    } catch let refused as Refused {
      throw name.refused(refused.refusal.message)
    }
    entrant.rating = UInt32(try field.optional("rating")?.integer(0...9_999) ?? 0)
    entrant.fromRound = UInt32(try field.optional("fromRound")?.integer(0...1_000) ?? 0)
    entrant.club = Text.clean(
      try field.optional("club")?.text() ?? "", limit: TournamentRules.name)
    if let person = try field.optional("person") {
      guard let author = Base32.decode(try person.text()).flatMap({ Author($0) }) else {
        throw person.refused("it is not the id of a person.")
      }
      entrant.person = author.data
    }
    if let out = try field.optional("out") {
      let isOut = try value(out, [("withdrawn", false), ("disqualified", true)], "way to be out")
      let reason = try field.optional("reason")?.text() ?? ""
      file.outs[file.entrants.count] = .with {
        $0.disqualified = isOut
        $0.reason = Text.clean(reason, limit: TournamentRules.reason)
      }
    }
    file.entrants.append(entrant)
  }

  private static func number(_ field: FileField, _ file: TournamentFile) throws -> Int {
    guard !file.entrants.isEmpty else { throw field.refused("there are no entrants.") }
    return try field.integer(0...(file.entrants.count - 1))
  }

  private static func readPlaces(_ root: FileField, _ file: inout TournamentFile) throws {
    var placed: Set<Int> = []
    let groups = try root.optional("groups")?.list() ?? []
    guard groups.count <= TournamentRules.mostGroups else {
      throw groups[0].refused("there are more than \(TournamentRules.mostGroups) groups.")
    }
    for group in groups {
      let slots = try group.list().map { field -> Int? in
        guard !field.isNull else { return nil }
        let number = try number(field, file)
        guard placed.insert(number).inserted else {
          throw field.refused("\(file.entrants[number].name) is in two places.")
        }
        return number
      }
      guard slots.contains(where: { $0 != nil }) else {
        throw group.refused("a group has no entrants: each needs at least one.")
      }
      file.groups.append(slots)
    }
    for field in try root.optional("knockout")?.list() ?? [] {
      file.slots.append(try slot(field, file))
    }
    if let field = try root.optional("knockout"), !file.slots.isEmpty {
      let competition = file.competition
      let problems = KnockoutProposal.problems(
        file.slots, name: { Course.name($0, competition) },
        groups: competition.groups.map { $0.compactMap { $0 }.count }, byesMeet: true)
      guard problems.isEmpty else { throw field.refused(problems.joined(separator: " ")) }
    }
    for round in try root.optional("rounds")?.list() ?? [] {
      file.rounds.append(try readRound(round, file))
    }
  }

  private static func slot(
    _ field: FileField, _ file: TournamentFile
  ) throws -> Competition.Slot {
    guard case .text(let text) = field.value.content else {
      return .entrant(try number(field, file))
    }
    if text == Course.bye { return .bye }
    guard let place = TournamentState.place(text) else {
      throw field.refused("\(Text.preview(text, characters: 20)) is not a place in a group.")
    }
    return place
  }

  private static func readRound(
    _ field: FileField, _ file: TournamentFile
  ) throws -> [Competition.Pairing] {
    var seen: Set<Int> = []
    return try field.list().map { pairing in
      let sides = try pairing.list()
      let isHalf = sides.count == 3 && sides[1].isNull
      guard sides.count == 2 || isHalf, !sides[0].isNull else {
        throw pairing.refused(
          "a match is a list of two numbers, as [0, 1], [2, null] or [3, null, \"half\"].")
      }
      if isHalf, try sides[2].text() != "half" {
        throw pairing.refused("behind the two numbers of a match there is only \"half\".")
      }
      let home = try number(sides[0], file)
      let away = sides[1].isNull ? nil : try number(sides[1], file)
      for number in [home] + (away.map { [$0] } ?? []) where !seen.insert(number).inserted {
        throw pairing.refused("\(file.entrants[number].name) plays twice in one round.")
      }
      return Competition.Pairing(home: home, away: away, isHalf: isHalf)
    }
  }

  private static func readResult(_ field: FileField, _ file: inout TournamentFile) throws {
    let known: Set = [
      "match", "home", "away", "score", "winner", "forfeit", "homePenalty", "awayPenalty", "reason",
      "ruling", "by", "table", "state",
    ]
    try loseUnknown(field.unknown(known), &file)
    var report = ScoreReport()
    report.forfeit = try field.optional("forfeit")?.flag() ?? false
    if let winner = try field.optional("winner") {
      report.winner = try value(
        winner, [("home", .home), ("away", .away), ("neither", .neither)], "winner")
    }
    if let score = try field.optional("score") {
      do {
        let (games, tiebreak) = try ScoreText.parse(try score.text())
        report.games = games.map(GameScore.init)
        if let tiebreak { report.tiebreak = GameScore(tiebreak) }
      } catch let refused as Refused {
        throw score.refused(refused.refusal.message)
      }
    }
    if report.winner == .unspecified, !report.games.isEmpty {
      report.winner = TournamentState.ending(report).winner
    }
    if let winner = try field.optional("winner"), !report.games.isEmpty, !report.forfeit,
      TournamentState.ending(report).winner != report.winner
    {
      throw winner.refused("the score says that somebody else has won: correct one of them.")
    }
    report.homePenalty = UInt32(try field.optional("homePenalty")?.integer(0...1_000) ?? 0)
    report.awayPenalty = UInt32(try field.optional("awayPenalty")?.integer(0...1_000) ?? 0)
    report.reason = Text.clean(
      try field.optional("reason")?.text() ?? "", limit: TournamentRules.reason)
    file.results.append(
      TournamentFile.Result(
        match: try field.required("match").text(),
        home: try number(field.required("home"), file),
        away: try number(field.required("away"), file), report: report,
        isRuling: try field.optional("ruling")?.flag() ?? false,
        by: try field.optional("by")?.text() ?? "",
        undecided: try field.optional("state").map {
          try value($0, TournamentFile.undecidedStates, "state of a match without a result")
        },
        isTyped: try field.optional("table") == nil, isPlayed: try field.optional("table") != nil,
        line: field.value.line))
  }
}
