import Schema

extension TournamentText {
  /// What is different in a tournament, a line for each thing.
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

  /// A tournament in numbers, without names and scores: for reports to those who make Parlor (row T-49).
  public static func facts(of view: TournamentView) -> [String] {
    [
      "Format: \(formats[view.format] ?? ""), \(phase(view.phase))",
      "Entrants: \(view.entrants.count), matches: \(view.played) of \(view.total) decided",
      "Hash: \(view.hash.prefix(16))",
    ]
  }

  private static func all(_ view: TournamentView) -> [MatchView] {
    view.matches + view.bracket.flatMap(\.matches)
  }

  private static func entrantChanges(_ old: TournamentView, _ new: TournamentView) -> [String] {
    let known = Dictionary(old.entrants.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    var lines = new.entrants.compactMap { entrant -> String? in
      guard let before = known[entrant.id] else { return "  \(entrant.name.plain) takes part." }
      if before.out != entrant.out, !entrant.out.isEmpty {
        return "  \(entrant.name.plain) is \(entrant.out.plain)."
      }
      return before.name == entrant.name
        ? nil : "  \(before.name.plain) is called \(entrant.name.plain) now."
    }
    let left = Set(new.entrants.map(\.id))
    lines += old.entrants.filter { !left.contains($0.id) }
      .map { "  \($0.name.plain) does not take part any more." }
    return lines
  }
}
