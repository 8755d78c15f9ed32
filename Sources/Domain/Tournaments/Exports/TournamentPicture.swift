import Feature
import Schema
import TournamentSchema

/// One thing in a picture of a tournament, in points from the upper left corner.
enum PictureMark {
  case box(left: Int, top: Int, width: Int, height: Int)
  /// The corners of a line.
  case path([(x: Int, y: Int)])
  /// Words that begin at a place, or end there, on a line.
  case text(
    String, x: Int, base: Int, size: Int = 13, bold: Bool = false, faint: Bool = false,
    right: Bool = false)

  /// The mark as an element of SVG.
  var element: String {
    switch self {
    case .box(let left, let top, let width, let height):
      return
        "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(width)\" height=\"\(height)\" rx=\"4\" fill=\"#fff\" stroke=\"#888\"/>"
    case .path(let corners):
      let steps = corners.enumerated().map { "\($0 == 0 ? "M" : "L")\($1.x) \($1.y)" }.joined()
      return "<path d=\"\(steps)\" fill=\"none\" stroke=\"#888\"/>"
    case .text(let text, let x, let base, let size, let bold, let faint, let right):
      return "<text x=\"\(x)\" y=\"\(base)\""
        + (size == 13 ? "" : " font-size=\"\(size)\"") + (bold ? " font-weight=\"bold\"" : "")
        + (faint ? " fill=\"#555\"" : "") + (right ? " text-anchor=\"end\"" : "")
        + ">\(Text.markup(text))</text>"
    }
  }

  /// The mark as `parlord picture sheet` reads it.
  var mark: PictureSheet.Mark {
    switch self {
    case .box(let left, let top, let width, let height):
      .box(left: left, top: top, width: width, height: height)
    case .path(let corners): .path(corners)
    case .text(let text, let x, let base, let size, let bold, let faint, let right):
      .text(text, x: x, base: base, size: size, bold: bold, faint: faint, right: right)
    }
  }

  /// The same, so far down.
  func lower(by points: Int) -> PictureMark {
    switch self {
    case .box(let left, let top, let width, let height):
      .box(left: left, top: top + points, width: width, height: height)
    case .path(let corners): .path(corners.map { ($0.x, $0.y + points) })
    case .text(let text, let x, let base, let size, let bold, let faint, let right):
      .text(text, x: x, base: base + points, size: size, bold: bold, faint: faint, right: right)
    }
  }
}

/// A whole tournament as a drawing: standings, bracket and results below each other (rows T-48, T-51).
struct TournamentPicture {
  private static let (margin, step, table) = (20, 20, 470)
  private var marks: [PictureMark] = []
  private var (width, height) = (TournamentPicture.table, TournamentPicture.margin)
  private let name: String

  init(_ view: TournamentView) {
    name = view.name
    height += 24
    marks.append(.text(view.name, x: Self.margin, base: height, size: 22, bold: true))
    height += 20
    marks.append(
      .text(
        "\(view.played) of \(Count.of(view.total, "match", "matches")) decided  \(view.hash.prefix(8))",
        x: Self.margin,
        base: height, faint: true))
    height += Self.step
    for group in view.groups where !group.rows.isEmpty { add(group) }
    if !view.bracket.isEmpty {
      let bracket = BracketPicture(view)
      marks += bracket.marks.map { $0.lower(by: height) }
      width = max(width, bracket.size.width)
      height += bracket.size.height
    }
    if !view.ranks.isEmpty { add(view.ranks) }
    height += Self.margin
  }

  private mutating func add(_ group: StandingsView) {
    height += Self.step
    let columns = [("P", 240), ("W", 270), ("L", 300), ("T", 330), ("Pts", 375), ("+/-", 430)]
    marks.append(
      .text(
        group.name.isEmpty ? "Standings" : "Group \(group.name)", x: Self.margin, base: height,
        bold: true))
    marks += columns.map { .text($0.0, x: $0.1, base: height, faint: true, right: true) }
    for row in group.rows {
      height += Self.step
      let name = "\(row.rank)\(row.tied ? "=" : "")  " + Text.preview(row.name, characters: 24)
      marks.append(.text(name, x: Self.margin, base: height, bold: row.qualifies))
      let values = [
        "\(row.played)", "\(row.won)", "\(row.lost)", "\(row.tiedMatches)",
        ScoreText.text(row.points), ScoreText.text(row.difference),
      ]
      marks += zip(values, columns).map { .text($0, x: $1.1, base: height, right: true) }
    }
    height += Self.step / 2
  }

  private mutating func add(_ ranks: [RankLine]) {
    height += Self.step
    marks.append(.text("Results", x: Self.margin, base: height, bold: true))
    for rank in ranks {
      height += Self.step
      marks.append(
        .text("\(rank.rank)\(rank.tied ? "=" : "")  \(rank.name)", x: Self.margin, base: height))
      marks.append(.text(rank.how, x: 250, base: height, faint: true))
    }
  }

  /// The description that `parlord picture sheet` draws.
  func description() throws -> String {
    try PictureSheet(title: name, width: width, height: height, marks: marks.map(\.mark)).json()
  }
}
