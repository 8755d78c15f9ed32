import Schema
import TournamentSchema

/// A tournament as a page for print: standings, bracket, and a sheet to write scores on (row T-43).
enum TournamentSheet {
  static func document(_ view: TournamentView) -> String {
    let name = Text.markup(view.name)
    var parts = [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<title>\(name)</title>", "<style>\(style)</style>", "</head>", "<body>", "<h1>\(name)</h1>",
      "<p>\(view.played) of \(Count.of(view.total, "match", "matches")) decided. \(view.hash.prefix(8))</p>",
    ]
    parts += view.groups.filter { !$0.rows.isEmpty }.map { standings($0, view) }
    if !view.bracket.isEmpty {
      parts += ["<h2>Bracket</h2>", "<div>\(BracketPicture(view).element)</div>"]
    }
    if !view.ranks.isEmpty {
      parts.append("<h2>Results</h2>")
      parts.append(
        table(["Rank", "Name", ""], view.ranks.map { ["\($0.rank)", $0.name, $0.how] }))
    }
    let all = view.matches + view.bracket.flatMap(\.matches)
    let now = Set(all.filter(isOpen).map(\.title))
    // Whoever has a bye finds its name among the matches of the round that is set.
    let open = all.filter {
      isOpen($0) || ($0.state == .bye && view.style.traits.pairsRounds && now.contains($0.title))
    }
    if !open.isEmpty {
      parts.append("<h2 class=\"sheet\">Matches to play</h2>")
      parts.append(
        table(
          ["Match", "", "", "Score", "Signed"],
          open.map { [$0.name, $0.home.name, $0.away.name, "", ""] }))
    }
    return (parts + ["</body>", "</html>"]).joined(separator: "\n") + "\n"
  }

  private static func isOpen(_ match: MatchView) -> Bool {
    match.state != .bye && match.state != .decided
  }

  /// The tie-breaks with columns of their own in a Swiss tournament, by FIDE's codes.
  private static let columns: [TieBreak] = [.buchholz, .buchholzCut, .sonneborn]

  private static func standings(_ group: StandingsView, _ view: TournamentView) -> String {
    let title = group.name.isEmpty ? "Standings" : "Group \(group.name)"
    // Where nothing but who won is counted, what decides stands in place of the scores.
    let hasWinnersOnly = view.style.traits.countsWinnersOnly
    let deciding = view.rules.tieBreaks.enumerated().compactMap { place, name in
      columns.first { hasWinnersOnly && TieBreaks.name($0) == name }.flatMap {
        RoundFileWriter.codes[$0]
      }
      .map { (place: place, title: $0) }
    }.filter { tieBreak in group.rows.allSatisfy { $0.values.count > tieBreak.place } }
    let rows = group.rows.map { row in
      [
        "\(row.rank)" + (row.tied ? "=" : ""), row.name + (row.out.isEmpty ? "" : " ×"),
        "\(row.played)", "\(row.won)", "\(row.lost)", "\(row.tiedMatches)",
        ScoreText.text(row.points),
      ]
        + (hasWinnersOnly
          ? deciding.map { ScoreText.text(row.values[$0.place]) }
          : [
            "\(ScoreText.text(row.scored)):\(ScoreText.text(row.conceded))",
            ScoreText.text(row.difference),
          ])
    }
    return "<h2>\(Text.markup(title))</h2>\n"
      + table(
        ["Rank", "Name", "P", "W", "L", "T", "Pts"]
          + (hasWinnersOnly ? deciding.map(\.title) : ["Scores", "+/-"]), rows)
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    let head = header.map { "<th scope=\"col\">\(Text.markup($0))</th>" }.joined()
    let body = rows.map { row in
      "<tr>" + row.map { "<td>\(Text.markup($0))</td>" }.joined() + "</tr>"
    }
    return
      "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body.joined(separator: "\n"))\n</tbody>\n</table>"
  }

  private static let style = """
    body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;margin-bottom:1em}\
    th,td{border:1px solid #999;padding:.3em .6em;text-align:left}svg{max-width:100%;height:auto}\
    @media print{body{margin:0}.sheet{break-before:page}}
    """
}
