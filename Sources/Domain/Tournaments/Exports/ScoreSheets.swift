import Schema
import TournamentSchema

/// Sheets to write scores on, one for each match that is to be played, six on a page (row T-43).
enum ScoreSheets {
  static func document(_ view: TournamentView) -> String {
    let open = (view.matches + view.bracket.flatMap(\.matches)).filter {
      $0.state != .bye && $0.state != .decided
    }
    let name = Text.markup(view.name)
    let games = max(Int(view.rules.bestOf), 1)
    let sheets = open.map { sheet($0, view, games: min(games, 9)) }
    let body = sheets.isEmpty ? ["<p>All matches are played.</p>"] : sheets
    return
      ([
        "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
        "<title>\(name): score sheets</title>", "<style>\(style)</style>", "</head>", "<body>",
        "<h1>\(name): score sheets</h1>",
      ] + body + ["</body>", "</html>"]).joined(separator: "\n") + "\n"
  }

  private static func sheet(_ match: MatchView, _ view: TournamentView, games: Int) -> String {
    let escaped = Text.markup
    let header =
      "<tr><th scope=\"col\">\(escaped(match.name))</th>"
      + (1...games).map { "<th scope=\"col\">\(games > 1 ? "\($0)" : "Score")</th>" }.joined()
      + (games > 1 ? "<th scope=\"col\">Games</th>" : "") + "<th scope=\"col\">Signed</th></tr>"
    let cells = String(repeating: "<td></td>", count: games + (games > 1 ? 1 : 0) + 1)
    let rows = [match.home, match.away].map {
      "<tr><th scope=\"row\">\(escaped($0.name))</th>\(cells)</tr>"
    }
    return """
      <section>
      <h2>\(escaped(view.name)), \(escaped(match.title))</h2>
      <table>
      <thead>\(header)</thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      <p>Table or court: ____________ Time: ____________</p>
      </section>
      """
  }

  private static let style = """
    body{font:14px sans-serif;margin:2em}h1{font-size:1.2em}h2{font-size:1em}\
    section{border:1px dashed #999;padding:.6em 1em;margin-bottom:1em;break-inside:avoid}\
    table{border-collapse:collapse;width:100%;table-layout:fixed}\
    th,td{border:1px solid #999;padding:.5em;text-align:left;height:1.6em;overflow-wrap:anywhere}\
    @media print{body{margin:0}h1{display:none}}
    """
}
