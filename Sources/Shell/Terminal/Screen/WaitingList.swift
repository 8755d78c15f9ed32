import Schema

/// Things that wait for our person: first those that others have asked.
struct WaitingList {
  private let facts: OverviewFacts
  private let text: PlannedText

  init(_ facts: OverviewFacts, _ text: PlannedText) { (self.facts, self.text) = (facts, text) }

  /// One group for each kind of thing, in the order in which people should look at them.
  var groups: [OverviewGroup] {
    [asks, pairings, trades, introductions, conflicts, toDos, lost, afterMatches]
  }

  private var asks: OverviewGroup {
    OverviewGroup(
      facts.tables.compactMap(\.ask).map { OverviewGroup.line($0.sentence, $0.command, .bold) },
      "table is asked for", "tables are asked for", "parlor war list")
  }

  private var pairings: OverviewGroup {
    let asked = facts.pairings.filter { $0.state == .asked }
    return OverviewGroup(
      asked.map { view in
        OverviewGroup.line(
          "\(Columns.clip(PairText.name(of: view), to: 24))\(warning(view.nameIsTaken)) asks to pair",
          "parlor peer pair \(ShortID.text(view.peer))", .bold)
      }, "person asks to pair", "people ask to pair", "parlor peer list")
  }

  /// A short warning behind a name.
  private func warning(_ nameIsTaken: Bool) -> String { nameIsTaken ? " (a taken name)" : "" }

  private var trades: OverviewGroup {
    let open = facts.trades.filter { trade in
      trade.actions.contains { $0.name == "answer" && $0.enabled }
    }
    return OverviewGroup(
      open.map { trade in
        OverviewGroup.line(
          "\(trade.otherName.plain) offers a trade, \(TradeText.summary(trade))",
          "parlor trade show \(ShortID.text(trade.id))")
      }, "trade is offered to you", "trades are offered to you", "parlor trade list")
  }

  private var introductions: OverviewGroup {
    OverviewGroup(
      facts.introductions.filter { !$0.own && !$0.awaited }.map { view in
        let (by, name) = (view.by.plain, view.name.plain)
        return OverviewGroup.line(
          "\(Columns.clip(by, to: 16)) introduces \(Columns.clip(name, to: 16))\(warning(view.nameIsTaken))",
          "parlor peer meet \(ShortID.text(view.node))")
      }, "person is introduced to you", "people are introduced to you",
      "parlor peer introductions")
  }

  private var conflicts: OverviewGroup {
    let count = facts.status.conflicts
    let fields = Count.of(count, "field")
    let line = OverviewGroup.line("Two people changed \(fields) at once", "parlor conflict list")
    return OverviewGroup(count > 0 ? [line] : [], "", "", "parlor conflict list")
  }

  private var toDos: OverviewGroup {
    let ours = facts.toDos.filter {
      $0.assignee.isEmpty ? $0.own : $0.assignee == facts.status.account
    }
    return OverviewGroup(
      ours.compactMap(text.due).map { OverviewGroup.line($0, "parlor todo") },
      "to-do is due", "to-dos are due", "parlor todo")
  }

  private var lost: OverviewGroup {
    OverviewGroup(
      facts.lost.map { OverviewGroup.line(PlannedText.deletion(of: $0), "parlor event lost") },
      "deleted plan had parts of yours", "deleted plans had parts of yours",
      "parlor event lost")
  }

  private var afterMatches: OverviewGroup {
    let ours = facts.tables.filter { $0.phase == .finished && $0.seat != .unspecified }
    let lines = ours.compactMap { table -> Line? in
      if table.takeBack != .unspecified, table.takeBack != table.seat {
        return OverviewGroup.line(
          "\(table.name(table.takeBack)) asks to take the concession back",
          "\(table.command) take-back \(ShortID.text(table.id))")
      }
      guard table.hasFarRematch else { return nil }
      return OverviewGroup.line(
        "\(table.farName) offers a rematch", "\(table.command) rematch \(ShortID.text(table.id))")
    }
    return OverviewGroup(
      lines, "finished match waits for you", "finished matches wait for you", "parlor war list")
  }
}
