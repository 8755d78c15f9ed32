import Feature
import Schema
import TournamentSchema

/// Writes the Tournament Report File of FIDE: TRF16 (Handbook C.04 annex 2) and TRF26 (TRF26, approved on 12 May 2025).
struct RoundFileWriter {
  private let file: TournamentFile
  private let competition: Competition
  private let course: Course
  private let traits: FormatTraits
  /// The type of the tournament, as the file has it.
  private let type: String
  /// The fixtures of each round that is written: in a league all of them, in others those that are over.
  private var rounds: [[Fixture]] = []
  private var lost: [String] = []

  /// - Throws: `Refused` for a format that the file does not know.
  init(_ file: TournamentFile) throws {
    let competition = file.competition
    let (style, traits) = (competition.style, competition.style.traits)
    guard let type = style.reportType(competition) else {
      let others = ["json"] + (style.stages.isEmpty ? [] : ["brackets"])
      throw Refused(
        .notNow,
        "A report file keeps Swiss tournaments, leagues and free matches: export \(file.body.name) as \(Count.list(others, "or"))."
      )
    }
    self.file = file
    (self.competition, self.traits, self.type) = (competition, traits, type)
    course = Course(competition)
    lost = file.lost
    var round = 1
    while true {
      let here = course.matches.filter { Course.round($0.name) == round }
      guard !here.isEmpty else { break }
      guard traits.followsSchedule || here.allSatisfy(\.isOver) else {
        lost.append("Round \(round) and what follows: it is not over.")
        break
      }
      rounds.append(here)
      round += 1
    }
    if course.matches.contains(where: { $0.ending.map(hasScore) ?? false }) {
      lost.append("The scores of matches: the file says only who has won.")
    }
    if !file.body.colours, traits.setsRounds, !rounds.isEmpty {
      lost.append(
        "That the matches have no colours: in the file whoever is named first has white, and programs that pair go by that. `parlor tournament edit NAME --colours` in the set-up spreads them."
      )
    }
    if file.hasOwnSchedule { lost.append(TournamentFile.ownSchedule) }
    if traits.setsRounds, !traits.pairsRounds {
      lost.append("That the matches are free: read again, they are a Swiss tournament.")
    }
    if !file.body.started { lost.append("That it has not started.") }
    if !file.outs.isEmpty {
      lost.append(
        "Who was withdrawn or disqualified: read again, the file has them in the next round.")
    }
    if course.standings.joined().contains(where: {
      ($0.tally.points + 50) / 100 % 10 > 0 && $0.tally.points >= 99_950
    }) {
      lost.append("Points above 99.9 that are not whole: their columns have no room for them.")
    }
    if file.entrants.contains(where: { !$0.club.isEmpty }) { lost.append("The clubs.") }
    if file.entrants.contains(where: { $0.name.count > Self.nameColumns }) {
      lost.append("What is behind the \(Self.nameColumns)rd character of names.")
    }
  }

  private static let nameColumns = 33

  /// Returns the losses: everything that the file does not keep.
  ///
  /// - Parameter isNew: TRF26, in place of TRF16.
  func lost(isNew: Bool) -> [String] {
    let left = chosenTieBreaks.filter { !isNew || Self.codes[$0] == nil }.map(TieBreaks.name)
    guard !left.isEmpty else { return lost }
    let order = left.joined(separator: ", ")
    return lost + ["What decides between equal points and has no place in the file: \(order)."]
  }

  /// The tie-breaks that somebody has chosen; those of the format itself come back with it.
  private var chosenTieBreaks: [TieBreak] {
    file.body.tieBreaks == competition.style.tieBreaks ? [] : file.body.tieBreaks
  }

  private func hasScore(_ ending: Ending) -> Bool {
    !ending.games.isEmpty
      && ![[1_000, 0], [0, 1_000], [500, 500]].contains([ending.total.home, ending.total.away])
  }

  /// The file.
  ///
  /// - Parameter isNew: TRF26, in place of TRF16.
  func text(isNew: Bool) -> String {
    var lines = [
      "012 \(file.body.name)", "062 \(file.entrants.count)",
      "072 \(file.entrants.filter { $0.rating > 0 }.count)",
      "092 Individual: " + type,
    ]
    let count = traits.pairsRounds ? competition.swissRoundCount : rounds.count
    // The tie-breaks of leagues have no codes, unless somebody has chosen some that have.
    let hasCodes = traits.pairsRounds || !chosenTieBreaks.isEmpty
    if isNew {
      lines.append("142 \(count)")
      if let colour = initialColour { lines.append("152 \(colour)") }
      if hasOwnPoints {
        lines.append(
          "162  " + points.dropLast().map { "\($0.code)\($0.value)" }.joined(separator: "    "))
      }
      let codes = hasCodes ? competition.tieBreaks.compactMap { Self.codes[$0] } : []
      if !codes.isEmpty {
        lines.append("202 " + codes.joined(separator: ","))
        lines.append("212 PTS," + codes.joined(separator: ","))
      }
    } else {
      lines.append("XXR \(count)")
      // As bbpPairings has them.
      if hasOwnPoints { lines += points.map { "BB\($0.code) \($0.value)" } }
      if let colour = initialColour { lines.append("XXC \(colour == "W" ? "white1" : "black1")") }
    }
    let rows = Standings(
      competition, Array(file.entrants.indices), rounds.flatMap { $0 }
    ).rows()
    let standings = Dictionary(uniqueKeysWithValues: rows.map { ($0.entrant, $0) })
    lines += file.entrants.indices.map { player($0, standings[$0]) }
    return lines.map { $0 + "\r\n" }.joined()
  }

  /// FIDE's codes of tie-breaks, where there is one.
  static let codes: [TieBreak: String] = [
    .headPoints: "DE", .wins: "WIN", .buchholz: "BH", .buchholzCut: "BH/C1", .sonneborn: "SB",
  ]

  /// The colour of the first player in the first round.
  private var initialColour: String? {
    guard let first = rounds.first?.first(where: { $0.home.number != nil && $0.away.number != nil })
    else { return traits.pairsRounds ? (file.body.firstBlack ? "B" : "W") : nil }
    let best = [first.home.number ?? 0, first.away.number ?? 0].min()
    return best == first.home.number ? "W" : "B"
  }

  private var hasOwnPoints: Bool {
    competition.points != Points(win: 1_000, tie: 500, loss: 0)
  }

  /// The points of a win, a draw, a loss and a bye that the pairing gave, in four columns each.
  private var points: [(code: String, value: String)] {
    let points = competition.points
    return [("W", points.win), ("D", points.tie), ("L", points.loss), ("U", points.win)].map {
      let text = ScoreText.text($1)
      return ($0, Self.right(text.contains(".") || text.count > 2 ? text : text + ".0", 4))
    }
  }

  private static func right(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - text.count)) + text
  }

  private static func left(_ text: String, _ columns: Int) -> String {
    String(text.prefix(columns)) + String(repeating: " ", count: max(0, columns - text.count))
  }

  /// The line of a player.
  ///
  /// - Parameter row: its place after the rounds that are written, so that its points are those of its games.
  private func player(_ number: Int, _ row: Standing?) -> String {
    let entrant = file.entrants[number]
    let points = row?.tally.points ?? 0
    let tenths = (points + 50) / 100
    // Four columns have room for 99.9.
    let text =
      tenths < 1_000
      ? "\(tenths / 10).\(tenths % 10)" : tenths % 10 == 0 ? "\(tenths / 10)" : ""
    var line =
      "001 \(Self.right("\(number + 1)", 4)) \(Self.left("", 4)) \(Self.left(entrant.name, Self.nameColumns)) "
    line += Self.right(entrant.rating > 0 ? "\(entrant.rating)" : "", 4)
    line += Self.left("", 28)
    line += Self.right(text, 4) + " " + Self.right("\(row?.rank ?? number + 1)", 4)
    for round in rounds { line += "  " + result(of: number, in: round) }
    return line
  }

  private func result(of number: Int, in round: [Fixture]) -> String {
    guard
      let fixture = round.first(where: { $0.home.number == number || $0.away.number == number })
    else { return "0000 - Z" }
    guard let home = fixture.home.number, let away = fixture.away.number else {
      return fixture.isHalf ? "0000 - H" : "0000 - U"
    }
    let isHome = home == number
    let opponent = "\(Self.right("\((isHome ? away : home) + 1)", 4)) \(isHome ? "w" : "b")"
    // A match that nobody has played yet.
    guard let ending = fixture.ending else { return opponent + "  " }
    let hasWon = ending.winner == (isHome ? .home : .away)
    let code =
      ending.isForfeit
      ? (hasWon ? "+" : "-") : ending.winner == .neither ? "=" : hasWon ? "1" : "0"
    return opponent + " \(code)"
  }
}
