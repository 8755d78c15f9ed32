import ArgumentParser
import Client
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
    let tables = try client.get("/v1/tables", as: TableList.self).tables
    return try Self.choose(table, among: tables, where: fits)
  }

  static func choose(
    _ wanted: String?, among tables: [TableView], where fits: (TableView) -> Bool
  ) throws -> TableView {
    let fitting = tables.filter(fits)
    guard let wanted else { return try only(fitting, of: "") }
    let what = " called \(wanted.plain)"
    let matching = tables.filter { !wanted.isEmpty && $0.id.hasPrefix(wanted.lowercased()) }
    if !matching.isEmpty {
      let table = try only(matching, of: what)
      guard fits(table) else {
        throw CommandFailure(
          SessionEnd.refused,
          "Table \(ShortID.text(table.id)) does not allow that now: see `parlor war show`.")
      }
      return table
    }
    return try only(
      fitting.filter { $0.farName.lowercased() == wanted.plain.lowercased() }, of: what)
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
      let list = tables.map { "\(ShortID.text($0.id)) with \($0.farName)" }
      throw CommandFailure(
        SessionEnd.refused,
        "There are \(tables.count) tables\(what): name one of \(list.joined(separator: ", ")).")
    }
    return table
  }
}
