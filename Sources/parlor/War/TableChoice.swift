import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// A table named on the command line, or the only one that fits.
struct TableChoice: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The table's id or any unique beginning of it, or the other player's name; "
        + "may be left out when only one fits.", valueName: "table"))
  var table: String?

  /// Finds the table; `fits` says which ones the command is for.
  func table(_ client: DaemonClient, where fits: (TableView) -> Bool) throws -> TableView {
    let tables = try client.call(Methods.Tables.list).tables
    return try Self.choose(table, among: tables, where: fits)
  }

  static func choose(
    _ wanted: String?, among tables: [TableView], where fits: (TableView) -> Bool
  ) throws -> TableView {
    let fitting = tables.filter(fits)
    guard let wanted else { return try only(fitting, of: "") }
    guard !wanted.isEmpty else {
      throw CommandFailure(
        SessionEnd.usage,
        "The table's name is empty: give the beginning of an id that `parlor war list` shows.")
    }
    let what = " called \(wanted.plain)"
    let found = tables.meant(
      by: wanted, ids: { [$0.id] }, isNamed: { fits($0) && $0.farName.isName(wanted.plain) })
    let table = try only(found, of: what)
    guard fits(table) else { throw CommandFailure(SessionEnd.refused, whyNot(table)) }
    return table
  }

  private static func whyNot(_ table: TableView) -> String {
    let id = ShortID.text(table.id)
    switch table.phase {
    case .finished: return "The match at table \(id) is over: open another with `parlor war host`."
    case .closed:
      let reason = table.closedReason.isEmpty ? "" : " (\(table.closedReason.plain))"
      return "Table \(id) is gone\(reason): `parlor war list` shows those there are."
    case .offered, .watchable, .open, .asked, .seated, .playing, .unspecified, .UNRECOGNIZED:
      return "Table \(id) does not allow that now: see `parlor war show \(id)`."
    }
  }

  private static func only(_ tables: [TableView], of what: String) throws -> TableView {
    guard let table = tables.first else {
      throw CommandFailure(
        SessionEnd.refused,
        what.isEmpty
          ? "No Games: open a table with `parlor war host` or join one with `parlor war join`."
          : "There is no table\(what) for that: `parlor war list` shows those there are.")
    }
    guard tables.count == 1 else {
      let list = tables.map { table in
        "\(ShortID.text(table.id)) with \(table.phase == .open ? "nobody yet" : table.farName)"
      }
      throw CommandFailure(
        SessionEnd.refused,
        "There are \(tables.count) tables\(what): name one of \(list.joined(separator: ", ")).")
    }
    return table
  }
}
