import Schema

/// A bracket as a picture in SVG: rounds from left to right, each match between the two that lead to it (row T-54).
struct BracketPicture {
  private static let (width, height, gap, step, head) = (200, 44, 40, 60, 30)

  private let rounds: [(name: String, matches: [MatchView])]
  private let extras: [(name: String, matches: [MatchView])]

  init(_ view: TournamentView) {
    // What does not lead on stands below.
    let main = view.bracket.filter { !$0.name.hasPrefix("Losers") && $0.name != "Third place" }
    rounds = main.map { ($0.name, $0.matches) }
    extras = view.bracket.filter { round in !main.contains { $0.name == round.name } }
      .map { ($0.name, $0.matches) }
  }

  /// A whole document.
  var document: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element }

  /// The picture alone, as it stands in a page.
  var element: String {
    let first = max(rounds.first?.matches.count ?? 0, 1)
    let below = Self.head + first * Self.step + Self.gap / 2
    let lower = extras.map { Self.head + $0.matches.count * Self.step }.max() ?? 0
    let columns = max(rounds.count, extras.count)
    let (wide, high) = (columns * (Self.width + Self.gap) + 1, below + lower)
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(wide) \(high)\" width=\"\(wide)\" height=\"\(high)\" style=\"font:13px sans-serif\" role=\"img\" aria-label=\"Bracket\">"
    ]
    for (number, round) in rounds.enumerated() {
      let left = number * (Self.width + Self.gap)
      parts.append(title(round.name, left, 16))
      for (place, match) in round.matches.enumerated() {
        let top = middle(place, of: round.matches.count, first) - Self.height / 2
        parts.append(box(match, left, top))
        guard number + 1 < rounds.count, rounds[number + 1].matches.count * 2 == round.matches.count
        else { continue }
        let (from, to) = (
          top + Self.height / 2, middle(place / 2, of: rounds[number + 1].matches.count, first)
        )
        let turn = left + Self.width + Self.gap / 2
        parts.append(
          "<path d=\"M\(left + Self.width) \(from)H\(turn)V\(to)H\(turn + Self.gap / 2)\" fill=\"none\" stroke=\"#888\"/>"
        )
      }
    }
    for (number, round) in extras.enumerated() {
      let left = number * (Self.width + Self.gap)
      parts.append(title(round.name, left, below + 16))
      for (place, match) in round.matches.enumerated() {
        parts.append(box(match, left, below + Self.head + place * Self.step))
      }
    }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private func middle(_ place: Int, of count: Int, _ first: Int) -> Int {
    let share = first * Self.step / max(count, 1)
    return Self.head + place * share + share / 2
  }

  private func title(_ text: String, _ left: Int, _ base: Int) -> String {
    "<text x=\"\(left)\" y=\"\(base)\" fill=\"#555\">\(TournamentExports.escaped(text))</text>"
  }

  private func box(_ match: MatchView, _ left: Int, _ top: Int) -> String {
    let lines = [(match.home, match.winner == .home), (match.away, match.winner == .away)]
    let texts = lines.enumerated().map { number, line in
      let (side, isWinner) = line
      let base = top + 17 + number * 20
      let weight = isWinner ? " font-weight=\"bold\"" : ""
      let score = side.hasScore ? ScoreText.text(side.score) : ""
      let name = Text.preview(
        side.likely.isEmpty ? side.name : "\(side.name): \(side.likely)?", characters: 22)
      return
        "<text x=\"\(left + 6)\" y=\"\(base)\"\(weight)>\(TournamentExports.escaped(name))</text>"
        + "<text x=\"\(left + Self.width - 6)\" y=\"\(base)\" text-anchor=\"end\"\(weight)>\(score)</text>"
    }
    return
      "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(Self.width)\" height=\"\(Self.height)\" rx=\"4\" fill=\"#fff\" stroke=\"#888\"/>"
      + texts.joined()
  }
}
