import Feature
import Schema

/// The points for a result, and what decides between equal points, in report files.
extension RoundFileReader {
  mutating func takePoints(_ line: [Character]) throws {
    var column = 6
    while column <= line.count {
      let code = Self.field(line, column, column)
      if !code.isEmpty { try takePoint(code, Self.field(line, column + 1, column + 4)) }
      column += 9
    }
  }

  mutating func takePoint(_ code: String, _ text: String) throws {
    guard let points = ScoreText.number(text) else {
      throw refused(
        "points of \(Text.preview(code, characters: 20))",
        "\"\(Text.preview(text, characters: 10))\" is not a number.")
    }
    if !file.body.hasPoints {
      file.body.points = .with { ($0.win, $0.tie, $0.loss) = (1_000, 500, 0) }
    }
    switch code {
    case "W": file.body.points.win = points
    case "D": file.body.points.tie = points
    case "L": file.body.points.loss = points
    // As bbpPairings and as TRF26 have it. Who is absent or loses by forfeit has none.
    case "U", "P": byePoints = points
    case _ where ["A", "F", "Z"].contains(code) && points == 0: break
    default: lose("points of \(code)")
    }
  }

  /// Takes the codes of tie-breaks, which TRF26 has in two lines: in 212 the points stand before them.
  mutating func takeTieBreaks(_ text: String, _ tag: String) {
    var codes = text.split(separator: ",").map(\.trimmedSpaces)
    if codes.first == "PTS" { codes.removeFirst() }
    guard tieBreakCodes == nil else {
      if tieBreakCodes != codes { lose(tag) }
      return
    }
    tieBreakCodes = codes
    let known = Dictionary(uniqueKeysWithValues: RoundFileWriter.codes.map { ($1, $0) })
    for code in codes {
      if let found = known[code.replacing(":", with: "/")], !file.body.tieBreaks.contains(found) {
        file.body.tieBreaks.append(found)
      } else {
        lose("tie-break \(Text.preview(code, characters: 20))")
      }
    }
  }

  /// Names points and ranks that the rounds of the file do not give.
  mutating func compareStandings(_ order: [Int]) {
    let rows = Array(Course(file.competition).standings.joined())
    comparePoints(rows, order)
    compareRanks(rows, order)
  }

  /// Names points that the rounds of the file do not add up to.
  private mutating func comparePoints(_ rows: [Standing], _ order: [Int]) {
    let points = Dictionary(uniqueKeysWithValues: rows.map { ($0.entrant, $0.tally.points) })
    for (number, rank) in order.enumerated() {
      guard let player = players[rank], let said = player.points,
        let own = points[number], said != own / 100
      else { continue }
      file.lose(
        "\(player.name) has \(said / 10).\(said % 10) points in the file, and the rounds that are kept give \(ScoreText.text(own)).",
        line: player.line)
    }
  }

  /// Names the first two who stand the other way round in the file: it may have other tie-breaks than those that it says.
  private mutating func compareRanks(_ rows: [Standing], _ order: [Int]) {
    let ranks = rows.compactMap { row in
      players[order[row.entrant]]?.rank.map { (row.entrant, row.rank, $0) }
    }
    for (one, rank, said) in ranks {
      guard let other = ranks.first(where: { $0.1 > rank && $0.2 < said }) else { continue }
      let names = [other.0, one].map { file.entrants[$0].name }
      file.report.change(
        ImportNote(
          line: 0, "",
          "In the file \(names[0]) stands before \(names[1]), and here it is the other way round: other tie-breaks may have decided there.",
          isPart: true))
      return
    }
  }
}
