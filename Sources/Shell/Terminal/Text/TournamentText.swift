import Schema
import TournamentSchema

/// Tournaments as lines of text: grids of standings, matches, brackets and ranks (rows T-18, T-19, T-23, T-54).
public enum TournamentText {
  /// The first of many entrants, and the way to see the others.
  public static let few = PeopleChoice(
    hint: "`parlor tournament show` finds one with --find NAME and lists all with --all.")

  /// A tournament in a list.
  public static func line(of line: TournamentLine) -> String {
    let state =
      line.phase == .finished
      ? "finished" + (line.winner.isEmpty ? "" : ", won by \(line.winner.plain)")
      : phase(line.phase)
    let start =
      "  \(ShortID.text(line.id))  \(ClockText.dateTime(milliseconds: line.made))  "
    guard !line.deleted else {
      return start
        + "a tournament that was deleted after \(Count.of(line.draws, "draw")), in \(line.roomName.plain)"
    }
    return start
      + "\(Columns.fit(line.name.plain, to: 22))  \(Columns.fit(line.style.title.plain, to: 19))  "
      + "\(Count.of(line.entrants, "entrant"))  \(state)"
  }

  static func phase(_ phase: TournamentPhase) -> String {
    switch phase {
    case .draft: "a draft"
    case .played: "being played"
    case .knockout: "in the knockout"
    case .finished: "finished"
    case .UNRECOGNIZED: ""
    }
  }

  /// A whole tournament: what is set up while it is a draft, and what is played after that.
  public static func lines(of view: TournamentView, _ choice: PeopleChoice = few) -> [String] {
    guard !view.deleted else { return [] }
    var lines = head(view)
    if view.phase == .draft {
      lines += rules(view) + entrants(view, choice) + groups(view) + slots(view)
      lines += view.toDo.map { "  To do: " + $0.plain }
    } else {
      lines += standings(view) + open(view)
      if view.phase != .played || !view.style.traits.playsGroups { lines += bracket(view) }
      lines += ranks(view)
    }
    return lines + view.messages.map { "  ! " + $0.plain }
  }

  private static func head(_ view: TournamentView) -> [String] {
    let rules = view.rules
    var parts = [view.style.title.plain, phase(view.phase)]
    if view.total > 0, view.phase != .draft {
      parts.append("\(view.played) of \(Count.of(view.total, "match", "matches")) decided")
    }
    if rules.bestOf > 1 { parts.append("best of \(rules.bestOf)") }
    if rules.confirm { parts.append("scores need two reports") }
    return [
      "  \(view.name.plain)  \(view.hash.prefix(8))",
      "  " + parts.joined(separator: ", ")
        + (view.roomName == "personal" ? ", only you see it" : ", in \(view.roomName.plain)"),
    ]
  }

  /// Returns the entrants who are wanted, by number.
  ///
  /// - Parameter first: the name or the place of one that comes before the others, such as the one that was changed.
  public static func entrants(
    _ view: TournamentView, _ choice: PeopleChoice = few, first: String = ""
  ) -> [String] {
    let heading = "  \(Count.of(view.entrants.count, "entrant")), \(view.placesLeft) more can come:"
    let people = view.entrants.map { entrant in
      let place = EntrantPlace.text(of: Int(entrant.number))
      return PeopleChoice.Person(
        names: [entrant.name, entrant.club, entrant.person, place],
        rank: PeopleChoice.isNamed(first, [entrant.name, place, String(place.dropFirst())]) ? 0 : 1,
        line: Line(line(of: entrant)))
    }
    return [heading] + choice.lines(people).map(\.text)
  }

  private static func line(of entrant: EntrantView) -> String {
    var text =
      "  \(Columns.right(EntrantPlace.text(of: Int(entrant.number)), to: 5))  \(entrant.name.plain)"
    if entrant.rating > 0 { text += "  \(entrant.rating)" }
    if !entrant.club.isEmpty { text += "  \(entrant.club.plain)" }
    if !entrant.person.isEmpty { text += "  (\(entrant.person.plain))" }
    if entrant.fromRound > 1 { text += "  from round \(entrant.fromRound)" }
    if !entrant.out.isEmpty { text += "  \(entrant.out.plain)" }
    if entrant.refused { text += "  does not take part: came too late" }
    return text
  }

  private static func groups(_ view: TournamentView) -> [String] {
    view.groups.filter { !$0.slots.isEmpty }.flatMap { group in
      ["  Group \(group.name.plain)"]
        + group.slots.enumerated().map { "    \(group.name.plain)\($0 + 1)  \($1.plain)" }
    }
  }

  private static func slots(_ view: TournamentView) -> [String] {
    guard view.slots.count > 1 else { return [] }
    return ["  Knockout, \(view.qualifiers) play on:"]
      + stride(from: 0, to: view.slots.count - 1, by: 2).map { place in
        "    \(Columns.right("\(place + 1)", to: 3)) \(view.slots[place].plain) – \(view.slots[place + 1].plain)"
      }
      + (view.slots.count > 2 ? after(view) : [])
  }

  /// Returns the lines about matches and rules that the knockout has beside its rounds (rows T-16, T-36, T-42).
  private static func after(_ view: TournamentView) -> [String] {
    let (rules, isDouble) = (view.rules, view.style.traits.playsLosersBracket)
    var lines: [String] = []
    if rules.skipFirst { lines.append("    of each two, the second begins in the losers' bracket") }
    if rules.allPlaces, !isDouble {
      lines.append("    and matches for all other places")
    } else if rules.thirdPlace {
      lines.append("    and a match for the third place")
    }
    if rules.reseed, !isDouble {
      lines.append("    after each round, the best seed left meets the last")
    }
    return lines
  }

  /// The standings as grids, one for each group.
  public static func standings(_ view: TournamentView) -> [String] {
    view.groups.filter { !$0.rows.isEmpty }.flatMap { group in
      let title = group.name.isEmpty ? "Standings" : "Group \(group.name.plain)"
      let deciding = tieBreaks(view, group)
      // Where only who won is counted, what decides stands in place of the scores.
      let hasScores = !view.style.traits.countsWinnersOnly
      // Each column is as wide as its widest value, and never narrower than its title.
      func width(_ least: Int, _ value: (StandingRow) -> Int64) -> Int {
        max(least, group.rows.map { number(value($0)).count }.max() ?? 0)
      }
      let (points, scored) = (width(5) { $0.points }, width(6) { $0.scored } + 1)
      let (conceded, difference) = (width(5) { $0.conceded }, width(5) { $0.difference })
      let widths = deciding.map { tieBreak in width(6) { $0.values[tieBreak.place] } + 1 }
      let header =
        "  \(Columns.fit(title, to: 26))   P   W   L   T \(Columns.right("Pts", to: points))"
        + (hasScores
          ? "\(Columns.right("For", to: scored)) : \(Columns.fit("Agst", to: conceded))"
            + " \(Columns.right("+/-", to: difference))" : "")
        + zip(deciding, widths).map { Columns.right($0.title, to: $1) }.joined()
      return [header]
        + group.rows.flatMap { row in
          let numbers = [row.played, row.won, row.lost, row.tiedMatches]
            .map { Columns.right("\($0)", to: 4) }.joined()
          let rank = row.tied ? "\(row.rank)=" : "\(row.rank)"
          let scores =
            "\(Columns.right(number(row.scored), to: scored)) : "
            + Columns.fit(number(row.conceded), to: conceded)
            + " \(Columns.right(number(row.difference), to: difference))"
          let mark = !row.out.isEmpty ? "×" : row.qualifies ? "↑" : " "
          let line =
            "  \(Columns.right(rank, to: 3)) \(mark) \(Columns.fit(row.name.plain, to: 20))\(numbers) "
            + Columns.right(number(row.points), to: points) + (hasScores ? scores : "")
            + zip(deciding, widths).map {
              Columns.right(number(row.values[$0.place]), to: $1)
            }.joined()
          return [line] + (row.lot.isEmpty ? [] : ["        " + row.lot.plain])
        }
    }
  }

  /// The tie-breaks that have no column of their own and differ between some with as many points.
  static func tieBreaks(
    _ view: TournamentView, _ group: StandingsView
  ) -> [(place: Int, title: String)] {
    let level = Dictionary(grouping: group.rows, by: \.points).values.filter { $0.count > 1 }
    return view.rules.tieBreaks.enumerated().compactMap { place, name in
      guard let title = titles[name], group.rows.allSatisfy({ $0.values.count > place }),
        level.contains(where: { Set($0.map { $0.values[place] }).count > 1 })
      else { return nil }
      return (place, title)
    }
  }

  /// The heads of tie-breaks, as short as FIDE's codes.
  private static let titles = [
    "buchholz": "BH", "buchholz-cut": "BH/C1", "sonneborn": "SB", "rating": "Rating",
    "fair-play": "Fair",
  ]

  /// Matches that can be played now, and those that nobody has decided.
  private static func open(_ view: TournamentView) -> [String] {
    let bracket = view.bracket.flatMap(\.matches)
    let open = (view.matches + bracket).filter { [.due, .reported, .disputed].contains($0.state) }
    guard let round = open.first.map({ $0.title }) else { return [] }
    // Reports that have decided nothing are shown however many matches are open.
    var left = 12 - open.count { $0.state != .due }
    let next = open.filter { match in
      guard match.state == .due else { return true }
      left -= 1
      return left >= 0
    }
    let isOneRound = view.matches.isEmpty && next.allSatisfy { $0.title == round }
    let heading = isOneRound ? round : "Next"
    return ["  \(heading):"] + next.flatMap { ["  " + match($0)] + reports($0) }
      + (open.count > next.count ? ["    and \(open.count - next.count) more"] : [])
  }

  /// All matches that are no knockout, round by round.
  public static func matches(_ view: TournamentView) -> [String] {
    var title = ""
    return view.matches.flatMap { match -> [String] in
      defer { title = match.title }
      return
        (title == match.title
        ? [] : ["  \(match.title.plain)"] + absent(view, beside: match))
        + ["  " + self.match(match)]
        + reports(match)
    }
  }

  /// One match: its name, both sides and how it stands.
  public static func match(_ match: MatchView) -> String {
    let sides = "\(side(match.home)) – \(side(match.away))"
    // PL65.1.10 is longer than others.
    let name = Columns.fit(match.name.plain, to: max(7, Columns.width(match.name.plain) + 1))
    var text = "  \(name)\(Columns.fit(sides, to: 44))  "
    switch match.state {
    case .decided: text += result(match)
    case .disputed: text += "the reports differ"
    case .reported: text += "waits for a second report"
    case .bye: text += match.half ? "half-point bye" : "bye"
    case .due, .waiting, .UNRECOGNIZED: break
    }
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  private static func result(_ match: MatchView) -> String {
    let winner = (match.winner == .home ? match.home : match.away).name.plain
    let hasWinner = [.home, .away].contains(match.winner)
    switch match.score {
    case "forfeit": return "\(winner) won by forfeit"
    case "won": return "\(winner) won"
    default:
      // Where the score does not say who won, somebody has said it.
      let isSaid = hasWinner && match.home.score == match.away.score && !match.score.contains("(")
      return match.score.plain + (isSaid ? ", \(winner) won" : "")
        + (match.ruled ? ", decided" : "")
    }
  }

  private static func side(_ side: MatchSide) -> String {
    let name = side.out.isEmpty ? side.name.plain : "\(side.name.plain) ×"
    return side.likely.isEmpty ? name : "\(name) (\(side.likely.plain)?)"
  }

  /// The knockout, round by round; `(Ada?)` is who would be there now (row T-27).
  public static func bracket(_ view: TournamentView) -> [String] {
    view.bracket.flatMap { round in
      ["  \(round.name.plain)"] + round.matches.flatMap { ["  " + match($0)] + reports($0) }
    }
  }

  /// All attempts to draw, with who took part and what was changed after them (row T-10).
  public static func draws(_ view: TournamentView) -> [String] {
    guard !view.draws.isEmpty else {
      return ["  Nothing was drawn with witnesses: `parlor tournament draw` does that."]
    }
    return view.draws.flatMap { draw -> [String] in
      let what = [DrawPurpose.groups: "groups", .seeds: "seeds", .lots: "lots"][draw.purpose] ?? ""
      var lines = ["  Draw \(draw.attempt) of \(what): \(state(draw))"]
      if draw.decides { lines.append("    decides between those who are level") }
      if !draw.reason.isEmpty { lines.append("    drawn again: \(draw.reason.plain)") }
      if !draw.order.isEmpty {
        lines.append("    order: " + draw.order.map(\.plain).joined(separator: ", "))
        lines.append("    \(draw.seed.plain)")
      }
      if !draw.leftOut.isEmpty {
        let people = draw.leftOut.map(\.plain).joined(separator: ", ")
        lines.append("    promised, and not on the list: \(people)")
      }
      return lines + draw.changed.map { "    changed after it: " + $0.plain }
    }
  }

  private static func state(_ draw: DrawView) -> String {
    let people = draw.people.map(\.plain).joined(separator: ", ")
    switch draw.state {
    case .open: return "open" + (people.isEmpty ? "" : ", joined by \(people)")
    case .closed:
      return
        "not done: \(draw.missing.map(\.plain).joined(separator: ", ")) did not show what was promised"
    case .done where draw.people.count == 1: return "by \(people) alone, without a witness"
    case .done: return "witnessed by \(people)"
    case .void: return "void: \(draw.fault.plain)"
    case .UNRECOGNIZED: return ""
    }
  }

  /// The final ranks.
  public static func ranks(_ view: TournamentView) -> [String] {
    guard !view.ranks.isEmpty else { return [] }
    return ["  Results"]
      + view.ranks.map { line in
        let rank = line.tied ? "\(line.rank)=" : "\(line.rank)"
        return
          "  \(Columns.right(rank, to: 4))  \(Columns.fit(line.name.plain, to: 26))  \(line.how.plain)"
          .trimmedEnd
      }
  }

  /// Thousandths as people read them.
  private static func number(_ value: Int64) -> String {
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let digits = rest == 0 ? "" : "." + String("\(rest + 1_000)".dropFirst()).trimmedZeros
    return (value < 0 ? "-" : "") + "\(whole)" + digits
  }
}

extension Columns {
  /// The text with spaces before it.
  static func right(_ text: String, to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - width(text))) + text
  }
}

extension String {
  fileprivate var trimmedEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
  fileprivate var trimmedZeros: String { String(reversed().drop { $0 == "0" }.reversed()) }
}
