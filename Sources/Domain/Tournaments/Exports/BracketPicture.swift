import Schema
import TournamentSchema

/// A bracket as a picture in SVG: rounds from left to right, each match between the two that lead to it (row T-54).
struct BracketPicture {
  private static let (width, height, gap, step, head) = (200, 44, 40, 60, 30)

  private let rounds: [(name: String, matches: [MatchView])]
  /// Rounds that stand below, in rows.
  private var extras: [[(name: String, matches: [MatchView])]] = []
  /// The winners of two matches meet in the one between them.
  private let hasLines: Bool

  init(_ view: TournamentView) {
    var main: [(String, [MatchView])] = []
    var before = ""
    for round in view.bracket {
      let name = round.matches.first?.name ?? ""
      // What does not lead on stands below: losers and the third place in one row, then a row for each run of places.
      let row =
        name.hasPrefix("PL")
        ? String(name.prefix { $0 != "." }) : name.hasPrefix("LB") || name == "3RD" ? "first" : ""
      if row.isEmpty {
        main.append((round.name, round.matches))
      } else if row == before {
        extras[extras.count - 1].append((round.name, round.matches))
      } else {
        extras.append([(round.name, round.matches)])
      }
      if !row.isEmpty { before = row }
    }
    rounds = main
    hasLines = !view.rules.reseed
  }

  /// A whole document.
  var document: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element }

  /// The picture alone, as it stands in a page.
  var element: String {
    let (wide, high) = size
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(wide) \(high)\" width=\"\(wide)\" height=\"\(high)\" style=\"font:13px sans-serif\" role=\"img\" aria-label=\"Bracket\">"
    return ([head] + marks.map(\.element)).joined(separator: "\n") + "\n</svg>\n"
  }

  private var first: Int { max(rounds.first?.matches.count ?? 0, 1) }

  /// The height at which the rounds that do not lead on begin, in points from the top.
  private var below: Int { Self.head + first * Self.step + Self.gap / 2 }

  /// In points.
  var size: (width: Int, height: Int) {
    let columns = ([rounds.count] + extras.map(\.count)).max() ?? 0
    return (columns * (Self.width + Self.gap) + 1, below + extras.map(height).reduce(0, +))
  }

  private func height(_ row: [(name: String, matches: [MatchView])]) -> Int {
    Self.head + (row.map(\.matches.count).max() ?? 0) * Self.step
  }

  /// All that is on it.
  var marks: [PictureMark] {
    var marks: [PictureMark] = []
    for (number, round) in rounds.enumerated() {
      let left = number * (Self.width + Self.gap)
      marks.append(.text(round.name, x: left, base: 16, faint: true))
      for (place, match) in round.matches.enumerated() {
        let top = middle(place, of: round.matches.count, first) - Self.height / 2
        marks += box(match, left, top)
        guard hasLines, number + 1 < rounds.count,
          rounds[number + 1].matches.count * 2 == round.matches.count
        else { continue }
        let (from, to) = (
          top + Self.height / 2, middle(place / 2, of: rounds[number + 1].matches.count, first)
        )
        let right = left + Self.width
        let turn = right + Self.gap / 2
        marks.append(.path([(right, from), (turn, from), (turn, to), (right + Self.gap, to)]))
      }
    }
    var top = below
    for row in extras {
      for (number, round) in row.enumerated() {
        let left = number * (Self.width + Self.gap)
        marks.append(.text(round.name, x: left, base: top + 16, faint: true))
        for (place, match) in round.matches.enumerated() {
          marks += box(match, left, top + Self.head + place * Self.step)
        }
      }
      top += height(row)
    }
    return marks
  }

  private func middle(_ place: Int, of count: Int, _ first: Int) -> Int {
    let share = first * Self.step / max(count, 1)
    return Self.head + place * share + share / 2
  }

  private func box(_ match: MatchView, _ left: Int, _ top: Int) -> [PictureMark] {
    let lines = [(match.home, match.winner == .home), (match.away, match.winner == .away)]
    let texts = lines.enumerated().flatMap { number, line -> [PictureMark] in
      let (side, isWinner) = line
      let base = top + 17 + number * 20
      let name = Text.preview(
        side.likely.isEmpty ? side.name : "\(side.name): \(side.likely)?", characters: 22)
      let score = side.hasScore ? ScoreText.text(side.score) : ""
      return [.text(name, x: left + 6, base: base, bold: isWinner)]
        + (score.isEmpty
          ? []
          : [.text(score, x: left + Self.width - 6, base: base, bold: isWinner, right: true)])
    }
    return [.box(left: left, top: top, width: Self.width, height: Self.height)] + texts
  }
}
