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
  func table(
    _ client: DaemonClient, of game: (some GameCommands).Type, where fits: (TableView) -> Bool
  ) throws -> TableView {
    let tables = try client.call(Methods.Tables.list).tables
    return try Self.choose(table, among: tables, of: game, where: fits)
  }

  static func choose(
    _ wanted: String?, among tables: [TableView], of game: (some GameCommands).Type,
    where fits: (TableView) -> Bool
  ) throws -> TableView {
    let fitting = tables.filter { game.allows($0) && fits($0) }
    guard let wanted else {
      let meant = fitting.filter(game.isMeant)
      return try only(meant.isEmpty ? fitting : meant, of: "", game)
    }
    guard !wanted.isEmpty else {
      throw CommandFailure(
        SessionEnd.usage,
        "The table's name is empty: give the beginning of an id that `parlor \(game.word) list` shows."
      )
    }
    let what = " called \(wanted.plain)"
    let found = tables.meant(
      by: wanted, ids: { [$0.id] },
      isNamed: { game.allows($0) && fits($0) && $0.farName.isName(wanted.plain) })
    let table = try only(found, of: what, game)
    guard game.allows(table) else {
      throw CommandFailure(
        SessionEnd.refused,
        "Table \(ShortID.text(table.id)) plays \(table.face.title): use `\(table.command)` for it.")
    }
    guard fits(table) else { throw CommandFailure(SessionEnd.refused, whyNot(table)) }
    return table
  }

  private static func whyNot(_ table: TableView) -> String {
    let id = ShortID.text(table.id)
    switch table.phase {
    case .finished:
      return "The match at table \(id) is over: open another with `\(table.command) host`."
    case .closed:
      let reason = table.closedReason.isEmpty ? "" : " (\(table.closedReason.plain))"
      return "Table \(id) is gone\(reason): `\(table.command) list` shows those there are."
    case .offered, .watchable, .open, .asked, .seated, .playing, .unspecified, .UNRECOGNIZED:
      return "Table \(id) does not allow that now: see `\(table.command) show \(id)`."
    }
  }

  private static func only(
    _ tables: [TableView], of what: String, _ game: (some GameCommands).Type
  ) throws -> TableView {
    guard let table = tables.first else {
      throw CommandFailure(
        SessionEnd.refused,
        what.isEmpty
          ? "No Games: open a table with `parlor \(game.word) host` or join one with `parlor \(game.word) join`."
          : "There is no table\(what) for that: `parlor \(game.word) list` shows those there are.")
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
