import Feature
import Schema
import TournamentSchema

/// Reads the Tournament Report File of FIDE, TRF16 and TRF26, by its columns (row T-51).
struct RoundFileReader {
  /// The part of a player's line for one round.
  struct Game {
    let opponent: Int
    let colour: Character
    let result: Character
  }

  /// A player's line.
  struct Player {
    let line: Int
    let name: String
    let rating: UInt32
    /// In tenths; nil where the line does not say.
    let points: Int64?
    /// Nil where the line does not say.
    let rank: Int?
    var games: [Game] = []
  }

  var file = TournamentFile()
  private(set) var players: [Int: Player] = [:]
  /// The number of players that the file says; nil where it says none.
  private var playerCount: Int?
  private(set) var line = 0
  private var unknown: [String: (line: Int, count: Int)] = [:]
  /// The texts of lines that stand once, by their tags.
  private var said: [String: String] = [:]
  /// The line that says that everybody meets everybody; nil where none does.
  var roundRobinLine: Int?
  /// The points of a bye that the pairing gave, where the file says them.
  var byePoints: Int64?
  /// The codes of tie-breaks of the first line with some.
  var tieBreakCodes: [String]?

  /// Lines of a file, and bytes of a line: one of a player with 99 rounds has 1,081 columns.
  private static let mostLines = 20_000
  private static let mostLineBytes = 8 << 10
  /// The rounds of a league of 100 who meet twice; a Swiss tournament has at most 99.
  private static let mostRounds: UInt32 = 198

  static func read(_ text: String) throws -> TournamentFile {
    var reader = RoundFileReader()
    reader.file.body.format = .swiss
    reader.file.body.started = true
    reader.file.body.colours = true
    // TRF26 has lines that end with CR; programs write LF, or both.
    let end: UInt8 = text.utf8.contains(0x0a) ? 0x0a : 0x0d
    for line in text.utf8.split(
      separator: end, maxSplits: mostLines, omittingEmptySubsequences: false)
    {
      reader.line += 1
      guard reader.line <= mostLines else {
        throw Refused(
          .invalid,
          "The file has more than \(mostLines) lines, and no report has that many. Nothing was imported."
        )
      }
      let line = line.last == 0x0d ? line.dropLast() : line
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
      if line.starts(with: "###".utf8) { continue }
      guard line.count <= mostLineBytes else {
        throw reader.refused(
          "the whole of it", "it has more than \(mostLineBytes) bytes, and no line has that many.")
      }
      try reader.take(Array(String(Substring(line))))
    }
    try reader.finish()
    return reader.file
  }

  func refused(_ field: String, _ what: String, line: Int? = nil) -> Refused {
    Refused(.invalid, "Line \(line ?? self.line), \(field): \(what) Nothing was imported.")
  }

  // MARK: Lines

  private mutating func take(_ line: [Character]) throws {
    let text = String(line).trimmedSpaces
    guard !text.isEmpty, !text.hasPrefix("###") else { return }
    let tag = String(line.prefix(3))
    let rest = String(line.dropFirst(4)).trimmedSpaces
    guard isFirst(tag, rest) else { return lose("second line \(tag)") }
    switch tag {
    case "001": try takePlayer(inColumns(line))
    case "012": file.body.name = Text.clean(rest, limit: TournamentRules.name)
    case "142", "XXR":
      guard let rounds = UInt32(rest), (1...Self.mostRounds).contains(rounds) else {
        throw refused(
          "number of rounds",
          "\(Text.preview(rest, characters: 20)) is not a number from 1 to \(Self.mostRounds).")
      }
      file.body.swissRounds = rounds
    case "162": try takePoints(line)
    case "BBW", "BBD", "BBL", "BBU", "BBF", "BBZ": try takePoint(String(tag.suffix(1)), rest)
    case "202", "212": takeTieBreaks(rest, tag)
    case "152":
      guard ["W", "B"].contains(rest.uppercased()) else {
        throw refused(
          "colour of the first round", "\(Text.preview(rest, characters: 20)) is neither W nor B.")
      }
      file.body.firstBlack = rest.uppercased() == "B"
    case "XXC":
      for word in rest.lowercased().split(separator: " ") {
        switch word {
        case "white1": file.body.firstBlack = false
        case "black1": file.body.firstBlack = true
        // The order of ratings is that of the starting ranks, which is kept.
        case "rank": break
        default: lose("setting \(Text.preview(String(word), characters: 20)) of XXC")
        }
      }
    case "092": takeType(rest)
    case "062": playerCount = Int(rest)
    // It follows from the lines of players.
    case "072": break
    default: lose(tag)
    }
  }

  /// Whether a line says nothing else than an earlier one of a tag that stands once.
  private mutating func isFirst(_ tag: String, _ text: String) -> Bool {
    let kind = tag == "XXR" ? "142" : tag
    guard ["012", "062", "092", "142", "152"].contains(kind) else { return true }
    let first = said[kind] ?? text
    said[kind] = first
    return first == text
  }

  /// Notes what has no place here; of very many kinds, not each.
  mutating func lose(_ what: String) {
    let what = Text.preview(what, characters: 40)
    unknown[
      unknown[what] != nil || unknown.count < 100 ? what : "rest", default: (self.line, 0)
    ].count += 1
  }

  static func field(_ line: [Character], _ first: Int, _ last: Int) -> String {
    guard line.count >= first else { return "" }
    return String(line[(first - 1)..<min(last, line.count)]).trimmedSpaces
  }

  private mutating func takePlayer(_ line: [Character]) throws {
    let rank = Self.field(line, 5, 8)
    guard let number = Int(rank), (1...9_999).contains(number) else {
      throw refused(
        "starting rank (columns 5 to 8)",
        "\"\(Text.preview(rank, characters: 10))\" is not a number from 1 to 9999.")
    }
    guard players[number] == nil else {
      throw refused("starting rank (columns 5 to 8)", "\(number) is there twice.")
    }
    let name = Text.clean(Self.field(line, 15, 47), limit: TournamentRules.name)
    guard !name.isEmpty else { throw refused("name (columns 15 to 47)", "it is empty.") }
    let rating = Self.field(line, 49, 52)
    guard rating.isEmpty || UInt32(rating) != nil else {
      throw refused(
        "rating (columns 49 to 52)", "\"\(Text.preview(rating, characters: 10))\" is not a number.")
    }
    let points = Self.field(line, 81, 84)
    let tenths = points.isEmpty ? nil : ScoreText.number(points).map { $0 / 100 }
    guard points.isEmpty || tenths != nil else {
      throw refused(
        "points (columns 81 to 84)", "\"\(Text.preview(points, characters: 10))\" is not a number.")
    }
    var player = Player(
      line: self.line, name: name, rating: UInt32(rating) ?? 0, points: tenths,
      rank: Int(Self.field(line, 86, 89)))
    let lost = [
      (10, 13, "sex and titles"), (54, 56, "federations"), (58, 68, "FIDE numbers"),
      (70, 79, "birth dates"),
    ]
    for (first, last, what) in lost where !Self.field(line, first, last).isEmpty {
      unknown[what, default: (self.line, 0)].count += 1
    }
    var column = 92
    while column <= line.count {
      player.games.append(try game(line, column, round: player.games.count + 1))
      column += 10
    }
    // Blanks behind the last round are no rounds.
    while let last = player.games.last, last.opponent == 0, last.result == " " {
      player.games.removeLast()
    }
    players[number] = player
  }

  private func game(_ line: [Character], _ column: Int, round: Int) throws -> Game {
    let opponent = Self.field(line, column, column + 3)
    let colour = Self.field(line, column + 5, column + 5).lowercased().first ?? "-"
    let result = Self.field(line, column + 7, column + 7).uppercased().first ?? " "
    guard let number = opponent.isEmpty ? 0 : Int(opponent), (0...9_999).contains(number) else {
      throw refused(
        "opponent of round \(round) (columns \(column) to \(column + 3))",
        "\"\(Text.preview(opponent, characters: 10))\" is not a starting rank.")
    }
    guard "wb-".contains(colour) else {
      throw refused(
        "colour of round \(round) (column \(column + 5))",
        "\"\(Text.preview("\(colour)"))\" is neither w, b nor -.")
    }
    guard "10=+-WDLHFUZ ".contains(result) else {
      throw refused(
        "result of round \(round) (column \(column + 7))",
        "\"\(Text.preview("\(result)"))\" is none of 1 0 = + - W D L H F U Z.")
    }
    guard number == 0 || colour != "-" || result == " " else {
      throw refused(
        "colour of round \(round) (column \(column + 5))",
        "it is missing, and there is an opponent.")
    }
    return Game(opponent: number, colour: colour, result: result)
  }

  // MARK: The whole

  private mutating func finish() throws {
    guard !players.isEmpty else {
      throw Refused(
        .invalid,
        "There is no line of a player, which begins with 001: this is not a report file. Nothing was imported."
      )
    }
    if file.body.name.isEmpty { file.body.name = "Imported tournament" }
    let order = players.keys.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    file.entrants = order.compactMap { players[$0] }.map { player in
      .with {
        $0.name = player.name
        $0.rating = min(player.rating, 9_999)
      }
    }
    if let byePoints, byePoints != (file.body.hasPoints ? file.body.points.win : 1_000) {
      lose("points of byes: one counts as a win")
    }
    let count = try roundCount(order, numbers)
    guard count <= Self.mostRounds else {
      throw refused("rounds", "\(count) rounds are too many.")
    }
    for round in 0..<count { try addRound(round, order, numbers) }
    if makeLeague() {
      endReport(order)
      return
    }
    guard max(count, Int(file.body.swissRounds)) <= 99 else {
      throw refused("rounds", "A Swiss tournament has at most 99.")
    }
    if file.body.swissRounds > 0, file.body.swissRounds < count {
      file.lose(
        "The file has \(Count.of(count, "round")), and gives their number as \(file.body.swissRounds)."
      )
    }
    file.body.swissRounds = max(file.body.swissRounds, UInt32(max(count, 1)))
    endReport(order)
  }

  /// Names what does not add up, and what has no place here.
  private mutating func endReport(_ order: [Int]) {
    compareStandings(order)
    if let playerCount, playerCount != players.count {
      file.lose(
        "The file has \(Count.of(players.count, "player")), and gives their number as \(playerCount)."
      )
    }
    for (what, (line, times)) in unknown.sorted(by: { $0.key < $1.key }) {
      let isTag = what.count == 3 && what.uppercased() == what
      let words =
        isTag
        ? "\(Count.of(times, "line that begins", "lines that begin")) with \(what)"
        : "the \(what)"
      file.lose("Not kept: \(words).", line: line)
    }
  }

  /// The rounds that were paired. Behind the last of them, lines may say who will be absent.
  private mutating func roundCount(_ order: [Int], _ numbers: [Int: Int]) throws -> Int {
    let all = players.values.map(\.games.count).max() ?? 0
    let count =
      (0..<all).last { round in
        players.values.contains { player in
          guard player.games.indices.contains(round) else { return false }
          return player.games[round].opponent > 0 || "UF+".contains(player.games[round].result)
        }
      }.map { $0 + 1 } ?? 0
    for rank in order {
      guard let player = players[rank], player.games.count > count else { continue }
      // Who has not been there at all comes in a later round.
      if player.games.allSatisfy({ $0.opponent == 0 && $0.result == "Z" }),
        let number = numbers[rank]
      {
        file.entrants[number].fromRound = UInt32(player.games.count + 1)
      } else {
        file.lose(
          "That \(player.name) will be absent in round \(count + 1) is not kept.", line: player.line
        )
      }
      players[rank]?.games.removeSubrange(count...)
    }
    return count
  }

  private mutating func addRound(
    _ round: Int, _ order: [Int], _ numbers: [Int: Int]
  ) throws {
    var pairings: [Competition.Pairing] = []
    var byes: [Competition.Pairing] = []
    for rank in order {
      guard let player = players[rank], player.games.indices.contains(round) else { continue }
      let game = player.games[round]
      let field = "round \(round + 1)"
      guard game.opponent > 0 else {
        if game.result == "F" {
          file.report.change(
            ImportNote(
              line: player.line, "",
              "A full-point bye that \(player.name) asked for is one that the pairing gave.",
              isPart: true))
        }
        if "1W=D".contains(game.result) {
          file.lose(
            "The result \(game.result) of \(player.name) in \(field) is not kept: there is no opponent.",
            line: player.line, results: 1)
        }
        takeBye(game, numbers[rank] ?? 0, &byes)
        continue
      }
      guard let other = players[game.opponent], let away = numbers[game.opponent],
        let home = numbers[rank], game.opponent != rank
      else {
        throw refused(field, "there is no player \(game.opponent).", line: player.line)
      }
      let answer = other.games.indices.contains(round) ? other.games[round] : nil
      guard let answer, answer.opponent == rank else {
        throw refused(
          field,
          "\(rank) names \(game.opponent) as the opponent, and line \(other.line) does not name \(rank).",
          line: player.line)
      }
      guard game.colour != answer.colour || game.colour == "-" else {
        throw refused(
          field, "\(rank) and \(game.opponent) have the same colour.", line: player.line)
      }
      guard game.colour == "w" || (game.colour == "-" && rank < game.opponent) else { continue }
      try addGame(game, answer, home, away, round, pairings.count, line: player.line)
      pairings.append(Competition.Pairing(home: home, away: away))
    }
    file.rounds.append(pairings + byes)
  }

  private mutating func takeBye(
    _ game: Game, _ number: Int, _ byes: inout [Competition.Pairing]
  ) {
    switch game.result {
    case "U", "F", "+": byes.append(Competition.Pairing(home: number, away: nil))
    case "H": byes.append(Competition.Pairing(home: number, away: nil, isHalf: true))
    default: break
    }
  }

  private mutating func addGame(
    _ game: Game, _ answer: Game, _ home: Int, _ away: Int, _ round: Int, _ place: Int, line: Int
  ) throws {
    var report = ScoreReport()
    switch (game.result, answer.result) {
    case (" ", " "): return
    case ("1", "0"), ("W", "L"): report.games = [GameScore(Score(home: 1_000, away: 0))]
    case ("0", "1"), ("L", "W"): report.games = [GameScore(Score(home: 0, away: 1_000))]
    case ("=", "="), ("D", "D"): report.games = [GameScore(Score(home: 500, away: 500))]
    case ("+", "-"):
      report.forfeit = true
      report.winner = .home
    case ("-", "+"):
      report.forfeit = true
      report.winner = .away
    case ("-", "-"):
      report.forfeit = true
      report.winner = .neither
    default:
      throw refused(
        "round \(round + 1)",
        "the results \(game.result) and \(answer.result) of both players do not fit together.",
        line: line)
    }
    if !report.forfeit {
      report.winner =
        report.games[0].home == report.games[0].away
        ? .neither : report.games[0].home > report.games[0].away ? .home : .away
    }
    file.results.append(
      TournamentFile.Result(
        match: "R\(round + 1).\(place + 1)", home: home, away: away, report: report, line: line))
  }
}
