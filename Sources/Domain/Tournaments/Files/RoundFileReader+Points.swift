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
    case "U": byePoints = points
    default: lose("points of \(code)")
    }
  }

  mutating func takeTieBreaks(_ text: String) {
    let known = Dictionary(uniqueKeysWithValues: RoundFileWriter.codes.map { ($1, $0) })
    for code in text.split(separator: ",").map(\.trimmedSpaces) where code != "PTS" {
      if let found = known[code.replacing(":", with: "/")], !file.body.tieBreaks.contains(found) {
        file.body.tieBreaks.append(found)
      } else {
        lose("tie-break \(Text.preview(code, characters: 20))")
      }
    }
  }
}
