import Schema

/// The tables of a person in sections: offered by others, in progress, completed.
public struct TableListText: Sendable {
  private let tables: [TableView]

  /// Keeps the order given within each section.
  public init(_ tables: [TableView]) { self.tables = tables }

  /// The sections; the completed games only if wanted.
  public func lines(completed: Bool) -> [Line] {
    let offered = tables.filter { $0.phase == .offered }
    let going = tables.filter { !$0.isOver && $0.phase != .offered }
    let finished = tables.filter { $0.phase == .finished }
    let over = completed ? finished : []
    var sections: [[Line]] = []
    if !offered.isEmpty { sections.append(section("Tables Offered", offered, row: offer)) }
    if !going.isEmpty { sections.append(section("Games in Progress", going, row: progress)) }
    if !over.isEmpty { sections.append(section("Completed Games", over, row: result)) }
    if sections.isEmpty {
      guard !finished.isEmpty else { return [Line("No Games")] }
      let games = finished.count == 1 ? "1 completed game" : "\(finished.count) completed games"
      return [Line("No game in progress; \(games): `parlor war list` shows what is completed.")]
    }
    return Array(sections.joined(separator: [Line()]))
  }

  private func section(
    _ title: String, _ tables: [TableView], row: (TableView) -> String
  ) -> [Line] {
    [Line(title, .bold)]
      + tables.map { table in
        var line = Line("  \(ShortID.text(table.id))  ", .faint)
        let hasFar = !table.far.name.isEmpty && table.phase != .open
        let name =
          table.phase == .offered
          ? table.name(.host) : hasFar ? "vs. \(table.farName)" : "nobody yet"
        line.add(Columns.fit(name, to: 24), .bold)
        line.add(
          "  Created \(ClockText.dateTime(milliseconds: table.createdMilliseconds))", .faint)
        line.add("  \(row(table))")
        return line
      }
  }

  private func offer(_ table: TableView) -> String { table.description_p.plain }

  private func progress(_ table: TableView) -> String {
    switch table.phase {
    case .open: "waiting for players"
    case .asked: "request sent"
    case .seated: "not started"
    case .playing:
      "round \(table.round), \(table.near.cards) to \(table.far.cards) cards"
        + (table.claims.isEmpty
          ? table.paused.isEmpty ? "" : ", paused"
          : "; claimed by "
            + table.claims.map { table.name($0.seat) }.joined(separator: " and ")
            + ": claimed, not confirmed")
    case .offered, .finished, .closed, .unspecified, .UNRECOGNIZED: ""
    }
  }

  private func result(_ table: TableView) -> String {
    "\(table.verdict) \(table.result.text.plain)"
  }
}
