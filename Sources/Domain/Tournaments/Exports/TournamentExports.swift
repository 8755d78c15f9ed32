import Feature
import Schema
import TournamentSchema

/// Tournaments as texts for people and other programs (rows T-43, T-48, T-51).
enum TournamentExports {
  private static let formats: [(name: String, value: @Sendable (TournamentView) throws -> String)] =
    [
      ("text", TournamentMessage.text), ("csv", TournamentTable.text),
      ("svg", { BracketPicture($0).document }), ("html", TournamentSheet.document),
      ("sheets", ScoreSheets.document),
    ]

  /// The description that `parlord picture sheet` draws: no format for people.
  private static let drawing: (name: String, value: @Sendable (TournamentView) throws -> String) = (
    "drawing", { try TournamentPicture($0).description() }
  )

  static func export(
    _ request: ExportTournament, _ home: any Snapshot
  ) throws -> ExportedTournament {
    let state = try TournamentState.find(request.tournament, home)
    let format = request.format.lowercased()
    if let write = FileExports.formats.first(where: { $0.name == format })?.value {
      let written = try write(state)
      return .with {
        $0.text = written.text
        $0.format = format
        $0.lost = written.lost
      }
    }
    let view = try TournamentViews.view(state)
    guard let write = (formats + [drawing]).first(where: { $0.name == format })?.value else {
      let names = formats.map(\.name) + FileExports.formats.map(\.name)
      throw Refused(
        .invalid,
        "\(Text.preview(request.format, characters: 30)) is not a format of a tournament: choose \(Count.list(names, "or"))."
      )
    }
    if format == "svg", view.bracket.isEmpty {
      throw Refused(.notNow, "\(view.name) has no bracket to draw: export it as html or csv.")
    }
    return try .with {
      $0.text = try write(view)
      $0.format = format
    }
  }
}

/// A few lines to post somewhere: who won, or how it stands (row T-48).
enum TournamentMessage {
  static func text(_ view: TournamentView) -> String {
    var lines = [view.name]
    if view.phase == .finished {
      lines += first(
        view.ranks.map {
          "\($0.rank). \($0.name)" + ($0.how == FinalRanks.disqualified ? ", \($0.how)" : "")
        })
    } else {
      lines.append("\(view.played) of \(Count.of(view.total, "match", "matches")) decided")
      for group in view.groups where !group.rows.isEmpty {
        if !group.name.isEmpty { lines.append("Group \(group.name)") }
        lines += first(
          group.rows.map {
            "\($0.rank). \($0.name) \(ScoreText.text($0.points))"
              + ($0.out.isEmpty ? "" : ", \($0.out)")
          })
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The first eight lines, and the number of the others.
  private static func first(_ lines: [String]) -> [String] {
    let rest = lines.count - 8
    return lines.prefix(8) + (rest > 0 ? ["and \(rest) more"] : [])
  }
}

/// Entrants, standings, matches and ranks as one table in CSV (RFC 4180): the first column says what a line is.
enum TournamentTable {
  static func text(_ view: TournamentView) -> String {
    var rows = [
      [
        "what", "place", "name", "other", "score", "points", "won", "lost", "tied", "note",
        "winner",
      ]
    ]
    rows += view.entrants.map {
      [
        "entrant", "\($0.number)", $0.name, $0.club, $0.rating > 0 ? "\($0.rating)" : "", "", "",
        "", "", $0.out, "",
      ]
    }
    for group in view.groups {
      rows += group.rows.map {
        [
          "standing", group.name + "\($0.rank)", $0.name, "",
          "\(ScoreText.text($0.scored)):\(ScoreText.text($0.conceded))", ScoreText.text($0.points),
          "\($0.won)", "\($0.lost)", "\($0.tiedMatches)", $0.tied ? "shared" : "", "",
        ]
      }
    }
    rows += (view.matches + view.bracket.flatMap(\.matches)).map {
      [
        "match", $0.name, $0.home.name, $0.away.name, $0.score, "", "", "", "",
        ([$0.title] + undecided($0)).joined(separator: "; "), winner($0),
      ]
    }
    rows += view.ranks.map {
      ["rank", "\($0.rank)", $0.name, "", "", "", "", "", "", $0.how, ""]
    }
    return rows.map { FieldTable.row($0.map(guarded)) + "\r\n" }.joined()
  }

  /// The scores that were reported of a match and have not decided it, with the reason.
  private static func undecided(_ match: MatchView) -> [String] {
    let reports = match.reports.filter(\.counts).map(\.score).joined(separator: ", ")
    switch match.state {
    case .reported: return ["no result yet, one report waits for the second: \(reports)"]
    case .disputed: return ["no result yet, the reports differ: \(reports)"]
    default: return []
    }
  }

  /// The name of the winner of a match; empty where there is none.
  private static func winner(_ match: MatchView) -> String {
    switch match.winner {
    case .home: match.home.name
    case .away: match.away.name
    default: ""
    }
  }

  private static func guarded(_ text: String) -> String {
    [Course.bye, Course.empty].contains(text) ? text : FieldTable.guarded(text)
  }
}
