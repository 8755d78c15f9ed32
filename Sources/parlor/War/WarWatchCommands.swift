import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor war watch`.
struct GameWatchCommand<Game: GameCommands>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "watch", abstract: "Watch a match whose host lets you.",
      discussion: """
        You see each round once it is decided. Without a name it is the only match that can be watched.

        EXAMPLES
          parlor \(Game.word) watch
          parlor \(Game.word) watch ada
          parlor \(Game.word) watch q7k2 --json
          parlor \(Game.word) watch q7k2 --stop
        """)
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Flag(help: "Stop watching.")
  var stop = false

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    let tables = try client.call(Methods.Tables.list).tables
    let table = try find(tables)
    let stop = stop
    let view = try client.call(Methods.Tables.watch) {
      $0.table = table.id
      $0.stop = stop
    }
    if stop {
      if options.json { return try Output.json(view) }
      Output.line("You no longer watch that match.")
      return
    }
    let play = try PlayOptions.parse([])
    var sitting = Sitting(starter: starter, client: client, options: options, play: play)
    sitting.holds = true
    try sitting.run(at: view)
  }

  private func find(_ tables: [TableView]) throws -> TableView {
    let fitting = tables.filter {
      Game.allows($0) && ($0.watching && $0.phase == .playing || $0.phase == .watchable)
    }
    let named = fitting.filter { table in
      guard let wanted = choice.table?.plain.lowercased() else { return true }
      return [table.name(.host), table.name(.joiner)].contains { $0.lowercased() == wanted }
        || table.id.hasPrefix(wanted)
    }
    guard let table = named.first, named.count == 1 else {
      let list = named.map { "\(ShortID.text($0.id)) of \($0.name(.host))" }
      throw CommandFailure(
        SessionEnd.refused,
        named.isEmpty
          ? "There is no such match to watch: its host must be at the table, let you watch, and be connected with you."
          : "There are \(named.count) matches to watch: name one of \(list.joined(separator: ", "))."
      )
    }
    return table
  }
}

/// `parlor war dismiss`.
struct GameDismissCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "dismiss", abstract: "Send a spectator of your match away.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Option(help: "Who: a name or the beginning of an id.")
  var spectator: String

  func fits(_ table: TableView) -> Bool { table.seat == .host && !table.watchers.isEmpty }

  func call(_ table: TableView) -> Call {
    Methods.Tables.dismiss {
      $0.table = table.id
      $0.person = spectator
    }
  }

  func done(_ table: TableView) -> String { "\(spectator.plain) no longer watches." }
}
