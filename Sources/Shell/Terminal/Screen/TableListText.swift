import Schema

/// The tables of a person in sections: offered by others, in progress, completed.
public struct TableListText: Sendable {
  private let tables: [TableView]

  /// Keeps the order given within each section.
  public init(_ tables: [TableView]) { self.tables = tables }

  /// Sentences on those who wait at our tables for an answer, one for each table: "Bob asks to join: `parlor war accept`".
  public var waiting: [String] { tables.compactMap(\.askText) }

  /// The sections; the completed games only if wanted.
  ///
  /// - Parameter all: lists all of a section, however many they are.
  public func lines(completed: Bool, all: Bool = false) -> [Line] {
    let most = all ? .max : PeopleChoice.few
    func section(_ title: String, _ tables: [TableView], row: (TableView) -> String) -> [Line] {
      let rows = tables.map { self.row($0, row($0)) }
      return [Line(title, .bold)] + PeopleChoice.cut(rows, most: most, "--all lists them.")
    }
    let offered = tables.filter { $0.phase == .offered }
    let watchable = tables.filter { $0.phase == .watchable || $0.watching && !$0.isOver }
    let going = tables.filter { table in
      !table.isOver && table.phase != .offered && !watchable.contains { $0.id == table.id }
    }
    let finished = tables.filter { $0.phase == .finished }
    let over = completed ? finished : []
    var sections: [[Line]] = []
    if !offered.isEmpty { sections.append(section("Tables Offered", offered, row: offer)) }
    if !watchable.isEmpty { sections.append(section("Matches to Watch", watchable, row: watched)) }
    if !going.isEmpty { sections.append(section("Games in Progress", going, row: progress)) }
    if !over.isEmpty { sections.append(section("Completed Games", over, row: result)) }
    if sections.isEmpty {
      guard !finished.isEmpty else { return [Line("No Games")] }
      let games = Count.of(finished.count, "completed game")
      return [Line("No game in progress; \(games): `parlor war list` shows what is completed.")]
    }
    return Array(sections.joined(separator: [Line()]))
  }

  /// Matches and offers, a short line each, those of our person first. Asks wait elsewhere.
  var brief: [Line] {
    let shown = tables.filter { !$0.isOver && $0.ask == nil }
    return (shown.filter { $0.seat != .unspecified } + shown.filter { $0.seat == .unspecified }).map
    {
      table in
      var line = Line("  ")
      line.add(Columns.fit(name(of: table), to: 24), .bold)
      line.add("  \(state(of: table))")
      return line
    }
  }

  private func state(of table: TableView) -> String {
    switch table.phase {
    case .offered:
      (["offers a table"] + [offer(table)].filter { !$0.isEmpty }).joined(separator: ": ")
    case .watchable: "can be watched: `\(table.command) watch \(ShortID.text(table.id))`"
    default: table.watching ? watched(table) : progress(table)
    }
  }

  private func name(of table: TableView) -> String {
    if table.phase == .offered { return table.name(.host) }
    if table.seat == .unspecified { return "\(table.name(.host)) vs. \(table.name(.joiner))" }
    let hasFar = !table.far.name.isEmpty && table.phase != .open
    return hasFar ? "vs. \(table.farName)" : table.asks.isEmpty ? "nobody yet" : "somebody asks"
  }

  private func row(_ table: TableView, _ state: String) -> Line {
    var line = Line("  \(ShortID.text(table.id))  ", .faint)
    line.add(Columns.fit(name(of: table), to: 24), .bold)
    line.add("  Created \(ClockText.dateTime(milliseconds: table.createdMilliseconds))", .faint)
    line.add("  \(state)")
    return line
  }

  private func offer(_ table: TableView) -> String {
    let notes = [
      table.game.isEmpty ? "" : table.face.title.lowercased(), table.description_p.plain,
      table.needsPassword ? "with a password" : "",
      table.pairedOnly ? "for paired people" : "",
    ]
    return (notes + table.conditions).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func watched(_ table: TableView) -> String {
    guard table.watching else { return table.description_p.plain }
    return "\(table.face.standing(table, table.host, table.joiner)); you watch"
  }

  private func progress(_ table: TableView) -> String {
    switch table.phase {
    case .open: table.askText ?? "waiting for players"
    case .asked: "request sent"
    case .seated: "not started"
    case .playing:
      table.face.standing(table, table.near, table.far)
        + (table.claims.isEmpty
          ? table.paused.isEmpty ? "" : ", paused"
          : "; claimed by "
            + table.claims.map { table.name($0.seat) }.joined(separator: " and ")
            + ": claimed, not confirmed")
    case .offered, .watchable, .finished, .closed, .unspecified, .UNRECOGNIZED: ""
    }
  }

  private func result(_ table: TableView) -> String {
    let text = ["\(table.verdict) \(table.result.text.plain)", table.face.outcome(table)]
      .filter { !$0.isEmpty }.joined(separator: " ")
    if table.takeBack != .unspecified, table.takeBack != table.seat {
      return text + " \(table.name(table.takeBack)) asks to take that back."
    }
    return table.hasFarRematch ? text + " \(table.farName) offers a rematch." : text
  }
}
