import Schema
import TournamentSchema

extension TournamentText {
  /// Returns the changes of a tournament, a line for each thing.
  public static func changes(from old: TournamentView, to new: TournamentView) -> [String] {
    var lines: [String] = []
    if old.name != new.name { lines.append("  It is called \(new.name.plain) now.") }
    if old.entrants != new.entrants { lines += entrantChanges(old, new) }
    if new.phase == .draft {
      if old.groups.map(\.slots) != new.groups.map(\.slots) || old.slots != new.slots {
        lines.append("  The set-up was changed.")
      }
    } else if old.phase == .draft {
      lines.append("  \(new.name.plain) has started: \(new.total) matches.")
    }
    let before = Dictionary(
      all(old).map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    for match in all(new) {
      let known = before[match.name]
      let isSame =
        known?.state == match.state && known?.score == match.score
        && known?.reports == match.reports
      let isNews = known == nil ? match.state == .decided : !isSame
      if isNews, match.state != .waiting { lines.append(self.match(match)) }
    }
    lines += new.messages.filter { !old.messages.contains($0) }.map { "  ! " + $0.plain }
    if new.phase != old.phase, old.phase != .draft {
      lines.append("  \(new.name.plain) is \(phase(new.phase)).")
    }
    return lines
  }

  /// The words of each person on a match, where not all agree on one score or some have still to, with those that each has said before.
  public static func reports(_ match: MatchView) -> [String] {
    let isPlain =
      ![.disputed, .reported].contains(match.state)
      && match.reports.allSatisfy {
        $0.counts && !$0.ruling && $0.note.isEmpty && $0.earlier.isEmpty
      }
    guard !isPlain else { return [] }
    return match.reports.map { report in
      let score = report.score.isEmpty ? "" : " \(report.score.plain)"
      var text = "        \(report.author.plain)\(report.ruling ? " decided:" : ":")\(score)"
      if !report.counts { text += " (does not count: \(report.reason.plain))" }
      if !report.earlier.isEmpty {
        text += "; before that \(report.earlier.map(\.score.plain).joined(separator: "; "))"
      }
      return text + (report.note.isEmpty ? "" : " - \(report.note.plain)")
    }
  }

  /// The sentence in place of standings where there are none.
  public static func noStandings(_ view: TournamentView) -> String {
    if !view.bracket.isEmpty || isKnockoutAlone(view) {
      return
        "  \(view.name.plain) is a knockout, which has no standings: `parlor tournament bracket` shows it, and `results` the ranks at its end."
    }
    return
      "  \(view.name.plain) has no standings yet: `parlor tournament show` says what is missing."
  }

  /// The sentence in place of matches where there are none.
  public static func noMatches(_ view: TournamentView) -> String {
    if isKnockoutAlone(view) {
      return
        "  All matches of \(view.name.plain) are in its knockout: `parlor tournament bracket` shows them."
    }
    if view.style.traits.setsRounds, view.phase != .draft {
      return
        "  \(view.name.plain) has no matches yet: `parlor tournament round` makes the first ones."
    }
    return "  \(view.name.plain) has no matches yet: `parlor tournament show` says what is missing."
  }

  /// The sentence in place of the final ranks of a tournament that is not finished.
  public static func noResults(_ view: TournamentView) -> String {
    let (name, traits) = (view.name.plain, view.style.traits)
    if view.phase == .draft { return "\(name) has not started." }
    if traits.setsRounds, !traits.countsPoints {
      return "\(name) has no end: `parlor tournament standings` shows who is where."
    }
    let left = view.total - view.played
    guard left > 0 else {
      return "\(name) is not finished: `parlor tournament round` makes the next matches."
    }
    return "\(name) is not finished: \(Count.of(left, "match is", "matches are")) left."
  }

  /// A tournament in numbers, without names and scores: for reports to those who make Parlor (row T-49).
  public static func facts(of view: TournamentView) -> [String] {
    [
      "Format: \(view.style.title.plain), \(phase(view.phase))",
      "Entrants: \(view.entrants.count), matches: \(view.played) of \(view.total) decided",
      "Hash: \(view.hash.prefix(16))",
    ]
  }

  /// Whether all matches of a tournament are in its bracket.
  private static func isKnockoutAlone(_ view: TournamentView) -> Bool {
    view.style.traits.playsKnockout && !view.style.traits.playsGroups
  }

  private static func all(_ view: TournamentView) -> [MatchView] {
    view.matches + view.bracket.flatMap(\.matches)
  }

  private static func entrantChanges(_ old: TournamentView, _ new: TournamentView) -> [String] {
    let known = Dictionary(old.entrants.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    var lines = new.entrants.compactMap { entrant -> String? in
      guard let before = known[entrant.id] else { return "  \(entrant.name.plain) takes part." }
      return before.name == entrant.name
        ? nil : "  \(before.name.plain) is called \(entrant.name.plain) now."
    }
    let left = Set(new.entrants.map(\.id))
    lines += old.entrants.filter { !left.contains($0.id) }
      .map { "  \($0.name.plain) no longer takes part." }
    return lines
  }
}
