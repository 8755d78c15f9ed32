import Schema
import Terminal

/// A game whose tables have a command of their own, and the tables that its subcommands are about.
protocol GameCommands {
  /// The word of the command: "war".
  static var word: String { get }
  /// The game that its tables must be of; nil for any.
  static var game: String? { get }
  /// Whether a table is meant rather than others where none is named.
  static func isMeant(_ table: TableView) -> Bool
}

extension GameCommands {
  static func isMeant(_ table: TableView) -> Bool { true }

  /// Whether a table is one of these commands.
  static func allows(_ table: TableView) -> Bool { game.map { table.game == $0 } ?? true }
}

/// `parlor war`: tables of War first; those of other games where there is none.
enum OfWar: GameCommands {
  static var word: String { "war" }
  static var game: String? { nil }
  static func isMeant(_ table: TableView) -> Bool { table.game.isEmpty }
}

/// `parlor table`: any table.
enum OfTable: GameCommands {
  static var word: String { "table" }
  static var game: String? { nil }
}

/// `parlor duel`: duels alone.
enum OfDuel: GameCommands {
  static var word: String { "duel" }
  static var game: String? { "duel" }
}
